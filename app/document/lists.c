#include "app/document/lists.h"

#include "app/document/move_settings.h"
#include "app/document/presets.h"
#include "app/document/variants.h"
#include "app/io/hybrid_samples.h"
#include "app/scenes/kit.h"
#include "app/scenes/scene.h"
#include "core/bench/standard_motion.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

int list_count(const ChoiceList *list, const Document *document)
{
    int count = 0;
    while (list->name(document, count))
        ++count;
    return count;
}

// A list of words.
#define WORDS(list, what_, count, word)                                                            \
    static const char *list##_name(const Document *document, int i)                                \
    {                                                                                              \
        (void)document;                                                                            \
        return i >= 0 && i < (count) ? (word) : NULL;                                              \
    }                                                                                              \
    const ChoiceList list_##list = {.what = (what_), .name = list##_name};

// A registry, whose entries fields point to.
#define REGISTRY(list, what_, count, entries)                                                      \
    static const char *list##_name(const Document *document, int i)                                \
    {                                                                                              \
        (void)document;                                                                            \
        return i >= 0 && i < (count) ? (entries)[i]->name : NULL;                                  \
    }                                                                                              \
    static const void *list##_entry(int i)                                                         \
    {                                                                                              \
        return (entries)[i];                                                                       \
    }                                                                                              \
    const ChoiceList list_##list = {.what = (what_), .name = list##_name, .entry = list##_entry};

REGISTRY(volumes, "bounding volume", bv_type_count, bv_types)
REGISTRY(criteria, "construction criterion", split_rule_count, split_rules)
REGISTRY(builders, "builder", builder_count, builders)
REGISTRY(triangle_tests, "triangle test", tri_test_count, tri_tests)
REGISTRY(hybrid_builders, "builder", hybrid_builder_count, hybrid_builders)

static const char *overlap_test_name(const Document *document, int i)
{
    const BvType *type = document->build.type;
    return i >= 0 && i < type->test_count ? type->tests[i].name : NULL;
}
const ChoiceList list_overlap_tests = {.what = "overlap test", .name = overlap_test_name};

static const char *compare_test_name(const Document *document, int i)
{
    const BvType *type = document->compare.volume;
    return i >= 0 && i < type->test_count ? type->tests[i].name : NULL;
}
const ChoiceList list_compare_tests = {.what = "overlap test", .name = compare_test_name};

static const char *volume_param_name(const Document *document, int i)
{
    const BvType *type = document->build.type;
    return i >= 0 && i < type->param_count ? type->params[i].name : NULL;
}
const ChoiceList list_volume_params = {.what = "parameter", .name = volume_param_name};

static const char *compare_param_name(const Document *document, int i)
{
    const BvType *type = document->compare.volume;
    return i >= 0 && i < type->param_count ? type->params[i].name : NULL;
}
const ChoiceList list_compare_params = {.what = "parameter", .name = compare_param_name};

static const char *hybrid_param_name(const Document *document, int i)
{
    const HybridBuilder *builder = document->primitives.desc.builder;
    return i >= 0 && i < builder->param_count ? builder->params[i].name : NULL;
}
const ChoiceList list_hybrid_params = {.what = "parameter", .name = hybrid_param_name};

static const char *const MODES[] = {[QUERY_FIRST] = "first contact", [QUERY_ALL] = "all contacts"};
static const char *const MODE_WORDS[] = {[QUERY_FIRST] = "first", [QUERY_ALL] = "all"};
static const char *const ORDERS[] = {
    [ORDER_LIFO] = "stack", [ORDER_FIFO] = "queue", [ORDER_BEST_FIRST] = "best first"};
static const char *const COORDINATES[] = {[JOINT_TURN] = "turn", [JOINT_SHIFT] = "shift"};
static const char *const ALIGN_AXES[] = {"x axis", "y axis", "z axis", "all axes"};

WORDS(descent_rules, "descent rule", descent_rule_count, descent_rules[i]->name)
WORDS(presets, "preset", preset_count(), preset_name(i))
WORDS(lab_motions, "motion", 1 + standard_motion_count,
      i == 0 ? "path" : standard_motions[i - 1]->name)
WORDS(modes, "query mode", 2, MODES[i])
WORDS(mode_words, "query mode", 2, MODE_WORDS[i])
WORDS(orders, "order", 3, ORDERS[i])
WORDS(looks, "look", LOOK_COUNT, look_names[i])
WORDS(shadings, "way to draw surfaces", SHADING_COUNT, shading_names[i])
WORDS(tree_colours, "meaning of colours", TREE_COLOURS, tree_colour_names[i])
WORDS(handles, "set of handles", HANDLES_COUNT, move_handles[i].name)
WORDS(hand_modes, "way to meet other parts", HAND_MODES, hand_modes[i].name)
WORDS(pivots, "pivot", PIVOT_POINT, move_pivots[i].name) // a point has to be clicked
WORDS(steps, "step", STEP_COUNT, move_steps[i].name)
WORDS(align_axes, "axis", 4, ALIGN_AXES[i])
WORDS(variant_aligns, "alignment", VARIANT_ALIGNS, variant_align_names[i])
WORDS(joint_kinds, "kind of joint", JOINT_KINDS, joint_kind_word((enum JointKind)i))
WORDS(joint_coordinates, "coordinate", 2, COORDINATES[i])
WORDS(units, "unit", UNIT_COUNT, length_unit_info((enum LengthUnit)i)->suffix)
WORDS(up_axes, "axis", UP_COUNT, up_axis_name((enum UpAxis)i))
WORDS(standard_views, "standard view", STANDARD_VIEW_COUNT, standard_view_names[i])
WORDS(deformations, "deformation", deform_rule_count, deform_rules[i]->name)
WORDS(kit, "tool", KIT_COUNT, kit_pieces[i]->name)
WORDS(pipe_pieces, "segment", KIT_COUNT - KIT_short_pipe, kit_pieces[KIT_short_pipe + i]->name)
WORDS(scenes, "scene", SCENE_COUNT, scenes[i]->name)
WORDS(volume_types, "type of volume", VOLUME_TYPE_COUNT, volume_type_titles[i])
WORDS(primitive_samples, "set of primitives", HYBRID_SAMPLES, hybrid_samples[i])
