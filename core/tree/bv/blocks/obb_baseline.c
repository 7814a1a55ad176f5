// Oriented boxes in blocks, for every processor.
#define BLOCKS_RUN obb_blocks_run_baseline
#include "core/tree/bv/blocks/obb_run.inl"
