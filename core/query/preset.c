#include "core/query/preset.h"

#include "core/query/preset_list.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

#include <assert.h>
#include <string.h>

const SearchPreset *const search_presets[] = {
#define X(...) &(const SearchPreset){__VA_ARGS__},
    PRESET_LIST(X)
#undef X
};
const int search_preset_count = NAMED_COUNT(search_presets);

BvhDesc preset_build(const SearchPreset *preset)
{
    assert(preset);
    return bvh_desc_filled(&preset->build);
}

void preset_query(const SearchPreset *preset, QueryDesc *query)
{
    BvhDesc build = preset_build(preset);
    query->test = 0;
    for (int i = 0; preset->test && i < build.type->test_count; ++i)
        if (strcmp(build.type->tests[i].name, preset->test) == 0)
            query->test = i;
    query->rule = build.type->rule;
    query->lift = preset->lift;
}
