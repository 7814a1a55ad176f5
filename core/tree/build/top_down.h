// The top-down driver for builders that know better than the criterion where to split.
#ifndef SNUG_CORE_TREE_BUILD_TOP_DOWN_H
#define SNUG_CORE_TREE_BUILD_TOP_DOWN_H

#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

// Like a criterion, with memory of its own. `first` is the place of the items among all slots; the
// parts of a split are asked for before anything beside it. False: the criterion decides, except
// where *failed was set: then the build ends.
typedef struct SplitGuide {
    bool (*split)(void *user, const SplitInput *in, int32_t *items, int32_t first, int32_t count,
                  SplitChoice *out, bool *failed);
    void *user;
} SplitGuide;

bool build_top_down_guided(Bvh *bvh, const SplitGuide *guide, Job *job, Error *err);

#endif
