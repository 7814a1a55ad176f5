// The lists that actions choose from, by name: for the palette, scripts and settings.
#include "app/io/hybrid_samples.h"
#include "app/scenes/scene.h"
#include "app/stages/app.h"
#include "app/stages/move.h"
#include "core/mesh/deform/deform.h"
#include "core/tree/build/build.h"

const char *action_entry(const App *app, enum ActionId id, int i)
{
    const BvType *type = app->document.build.type;
    static const char *const modes[] = {
        [QUERY_FIRST] = "first contact", [QUERY_ALL] = "all contacts"};
    if (i < 0)
        return NULL;
    if (move_entry(id, i))
        return move_entry(id, i);
    switch (id) {
    case ACTION_build_volume:
        return i < BV_TYPE_COUNT ? bv_types[i]->name : NULL;
    case ACTION_build_criterion:
        return i < SPLIT_RULE_COUNT ? split_rules[i]->name : NULL;
    case ACTION_build_builder:
        return i < BUILDER_COUNT ? builders[i]->name : NULL;
    case ACTION_query_test:
        return i < type->test_count ? type->tests[i].name : NULL;
    case ACTION_query_rule:
        return i < DESCENT_RULE_COUNT ? descent_rules[i].name : NULL;
    case ACTION_query_triangle_test:
        return i < TRI_TEST_COUNT ? tri_tests[i]->name : NULL;
    case ACTION_query_mode:
        return i < (int)(sizeof modes / sizeof *modes) ? modes[i] : NULL;
    case ACTION_view_shading:
        return i < SHADING_COUNT ? shading_names[i] : NULL;
    case ACTION_view_look:
        return i < LOOK_COUNT ? look_names[i] : NULL;
    case ACTION_camera_standard_view:
        return i < STANDARD_VIEW_COUNT ? standard_view_names[i] : NULL;
    case ACTION_part_deform:
        return i < DEFORM_RULE_COUNT ? deform_rules[i]->name : NULL;
    case ACTION_scene_open:
        return i < SCENE_COUNT ? scenes[i]->name : NULL;
    case ACTION_primitive_fit:
    case ACTION_primitive_lasso:
        return i < VOLUME_TYPE_COUNT ? volume_type_titles[i] : NULL;
    case ACTION_primitives_sample:
        return i < HYBRID_SAMPLES ? hybrid_samples[i] : NULL;
    case ACTION_hybrid_builder:
        return i < HYBRID_BUILDER_COUNT ? hybrid_builders[i]->name : NULL;
    default:
        return NULL;
    }
}
