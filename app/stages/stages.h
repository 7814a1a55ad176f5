// What keeps results in step with the document, between stages_*.c. Stages, each of which
// works on a worker and hands its result over by pointer; what is shown stays until the new one is
// complete. The main thread alone touches App and Stages.
#ifndef SNUG_APP_STAGES_STAGES_H
#define SNUG_APP_STAGES_STAGES_H

#include "app/session/open.h"
#include "app/stages/app.h"
#include "app/stages/worker.h"
#include "core/assembly/timed_pairs.h"
#include "core/base/pool.h"
#include "core/query/front_book.h"

// The meshes of the assembly, each once, and how they are drawn.
typedef struct MeshSet {
    Mesh **meshes; // borrowed from the assembly
    RenderMesh **drawn;
    int32_t count;
    int32_t *of_part; // per part: index into the above
} MeshSet;
bool mesh_set_init(MeshSet *set, const Assembly *assembly);
void mesh_set_free(MeshSet *set);

// The document's rules as they apply to its parts; references are counted by the main thread.
typedef struct SharedRules {
    int references;
    RuleSet *source; // the document's, compared by address; kept alive by `rules`
    uint32_t generation, names_version;
    PairRules rules;
    uint64_t *signatures; // per part: what is ignored about it
} SharedRules;
SharedRules *stages_rules(App *app); // up to date, not retained; NULL: memory ran short
SharedRules *shared_rules_retain(SharedRules *rules);
void shared_rules_release(SharedRules *rules); // NULL is fine

// What one query is about: trees, placements, visibility and settings.
typedef struct QueryPart {
    Bvh *tree; // retained, so that its address cannot come back as another tree
    Affine placement;
    bool active;
    uint64_t ignored; // signature of the rules
} QueryPart;
typedef struct QueryTarget {
    QueryPart *parts; // NULL: nothing yet
    int32_t count;
    QueryDesc desc;
    QueryEffort effort;
} QueryTarget;
void query_target_free(QueryTarget *target);
bool query_part_equal(const QueryPart *a, const QueryPart *b);

// What one fit report is about: contacts by their version, and what was said about pairs.
typedef struct FitKey {
    uint32_t report_version, names_version;
    RuleSet *rules; // retained
    double clearance, tolerance;
    bool valid;
} FitKey;
// Contacts and their meaning as far as they are known, and the parts and rules they belong to.
typedef struct FitBase {
    QueryTarget target;
    AssemblyReport contacts;
    ContactReport details;
    FitCurves curves;
} FitBase;
void fit_base_free(FitBase *base);

// What clearance bands are about.
typedef struct BandKey {
    QueryTarget target;
    int32_t part;
    double limit;
} BandKey;

// From so many on, work is saved before hierarchies are built: that may take long, and memory.
enum { LONG_BUILD_TRIANGLES = 50000, LONG_BUILD_PRIMITIVES = 12 };

typedef struct ShapeTask ShapeTask;
typedef struct LoadTask LoadTask;
typedef struct BuildTask BuildTask;
typedef struct QueryTask QueryTask;
typedef struct FitTask FitTask;
typedef struct QualityTask QualityTask;
typedef struct CostTask CostTask;
typedef struct GapTask GapTask;
typedef struct BandTask BandTask;
typedef struct GapWatch GapWatch;
typedef struct PrimitiveTask PrimitiveTask;
typedef struct HybridTask HybridTask;
typedef struct CoverTask CoverTask;

// Primitives that a worker has made, for the action that takes them into the document.
typedef struct IncomingPrimitives {
    const PrimitiveList *list; // NULL: none
    bool replace;              // those there are; otherwise they are added
} IncomingPrimitives;

// Of all parts as they are shown; meshes are retained. NULL: memory ran short.
PosedMesh *posed_meshes_of(const App *app);
void posed_meshes_free(PosedMesh *parts, int32_t count);

struct Stages {
    uint32_t generation;  // goes up with every assembly: results of an older one are dropped
    bool stopped_by_user; // the long task was cancelled by the user, not by newer work
    bool query_stopped_by_user;

    Worker *long_worker;    // loads and builds, one at a time: they want the whole machine
    LoadTask *waiting_load; // as soon as long_worker is free
    LoadTask *loading;      // on long_worker; only its constant fields may be read
    BuildTask *building;    // likewise
    MeshSet meshes;

    BvhDesc tree_desc;    // of app->part_trees
    bool trees_ready;     // all parts have their tree of tree_desc
    int tree_test;        // overlap test last used with them
    BvhDesc refused_desc; // its build failed or was cancelled: not tried again by itself
    bool has_refused_desc;

    SharedRules *rules;

    Worker *shape_worker;
    ShapeTask *shaping;

    Pool *pool; // for large queries; NULL: one processor
    Worker *query_worker;
    QueryTask *querying;
    FrontBook fronts;         // these go with the task while it runs
    TimedPairs timed;         // answers within a budget, to be gone on with
    QueryTarget timed_target; // what they are about
    bool timed_pending;       // they are not complete, or contacts are still to be listed
    double query_posted;      // seconds
    QueryTarget shown;        // what app->report belongs to
    // assembly_report_update is incremental, so the second report has to remember what it was
    // last brought up to.
    AssemblyReport back_report;
    QueryTarget back;
    QueryTarget refused; // failed or was cancelled: not tried again until something changes

    Worker *fit_worker;      // the report in words, and writing it into files
    FitTask *fitting;        // on fit_worker
    FitTask *waiting_export; // as soon as fit_worker is free
    FitKey fit_key;          // what app->fit belongs to
    FitBase fit_base;        // what the next one starts from
    bool export_stopped_by_user;

    Worker *gap_worker; // of its own, so that distances come in every frame
    GapTask *gauging;
    GapWatch *gap; // what was asked last

    Worker *bands_worker;
    BandTask *painting;
    BandKey bands_key;       // what app->bands belong to
    SolidCache bands_solids; // while no task has it

    Worker *quality_worker; // of its own, so that figures never keep a build or a query waiting
    QualityTask *measuring;

    Worker *cost_worker;
    CostTask *costing; // nothing waits for it, and it is not said to be under way

    Worker *primitive_worker;
    PrimitiveTask *making_primitive;
    IncomingPrimitives incoming; // only while it is taken
    bool primitive_stopped_by_user;

    Worker *hybrid_worker;
    HybridTask *building_hybrid;
    bool hybrid_stopped_by_user;
    PrimitiveList *refused_list; // with refused_hybrid it failed or was cancelled
    HybridDesc refused_hybrid;

    Worker *cover_worker;
    CoverTask *covering;
};

Stages *stages_create(Error *err);
void stages_free(App *app); // with all that belongs to the open assembly

// Each takes finished work, then starts what is needed. stages_update calls them in this order.
void stage_load_update(App *app);
void stage_build_update(App *app);
void stage_shape_update(App *app);
void stage_query_update(App *app, double wait_ms);
void stage_fit_update(App *app);
void stage_gap_update(App *app);
void stage_bands_update(App *app);
void stage_quality_update(App *app);
void stage_cost_update(App *app);
void stage_primitives_update(App *app);
void stage_hybrid_update(App *app);
void stage_cover_update(App *app);

const char *load_task_label(const LoadTask *task);

void stage_load_drop(LoadTask *task); // frees it; NULL is fine
void stage_build_drop(BuildTask *task);
void stage_shape_drop(ShapeTask *task);
void stage_query_drop(QueryTask *task);
void stage_fit_drop(FitTask *task);
void stage_quality_drop(QualityTask *task);
void stage_cost_drop(CostTask *task);
void stage_gap_drop(GapTask *task);
void stage_bands_drop(BandTask *task);
void stage_primitives_drop(PrimitiveTask *task);
void stage_hybrid_drop(HybridTask *task);
void stage_cover_drop(CoverTask *task);
// Forgets trees and report, before another assembly comes in; trees of meshes that stay are kept.
void stage_build_reset(App *app, const MeshSet *kept); // NULL: none stay
void stage_shape_reset(App *app);
void stage_query_reset(App *app);
void stage_fit_reset(App *app);
void stage_gap_reset(App *app);
void stage_bands_reset(App *app);
GapWatch *gap_watch_create(void); // NULL: memory ran short
void gap_watch_free(GapWatch *watch);
const char *fit_task_label(const FitTask *task); // of the file being written; NULL: none

void timed_state_clear(TimedState *state); // but for the counts
void timed_state_show(TimedState *state, const TimedPairs *pairs, bool resumed, double ms);

// A part has the tree of another shape than the one that is drawn: a query would answer for it.
bool stage_shape_behind(const App *app);
void stage_quality_reset(App *app);
void stage_cost_reset(App *app);
bool stage_cost_current(const App *app); // app->cost is about what is selected and shown
void stage_cost_wait(App *app);          // until it is; for tests
void stage_hybrid_reset(App *app);
void stage_cover_reset(App *app);
const char *primitive_task_label(const PrimitiveTask *task); // what is made

#endif
