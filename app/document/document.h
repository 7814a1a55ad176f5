// Everything a user can change, in one plain struct. It changes only through actions; stages
// compare it with what is applied and redo what is stale.
#ifndef SNUG_APP_DOCUMENT_DOCUMENT_H
#define SNUG_APP_DOCUMENT_DOCUMENT_H

#include "app/document/clash_words.h"
#include "app/document/joints.h"
#include "app/document/primitives.h"
#include "app/picture/camera.h"
#include "app/picture/section_plane.h"
#include "app/picture/theme.h"
#include "core/assembly/assembly.h"
#include "core/meaning/rules.h"
#include "core/mesh/deform/deform.h"

// The deepest level is deeper than any tree: others may come later.
enum { OVERLAY_OFF = -1, OVERLAY_MOST = 4096, NO_PART = -1, FIELDS_MOST = 128 };
#define OWN_COLOUR UINT32_MAX // as in the file

typedef struct PartState {
    Affine placement;       // part to world
    JointCoordinates joint; // of the joint that it hangs on; zero without one. Turns are counted
    bool visible;
    bool ghost;        // drawn transparent
    bool selected;     // see selection.h
    bool locked;       // nothing moves it
    bool removed;      // deleted, or not made yet: nobody sees it any more. The assembly only grows
    uint32_t colour;   // 0xRRGGBB or OWN_COLOUR
    const char *name;  // interned (names.h), or NULL: as in the file
    const char *group; // interned path (io/group_path.h), or NULL: in none
    int rigid;         // levels of that path that name one body (rigid.h); 0: none
    const char *connectors; // made by hand: interned text (connectors.h), or NULL: none
    const char *variants;   // other meshes for it: interned text (variants.h), or NULL: none
    int32_t variant;        // the one in use, from 1 on; 0: the mesh that it was loaded with
    int overlay_level;      // level of the part's hierarchy that is drawn, or OVERLAY_OFF
    Deformation shape;      // zero: as loaded
} PartState;

// How contacts are looked for while parts move. What is found is the same in all cases.
typedef struct QueryEffort {
    bool fronts;      // searches start where those of the last frame ended
    bool threads;     // large searches are shared out over the processors
    double budget_us; // > 0: whether parts meet is answered within this time per frame, as far as
                      // it goes, and contacts are listed when parts rest
} QueryEffort;
#define MOST_BUDGET_US 1e6

enum Look { LOOK_MIXED, LOOK_LIGHT, LOOK_DARK, LOOK_COUNT };
extern const char *const look_names[LOOK_COUNT];
enum ThemeId look_theme(int look); // of the scene

// How contact is shown.
typedef struct ContactView {
    bool through;   // polygons in contact shine through what is in front of them
    bool marks;     // places of contact: where, which way out, how deep
    bool dimension; // a line to what is nearest to the selected part
    bool bands;     // surfaces near the selected part
    bool legend;    // what the colours mean
} ContactView;

// How surfaces are drawn.
enum Shading {
    SHADING_LIT,
    SHADING_HIDDEN_LINE, // paper and ink: edges that are in front
    SHADING_XRAY,        // transparent, with every edge
    SHADING_WIREFRAME,
    SHADING_COUNT
};
extern const char *const shading_names[SHADING_COUNT];

// What the colours of a tree's nodes say.
enum TreeColours { TREE_BY_ROLE, TREE_BY_VISITS, TREE_BY_TIGHTNESS, TREE_COLOURS };
extern const char *const tree_colour_names[TREE_COLOURS];

typedef struct ViewSettings {
    // Changes of these two are not kept in the history: nobody wants to undo a look around.
    Camera camera;
    int32_t shown_pair[2]; // only these are drawn in full, the others dimmed; NO_PART: all are
    bool feature_edges;
    bool wire_on_contact; // parts in contact are drawn as wireframe
    bool intersection_lines;
    ContactView contact;
    float overlay_opacity;
    bool empty_cells; // of space partitions, in the overlay
    bool grid;        // the floor under the assembly
    int look;         // enum Look: colours of scene and panels
    int shading;      // enum Shading
    int tree_colours; // enum TreeColours
    SectionPlane section;
    double explode; // 0: parts are shown where they are, 1: far apart; see explode.h
    bool trackball; // orbiting turns freely instead of about the upright axis
} ViewSettings;

// How parts are moved; see move.h. Like the camera it is not kept in the history: undoing a move
// must not change the tools.
typedef struct MoveSettings {
    int handles;        // enum MoveHandles: what the gizmo offers
    bool local;         // along the part's own axes instead of the world's
    int pivot;          // enum MovePivot: what it turns about
    int32_t pivot_part; // a picked pivot is a point of this part ...
    Vec3d pivot_point;  // ... in its frame
    double steps[4];    // by enum MoveStep; 0: as it suits the assembly
    int contact;        // enum HandMode: how a part in the hand meets others
} MoveSettings;

// The way to build and search that is compared with the one in use; see compare.h.
typedef struct CompareSettings {
    const BvType *volume;
    const struct SplitRule *criterion;
    int arity, leaf_size; // as of BvhDesc
    bool params_set;      // else they are the volume's own
    double params[BV_MAX_PARAMS];
    int test, rule; // as of QueryDesc
    bool lift;
} CompareSettings;

typedef struct Document {
    PartState *parts; // as many as the assembly has; those in the history may have fewer
    int32_t part_count;
    int32_t selected; // the primary one of the selected parts, or NO_PART
    BvhDesc build;    // the assembly's hierarchy kind, defaults filled in
    QueryDesc query;
    QueryEffort effort;
    ClashWord *said;             // about clashes, for undoing it; NULL: nothing. Not compared
    RuleSet *rules;              // about pairs of parts; shared with the history, NULL: none
    double clearance, tolerance; // in the assembly's unit; 0: none, relative to the parts
    JointList *joints;           // between parts; shared with the history, NULL: none
    PrimitiveState primitives;   // made by hand, and the hierarchy over them
    ViewSettings view;
    MoveSettings move;
    CompareSettings compare;
    // Fields that have no member above, by their place in the table: a new one changes no header.
    bool own_flags[FIELDS_MOST];
    double own_numbers[FIELDS_MOST];
} Document;

PartState part_state_usual(const Affine *placement); // as when it was opened
// A path made clean and interned; NULL: nothing is left of it.
const char *group_intern(const char *path, size_t length);
bool document_init(Document *document, const Assembly *assembly); // parts at rest, default settings
bool document_pair_shown(const Document *document);               // a pair is shown alone
// Drawn in full: no pair is shown alone, or it is one of the two.
bool document_in_full(const Document *document, int32_t part);
bool document_copy(Document *to, const Document *from); // deep; `to` is overwritten
// The camera does not count, nor what is removed.
bool document_equal(const Document *a, const Document *b);
// Parts that came later are added as removed ones. False: memory ran short, nothing is changed.
bool document_extend(Document *document, const Document *by);
// Whatever an action did to all parts: what is removed is neither visible nor selected, and of a rigid
// group all is selected or nothing.
void document_settle(Document *document);
// Joints of removed parts go. False: memory ran short, nothing is changed.
bool document_drop_joints(Document *document);
// The joints, for changing them: a copy of their own where others share them. NULL: memory ran short.
JointList *document_edit_joints(Document *document);
int32_t document_live_count(const Document *document); // parts that are not removed
bool affine_equal(const Affine *a, const Affine *b);
bool query_desc_equal(const QueryDesc *a, const QueryDesc *b);
size_t document_bytes(const Document *document);
void document_free(Document *document);

#endif
