// The pair that is shown alone, as it stands: what is measured of it (stage_common.c) and drawn of it
// (stage_shared.c) is about just this.
#ifndef SNUG_APP_STAGES_COMMON_KEY_H
#define SNUG_APP_STAGES_COMMON_KEY_H

#include "app/stages/stage.h"

typedef struct CommonKey {
    int32_t a, b;
    Bvh *trees[2]; // NULL: nothing was asked yet
    Affine placements[2];
} CommonKey;

// Its trees are not retained. False: no pair is shown, or it was not searched yet.
bool common_key_wanted(const App *app, CommonKey *out);
bool common_key_same(const CommonKey *x, const CommonKey *y);
CommonKey common_key_retained(const CommonKey *key);
void common_key_free(CommonKey *key); // of a retained one

#endif
