// Axis-aligned boxes in blocks, for every processor.
#define BLOCKS_RUN aabb_blocks_run_baseline
#define BLOCKS_OPENED aabb_blocks_opened
#define BLOCKS_EXITS aabb_blocks_exits
#include "core/tree/bv/blocks/aabb_run.inl"
