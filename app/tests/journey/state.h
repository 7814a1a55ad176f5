// What `snug view --state FILE` says about itself.
#ifndef SNUG_APP_TESTS_JOURNEY_STATE_H
#define SNUG_APP_TESTS_JOURNEY_STATE_H

#include "app/tests/journey/screen.h"

enum { STATE_MAX_PARTS = 64, STATE_MAX_WIDGETS = 160, NO_PART = -1, NO_TOOL = -1 };

typedef struct PartInfo {
    char name[64], group[64];
    int visible, ghost, contact, level, selected, locked, removed;
    double placement[12]; // rotation row by row, then position
    bool on_screen;
    int x, y; // its reference point on the screen
} PartInfo;

typedef struct Widget {
    char name[32];
    Rect rect;
    int low, high; // what is seen of its panel; both 0: all of it
} Widget;

// In the order of the state file.
enum Setting {
    SET_VOLUME,
    SET_CRITERION,
    SET_BUILDER,
    SET_TEST,
    SET_RULE,
    SET_TRI,
    SET_MODE,
    SET_CONTACT,
    SET_COUNT
};

// How the assembly is looked at.
typedef struct Looks {
    int shading, measure_count, cut_titles;
    double section[7]; // on, a point, the normal
    double explode, measures[8];
} Looks;

// Variants, workspace, removal: 0 where nothing is known.
typedef struct Studies {
    int variant, answers;    // of the selected part; of "which of these fit?"
    double variant_shift[3]; // of its first variant
    double swept;            // volume, at most
    int path_keys;           // of the path that is open
    int path_plays, plotted; // searches in the Plots panel
    double path_time, path_end;
    int free_ways, order; // directions that a part can leave in; steps of the order
    double order_at;      // so many of which are shown
} Studies;

typedef struct State {
    double move_steps[4]; // grid, angle, key step, key turn
    double typed;         // number in the field that is being edited
    int frame, settled, heard, busy, following, selected, hovered, pairs, contacts, crossing_pairs,
        quiet_pairs;
    int can_undo, can_redo, dragging, notices, leaf_size, volumes, empty_cells;
    int orthographic, grid, look, unsaved, arity;
    int compare_known, compare_differing, compare_contacts; // of two settings
    int clashes, clash_rows, fit_current;
    int undo_steps, steps, selected_count, live_parts;
    int snaps;      // parts in the hand snap
    int mode, tool; // of the view; NO_TOOL: none
    int gap_current, bands;
    double shown_pair[2]; // or NO_PART
    double gap[3];        // a selected part, its neighbour, their distance; below 0: none
    double least_gap, band_limit;
    double effort[3];  // fronts, threads, budget in microseconds
    double t, work[3]; // milliseconds of the last search; N_v, N_p, N_u from the roots
    // Answers in time begun and gone on with, those that left something undecided; what the last of
    // these said: pairs of volumes left, level, how deep at most.
    double timed[6];
    double params[8]; // of the volume; 0 where it has none
    int primitives, primitive, loose_primitives, lasso, hybrid_groups, hybrid_proven;
    double primitive_at[3]; // the selected one
    double pointer[2];
    Rect viewport;
    double camera[6]; // target, yaw, pitch, distance
    char title[128], last_notice[512], palette[64], part_filter[64],
        rename[128];      // what was typed there
    char drag_hint[128];  // what else the part in the hand could do
    char hand[256];       // what holds it
    char snap[160];       // what it is offered to snap to
    char chapter[32];     // of the manual; "": it is closed
    char help_filter[64]; // what is searched for in it
    char settings[SET_COUNT][32];
    Widget widgets[STATE_MAX_WIDGETS];
    int widget_count;
    PartInfo parts[STATE_MAX_PARTS]; // the first ones
    int part_count;                  // all of them
    Looks looks;
    Studies studies;
} State;

bool state_read(const char *path, State *state); // false: not there yet, or not readable
// No object of the file has a key twice: most readers would take the last one without a word.
bool state_keys_unique(const char *path);
int state_part(const State *state, const char *name);             // index or NO_PART
const Widget *state_widget(const State *state, const char *name); // or NULL
bool state_same_placement(const State *a, const State *b, int part);
bool state_same_placements(const State *a, const State *b); // of all parts
bool state_same_camera(const State *a, const State *b);

#endif
