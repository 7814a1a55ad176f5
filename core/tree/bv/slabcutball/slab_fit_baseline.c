// Fitting slab cut balls with vectors of two doubles.
#define SLAB_FIT(name) name##_baseline
#include "core/tree/bv/slabcutball/slab_fit.inl"
