// Primitive sets that builders of hybrid hierarchies are tried on.
#ifndef SNUG_CORE_TESTS_HYBRID_SETS_H
#define SNUG_CORE_TESTS_HYBRID_SETS_H

#include "core/base/rng.h"
#include "core/hybrid/hybrid.h"

// Any kind: needles, sheets and points among them.
HybridVolume random_primitive(Rng *rng, double size, double spread);

// Boxes and balls of ordinary proportions, scattered.
PrimitiveSet random_primitive_set(uint64_t seed, int32_t count);

// Each for a reason of its own: empty, one, two, all in one place, flat, on a line, points, far
// from the origin, very different sizes, two distant clusters, many.
typedef struct HybridSet {
    const char *name;
    PrimitiveSet (*make)(void);
} HybridSet;
extern const HybridSet hybrid_sets[];
extern const int hybrid_set_count;

#endif
