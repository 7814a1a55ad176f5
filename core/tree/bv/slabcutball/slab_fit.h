// Fitting slab cut balls to triangles and to the volumes below.
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_FIT_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_FIT_H

#include "core/shape/slab.h"
#include "core/tree/fit_points.h"

// Ball and direction of the narrowest slab found, for the triangles below a node. The centre is
// rounded to float and the radius, rounded up, reaches from there; lo and hi are left at 0: they
// are measured with slab_extent after the normal was rounded to its stored form. Not wider than the
// narrowest slab of the 26-DOP.
SlabBall slab_fit(const FitPoints *points);

// The narrowest slab across the first one, for sets that are long and thin: its normal is at right
// angles to ball->normal. False for a set without extent.
bool slab_second_normal(const FitPoints *points, const SlabBall *ball, Vec3d *normal);

// Sets lo and hi to what the triangles below the node take up along ball->normal.
void slab_extent(const FitPoints *points, SlabBall *ball);

// Widens the slab on both sides, as far as the ball reaches and never below what lo and hi were.
void slab_widen(SlabBall *ball, double margin);

// The same from two volumes: a ball about one of two centres (where `old` has its own, or midway),
// and the narrowest of the three slab directions at hand. Encloses both for certain.
SlabBall slab_fit_two(const SlabBall *old, const SlabBall *a, const SlabBall *b);
void slab_extent_two(const SlabBall *a, const SlabBall *b, SlabBall *ball);

#endif
