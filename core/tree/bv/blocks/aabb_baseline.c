// Axis-aligned boxes in blocks, for every processor.
#define BLOCKS_RUN aabb_blocks_run_baseline
#include "core/tree/bv/blocks/aabb_run.inl"
