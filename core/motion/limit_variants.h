// Making shrunk meshes for the pairs of a grab, and finding out whether they are free. For limits.h.
#ifndef SNUG_CORE_MOTION_LIMIT_VARIANTS_H
#define SNUG_CORE_MOTION_LIMIT_VARIANTS_H

#include "core/motion/limits.h"

// A part that may be shrunk, with scale and mirror in the mesh.
typedef struct LimitSide {
    int32_t part; // -1: not made yet
    enum LimitReason refused;
    Mesh *mesh;
    Bvh *tree;
    Affine placement;
    Shrinker shrinker;
} LimitSide;

typedef struct Grab {
    const LimitsDesc *desc;
    Limits *out;
    SolidCache own; // of meshes that are made here
    int64_t triangles;
    Job *job;
} Grab;

// False: cancelled.
bool limit_side_make(Grab *grab, int32_t part, LimitSide *side);
void limit_side_free(LimitSide *side);

enum LimitVerdict {
    LIMIT_IS_FREE,
    LIMIT_MEETS,    // surfaces meet, or there is hardly a gap
    LIMIT_CONTAINS, // they do not, but one lies inside the other
    LIMIT_VAGUE,    // nobody knows, as a surface is open
    LIMIT_FAILED    // cancelled, or memory ran short
};

// Shrinks into a new last variant. Anything but LIMIT_NONE: there is none.
enum LimitReason limit_variant_add(Grab *grab, const LimitSide *side, const ShrinkDesc *shrink);
void limit_variant_drop(Grab *grab); // the last one

// Are variant and part apart as solids? met: triangles that still meet, the variant's first.
enum LimitVerdict limit_variant_check(Grab *grab, const LimitVariant *variant,
                                      const PosedPart *other, ContactList *met);

#endif
