#include "app/document/compare.h"

#include "app/document/presets.h"
#include "core/query/preset.h"
#include "core/tree/build/build.h"

#include <string.h>

BvhDesc compare_build(const CompareSettings *settings)
{
    BvhDesc build = {.type = settings->volume,
                     .split = settings->criterion,
                     .arity = settings->arity,
                     .leaf_size = settings->leaf_size,
                     .params_set = settings->params_set};
    memcpy(build.params, settings->params, sizeof build.params);
    return bvh_desc_filled(&build);
}

SearchKind compare_kind(const Document *document)
{
    const CompareSettings *c = &document->compare;
    SearchKind kind = {.build = compare_build(c), .query = {.rule = c->rule}};
    const char *why;
    if (!bvh_desc_allowed(&kind.build, &why))
        kind.build = bvh_desc_filled(&(BvhDesc){.type = c->volume});
    kind.query.test = c->test < c->volume->test_count ? c->test : 0;
    kind.query.lift = c->lift && c->volume->tests[kind.query.test].run_lifted;
    return kind;
}

void compare_take(Document *document, const SearchKind *kind)
{
    document->compare = (CompareSettings){.volume = kind->build.type,
                                          .criterion = kind->build.split,
                                          .arity = kind->build.arity,
                                          .leaf_size = kind->build.leaf_size,
                                          .params_set = kind->build.params_set,
                                          .test = kind->query.test,
                                          .rule = kind->query.rule,
                                          .lift = kind->query.lift};
    memcpy(document->compare.params, kind->build.params, sizeof kind->build.params);
}

int compare_preset(const Document *document)
{
    SearchKind now = compare_kind(document);
    int i = 0;
    for (; i < preset_published(); ++i) {
        SearchKind kind = {.build = preset_build(search_presets[i])};
        preset_query(search_presets[i], &kind.query);
        if (search_kind_equal(&now, &kind))
            break;
    }
    return i;
}
