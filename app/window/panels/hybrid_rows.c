// The hierarchy over the primitives: how it is built, which level is drawn, and what it costs.
#include "app/actions/list_primitives.h"
#include "app/document/field_actions.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/primitive_rows.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

enum { TEXT = 96 };

static void choose_builder(const PanelContext *context)
{
    Choice list[NAMED_MOST];
    CHOICES_OF(list, hybrid_builders, hybrid_builder_count);
    widget_field_choice(context, "hybrid_builder", "Builder", "How primitives are grouped", list,
                        hybrid_builder_count, &action_hybrid_builder);
}

// The names of three bounds say more than 0, 1 and 2.
static void choose_param(const PanelContext *context, int index)
{
    static const char *const rects[BV_MAX_PARAMS] = {
        "hybrid_param_0", "hybrid_param_1", "hybrid_param_2", "hybrid_param_3",
        "hybrid_param_4", "hybrid_param_5", "hybrid_param_6", "hybrid_param_7"};
    const HybridDesc *desc = &context->app->document.primitives.desc;
    const Param *param = &desc->builder->params[index];
    ActionArgs args = {.part = NO_PART, .index = index, .number = desc->params[index]};
    widget_slider(context, rects[index], param->name, param->note, &action_hybrid_param, &args,
                  param->min, param->max, param->whole ? "%.0f" : "%.4g",
                  param->max > 1000 ? ImGuiSliderFlags_Logarithmic : 0);
}

static unsigned allowed_types(const HybridDesc *desc)
{
    return desc->types[0] & VOLUME_TYPES_ALL ? desc->types[0] & VOLUME_TYPES_ALL : VOLUME_TYPES_ALL;
}

static void choose_types(const PanelContext *context)
{
    const HybridDesc *desc = &context->app->document.primitives.desc;
    unsigned types = allowed_types(desc);
    if (!igBeginTable("types", 2, 0, (ImVec2){0, 0}, 0))
        return;
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t) {
        bool on = types & 1u << t;
        double factor = desc->factors[t];
        static const double least = 0.01, most = 100;
        igTableNextRow(0, 0);
        igTableNextColumn();
        igPushID_Int(t);
        if (igCheckbox(volume_type_titles[t], &on) && (types ^ 1u << t) != 0)
            submit_index(context, &action_hybrid_types, (int32_t)(types ^ 1u << t));
        widget_tooltip("Groups may be of this type; one of them at least");
        igTableNextColumn();
        igSetNextItemWidth(-1);
        if (igDragScalar("##factor", ImGuiDataType_Double, &factor, 0.01f, &least, &most,
                         "cost x %.2f", ImGuiSliderFlags_AlwaysClamp))
            action_submit_merged(context->out, &action_hybrid_factor,
                                 &(ActionArgs){.part = NO_PART, .index = t, .number = factor},
                                 context->ui->merge_key);
        widget_tooltip("What this type's volume is multiplied by in comparisons: types that are "
                       "dear to test are chosen less often");
        igPopID();
    }
    igEndTable();
    if (igSmallButton("Costs of tests"))
        for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
            action_submit(
                context->out, &action_hybrid_factor,
                &(ActionArgs){.part = NO_PART, .index = t, .number = hybrid_complexity[t]});
    widget_explain(context, "hybrid_costs",
                   "Sphere 1, box 1.2, capsule 1.4, slab cut ball 1.6, turned box 2");
    igSameLine(0, -1);
    if (igSmallButton("All alike"))
        for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
            action_submit(context->out, &action_hybrid_factor,
                          &(ActionArgs){.part = NO_PART, .index = t, .number = 1});
    widget_tooltip("Only volumes count");
    igSameLine(0, -1);
    widget_switch(context, "hybrid_area", "By area", &action_hybrid_area,
                  "Surfaces are compared instead of volumes");
}

static void types_figure(const char *label, const char *note, const int32_t *counts)
{
    static const char *const names[VOLUME_TYPE_COUNT] = {"box", "turned", "ball", "capsule", "scb"};
    char text[TEXT] = "";
    size_t used = 0;
    for (int t = 0; t < VOLUME_TYPE_COUNT && used + 20 < sizeof text; ++t)
        if (counts[t] > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%d %s", used ? ", " : "",
                                     (int)counts[t], names[t]);
    widget_figure(label, note, "%s", text[0] ? text : "-");
}

// Large ones as lessons write them.
static const char *cost_text(char *text, size_t size, double cost)
{
    if (cost >= 1e5 && cost < 1e15)
        return format_count(text, size, (int64_t)llround(cost));
    snprintf(text, size, "%.6g", cost);
    return text;
}

static void figures(const App *app)
{
    const HybridShown *h = &app->hybrid;
    const HybridQuality *q = &h->quality;
    char text[TEXT] = "", number[32];
    if (!igBeginTable("hybrid figures", 2, 0, (ImVec2){0, 0}, 0))
        return;
    if (h->before >= 0)
        snprintf(text, sizeof text, "  (was %s)", cost_text(number, sizeof number, h->before));
    widget_figure("Cost",
                  "Sum over groups of children x volume; in brackets that of the "
                  "hierarchy there was before",
                  "%s%s", cost_text(number, sizeof number, q->volume.full), text);
    widget_figure("Root term", "The root's part of it, which the paper prints for some", "%s",
                  cost_text(number, sizeof number, q->volume.root_term));
    if (h->stats.measure != MEASURE_VOLUME)
        widget_figure("Cost by area", "Volumes vanish or do not count: areas were compared", "%s",
                      cost_text(number, sizeof number, q->area.full));
    widget_figure("Levels, leaf depth", "Least, mean and most levels down to a primitive",
                  "%d, %d to %.1f to %d", (int)q->depth, (int)q->least_leaf_depth,
                  q->mean_leaf_depth, (int)q->depth);
    widget_figure("Groups", "Nodes with children", "%d, at most %d children", (int)q->groups,
                  (int)q->most_children);
    types_figure("Types of groups", "How many groups are of each type", q->group_types);
    types_figure("Types of leaves", "How many primitives are of each type", q->leaf_types);
    widget_figure("Tightness", "Volume by the sum of the children's, mean: less is tighter", "%.3g",
                  q->tightness);
    widget_figure("Build time, wall clock", "On the worker", "%s",
                  format_wall_ms(text, sizeof text, 1e3 * h->stats.seconds));
    if (h->stats.levels > 0) {
        widget_figure("Candidates, levels", "Groups proposed, and levels solved", "%d of %d",
                      (int)h->stats.candidates, (int)h->stats.levels);
        widget_figure("Search nodes", "Expanded by branch and bound", "%s",
                      format_count(text, sizeof text, (int64_t)h->stats.nodes));
    }
    if (h->stats.blocks > 0)
        widget_figure("Blocks", "A large set is cut into these first", "%d", (int)h->stats.blocks);
    igEndTable();
}

// The leaves approximate: contacts may stop there or go on.
static void contacts(const PanelContext *context)
{
    const App *app = context->app;
    const PrimitiveContacts *found = &app->cover.contacts;
    char text[TEXT], count[32];
    widget_switch(context, "hybrid_triangles", "Contacts go on to triangles",
                  &action_hybrid_triangles,
                  "Off: primitives of different parts that meet are contacts. On: the triangles "
                  "they were fitted to decide");
    if (app->cover.tree != app->hybrid.number || !found->known ||
        !igBeginTable("contacts", 2, 0, (ImVec2){0, 0}, 0))
        return;
    widget_figure("Volume contacts",
                  "Pairs of primitives of different parts that meet, and how "
                  "many volumes were compared to find them",
                  "%d, %s tests", (int)found->volumes,
                  format_count(count, sizeof count, (int64_t)found->tests));
    snprintf(text, sizeof text, "%d", (int)found->triangles);
    widget_figure("Triangle contacts", "Pairs of them whose triangles meet", "%s",
                  found->went_on ? text : "not asked");
    igEndTable();
}

static void verdict(const HybridStats *stats)
{
    igPushTextWrapPos(0);
    if (stats->merged)
        widget_text(COLOUR_WARN, "Not proven: a limit ended the search, and merging was better.");
    else if (stats->stopped)
        widget_text(COLOUR_WARN, "Not proven: a limit ended the search.");
    else if (!stats->proven)
        widget_text(COLOUR_WARN, "Not proven: this bound may cut off the best.");
    else if (stats->levels > 0)
        widget_text(COLOUR_GOOD, "Every level is proven to be the best choice.");
    igPopTextWrapPos();
}

static void level(const PanelContext *context)
{
    const App *app = context->app;
    int shown = app->document.primitives.level, most = (int)app->hybrid.quality.depth - 1;
    shown = shown > most ? most : shown;
    widget_label("Level", "Which groups are drawn, coloured by type: 0 is the root");
    if (igSliderInt("##level", &shown, HYBRID_LEVEL_OFF, most < 0 ? 0 : most,
                    shown < 0 ? "off" : "%d", ImGuiSliderFlags_AlwaysClamp) &&
        shown != app->document.primitives.level)
        action_submit_merged(context->out, &action_hybrid_level,
                             &(ActionArgs){.part = NO_PART, .index = shown},
                             context->ui->merge_key);
    widget_explain(context, "hybrid_level", NULL);
    if (shown >= 0)
        lab_legend(themes[look_theme(app->document.view.look)].hues, volume_type_titles,
                   VOLUME_TYPE_COUNT);
}

void hybrid_rows(const PanelContext *context)
{
    const App *app = context->app;
    const PrimitiveState *p = &app->document.primitives;
    igPushID_Str("hybrid");
    igSeparatorText("Hierarchy over them");
    widget_switch(context, "hybrid_build", "Build", &action_hybrid_build,
                  "Keeps a hierarchy over the primitives, built anew whenever they change");
    choose_builder(context);
    igPushStyleColor_U32(ImGuiCol_Header, look_colour(COLOUR_FIELD, 1));
    bool open = igCollapsingHeader_TreeNodeFlags("Parameters", 0);
    igPopStyleColor(1);
    widget_explain(context, "hybrid_parameters",
                   "Limits of the search, and which types groups may have; a click opens them");
    if (open) {
        for (int i = 0; i < p->desc.builder->param_count; ++i)
            choose_param(context, i);
        choose_types(context);
    }
    if (p->build && app->hybrid.list) {
        level(context);
        verdict(&app->hybrid.stats);
        figures(app);
        contacts(context);
        if (igButton("Save hierarchy...", (ImVec2){0, 0}))
            path_dialog_open(context->ui, PATH_SAVE_HYBRID, app);
        widget_explain(context, "hybrid_save", "Groups and primitives, nested, as XML");
    } else if (p->build) {
        widget_text(COLOUR_FAINT, "Being built ...");
    }
    igPopID();
}
