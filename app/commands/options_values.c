// The names that an option may take, from the registries.
#include "app/commands/options.h"
#include "app/report/report_file.h"
#include "app/scenes/scene.h"
#include "core/base/named.h"
#include "core/base/units.h"
#include "core/bench/standard_motion.h"
#include "core/query/preset.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <ctype.h>
#include <stdio.h>

// Overlap tests of all volumes; many have one of the same name, and the first is enough.
static const char *test_name(int wanted)
{
    for (int t = 0, found = 0; t < bv_type_count; ++t)
        for (int i = 0; i < bv_types[t]->test_count; ++i) {
            const char *name = bv_types[t]->tests[i].name;
            bool before = false;
            for (int u = 0; u <= t && !before; ++u)
                for (int j = 0; j < (u < t ? bv_types[u]->test_count : i) && !before; ++j)
                    before = strcmp(bv_types[u]->tests[j].name, name) == 0;
            if (!before && found++ == wanted)
                return name;
        }
    return NULL;
}

static const char *name_of(enum OptionValues values, int i)
{
    static const char *const arities[] = {"2", "4", "8"};
    switch (values) {
    case VALUES_SCENES:
        return i < SCENE_COUNT ? scene_name(NULL, i) : NULL;
    case VALUES_UNITS:
        return i < UNIT_COUNT ? length_unit_name(NULL, i) : NULL;
    case VALUES_UP:
        return i < UP_COUNT ? up_axis_entry(NULL, i) : NULL;
    case VALUES_FORMATS:
        return i < REPORT_FORMAT_COUNT ? report_formats[i].name : NULL;
    case VALUES_PRESETS:
        return i < search_preset_count ? named_name(search_presets, i) : NULL;
    case VALUES_VOLUMES:
        return i < bv_type_count ? named_name(bv_types, i) : NULL;
    case VALUES_CRITERIA:
        return i < split_rule_count ? named_name(split_rules, i) : NULL;
    case VALUES_BUILDERS:
        return i < builder_count ? named_name(builders, i) : NULL;
    case VALUES_ARITIES:
        return i < 3 ? arities[i] : NULL;
    case VALUES_TESTS:
        return test_name(i);
    case VALUES_RULES:
        return i < descent_rule_count ? named_name(descent_rules, i) : NULL;
    case VALUES_TRIANGLE_TESTS:
        return i < tri_test_count ? named_name(tri_tests, i) : NULL;
    case VALUES_MOTIONS:
        return i < standard_motion_count ? named_name(standard_motions, i) : NULL;
    case VALUES_NONE:
    case VALUES_TEXT:
    case VALUES_FILES:
        break;
    }
    return NULL;
}

bool option_value(enum OptionValues values, int i, char *out, int size)
{
    const char *name = name_of(values, i);
    if (!name)
        return false;
    snprintf(out, (size_t)size, "%s", name);
    for (char *c = out; *c; ++c) // as named_is takes it
        *c = *c == ' ' ? '-' : (char)tolower((unsigned char)*c);
    return true;
}
