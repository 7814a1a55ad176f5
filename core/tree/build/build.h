// Whole-tree builders. To add one: build/build_x.c that defines `const Builder build_x`, and X(x)
// in build/list.h.
#ifndef SNUG_CORE_TREE_BUILD_BUILD_H
#define SNUG_CORE_TREE_BUILD_BUILD_H

#include "core/tree/build/list.h"
#include "core/tree/bvh.h"

enum BuildId {
#define X(name) BUILD_ID_##name,
    BUILD_LIST(X)
#undef X
        BUILDER_COUNT
};

typedef struct Builder {
    enum BuildId id;
    const char *name, *note;
    // bvh comes with mesh and desc set. False on cancel (err->text stays "") or lack of memory.
    bool (*build)(Bvh *bvh, Job *job, Error *err);
} Builder;

extern const Builder *const builders[BUILDER_COUNT];
#define X(name) extern const Builder build_##name;
BUILD_LIST(X)
#undef X

#endif
