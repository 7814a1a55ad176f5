// Where a primitive can be gripped, and what it becomes when a grip is moved. No window here.
#ifndef SNUG_APP_WINDOW_PRIMITIVE_HANDLES_H
#define SNUG_APP_WINDOW_PRIMITIVE_HANDLES_H

#include "core/tree/bv/hybrid/hybrid_fit.h"

enum { PRIMITIVE_MAX_HANDLES = 7 };

typedef struct PrimitiveHandle {
    Vec3d at;
    Vec3d along; // the only direction it moves in, of length 1; 0: any
} PrimitiveHandle;

// The first one moves the whole volume; the others its sides, ends, slab and radius.
int primitive_handles(const HybridVolume *volume, PrimitiveHandle out[PRIMITIVE_MAX_HANDLES]);

// With the handle moved by that much in the world. Sizes stop at 0.
HybridVolume primitive_dragged(const HybridVolume *start, int handle, Vec3d by);

HybridVolume primitive_moved(const HybridVolume *start, Vec3d by);

// A box turned about one of its own axes.
HybridVolume primitive_turned(const HybridVolume *box, int axis, double radians);

#endif
