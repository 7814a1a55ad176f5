// Actions: the only way to change the document. Panels, keys, mouse, scripts and the command
// palette all submit them; undo, redo and recording follow from the list. To add one:
// actions/action_x.c that defines `const Action action_x`, and X(x) in the list of its group,
// actions/list_<group>.h, which is also what declares it to those who name it.
#ifndef SNUG_APP_DOCUMENT_ACTION_H
#define SNUG_APP_DOCUMENT_ACTION_H

#include "app/document/document.h"

typedef struct App App;

// What an action may need. Which ones are read:
//   part_select          part (or NO_PART): alone
//   part_select_toggle   part: into the selection or out of it
//   part_select_range    part, index: all parts between the two are added
//   parts_select_all, parts_select_none, parts_select_invert: nothing
//   part_move            part, placement (part to world)
//   parts_move           placement: a motion of the world from where the step began, of all
//   selected
//                        parts; part: the one that leads (or NO_PART)
//   part_deform          part, index in deform_rules, number: amount -1..1
//   part_scale           part, index: axis of the part 0..2, number: its scale against the mesh;
//                        flag: a factor, for all that is selected; index 3: along all axes
//   part_show            part, flag: visible
//   part_ghost, part_lock   part, flag
//   part_isolate, part_duplicate, part_delete, part_ungroup   part
//   part_colour          part, index: 0xRRGGBB or -1: its own
//   part_rename, part_group   part, text: the new name, the group's name
//   group_rename, group_move   part: one of the group's, index: level or 0; text
//   group_show, group_select   the same; flag
//   edit_jump            index: steps of the history that are done afterwards
//   part_reset           part: back to its rest placement
//      (what is done to a part that is selected is done to the whole selection, but for renaming)
//   parts_reset_all, parts_show_all, edit_undo, edit_redo, app_cancel, app_quit,
//   settings_reset: nothing
//   part_pose            part, text: position 1 2 3 mm; angles 0 90 0 (pose.h)
//   part_nudge, part_turn   index: axis, number: how far or degrees, flag: the part's own axes
//   part_slide           placement: a shift whose direction counts, number: how far
//   part_align           index: axis of the world, 3: all
//   move_handles         index: enum MoveHandles
//   move_axes            flag: the part's own axes
//   move_pivot           index: enum MovePivot; part, placement.p: a point in its frame
//   move_step            index: enum MoveStep, number
//   overlay_level        part (or NO_PART = all), index: the level or OVERLAY_OFF
//   overlay_empty_cells  flag
//   build_volume, build_criterion, build_builder   index in bv_types, split_rules, builders
//   build_leaf_size      index: most triangles in a leaf, 1..BVH_MAX_LEAF
//   build_arity          index: most children of a node, 2, 4 or 8
//   build_param          index of the volume's parameter, number: its value
//   query_test           index in the volume's tests
//   query_rule, query_triangle_test   index in descent_rules, tri_tests
//   query_mode           index: QUERY_FIRST or QUERY_ALL
//   query_lift, query_leaf_volumes   flag
//   query_fronts         flag: start where the search of the last frame ended
//   query_threads        flag: share large searches out over the processors
//   query_budget         number: microseconds per frame, 0 = no budget
//   view_edges, view_wire, view_lines   flag
//   contact_through, contact_marks, contact_dimension, contact_bands, contact_legend   flag
//   contact_band_limit   number in the assembly's unit
//   view_opacity         number 0..1
//   view_grid            flag
//   view_look            index: enum Look
//   view_shading         index: enum Shading
//   view_section         flag: cut the picture open; the first time through its middle
//   section_set          placement of the plane: it lies in its x and y axes, z points to what is
//                        cut away; also switches it on
//   section_flip         nothing: cuts away the other side
//   view_explode         number 0..1
//   view_occlusion       flag
//   camera_trackball     flag
//   camera_projection    flag: orthographic
//   camera_set           camera
//   camera_standard_view index: enum StandardView
//   camera_fit           flag: the selected part alone; number: width / height of the view, 0 = 1.6
//   pair_rule            part, index: the two parts; number: enum PairRule
//   pair_show            part, index: the two parts; number: width / height; flag: alone
//   pair_leave           nothing
//   check_clearance, check_tolerance   number in the assembly's unit
//   report_export, rules_open, rules_save, script_save   text: path
//   primitive_*, primitives_*, hybrid_*   see their notes
//   file_open            text: path; index: enum LengthUnit, number: enum UpAxis
//   scene_open           index of the scene
typedef struct ActionArgs {
    int32_t part;  // part index
    int32_t index; // of a registry entry, a level, a standard view ...
    double number;
    bool flag;
    Affine placement;
    Camera camera;
    char text[1024]; // a path or a name, UTF-8
} ActionArgs;

enum ActionFlags {
    ACTION_UNDOABLE = 1, // the document before it goes into the history
    // Together they do what the last one alone would do: recorded scripts keep only that one.
    ACTION_MERGES = 2,  // consecutive ones with the same merge_key become one history step: a drag
    ACTION_SETTING = 4, // kept from one start to the next; see settings.c
    ACTION_UNRECORDED = 64 // stays out of recorded scripts
};

// Which arguments an action reads: scripts know by it what to accept and what to record.
enum ActionReads {
    READS_NOTHING = 1,
    READS_PART = 2,
    READS_INDEX = 4, // a number, or an entry of the list that action_entry knows
    READS_OTHER = 8, // index is a second part
    READS_NUMBER = 16,
    READS_FLAG = 32,
    READS_TEXT = 64,
    READS_PLACEMENT = 128,
    READS_CAMERA = 256,
    READS_MOTION = 512 // placement is a motion of the world
};

typedef struct Action {
    const char *name;     // stable, for scripts: "part.move"
    const char *title;    // for people: "Move part"
    const char *shortcut; // "Ctrl+Z", or NULL; shown in menus and help, bound by view/keys
    const char *note;     // what it does and which arguments it reads
    unsigned flags;
    unsigned reads;            // enum ActionReads
    const struct Field *field; // that it sets, as fields.h says: no functions below; NULL: a verb
    bool (*enabled)(const App *app, const char **why); // NULL: always. False comes with a reason
    // False with err filled: refused, the document is as it was, and the user gets a notice.
    bool (*apply)(App *app, const ActionArgs *args, Error *err);
    // What it was done to, for the undo menu: the part's or the variant's name. May be NULL.
    const char *(*subject)(const App *app, const ActionArgs *args);
    // What its flag says now, of this part; keys choose the other. NULL: nothing.
    bool (*is_on)(const App *app, int32_t part);
    const struct ChoiceList *list; // that the index is chosen from; NULL: none
    // Valid arguments that change something, for tests over the registry. NULL: it needs none.
    void (*example)(const App *app, ActionArgs *args);
} Action;

extern const Action *const actions[]; // in the order of the command palette
extern const int action_count;
const Action *action_find(const char *name); // NULL: there is none
#define ACTION_DECLARE(name) extern const Action action_##name;

void action_example(const App *app, const Action *action, ActionArgs *args);

// Name of entry i of the list that the action's index chooses from; NULL after the last one, and
// for actions without a list. Some lists depend on what is chosen now.
const char *action_entry(const App *app, const Action *action, int i);

typedef struct QueuedAction {
    const Action *action;
    uint64_t merge_key; // 0: never merged; equal keys in a row are one undo step
    ActionArgs args;
} QueuedAction;

typedef struct ActionQueue {
    QueuedAction *items;
    size_t count, capacity;
} ActionQueue;

// args may be NULL. Small allocation: aborts when memory is short.
void action_submit(ActionQueue *queue, const Action *action, const ActionArgs *args);
void action_submit_merged(ActionQueue *queue, const Action *action, const ActionArgs *args,
                          uint64_t merge_key);

#endif
