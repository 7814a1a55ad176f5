// How a hierarchy is built, split by split: transport, the reason of each, what was weighed, and the
// tree as it grows.
#include "app/actions/list_construction.h"
#include "app/actions/list_view.h"
#include "app/picture/trace_colours.h"
#include "app/picture/tree_colours.h"
#include "app/stages/rows.h"
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/candidate_rows.h"
#include "app/window/panels/hybrid_steps.h"
#include "app/window/panels/icicle.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stdio.h>

typedef struct ConstructionPanel {
    IcicleView icicle;
    uint32_t version; // of the record that it is a view of
} ConstructionPanel;
static const UiPrivate memory = {.size = sizeof(ConstructionPanel)};

// The camera goes to the node of the step, which gets small on the way down.
static void look_closer(const PanelContext *context)
{
    const App *app = context->app;
    const ConstructionShown *c = &app->construction;
    Box3d box = construction_box(c, c->record.steps[c->step].node), placed = box3d_empty();
    for (int corner = 0; corner < 8; ++corner) {
        Vec3d p = vec3d(corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                        corner & 4 ? box.hi.z : box.lo.z);
        placed = box3d_including(placed, affine_apply(&app->document.parts[c->part].placement, p));
    }
    if (!(placed.lo.x <= placed.hi.x))
        return;
    ActionArgs args = {.part = NO_PART};
    args.camera = camera_fitted(&app->document.view.camera, placed, context->ui->view_aspect);
    args.camera.distance *= 1.3;
    action_submit(context->out, &action_camera_set, &args);
}

static void record_row(const PanelContext *context)
{
    const App *app = context->app;
    bool busy = stage_asked(app, &stage_construction) || stage_task(app, &stage_construction);
    float width = widget_share(4);
    if (widget_button(
            context, busy ? "Recording..." : "Record", "construction_record",
            "Builds the selected part's hierarchy once more and records every split "
            "(Shift+J)",
            busy ? "it is being recorded" : lab_obstacle(app, &action_construction_record), width))
        action_submit(context->out, &action_construction_record, NULL);
    igSameLine(0, -1);
    lab_action_button(context, "Primitives", "construction_primitives",
                      &action_construction_primitives, width);
    igSameLine(0, -1);
    if (app->construction.hybrid) { // of primitives everything is in the view
        if (widget_button(context, "Save...", "construction_save",
                          "The plot of this level as SVG or PNG",
                          lab_obstacle(app, &action_construction_save), width))
            path_dialog_open(context->ui, PATH_SAVE_SEARCH, app);
    } else if (widget_button(context, "Look closer", "construction_look",
                             "The camera goes to the node that is split",
                             lab_obstacle(app, &action_construction_clear), width)) {
        look_closer(context);
    }
    igSameLine(0, -1);
    lab_action_button(context, "Clear", "construction_clear", &action_construction_clear, width);
}

static void summary(const App *app)
{
    const ConstructionShown *c = &app->construction;
    const BvhDesc *desc = &c->tree->desc;
    const char *own = c->tree->type->own_criterion;
    char line[400], bytes[32];
    snprintf(line, sizeof line, "%.80s: %s, %s, %s, %u splits, %s",
             c->part < app->assembly.part_count ? app->assembly.parts[c->part].name : "?",
             c->tree->type->name, own ? own : desc->split->name, desc->builder->name,
             c->record.step_count,
             format_bytes(bytes, sizeof bytes, (double)build_record_bytes(&c->record)));
    widget_paragraph(COLOUR_FAINT, 0, line);
    if (c->old)
        widget_paragraph(COLOUR_WARN, 0,
                         "Old: the part's hierarchy is built in another way by now. Record again "
                         "for what is shown now.");
}

static void transport(const PanelContext *context)
{
    const App *app = context->app;
    const ConstructionShown *c = &app->construction;
    lab_transport(
        context,
        &(LabTransport){.name = "construction_step",
                        .note = "Drag to go through the recorded construction",
                        .at = c->step + 1,
                        .last = construction_steps(c),
                        .go = &action_construction_go,
                        .merge_key = CONSTRUCTION_PLAY_KEY,
                        .playing = c->playing,
                        .play_name = "construction_play",
                        .play_note = "Goes on split by split, and stops",
                        .play = &action_construction_play,
                        .back = {"Back", "construction_back", &action_construction_back},
                        .forward = {"Step", "construction_forward", &action_construction_forward},
                        .runs = {{"Leaf", "construction_next_leaf", &action_construction_next_leaf},
                                 {"Odd", "construction_next_odd", &action_construction_next_odd}}});
    double speed = construction_speed(c), least = CONSTRUCTION_SLOWEST, most = CONSTRUCTION_FASTEST;
    igSetNextItemWidth(-1);
    if (igSliderScalar("##speed", ImGuiDataType_Double, &speed, &least, &most, "%.4g steps/s",
                       ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
        action_submit_merged(context->out, &action_construction_speed,
                             &(ActionArgs){.part = NO_PART, .number = speed},
                             CONSTRUCTION_PLAY_KEY);
    widget_explain(context, "construction_speed", "How fast it plays");
}

static void hybrid_reason(const ConstructionShown *c)
{
    char text[640];
    hybrid_construction_say(c->hybrid, c->step, text, sizeof text);
    widget_paragraph(COLOUR_TEXT, 0, text);
    const HybridStep *step = &c->hybrid->record.steps[c->step];
    if (step->primitives[0] > 0 && step->primitives[1] > 0)
        lab_legend((const uint32_t[]){TRACE_COLOUR_A, TRACE_COLOUR_B},
                   (const char *const[]){"the one", "the other"}, 2);
}

static void reason(const App *app)
{
    const ConstructionShown *c = &app->construction;
    char text[640];
    if (c->hybrid) {
        hybrid_reason(c);
        return;
    }
    construction_say(app, c->step, text, sizeof text);
    widget_paragraph(COLOUR_TEXT, 0, text);
    bool both = c->tree->type->traits & BV_REPEATS_TRIANGLES;
    lab_legend((const uint32_t[]){TRACE_COLOUR_A, TRACE_COLOUR_B, TRACE_COLOUR_GAP},
               (const char *const[]){"first part", "second part", "in both"}, both ? 3 : 2);
}

enum Cell { CELL_WAITS, CELL_LEAF, CELL_SPLIT, CELL_NOW, CELLS };
static const uint32_t cell_colours[CELLS] = {[CELL_WAITS] = TREE_COLOUR_INNER,
                                             [CELL_LEAF] = TREE_COLOUR_LEAF,
                                             [CELL_SPLIT] = TREE_COLOUR_VISITED,
                                             [CELL_NOW] = TREE_COLOUR_PICKED};
static const char *const cell_words[CELLS] = {[CELL_WAITS] = "waits to be split",
                                              [CELL_LEAF] = "leaf",
                                              [CELL_SPLIT] = "split",
                                              [CELL_NOW] = "being split"};

static uint32_t cell_colour(const void *data, uint32_t place)
{
    const ConstructionShown *c = data;
    NodeId node = c->record.order[place];
    const BuildNode *n = &c->record.nodes[node];
    return cell_colours[node == c->record.steps[c->step].node ? CELL_NOW
                        : n->child_count == 0                 ? CELL_LEAF
                        : n->opened_at <= c->step             ? CELL_SPLIT
                                                              : CELL_WAITS];
}

static bool cell_absent(const void *data, uint32_t place)
{
    const ConstructionShown *c = data;
    return !build_is_made(&c->record, c->record.order[place], c->step);
}

// The same of primitives: groups and what they hold, as they stand after the step.
static uint32_t group_colour(const void *data, uint32_t place)
{
    const ConstructionShown *c = data;
    const HybridConstruction *h = c->hybrid;
    const HybridStep *step = &h->record.steps[c->step];
    HybridId node = h->order[place];
    bool now = false;
    for (uint32_t i = 0; node != HYBRID_NONE && i < step->changes; ++i)
        now |= h->record.changes[step->change + i].after == node;
    return cell_colours[now                         ? CELL_NOW
                        : node == HYBRID_NONE       ? CELL_WAITS
                        : node < h->list->set.count ? CELL_LEAF
                                                    : CELL_SPLIT];
}

static void growing_groups(const PanelContext *context, ConstructionPanel *panel, float letters)
{
    static const char *const words[CELLS] = {
        [CELL_LEAF] = "primitive", [CELL_SPLIT] = "group", [CELL_NOW] = "group of this step"};
    const ConstructionShown *c = &context->app->construction;
    const HybridConstruction *h = c->hybrid;
    if (h->at != (int64_t)c->step)
        return; // with the next frame
    if (panel->version != c->version) {
        panel->version = c->version;
        panel->icicle = (IcicleView){0};
    }
    IcicleTree tree = {.size = h->size,
                       .count = h->count,
                       .depth = h->depth,
                       .data = c,
                       .colour = group_colour,
                       .marked = ICICLE_NONE};
    icicle_draw(context, "construction_icicle", &tree, &panel->icicle, letters * igGetFontSize());
    widget_tooltip(
        "Groups as they stand after this step: each bar is a group or a primitive, below "
        "the group that it is in");
    lab_legend(cell_colours + 1, words + 1, CELLS - 1);
}

static void growing_tree(const PanelContext *context, ConstructionPanel *panel, float letters)
{
    const ConstructionShown *c = &context->app->construction;
    const BuildRecord *record = &c->record;
    if (panel->version != c->version) {
        panel->version = c->version;
        panel->icicle = (IcicleView){0};
    }
    IcicleTree tree = {.size = record->size,
                       .count = record->node_count,
                       .depth = record->depth,
                       .data = c,
                       .colour = cell_colour,
                       .absent = cell_absent,
                       .marked = record->place[record->steps[c->step].node]};
    IcicleAnswer answer = icicle_draw(context, "construction_icicle", &tree, &panel->icicle,
                                      letters * igGetFontSize());
    ImVec2 corner, size;
    igGetItemRectMin(&corner);
    igGetItemRectSize(&size);
    ui_note_place(context->ui, "construction_root", corner.x, corner.y, size.x, 3);
    uint32_t pointed = answer.clicked != ICICLE_NONE ? answer.clicked : answer.hovered;
    const BuildNode *n = pointed != ICICLE_NONE ? &record->nodes[record->order[pointed]] : NULL;
    uint32_t to = !n ? BUILD_NONE : n->opened_at != BUILD_NONE ? n->opened_at : n->made_at;
    if (answer.clicked != ICICLE_NONE && to != BUILD_NONE)
        action_submit(context->out, &action_construction_go,
                      &(ActionArgs){.part = NO_PART, .number = to + 1.0});
    if (!n) {
        widget_tooltip("The tree as far as it is built: each bar is a node, below its parent");
    } else if (igIsItemHovered(ImGuiHoveredFlags_ForTooltip) && igBeginTooltip()) {
        char line[128];
        snprintf(line, sizeof line, "Node %u: %u triangles, a leaf", record->order[pointed],
                 n->count);
        if (n->opened_at != BUILD_NONE)
            snprintf(line, sizeof line, "Node %u: %u triangles, opened by split %u",
                     record->order[pointed], n->count, n->opened_at + 1);
        widget_text(COLOUR_TEXT, line);
        widget_text(COLOUR_FAINT, "Click: go there. Wheel: zoom. Double click: as wide as this.");
        igEndTooltip();
    }
    lab_legend(cell_colours, cell_words, CELLS);
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    ConstructionPanel *panel = ui_own(context->ui, &memory);
    if (!construction_known(&app->construction)) {
        record_row(context);
        const char *why = lab_obstacle(app, &action_construction_record);
        widget_paragraph(COLOUR_FAINT, 0,
                         "Select a part and press Record: every split of its hierarchy can then be "
                         "gone through, with what the criterion weighed and why it chose. "
                         "Primitives does the same with the hierarchy over the primitives.");
        if (why && app->assembly.part_count > 0)
            widget_paragraph(COLOUR_FAINT, 0, why);
        return;
    }
    const bool wide = widget_halves_begin();
    record_row(context);
    const bool hybrid = app->construction.hybrid != NULL;
    if (hybrid)
        hybrid_step_said(context);
    else
        summary(app);
    transport(context);
    reason(app);
    // The plot of a level takes the room of the bars, which go to the other side.
    const bool plotted =
        hybrid && app->construction.hybrid->record.steps[app->construction.step].search >= 0;
    if (plotted)
        growing_groups(context, panel, wide ? 3.4f : 9);
    widget_halves_next(wide);
    // Of two halves a third goes to the bars, and the rest to what was weighed.
    ImVec2 space;
    igGetContentRegionAvail(&space);
    const float third = space.y / 3 / igGetFontSize(), bars = !wide          ? 9
                                                              : third > 4.8f ? third
                                                                             : 4.8f;
    if (hybrid) {
        if (plotted)
            hybrid_step_plot(context);
        else
            growing_groups(context, panel, bars);
        hybrid_step_weighed(context);
    } else {
        growing_tree(context, panel, bars);
        candidate_rows(context);
    }
    widget_halves_end(wide);
}

const Panel panel_construction = {
    .title = CONSTRUCTION_PANEL,
    .note = "How a hierarchy is built, split by split, and why",
    .chapter = "hierarchies#the-construction-panel",
    .place = PLACE_STRIP,
    .lab = true,
    .draw = draw,
};
