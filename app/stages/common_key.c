#include "app/stages/common_key.h"

#include <string.h>

bool common_key_wanted(const App *app, CommonKey *out)
{
    const int32_t *pair = app->document.view.shown_pair;
    const QueryTarget *shown = &app->stages->shown;
    if (!document_pair_shown(&app->document) || !shown->parts || pair[0] >= shown->count ||
        pair[1] >= shown->count || stage_shape_behind(app))
        return false;
    *out = (CommonKey){.a = pair[0], .b = pair[1]};
    for (int i = 0; i < 2; ++i) {
        out->trees[i] = shown->parts[pair[i]].tree;
        out->placements[i] = shown->parts[pair[i]].placement;
    }
    return out->trees[0] && out->trees[1];
}

bool common_key_same(const CommonKey *x, const CommonKey *y)
{
    return x->a == y->a && x->b == y->b && x->trees[0] == y->trees[0] &&
           x->trees[1] == y->trees[1] &&
           memcmp(x->placements, y->placements, sizeof x->placements) == 0;
}

CommonKey common_key_retained(const CommonKey *key)
{
    bvh_retain(key->trees[0]);
    bvh_retain(key->trees[1]);
    return *key;
}

void common_key_free(CommonKey *key)
{
    bvh_release(key->trees[0]);
    bvh_release(key->trees[1]);
    *key = (CommonKey){0};
}
