// A tree for a mesh that is another one's with its vertices moved a little.
#ifndef SNUG_CORE_TREE_BUILD_FOLLOW_H
#define SNUG_CORE_TREE_BUILD_FOLLOW_H

#include "core/tree/bvh.h"

// `mesh` has the triangles of the tree's mesh in the same order. Refits a copy where the type can
// and keeps its nodes in one block, else builds by the same description. NULL on lack of memory or
// cancel (err->text stays "" then).
Bvh *bvh_follow(const Bvh *bvh, Mesh *mesh, Job *job, Error *err);

#endif
