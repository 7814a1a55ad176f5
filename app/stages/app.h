// The running program without its window: what is open, the document, its history, the stages that
// keep results in step with it, and messages for the user. Commands without a window use it too.
#ifndef SNUG_APP_STAGES_APP_H
#define SNUG_APP_STAGES_APP_H

#include "app/document/action.h"
#include "app/document/history.h"
#include "app/document/panel_settings.h"
#include "app/document/pictures.h"
#include "app/document/sources.h"
#include "app/io/recent.h"
#include "app/picture/image.h"
#include "app/picture/render_mesh.h"
#include "app/stages/bands.h"
#include "app/stages/best_state.h"
#include "app/stages/compare_state.h"
#include "app/stages/construction_state.h"
#include "app/stages/contact_state.h"
#include "app/stages/features.h"
#include "app/stages/figure_state.h"
#include "app/stages/fit_curves.h"
#include "app/stages/fit_places.h"
#include "app/stages/frame_log.h"
#include "app/stages/hand.h"
#include "app/stages/lesson_link.h"
#include "app/stages/overlay.h"
#include "app/stages/path_state.h"
#include "app/stages/piece_set.h"
#include "app/stages/primitive_results.h"
#include "app/stages/snap.h"
#include "app/stages/task_link.h"
#include "app/stages/thread_state.h"
#include "app/stages/through.h"
#include "app/stages/trace_state.h"
#include "app/stages/tree_state.h"
#include "app/stages/variant_fit.h"
#include "app/stages/watch_state.h"
#include "core/meaning/common_solid.h"
#include "core/meaning/common_volume.h"
#include "core/meaning/fit_report.h"
#include "core/query/cost_model.h"
#include "core/query/root_levels.h"
#include "core/query/root_work.h"
#include "core/query/timed.h"
#include "core/tree/quality/quality.h"

typedef struct Stages Stages; // workers and what they have applied
struct ImportOptions;         // io/import.h

enum NoticeKind { NOTICE_INFO, NOTICE_WARNING, NOTICE_ERROR };
typedef struct Notice {
    enum NoticeKind kind;
    double time; // seconds on the monotonic clock when it was posted
    char text[1024];
} Notice;

// Progress of whatever a worker is doing, for the progress bar; text "" when idle.
typedef struct Activity {
    char text[128];
    const char *step; // of the work, "" when it says none
    double fraction;
    bool can_cancel;
} Activity;

// How good the selected part's tree is.
enum { QUALITY_MAX_LEVELS = 64 };
typedef struct TreeQuality {
    Bvh *tree; // retained: the tree these are about; NULL: nothing measured yet
    Quality figures;
    Quality before; // of the tree that this part had before this one
    bool has_before;
    RefitWatch watch;
    EmptySpace empty, empty_upper; // of all nodes, and of those with more than ten triangles
    LevelMeasure levels[QUALITY_MAX_LEVELS];
    uint32_t level_count;
    CountRow counts[BV_MAX_COUNTS];
    int count_rows;
    OverlapForecast forecast;
    double bytes, bytes_before; // of the tree, and of the one before
    double build_ms, build_ms_before;
} TreeQuality;

// What searching for contacts of the selected part costs (core/query/cost_model.h).
typedef struct SearchCost {
    int32_t part;  // the constants are about this part's tree ...
    BvhDesc build; // ... of this kind, searched like this; part is NO_PART without any
    QueryDesc query;
    CostMeasure constants;
    int pairs; // parts near it, where it stood in this report; -1: not known
    uint32_t report_version;
    CostSample here; // of searches from the roots on one thread, against all of these
    double forecast; // seconds, by the constants
    // Of what the document asks for: the constants are about that part, kind and search; and the
    // rest is about where the parts stand.
    bool known, current;
} SearchCost;

// What searches of the selected pair take from the roots, or of the selected part with all that is
// near it where no pair is selected: N_v, N_p and N_u as the papers read them.
typedef struct RootReading {
    int32_t part,
        other;     // the pair; other is NO_PART: all that is near; part is NO_PART: of nothing
    int pairs;     // that were searched: those whose boxes meet; -1: they could not be
    BvhDesc build; // by these hierarchies, like this
    QueryDesc query;
    RootWork work;
    bool by_level;           // somebody looks at them level by level: these are ...
    RootLevels levels;       // ... N_v; without levels: there were too many to count
    RootLevels before;       // with the settings before these, last
    uint64_t made;           // volume tests by which the report found the same
    uint32_t report_version; // where the parts stood
    // Of what the document asks for: it is about what is selected, kind and search; and also about
    // where the parts stand.
    bool known, current;
} RootReading;
static inline int64_t roots_saved(const RootReading *reading)
{
    return (int64_t)reading->work.volume_tests - (int64_t)reading->made;
}

// Answers within a time budget; see QueryEffort.
typedef struct TimedRow {
    int32_t a, b;
    TimedAnswer answer;
} TimedRow;
// What an answer in time left undecided, to be looked at: pairs of volumes of the hierarchies, as the parts stood.
enum { FRONTIER_ROWS = 12, FRONTIER_PAIRS = 48, TIMED_LOG = 600 };
typedef struct FrontierRow {
    TimedRow row;
    Bvh *tree[2]; // retained
    Affine placed[2];
    TimedRest *rest; // thickest lenses first, in the frame of the first part
    void *volumes;   // of these, as decoded: two of type->volume_size bytes for each
    size_t count;
} FrontierRow;
typedef struct TimedFrontier {
    FrontierRow rows[FRONTIER_ROWS]; // those that may be deepest
    size_t count;                    // 0: nothing was left, or nothing is known
    uint32_t version;                // goes up with every change
} TimedFrontier;

// One answer in time, as it was at its deadline.
typedef struct TimedFrame {
    // The band: pairs of volumes that are left overlap by the error at most, surfaces of the nearest pair of parts are
    // at most `farthest` apart. NAN: all were decided.
    double error, farthest;
    int level;
    size_t unresolved, undecided, meeting; // pairs of volumes; pairs of parts
} TimedFrame;

typedef struct TimedState {
    bool current;   // these are about what is shown; false: the list of contacts is
    TimedRow *rows; // pairs about the parts that moved since contacts were listed
    size_t count, capacity;
    size_t of_verdict[VERDICT_UNDECIDED + 1];
    size_t unresolved; // pairs of volumes, over the undecided pairs of parts
    int level;         // of hierarchies: everything above it has been looked at, in all of them
    double error;      // no pair of volumes that is left overlaps by more, in the assembly's unit
    double ms;         // of the last frame
    uint64_t frames, resumed; // since the start: answers begun, answers gone on with
    // Since the start, too: answers that left something undecided, and what the last of them said.
    uint64_t open_answers;
    size_t open_unresolved;
    int open_level;
    double open_error;
    double farthest; // surfaces of the nearest undecided pair of parts are no farther apart
    TimedFrontier frontier;
    TimedFrame *log; // a ring of TIMED_LOG answers; NULL: none yet
    int log_first, log_count;
} TimedState;

// A part that is deformed: what is shown of it now. See stage_shape.c.
enum { SHAPE_SPARES = 4 };
typedef struct PartShape {
    Deformation applied; // zero: as loaded, and the rest is empty
    RenderMesh *drawn;
    Bvh *rays; // of what is drawn
    // Trees of earlier shapes, whose memory is used again.
    struct ShapeSpare {
        Bvh *tree, *rays;
    } spares[SHAPE_SPARES];
    uint32_t version;        // goes up with every shape: pictures are then stale
    uint32_t refits, builds; // how its trees were made since it was opened
    double ms;               // the last one took
    bool refused;            // this one failed and is not tried again
    Deformation refused_shape;
} PartShape;

// The mesh that a part has instead of its own; see stage_variants.c.
typedef struct PartVariant {
    struct VariantMesh *made; // of the book; NULL: its own
    // What it is by the document: the list and the number in it.
    const char *of;
    int32_t number;
    // This one failed and is not tried again.
    const char *refused_of;
    int32_t refused;
} PartVariant;

// What was made of a part of the assembly.
typedef struct PartResult {
    // As it was loaded; parts of one mesh share these, which belong to the set of meshes.
    RenderMesh *drawn;
    const Bvh *rays;
    PartShape shape; // as it is deformed
    PartVariant variant;
    Bvh *tree;       // in use, retained; NULL until it is built
    Affine reported; // where it was when contacts were listed
    // As it was opened, or as it came back from its file; see contact_as_opened.
    Affine opened;
    Deformation opened_shape;
    const char *opened_variants;
    int32_t opened_variant;
    bool from_file;
    bool moved; // it is not as it was then
    bool known; // it is, and also as it was when the fit report was made
} PartResult;

// Where the selected parts are nearest to another one.
typedef struct Gap {
    int32_t part, other; // a selected one and its neighbour; NO_PART: nothing is known
    double distance;     // in the assembly's unit; 0 where they meet
    Vec3d at[2];         // the closest points on the two, in the world
    Vec3d local[2];      // the same in the frames of the two parts
} Gap;

// How the exploded view moves parts; see explode.h.
typedef struct Explosion {
    Vec3d *outward; // per part: its shift at full amount
    int32_t count;
    double amount; // as it is shown
    uint32_t assembly_version;
    uint64_t grouping; // of the parts that it was found for
} Explosion;

// Draws a picture of each row of a report, the first ones if there are many; NULL: err says why.
typedef PngImage *RowPicturesFn(const FitCheck *check, Job *job, Error *err);

struct App {
    Assembly assembly;
    PartResult *parts;         // one per part of the assembly; NULL: nothing is open
    uint32_t assembly_version; // goes up when another one was opened: GPU copies are then stale
    uint32_t opened_version;   // goes up when files or a scene were opened, not reloaded
    uint32_t names_version;    // goes up with new names: texts and rules are then stale
    uint32_t framing_version;  // goes up when the camera should look at all of it
    Sources sources;           // where the parts came from
    PictureWish pictures;      // that the window is to take
    Recent recent;             // files that were opened
    LessonLink lesson;         // that the window shows
    TaskLink task;             // that is open
    PanelsShown panels;        // as the window shows them, or as the scene says
    uint32_t panels_version;   // goes up when a scene said it: the window then follows
    bool allow_outside;        // scene files may name files outside of their folders
    bool drop_degenerate;      // triangles without area are left out of files
    bool unit_said, up_said;   // of files that are opened: also where they say something else
    double deflection;         // of CAD files that are opened, metres; 0: the usual one
    bool watch_files;          // files that change are loaded again
    bool draws_nothing;        // a command: meshes are not prepared for drawing and picking
    RowPicturesFn *draw_rows;  // for reports; NULL: this program has no pictures
    char *outside_path;        // a scene that was refused for that; NULL: none since it was asked
    Document document;
    History *history;
    Stages *stages;
    TreeCache trees;
    uint32_t trees_version; // goes up when the tree of a part changed
    AssemblyReport report;  // contacts at the placements that the parts were reported at
    uint32_t report_version;
    double last_build_ms, last_query_ms;
    TimedState timed;
    FitReport fit;        // the report in words, follows contacts and rules on a worker of its own
    FitPlaces fit_places; // where they meet, as far as the report knows
    FitCurves fit_curves; // along what
    uint32_t fit_version; // goes up with every new one
    bool fit_current;     // it belongs to what is shown, hierarchies and all
    bool fit_known;       // what it says is so: of all parts as they stand
    uint32_t known_version; // goes up when that, or a part's `known` or `moved`, changes
    ContactState contacts;  // what the two say about parts and polygons
    int32_t hovered;        // part that the window's user points at, or NO_PART
    Gap gap;                // follows the selection and its placement, on a worker of its own
    Gap least_gap;          // the nearest they came in the last drag, since they first came nearer
    bool gap_current;       // it belongs to what is shown
    uint32_t gap_version;   // goes up with every change
    WatchState watch;       // safety distances, on a worker of their own
    ThreadState threads;    // clashes that are threads, when somebody asks
    CommonVolume common;    // of the pair that is shown alone; ask common_volume_shown
    CommonSolid shared;     // what the two share, in the frame of the first; ask common_solid_shown
    uint32_t shared_version; // goes up with every change
    PieceSet pieces;         // what of contacts lies within them, if the document asks for it
    uint32_t pieces_version; // goes up with every change
    BandPaint bands;         // surfaces near the selected part, on a worker of its own
    uint32_t bands_version;  // goes up with every change
    TreeQuality quality;     // follows selection and trees, on a worker of its own
    SearchCost cost;         // likewise, and contacts
    RootReading roots;       // likewise
    TraceShown trace;        // the search of two parts, step by step, once somebody asked for it
    CompareShown compare;    // another way to build and search beside the one in use
    TreeShown tree;          // one part's hierarchy, node by node, while its panel is open
    ConstructionShown construction; // how one was built, once somebody asked for it
    FrameLog frames;                // what the last searches took
    BestState best;                 // which kind of hierarchy is best, once somebody asked for it
    FigureState figure;             // of a paper, once somebody asked for it
    Explosion explosion;
    Overlay overlay;             // volumes over the parts, as lines
    HybridShown hybrid;          // follows the primitives and how they are to be grouped
    CoverShown cover;            // follows primitives and placements
    IncomingPrimitives incoming; // only while they are taken
    uint32_t hybrid_version;     // goes up when one of the two changed
    // Where the camera was before a pair was shown alone, in this assembly_version; 0: nowhere.
    Camera before_pair;
    uint32_t before_pair_of;
    Hand hand;                  // where the part in the hand is wanted, and what holds it
    Through through;            // what does not hold it for a while
    HandDepths depths;          // how deep it is in what does not hold it
    FeatureBook features;       // pins, holes and faces of parts, as far as somebody wanted them
    SnapState snap;             // where the part in the hand could go
    PathState path;             // how parts move: recorded or read from a file
    VariantTable variant_table; // which variants of a part fit, once somebody asked
    Notice *notices;
    size_t notice_count, notice_capacity;
    uint64_t notice_posts; // how many there have been, those that are gone included
    ActionQueue queue;
    // While an undoable action is applied: the document before its step of the history began. For a
    // drag that is where it started, so motions from there on do not add up their rounding.
    const Document *step_start;
    uint32_t settings_resets; // how often: the window then resets what is its own
    bool quit;
    char joint_text[192]; // what a joint did to the last step; "": nothing that needs saying
    char done_text[192]; // what an action has to say, posted once it is done and nothing refused it
    // Wakes the event loop from a worker (glfwPostEmptyEvent); NULL without a window.
    void (*wake)(void);
};

// As it is queried now: the tree belongs to the part as loaded or to its shape.
static inline const Mesh *app_part_mesh(const App *app, int32_t part)
{
    const Bvh *tree = app->parts ? app->parts[part].tree : NULL;
    return tree ? tree->mesh : app->assembly.parts[part].mesh;
}

// The fit report is about the two as they stand.
static inline bool app_pair_known(const App *app, int32_t a, int32_t b)
{
    return app->fit_known || (app->parts && app->parts[a].known && app->parts[b].known);
}

// What is drawn of it instead of the mesh that it was loaded with; NULL: that mesh.
const RenderMesh *app_part_drawn_instead(const App *app, int32_t part);
Vec3d app_up_in(const App *app,
                int32_t part); // the way up in the part's coordinates, of any length
// The mesh that paths know it by: its own, whichever variant it is.
const Mesh *app_path_mesh(const App *app, int32_t part);
// What finds it under the cursor (core/query/ray.h): of the shape that is drawn, also while its
// tree is another.
const Bvh *app_part_rays(const App *app, int32_t part);
bool app_part_is_solid(const App *app, int32_t part); // closed, its faces outwards

bool app_init(App *app, Error *err);
void app_free(App *app); // stops the workers: afterwards wake is never called again
// Text that equals the last notice only renews its time.
void app_notify(App *app, enum NoticeKind kind, const char *format, ...) SNUG_PRINTF(3, 4);

// Applies what was submitted; stages_update then brings builds and queries up to date.
void app_apply_actions(App *app);
// False with a reason: the action is not possible now.
bool app_can(const App *app, const Action *action, const char **why);
// One action at once. False: it was not possible or its arguments were refused, and a notice says
// why; the document is as it was.
bool app_do(App *app, const Action *action, const ActionArgs *args, uint64_t merge_key);

// Redoes what is stale. Waits at most wait_ms for results so that quick ones show in the same
// frame. Returns true while something is still under way.
bool stages_update(App *app, double wait_ms);
bool stages_busy(const App *app);
bool stages_loading(const App *app); // something else is about to be open
bool stages_settled(const App *app); // nothing at all is under way, figures and reports included
void stages_activity(const App *app, Activity *out);
void stages_cancel(App *app); // what the progress bar's cancel button does
// Writes the fit report on a worker, format by the path's ending; a notice says how it went.
bool stages_export(App *app, const char *path, Error *err);
// Makes primitives of triangles, or reads them from a file, on a worker; then they are in the
// document, or a notice says why not.
enum PrimitiveRequestKind { PRIMITIVE_FIT, PRIMITIVE_LASSO, PRIMITIVE_OPEN };
typedef struct PrimitiveRequest {
    enum PrimitiveRequestKind kind;
    enum VolumeType type;
    int32_t part; // to fit to
    Lasso lasso;
    char path[1024];
} PrimitiveRequest;
bool stages_primitive(App *app, const PrimitiveRequest *request, Error *err);
void stages_wait(App *app);                 // until nothing is under way: commands, tests
void stages_nap(const App *app, double ms); // so long, or until what is under way is done
void stages_open(
    App *app, const char *path,
    const struct ImportOptions *options); // on a worker; what is open stays until it is ready
// The same for more parts beside those that are open; several in a row are one step.
void stages_merge(App *app, const char *path, const struct ImportOptions *options);
// Its parts become variants of this one, aligned so (enum VariantAlign); nobody sees them as parts.
void stages_variant(App *app, int32_t part, const char *path, int align);
// New versions of files by their numbers among the sources; poses, names and rules stay with the
// parts. A file that cannot be read changes nothing. deflection: another one from then on, metres; NULL:
// as they were read. False: there is nothing to reload.
bool stages_reload(App *app, const int32_t *sources, int32_t count, const double *deflection);
bool stages_open_scene(App *app, int scene_index, Error *err);
// A tool of ours (scenes/kit.h) there, or beside what is open. False: err says why not.
bool stages_add_kit(App *app, int piece, double size, const Affine *place, Error *err);
void stages_open_assembly(App *app, Assembly *assembly); // takes it over: made by a program

// What the two share as they stand; NULL: they are not shown alone, or it is still being measured.
const CommonVolume *common_volume_shown(const App *app, int32_t a, int32_t b);
// The same as a solid, if it is to be drawn; NULL: it is not, or not yet.
const CommonSolid *common_solid_shown(const App *app);

#endif
