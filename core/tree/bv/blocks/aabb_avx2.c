// Axis-aligned boxes in blocks, for processors with AVX2: core/CMakeLists.txt compiles *_avx2.c for it.
#define BLOCKS_RUN aabb_blocks_run_avx2
#include "core/tree/bv/blocks/aabb_run.inl"
