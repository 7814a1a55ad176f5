// The lists that actions choose from, by name: for the palette, scripts and settings.
#include "app/actions/list_fields.h"
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_view.h"
#include "app/io/hybrid_samples.h"
#include "app/scenes/scene.h"
#include "app/stages/app.h"
#include "app/stages/move.h"
#include "core/mesh/deform/deform.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static const char *move_entry(const Action *action, int i)
{
    static const char *const aligned_axes[] = {"x axis", "y axis", "z axis", "all axes"};
    if (action == &action_part_align)
        return i < 4 ? aligned_axes[i] : NULL;
    if (action == &action_move_handles)
        return i < HANDLES_COUNT ? move_handles[i].name : NULL;
    if (action == &action_move_pivot) // a point has to be clicked
        return i < PIVOT_POINT ? move_pivots[i].name : NULL;
    if (action == &action_move_step)
        return i < STEP_COUNT ? move_steps[i].name : NULL;
    return NULL;
}

const char *action_entry(const App *app, const Action *action, int i)
{
    const BvType *type = app->document.build.type;
    static const char *const modes[] = {
        [QUERY_FIRST] = "first contact", [QUERY_ALL] = "all contacts"};
    if (i < 0)
        return NULL;
    if (move_entry(action, i))
        return move_entry(action, i);
    if (action == &action_build_volume)
        return i < BV_TYPE_COUNT ? bv_types[i]->name : NULL;
    if (action == &action_build_criterion)
        return i < SPLIT_RULE_COUNT ? split_rules[i]->name : NULL;
    if (action == &action_build_builder)
        return i < BUILDER_COUNT ? builders[i]->name : NULL;
    if (action == &action_query_test)
        return i < type->test_count ? type->tests[i].name : NULL;
    if (action == &action_query_rule)
        return i < DESCENT_RULE_COUNT ? descent_rules[i].name : NULL;
    if (action == &action_query_triangle_test)
        return i < TRI_TEST_COUNT ? tri_tests[i]->name : NULL;
    if (action == &action_query_mode)
        return i < (int)(sizeof modes / sizeof *modes) ? modes[i] : NULL;
    if (action == &action_view_shading)
        return i < SHADING_COUNT ? shading_names[i] : NULL;
    if (action == &action_view_look)
        return i < LOOK_COUNT ? look_names[i] : NULL;
    if (action == &action_camera_standard_view)
        return i < STANDARD_VIEW_COUNT ? standard_view_names[i] : NULL;
    if (action == &action_part_deform)
        return i < DEFORM_RULE_COUNT ? deform_rules[i]->name : NULL;
    if (action == &action_scene_open)
        return i < SCENE_COUNT ? scenes[i]->name : NULL;
    if (action == &action_primitive_fit || action == &action_primitive_lasso)
        return i < VOLUME_TYPE_COUNT ? volume_type_titles[i] : NULL;
    if (action == &action_primitives_sample)
        return i < HYBRID_SAMPLES ? hybrid_samples[i] : NULL;
    if (action == &action_hybrid_builder)
        return i < HYBRID_BUILDER_COUNT ? hybrid_builders[i]->name : NULL;
    return NULL;
}
