// Oriented boxes in blocks, for processors with AVX2: core/CMakeLists.txt compiles *_avx2.c for it.
#define BLOCKS_RUN obb_blocks_run_avx2
#include "core/tree/bv/blocks/obb_run.inl"
