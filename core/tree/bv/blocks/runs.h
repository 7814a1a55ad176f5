// The loops over blocks, by volume and instruction set.
#ifndef SNUG_CORE_TREE_BV_BLOCKS_RUNS_H
#define SNUG_CORE_TREE_BV_BLOCKS_RUNS_H

#include "core/tree/bv/blocks/blocks.h"

// What separated: faces of a lane's box, faces of the single box, edges of both.
enum { BLOCK_EXIT_LANES = 1, BLOCK_EXIT_ONE, BLOCK_EXIT_EDGES, BLOCK_EXITS = 3 };

// Of the valid lanes some are apart; `more` are, too. Counts those that were not before.
static inline unsigned count_exit(unsigned apart, unsigned more, unsigned valid, uint64_t *exits,
                                  int exit)
{
    unsigned fresh = more & valid & ~apart;
    exits[exit] += bits_set(fresh);
    return apart | fresh;
}

enum QueryStatus obb_blocks_run_baseline(Query *query, const Budget *budget);
enum QueryStatus aabb_blocks_run_baseline(Query *query, const Budget *budget);
// As BlockSteps wants them. All instruction sets decide alike.
unsigned obb_blocks_opened(const Query *query, NodeId a, NodeId b);
unsigned aabb_blocks_opened(const Query *query, NodeId a, NodeId b);
uint32_t obb_blocks_exits(const Query *query, bool of_b, NodeId one, NodeId parent, NodeId *first,
                          uint8_t exits[QUERY_MAX_ARITY]);
uint32_t aabb_blocks_exits(const Query *query, bool of_b, NodeId one, NodeId parent, NodeId *first,
                           uint8_t exits[QUERY_MAX_ARITY]);
#ifdef SNUG_AVX2
enum QueryStatus obb_blocks_run_avx2(Query *query, const Budget *budget);
enum QueryStatus aabb_blocks_run_avx2(Query *query, const Budget *budget);
#endif

#endif
