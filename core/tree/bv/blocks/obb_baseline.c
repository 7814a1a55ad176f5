// Oriented boxes in blocks, for every processor.
#define BLOCKS_RUN obb_blocks_run_baseline
#define BLOCKS_OPENED obb_blocks_opened
#define BLOCKS_EXITS obb_blocks_exits
#include "core/tree/bv/blocks/obb_run.inl"
