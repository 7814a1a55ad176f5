// What can be chosen about moving parts; see MoveSettings of document.h.
#ifndef SNUG_APP_DOCUMENT_MOVE_SETTINGS_H
#define SNUG_APP_DOCUMENT_MOVE_SETTINGS_H

// What the gizmo offers; the order is that of its key.
enum MoveHandles {
    HANDLES_MOVE_TURN,
    HANDLES_MOVE,
    HANDLES_TURN,
    HANDLES_SCALE,
    HANDLES_OFF,
    HANDLES_COUNT
};
// What it turns about.
enum MovePivot {
    PIVOT_ORIGIN,  // of the primary part
    PIVOT_CENTRE,  // of the box around what is selected
    PIVOT_CONTACT, // where the part met others; kept like a picked point
    PIVOT_POINT,   // picked on a part, and goes with it
    PIVOT_COUNT
};
enum MoveStep {
    STEP_GRID,  // in the assembly's unit; 0: by the size of the assembly
    STEP_ANGLE, // degrees
    STEP_NUDGE, // as the grid's
    STEP_TURN,  // degrees
    STEP_COUNT
};
// How a part in the hand meets others; the order is that of its key.
enum HandMode {
    HAND_FREE,  // it goes through them
    HAND_STOP,  // it stops where it would run into one
    HAND_SLIDE, // and goes on along it
    HAND_PUSH,  // and what is loose gives way
    HAND_MODES
};
typedef struct MoveName {
    const char *name, *note;
} MoveName;
extern const MoveName move_handles[HANDLES_COUNT], move_pivots[PIVOT_COUNT], move_steps[STEP_COUNT],
    hand_modes[HAND_MODES];

#endif
