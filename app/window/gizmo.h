// Handles that move, turn and scale what is selected: where they are on the screen, which one is
// under the cursor, and what a drag of it does. In doubles, no GL, no window; tools/tool_gizmo.c
// draws them and asks for the actions.
#ifndef SNUG_APP_WINDOW_GIZMO_H
#define SNUG_APP_WINDOW_GIZMO_H

#include "app/picture/camera.h"
#include "core/base/vec.h"

enum GizmoKind {
    GIZMO_NONE,
    GIZMO_AXIS,       // arrow: along an axis
    GIZMO_PLANE,      // square: in the plane that the axis is normal to
    GIZMO_VIEW_PLANE, // middle: in the plane that faces the viewer
    GIZMO_RING,       // about an axis
    GIZMO_VIEW_RING,  // outer ring: about the direction of view
    GIZMO_BALL,       // middle: rolls like a ball under the hand
    GIZMO_SCALE_AXIS, // box: larger or smaller along an axis
    GIZMO_SCALE_ALL   // middle: along all axes
};

typedef struct GizmoHandle {
    enum GizmoKind kind;
    int axis; // 0..2 for the kinds that have one, else 0
} GizmoHandle;
enum { GIZMO_MAX_HANDLES = 10, GIZMO_MAX_POINTS = 73 };

// Which handles there are.
enum GizmoSet { GIZMO_SET_MOVE_TURN, GIZMO_SET_MOVE, GIZMO_SET_TURN, GIZMO_SET_SCALE };

typedef struct Gizmo {
    Camera camera;
    double width, height; // of the viewport, in pixels
    double point;         // pixels per point of the screen
    Vec3d pivot;          // as shown
    Vec3d shift;          // how far the exploded view shows everything from where it is
    Vec3d axes[3];        // of length 1, at right angles
    bool world;           // they are exactly those of the world
    enum GizmoSet set;
    double size;  // of an arrow, in the world: the same on the screen from wherever one looks
    Vec3d toward; // from the eye to the pivot, of length 1
} Gizmo;

// Fills in size and toward. False: the pivot is behind the eye, or something is not a number.
bool gizmo_place(Gizmo *gizmo);

// What this set has; returns the count.
int gizmo_handles(const Gizmo *gizmo, GizmoHandle handles[GIZMO_MAX_HANDLES]);
// How well it can be used: 0 not at all (an arrow that points at the eye) .. 1.
double gizmo_clarity(const Gizmo *gizmo, GizmoHandle handle);
// Its line in the world, or the border of its face; returns the count of points. None for the
// handles in the middle.
int gizmo_outline(const Gizmo *gizmo, GizmoHandle handle, Vec3d points[GIZMO_MAX_POINTS]);
// On the far half of a ring, which is drawn pale and not grabbed.
bool gizmo_is_behind(const Gizmo *gizmo, GizmoHandle handle, Vec3d point);
// The handle under the cursor; kind GIZMO_NONE: none.
GizmoHandle gizmo_hit(const Gizmo *gizmo, double x, double y);
// A place on the screen where it can be grabbed, if it can be at all: for tests.
bool gizmo_grip(const Gizmo *gizmo, GizmoHandle handle, double *x, double *y);

#define GIZMO_POINTS 92.0 // length of an arrow
#define GIZMO_CENTRE 8.0  // radius of the handle in the middle, in points
#define GIZMO_ARROW 0.84  // where an arrow's head begins, in lengths
#define GIZMO_VIEW_RADIUS 1.1

// --- Drags.

typedef struct GizmoDrag {
    Gizmo gizmo; // as it was at the press: nothing can change under the drag
    GizmoHandle handle;
    double press_x, press_y;
    Affine start;   // placement of the part that leads
    double degrees; // turned so far: goes on beyond half a turn
} GizmoDrag;

// Steps that the outcome is a multiple of; 0: none. Along the world's axes positions are multiples,
// along a part's own axes distances.
typedef struct GizmoSnap {
    double grid, degrees, scale;
} GizmoSnap;

typedef struct GizmoMotion {
    Affine motion;     // of the world, since the press
    Affine lead;       // where the leading part then is: exact where snapped
    Vec3d shift;       // along the gizmo's axes
    double degrees;    // about the handle's axis
    double factors[3]; // along the gizmo's axes
} GizmoMotion;

// What the drag has come to with the cursor at (x, y). Never anything but numbers; at the press it
// is no motion at all.
GizmoMotion gizmo_drag(GizmoDrag *drag, double x, double y, const GizmoSnap *snap);

// Where a point that is shown is shown after a motion of the world.
Vec3d gizmo_seen(const Gizmo *gizmo, const Affine *motion, Vec3d point);

// How far along the line through `from` one has to go to be under the cursor once it has moved by
// (dx, dy) pixels; with the cursor beside the line, beside its nearest point. axis has length 1.
double gizmo_along(const Gizmo *gizmo, Vec3d from, Vec3d axis, double dx, double dy);

double snap_to(double value, double step); // the nearest multiple; step 0: as it is

#endif
