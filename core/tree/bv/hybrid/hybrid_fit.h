// Volumes of any type around volumes of any kind, and around triangles. In double; what is fitted
// encloses for certain: sizes are rounded outward by more than the arithmetic can err.
#ifndef SNUG_CORE_TREE_BV_HYBRID_HYBRID_FIT_H
#define SNUG_CORE_TREE_BV_HYBRID_HYBRID_FIT_H

#include "core/tree/bv/hybrid/hybrid_pairs.h"
#include "core/tree/fit.h"

// What a group may be made of. Two of them are boxes to the table of pairs, but they cost a
// different amount of storage and are fitted differently.
enum VolumeType {
    VOLUME_TYPE_AABB,
    VOLUME_TYPE_OBB,
    VOLUME_TYPE_SPHERE,
    VOLUME_TYPE_CAPSULE,
    VOLUME_TYPE_SCB,
    VOLUME_TYPE_COUNT
};
enum { VOLUME_TYPES_ALL = (1 << VOLUME_TYPE_COUNT) - 1 };
extern const char *const volume_type_names[VOLUME_TYPE_COUNT]; // as in files: "aabb", "obb", ...

enum VolumeType
hybrid_volume_type(const HybridVolume *volume); // AABB: a box along the coordinate axes
bool hybrid_volume_equal(const HybridVolume *a, const HybridVolume *b); // number by number
double hybrid_volume_measure(const HybridVolume *volume, enum Measure what);
void hybrid_volume_outline(const HybridVolume *volume, LineFn *line, void *user);

// True only if the second volume lies in the first. Exact but for rounding, except that of a slab
// cut ball in a ball or a capsule only its ball is seen. What hybrid_volume_fit made always passes.
bool hybrid_volume_encloses(const HybridVolume *outer, const HybridVolume *inner);
bool hybrid_volume_contains(const HybridVolume *volume,
                            Vec3d p); // to a rounding of 1e-12 of its size

// The same shape, `factor` times as large about its own centre; sizes of 0 become `least`.
HybridVolume hybrid_volume_enlarged(const HybridVolume *volume, double factor, double least);

// Boxes: extents of corners, of balls by c.a +- r. OBB: principal axes of corners and extreme
// points. Sphere: the smallest ball, to 1e-6. Capsule: along the longest principal axis. SCB: that
// ball and the narrowest of the 26-DOP's slabs, of those along the principal axes, and of those
// along the first four volumes' own axes. count >= 1.
HybridVolume hybrid_volume_fit(enum VolumeType type, const HybridVolume *const *volumes,
                               int32_t count);

// Around triangles, of which there is at least one: the fits of the volume types of meshes.
HybridVolume hybrid_volume_fit_triangles(enum VolumeType type, const FitItems *items);

// The same for several types: what they have in common is computed once.
typedef struct HybridFitter {
    const HybridVolume *const *volumes;
    int32_t count;
    bool has_ball, has_axes;
    Ball ball;
    Vec3d axes[3];
} HybridFitter;
HybridVolume hybrid_fitter_fit(HybridFitter *fitter, enum VolumeType type);

#endif
