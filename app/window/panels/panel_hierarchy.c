// How hierarchies are built and compared, and which of their levels are drawn. Every list comes
// from a registry, so a new variant appears by itself.
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/presets.h"
#include "app/window/look.h"
#include "app/window/panels/param_field.h"
#include "app/window/panels/widgets.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stdio.h>

enum { MAX_CHOICES = NAMED_MOST };

static const char *why_not(const BvhDesc *build)
{
    const char *why = NULL;
    return bvh_desc_allowed(build, &why) ? NULL : why;
}

static void choose_preset(const PanelContext *context)
{
    Choice list[NAMED_MOST + 2];
    const int count = preset_count();
    for (int i = 0; i < count; ++i)
        list[i] = (Choice){preset_name(i), preset_note(i), NULL};
    list[count] =
        (Choice){"own choice", "something below was chosen by hand", "choose something else below"};
    int current = preset_of(&context->app->document);
    int chosen = widget_choice(context, "build_preset", "Preset",
                               "What is built and how it is searched, all at once", list,
                               count + (current == count), current);
    if (chosen >= 0)
        submit_index(context, &action_build_preset, chosen);
}

static void tick(const PanelContext *context, const char *id, const char *label, const Action *act)
{
    widget_label(label, widget_action_note(act));
    widget_switch(context, id, "##tick", act, NULL);
}

static void choose_build(const PanelContext *context)
{
    BvhDesc other = context->app->document.build;
    Choice list[MAX_CHOICES];
    CHOICES_OF(list, bv_types, bv_type_count);
    widget_field_choice(context, "build_volume", "Volume", "Bounding volume of the nodes", list,
                        bv_type_count, &action_build_volume);
    CHOICES_OF(list, split_rules, split_rule_count);
    for (int i = 0; i < split_rule_count; ++i) {
        other.split = split_rules[i];
        list[i].why_not = why_not(&other);
    }
    if (other.type->own_criterion) // the first one stands for it, which is the only one it takes
        list[0] = (Choice){other.type->own_criterion, other.type->note, NULL};
    widget_field_choice(context, "build_criterion", "Criterion",
                        "How a node's triangles are divided among its children", list,
                        split_rule_count, &action_build_criterion);
    tick(context, "build_own_criterion", "Volume's own", &action_build_own_criterion);
    other.split = context->app->document.build.split;
    CHOICES_OF(list, builders, builder_count);
    for (int i = 0; i < builder_count; ++i) {
        other.builder = builders[i];
        list[i].why_not = why_not(&other);
    }
    widget_field_choice(context, "build_builder", "Builder", "How the whole tree is made", list,
                        builder_count, &action_build_builder);
}

static const char *const param_rects[BV_MAX_PARAMS] = {
    "build_param_0", "build_param_1", "build_param_2", "build_param_3",
    "build_param_4", "build_param_5", "build_param_6", "build_param_7"};

static void choose_arity(const PanelContext *context)
{
    const BvhDesc *build = &context->app->document.build;
    static const char *const names[] = {"2", "4", "8"};
    Choice list[3];
    int current = 0;
    for (int i = 0; i < 3; ++i) {
        BvhDesc other = *build;
        other.arity = 2 << i;
        list[i] = (Choice){names[i], "levels of the binary tree are skipped", why_not(&other)};
        current = build->arity == other.arity ? i : current;
    }
    int chosen = widget_choice(context, "build_arity", "Children", "Most children of a node", list,
                               3, current);
    if (chosen >= 0)
        submit_index(context, &action_build_arity, 2 << chosen);
}

static void choose_numbers(const PanelContext *context)
{
    const BvhDesc *build = &context->app->document.build;
    choose_arity(context);
    int leaf_size = build->leaf_size;
    widget_label("Leaf size", "Most triangles in a leaf");
    if (igSliderInt("##leaf", &leaf_size, 1, BVH_MAX_LEAF, "%d", ImGuiSliderFlags_AlwaysClamp) &&
        leaf_size != build->leaf_size)
        action_submit_merged(context->out, &action_build_leaf_size,
                             &(ActionArgs){.part = NO_PART, .index = leaf_size},
                             context->ui->merge_key);
    widget_explain(context, "build_leaf_size", NULL);
    for (int i = 0; i < build->type->param_count; ++i)
        param_field(context, param_rects[i], &action_build_param, &build->type->params[i], i,
                    build->params[i]);
}

static void choose_query(const PanelContext *context)
{
    const BvType *type = context->app->document.build.type;
    Choice list[MAX_CHOICES];
    int count = 0;
    for (; count < type->test_count && count < MAX_CHOICES; ++count)
        list[count] = (Choice){type->tests[count].name, type->tests[count].note, NULL};
    widget_field_choice(context, "query_test", "Overlap test", "How two volumes are compared", list,
                        count, &action_query_test);
    CHOICES_OF(list, descent_rules, descent_rule_count);
    widget_field_choice(context, "query_rule", "Descent", "Which node of a pair is opened next",
                        list, descent_rule_count, &action_query_rule);

    tick(context, "query_lift", "Lift node work", &action_query_lift);

    tick(context, "query_leaf_volumes", "Stop at volumes", &action_query_leaf_volumes);

    CHOICES_OF(list, tri_tests, tri_test_count);
    widget_field_choice(context, "query_triangle_test", "Triangle test",
                        "How two triangles are compared", list, tri_test_count,
                        &action_query_triangle_test);
    static const Choice modes[] = {
        [QUERY_FIRST] = {"first contact",
                         "stop at the first pair of polygons of each pair of parts", NULL},
        [QUERY_ALL] = {"all contacts", "list every pair of polygons that meet", NULL},
    };
    widget_field_choice(context, "query_mode", "Mode", "How much is asked for", modes, 2,
                        &action_query_mode);
}

static int levels_of(const App *app, int32_t part)
{
    const Bvh *tree = app->parts ? app->parts[part].tree : NULL;
    return tree ? (int)tree->depth : 0;
}

// part NO_PART: all parts at once.
static void level_slider(const PanelContext *context, const char *id, int32_t part, int shown,
                         int levels)
{
    int level = shown;
    char format[64], number[32];
    size_t drawn = context->app->overlay.shown.volumes;
    bool below = levels > 0 && shown >= levels; // where only leaves are left
    if (shown == OVERLAY_OFF)
        snprintf(format, sizeof format, "off (%d levels)", levels);
    else if (part == NO_PART && drawn > 0)
        snprintf(format, sizeof format, "%s: %s volume%s", below ? "leaves" : "level %d",
                 format_count(number, sizeof number, (int64_t)drawn), drawn == 1 ? "" : "s");
    else if (below)
        snprintf(format, sizeof format, "leaves (%d levels)", levels);
    else
        snprintf(format, sizeof format, "level %%d of %d", levels > 0 ? levels - 1 : 0);
    igPushID_Str(id);
    if (igSliderInt("##level", &level, OVERLAY_OFF, levels > 0 ? levels - 1 : 0, format,
                    ImGuiSliderFlags_AlwaysClamp) &&
        level != shown)
        action_submit_merged(context->out, &action_overlay_level,
                             &(ActionArgs){.part = part, .level = level}, context->ui->merge_key);
    widget_explain(context, id, NULL);
    igPopID();
}

static void empty_slider(void)
{
    igButton("none", (ImVec2){-1, 0});
    widget_tooltip("Select a part to see a level of its hierarchy alone");
}

static void overlay(const PanelContext *context)
{
    const App *app = context->app;
    const Document *document = &app->document;
    int deepest = 0, highest = OVERLAY_OFF;
    for (int32_t i = 0; i < document->part_count; ++i) {
        int levels = levels_of(app, i);
        deepest = levels > deepest ? levels : deepest;
        if (document->parts[i].overlay_level > highest)
            highest = document->parts[i].overlay_level;
    }
    widget_label("All parts",
                 "Level of every part's hierarchy that is drawn, with the leaves above "
                 "it; 0 is the root. Small volumes are drawn in less detail, and in even less "
                 "while something moves.");
    igBeginDisabled(deepest == 0);
    level_slider(context, "overlay_all", NO_PART, highest, deepest);
    igEndDisabled();
    int32_t selected = document->selected;
    widget_label("Selected part", "Level of the selected part's hierarchy that is drawn");
    igBeginDisabled(selected == NO_PART);
    if (selected == NO_PART)
        empty_slider();
    else
        level_slider(context, "overlay_part", selected, document->parts[selected].overlay_level,
                     levels_of(app, selected));
    igEndDisabled();
    tick(context, "overlay_empty", "Empty cells", &action_overlay_empty_cells);
    if (context->app->overlay.shown.empty > 0) {
        char line[64], number[32];
        snprintf(line, sizeof line, "%s on the screen",
                 format_count(number, sizeof number, (int64_t)context->app->overlay.shown.empty));
        igSameLine(0, -1);
        widget_text(COLOUR_FAINT, line);
    }
    widget_slider(context, "overlay_opacity", "Opacity", "Of the drawn volumes",
                  &action_view_opacity,
                  &(ActionArgs){.part = NO_PART, .number = (double)document->view.overlay_opacity},
                  0.05, 1, "%.2f", 0);
}

static void draw(const PanelContext *context)
{
    if (!igIsAnyItemActive())
        ++context->ui->merge_key; // the next grip of a slider is another step of the history
    igSeparatorText("Show volumes");
    overlay(context);
    igSeparatorText("Build");
    choose_preset(context);
    choose_build(context);
    choose_numbers(context);
    igSeparatorText("Query");
    choose_query(context);
}

const Panel panel_hierarchy = {
    .title = "Hierarchy",
    .note = "Bounding volumes, construction, queries, overlay",
    .chapter = "hierarchies#the-hierarchy-panel",
    .place = PLACE_BOTTOM,
    .open = true,
    .in_front = true,
    .draw = draw,
};
