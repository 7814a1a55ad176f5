// Modelling of closed parts from contours: bands between contours, flat faces with holes, bodies of
// revolution. Neighbouring pieces share their contours, so a part is watertight by construction.
// Nobody has to think about winding: solid_finish turns every triangle outwards at the end.
#ifndef SNUG_APP_SCENES_SOLID_H
#define SNUG_APP_SCENES_SOLID_H

#include "core/mesh/mesh_builder.h"
#include "core/mesh/triangulate.h"

enum { CONTOUR_MAX = 1024 };

// A run of vertices; closed where it bounds a face or a band, open as a part of such a one.
typedef struct Contour {
    int32_t count;
    int32_t v[CONTOUR_MAX];
} Contour;

// Where a contour is drawn: the plane spanned by u and v at height w of this frame.
typedef enum SolidAxis {
    AXIS_X, // w = x, u = y, v = z: shafts and bores
    AXIS_Y, // w = y, u = z, v = x: plates and bolts
    AXIS_Z, // w = z, u = x, v = y: what points to the side
} SolidAxis;

typedef struct SolidFrame {
    SolidAxis axis;
    Vec3d origin;
} SolidFrame;

Vec3d solid_point(SolidFrame frame, double u, double v, double w);

// Each call draws new vertices and appends them to the contour.
void contour_point(MeshBuilder *b, Contour *c, SolidFrame frame, double u, double v, double w);
void contour_circle(MeshBuilder *b, Contour *c, SolidFrame frame, double radius, double w,
                    int32_t segments);
// Both ends included. Angles in radians from u towards v; an end at a multiple of a right angle is
// exact.
void contour_arc(MeshBuilder *b, Contour *c, SolidFrame frame, double radius, double from,
                 double to, double w, int32_t segments);
// Corner by corner, starting at (+u, +v): 4 * (segments + 1) vertices.
void contour_rounded_rectangle(MeshBuilder *b, Contour *c, SolidFrame frame, double half_u,
                               double half_v, double corner_radius, double w, int32_t segments);

// Appends vertices of another contour; count may be negative to go backwards from `first`.
void contour_append(Contour *c, const Contour *other, int32_t first, int32_t count);

// Quads between two contours of equal length; a strip leaves the gap between last and first open, a
// flat one is a single polygon.
void solid_band(MeshBuilder *b, const Contour *low, const Contour *high);
void solid_strip(MeshBuilder *b, const Contour *low, const Contour *high);
void solid_flat_strip(MeshBuilder *b, const Contour *low, const Contour *high);

// One flat polygon with holes; the contours must lie in one plane, whose normal has its largest
// component along the frame's w.
void solid_face(MeshBuilder *b, SolidAxis axis, const Contour *outer, const Contour *const *holes,
                int32_t hole_count);
void solid_disc(MeshBuilder *b, SolidAxis axis, const Contour *outer);
void solid_ring(MeshBuilder *b, SolidAxis axis, const Contour *outer, const Contour *inner);

// Body of revolution around the frame's w axis, from a profile of (w, radius) with positive radii:
// closed into a ring, or with a flat disc at both ends.
typedef struct ProfilePoint {
    double w, radius;
} ProfilePoint;
void solid_revolve_ring(MeshBuilder *b, SolidFrame frame, const ProfilePoint *profile,
                        int32_t count, int32_t segments);
void solid_revolve_rod(MeshBuilder *b, SolidFrame frame, const ProfilePoint *profile, int32_t count,
                       int32_t segments);

// A round hole: draws its mouth at w_mouth (returned in *mouth, to be left out of the face) and the
// bore. Blind holes get a flat bottom at w_end, through holes a second mouth.
void solid_blind_hole(MeshBuilder *b, SolidFrame frame, double radius, double w_mouth, double w_end,
                      int32_t segments, Contour *mouth);
void solid_through_hole(MeshBuilder *b, SolidFrame frame, double radius, double w_mouth,
                        double w_end, int32_t segments, Contour *mouth, Contour *other_mouth);

// The finished mesh, each connected piece consistently oriented with its outside out. NULL when
// memory is short, or when an edge does not belong to exactly two triangles: a bug in the
// generator.
Mesh *solid_finish(MeshBuilder *b);

#endif
