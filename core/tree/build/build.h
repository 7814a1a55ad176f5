// Whole-tree builders, and building by a description. To add a builder: build_x.c here that defines
// `const Builder build_x`, and X(x) in list.h.
#ifndef SNUG_CORE_TREE_BUILD_BUILD_H
#define SNUG_CORE_TREE_BUILD_BUILD_H

#include "core/tree/bvh.h"

typedef struct Builder {
    const char *name, *note;
    // bvh comes with mesh and desc set. False on cancel (err->text stays "") or lack of memory.
    bool (*build)(Bvh *bvh, Job *job, Error *err);
} Builder;

extern const Builder *const builders[];
extern const int builder_count;

struct BuildRecord;
struct Pool;

BvhDesc bvh_desc_filled(const BvhDesc *desc); // defaults filled in; NULL means all of them
const struct SplitRule *bvh_own_criterion(const BvType *type); // its paper's, or the first one
const char *bvh_criterion_name(const BvhDesc *desc); // of what really divides the triangles
bool bvh_desc_allowed(const BvhDesc *desc, const char **why); // does the type take the criterion?
bool bvh_desc_equal(const BvhDesc *a, const BvhDesc *b);

// An empty mesh gives a tree without nodes. NULL on lack of memory or cancel (err->text stays ""
// then).
Bvh *bvh_build(Mesh *mesh, const BvhDesc *desc, Job *job, Error *err);
// The same, noted in the record (record.h), which may be NULL.
Bvh *bvh_build_noted(Mesh *mesh, const BvhDesc *desc, Job *job, struct BuildRecord *record,
                     Error *err);
// The trees of many meshes, shared out over the pool's threads, which may be NULL; the same trees
// for any number of them. Those that are done stay in `trees` when it fails or is cancelled
// (false), the others are NULL.
bool bvh_build_all(Mesh *const *meshes, int32_t count, const BvhDesc *desc, struct Pool *pool,
                   Job *job, Bvh **trees, Error *err);

#endif
