// Fitting slab cut balls with vectors of four doubles: core/CMakeLists.txt compiles *_avx2.c for AVX2.
#define SLAB_FIT(name) name##_avx2
#include "core/tree/bv/slabcutball/slab_fit.inl"
