// Why slab cut balls are apart: the five stages of slab_overlap.h as intervals along the line of the
// centres and along the slabs' normals.
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_EXPLAIN_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_EXPLAIN_H

#include "core/shape/slab_overlap.h"
#include "core/tree/pair/explain.h"

// How a test takes the reach of a volume along the other's normal.
enum SlabReach { SLAB_REACH_CYLINDER, SLAB_REACH_SUPPORT };

// Offers the stage of the exit, or all that are tried; both in A's frame. parallel: the cosine above
// which cylinders are tried.
void slab_explain(Explanation *out, const SlabBall *a, const SlabBall *b, int exit,
                  enum SlabReach reach, double parallel);

#endif
