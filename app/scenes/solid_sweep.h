// Sections swept along curves: hoses, pipes, cables, belts, bars. The section keeps its shape and stands
// at right angles to the curve everywhere.
#ifndef SNUG_APP_SCENES_SOLID_SWEEP_H
#define SNUG_APP_SCENES_SOLID_SWEEP_H

#include "app/scenes/solid.h"

enum { SWEEP_POINTS_MAX = 512, SECTION_POINTS_MAX = 64 };

// The curve; neighbouring points differ, and no corner turns back on itself.
typedef struct SweepCurve {
    int32_t count;
    Vec3d p[SWEEP_POINTS_MAX];
} SweepCurve;
void curve_point(SweepCurve *curve, Vec3d p);
// A smooth curve through these points, in straight pieces: `steps` from each point to the next. It leaves
// the first and reaches the last one in the direction of its neighbour.
void curve_through(SweepCurve *curve, const Vec3d *points, int32_t count, int32_t steps);

// In the plane across the curve: u along `up`, v along up x direction of the curve. No hole.
typedef struct SweepSection {
    int32_t count;
    Point2 p[SECTION_POINTS_MAX];
} SweepSection;
SweepSection section_circle(double radius, int32_t segments);
// Of this size along u and v, with its corners cut.
SweepSection section_rectangle(double size_u, double size_v, double edge);

// With flat ends. up: any direction but the curve's at its beginning; it is carried along without twist.
void solid_sweep(MeshBuilder *b, const SweepCurve *curve, const SweepSection *section, Vec3d up);
// Closed into a ring; the curve must lie in a plane, of which `up` is the normal.
void solid_sweep_loop(MeshBuilder *b, const SweepCurve *curve, const SweepSection *section,
                      Vec3d up);
// A pipe, open at both ends.
void solid_sweep_tube(MeshBuilder *b, const SweepCurve *curve, double outer_radius,
                      double inner_radius, int32_t segments);

#endif
