// Whether trees are what their headers promise: asked by tests alone.
#ifndef SNUG_CORE_TESTS_TREE_CHECK_H
#define SNUG_CORE_TESTS_TREE_CHECK_H

#include "core/assembly/broad_phase.h"
#include "core/tree/bvh.h"

// The invariants: node order, each triangle in exactly one leaf, every vertex inside every volume
// above. Repeated triangles: each sampled point of a triangle is in a leaf that lists it; in space
// partitions the leaves fill the root, in other trees the point is also in every volume above.
bool bvh_validate(const Bvh *bvh, Error *err);

bool broad_phase_validate(const BroadPhase *phase); // links, boxes, balance

#endif
