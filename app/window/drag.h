// One press-to-release gesture of the mouse in the 3-D view. What it does is decided at the press
// and kept until the release, so that camera and part never fight for the mouse.
#ifndef SNUG_APP_WINDOW_DRAG_H
#define SNUG_APP_WINDOW_DRAG_H

#include "app/document/document.h"

enum DragKind {
    DRAG_NONE,
    DRAG_MOVE,   // the part, in the plane through the grab point that faces the viewer
    DRAG_PUSH,   // the part, along the view axis
    DRAG_ROTATE, // the part, about the grab point
    DRAG_ORBIT,
    DRAG_PAN
};

typedef struct Drag {
    enum DragKind kind;
    int button;
    bool moving;   // the cursor has left the spot: no longer a click
    bool ctrl;     // was held at the press: a click adds to the selection
    bool together; // the whole selection moves, not the part alone
    int32_t part;
    Vec3d grab;              // world point that was pressed
    Vec3d shift;             // how far the exploded view shows the part from where it is
    Affine start;            // the part's placement at the press
    Camera camera;           // at the press
    bool trackball;          // how it orbits
    double press_x, press_y; // in the viewport
    double width, height;    // of the viewport at the press
    uint64_t merge_key;
} Drag;

static inline bool drag_moves_part(const Drag *drag)
{
    return drag->kind == DRAG_MOVE || drag->kind == DRAG_PUSH || drag->kind == DRAG_ROTATE;
}

// Where the part has to be when the cursor is at (x, y) in the viewport.
Affine drag_placement(const Drag *drag, double x, double y);
// The same in steps: positions are multiples of `grid`, turns are about the nearest axis of the
// world by multiples of `degrees`.
Affine drag_placement_in_steps(const Drag *drag, double x, double y, double grid, double degrees);
// How the camera has to look when the cursor is there.
Camera drag_camera(const Drag *drag, double x, double y);

#endif
