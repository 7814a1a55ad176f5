// Whether two convex volumes of different kinds are apart: the full symmetric table of boxes,
// capsules, slab cut balls and balls, for hierarchies that mix them. Everything in double and in
// one frame.
#ifndef SNUG_CORE_TREE_BV_HYBRID_HYBRID_PAIRS_H
#define SNUG_CORE_TREE_BV_HYBRID_HYBRID_PAIRS_H

#include "core/shape/capsule.h"
#include "core/shape/min_ball.h"
#include "core/shape/slab_overlap.h"

// Axes of length 1 and orthogonal, to the rounding of double. An AABB has the coordinate axes.
typedef struct OrientedBox {
    Vec3d centre, axis[3], half;
} OrientedBox;

// Balls come last: the table is kept for pairs whose first kind does not come after the second.
enum VolumeKind { VOLUME_BOX, VOLUME_CAPSULE, VOLUME_SLAB_BALL, VOLUME_BALL, VOLUME_KIND_COUNT };

typedef struct HybridVolume {
    enum VolumeKind kind;
    union {
        OrientedBox box;
        Capsule capsule;
        SlabBall slab_ball; // normal of length 1, -radius <= lo <= hi <= radius
        Ball ball;
    };
} HybridVolume;

// A box around the parallelepiped of the points centre + sum s_k half_k direction_k, |s_k| <= 1:
// the parallelepiped itself if the directions are orthogonal. They may have any length, 0 too.
HybridVolume hybrid_box(Vec3d centre, const Vec3d directions[3], Vec3d half);
HybridVolume hybrid_capsule(Vec3d from, Vec3d along, double radius);
// Brings a normal of any length to length 1; a slab that cuts nothing off leaves the ball.
HybridVolume hybrid_slab_ball(const SlabBall *ball);
HybridVolume hybrid_ball(Vec3d centre, double radius);

// Encloses what the volume becomes under the map and whatever rounding does to single points that
// are moved by it. Tight for rigid maps and uniform scale; otherwise balls and capsules take the
// largest stretch, boxes are wrapped anew, and slabs turn exactly. A singular map is allowed.
HybridVolume hybrid_volume_moved(const HybridVolume *volume, const Affine *map);

// The same for many volumes: what depends on the map alone is computed once.
typedef struct HybridMap {
    SlabMap turn;
    bool invertible;
} HybridMap;
void hybrid_map_setup(HybridMap *map, const Affine *affine);
HybridVolume hybrid_volume_moved_by(const HybridVolume *volume, const HybridMap *map);

// True only if the volumes are more than eps >= 0 apart; their own rounding is allowed for (see the
// .c file). The other way round it is true, to rounding, for all that are apart by more than eps,
// but for boxes with boxes, where eps is measured along fifteen axes, and for slab cut balls with
// anything but balls: close to each other these may stay unrecognised. Symmetric.
bool hybrid_volumes_separate(const HybridVolume *a, const HybridVolume *b, double eps);

// A lower bound of their distance, 0 where they meet: the widest gap that a few projections to and
// fro find.
double hybrid_volumes_gap(const HybridVolume *a, const HybridVolume *b);

Ball hybrid_volume_ball(const HybridVolume *volume); // around it
Vec3d hybrid_volume_nearest(const HybridVolume *volume, Vec3d p);
// Smallest and largest n . x over the volume, rounded outward. n is not 0.
void hybrid_volume_interval(const HybridVolume *volume, Vec3d n, double *lo, double *hi);

// Distance of the segment from `from` to `from + along` to the box of half extents `half` around
// the origin. *apart gets the vector between the nearest points, from the box to the segment.
double segment_box_distance(Vec3d half, Vec3d from, Vec3d along, Vec3d *apart);

#endif
