// How two hierarchies are searched, step by step: transport, the reason of what happened, counters,
// the work list and the tests as a tree.
#include "app/actions/list_trace.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/picture/trace_colours.h"
#include "app/stages/rows.h"
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/traversal_parts.h"
#include "app/window/tools/tools.h"
#include "app/window/tools/trace_shape.h"

#include <math.h>
#include <stdio.h>

enum { LISTED = 64 };

typedef struct TraversalState {
    TraversalTrees trees;
    uint32_t lane_version, lane; // the marked line that was brought into sight last
    int triangle[2];
} TraversalState;
static const UiPrivate memory = {.size = sizeof(TraversalState)};

// The camera goes to the volumes of the step, which get small on the way down.
static void look_closer(const PanelContext *context)
{
    const App *app = context->app;
    const TraceShown *t = &app->trace;
    const TraceTest *test = &t->trace.tests[trace_shown_test(t)];
    VolumeShape shape;
    Box3d box = box3d_empty();
    for (int of_b = 0; of_b < 2; ++of_b)
        if (trace_shape(t, of_b, of_b ? test->b : test->a, &shape))
            for (int i = 0; i < shape.count; ++i)
                box = box3d_including(box, shape.ends[i]);
    if (!(box.lo.x <= box.hi.x))
        return;
    ActionArgs args = {.part = NO_PART};
    args.camera = camera_fitted(&app->document.view.camera, box, context->ui->view_aspect);
    args.camera.distance *= 1.6; // with room for the shadows beside them
    action_submit(context->out, &action_camera_set, &args);
}

static void record_row(const PanelContext *context)
{
    const App *app = context->app;
    bool busy = stage_asked(app, &stage_trace) || stage_task(app, &stage_trace);
    float width = widget_share(3);
    if (widget_button(context, busy ? "Recording..." : "Record", "trace_record",
                      "Records the search of the selected pair where the parts stand (Shift+U)",
                      busy ? "it is being recorded" : lab_obstacle(app, &action_trace_record),
                      width))
        action_submit(context->out, &action_trace_record, NULL);
    igSameLine(0, -1);
    if (widget_button(context, "Look closer", "trace_look",
                      "The camera goes to the volumes of the step",
                      lab_obstacle(app, &action_trace_clear), width))
        look_closer(context);
    igSameLine(0, -1);
    lab_action_button(context, "Clear", "trace_clear", &action_trace_clear, width);
}

static const char *part_name(const App *app, int32_t part)
{
    return part >= 0 && part < app->assembly.part_count ? app->assembly.parts[part].name : "?";
}

static void coloured_name(uint32_t colour, const char *letter, const char *name)
{
    igTableNextColumn();
    widget_swatch(colour);
    igSameLine(0, -1);
    widget_text(COLOUR_TEXT, letter);
    igSameLine(0, -1);
    widget_ellipsis(COLOUR_TEXT, 0, name);
}

static void summary(const PanelContext *context)
{
    const App *app = context->app;
    const TraceShown *t = &app->trace;
    char line[256], tests[32], bytes[32];
    if (igBeginTable("trace_parts", 2, 0, (ImVec2){0, 0}, 0)) {
        coloured_name(TRACE_COLOUR_A, "A", part_name(app, t->part[0]));
        coloured_name(TRACE_COLOUR_B, "B", part_name(app, t->part[1]));
        igEndTable();
    }
    snprintf(line, sizeof line, "%s, %s%s: %s volume tests%s, %s", t->trace.a->type->name,
             t->trace.test->name, t->query.lift && t->trace.test->run_lifted ? ", lifted" : "",
             format_count(tests, sizeof tests, (int64_t)t->trace.total.volume_tests),
             t->trace.truncated ? ", of which the first are kept" : "",
             format_bytes(bytes, sizeof bytes, (double)trace_bytes(&t->trace)));
    widget_paragraph(COLOUR_FAINT, 0, line);
    traversal_second_summary(context);
    if (t->old)
        widget_paragraph(COLOUR_WARN, 0,
                         "Old: parts or settings have changed since. Record again for what is "
                         "shown now.");
}

static void transport(const PanelContext *context)
{
    const App *app = context->app;
    const TraceShown *t = &app->trace;
    lab_transport(context, &(LabTransport){
                               .name = "trace_step",
                               .note = "Drag to go through the recorded search",
                               .at = t->at + 1,
                               .last = trace_steps(app),
                               .go = &action_trace_go,
                               .merge_key = TRACE_PLAY_KEY,
                               .playing = t->playing,
                               .play_name = "trace_play",
                               .play_note = "Goes on step by step, and stops (U)",
                               .play = &action_trace_play,
                               .back = {"Back", "trace_back", &action_trace_back},
                               .forward = {"Step", "trace_forward", &action_trace_forward},
                               .runs = {{"Leaves", "trace_next_leaves", &action_trace_next_leaves},
                                        {"Prune", "trace_next_prune", &action_trace_next_prune}}});
    ActionArgs args = {.part = NO_PART,
                       .number = field_number(&app->document, &action_trace_speed)};
    widget_slider(context, "trace_speed", "Speed", "Steps per second", &action_trace_speed, &args,
                  0.25, 100000, "%.4g steps/s", ImGuiSliderFlags_Logarithmic);
}

// Pointed at, it is what the view shows.
static void lane_line(const PanelContext *context, uint32_t test, bool marked)
{
    ImVec2 at, space;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    if (marked)
        ImDrawList_AddRectFilled(igGetWindowDrawList(), at,
                                 (ImVec2){at.x + space.x, at.y + igGetTextLineHeight()},
                                 look_colour(COLOUR_HOVER, 1), 3, 0);
    igBeginGroup();
    traversal_test(context, SIDE_A, test, false);
    igEndGroup();
    ui_note_rect(context->ui, marked ? "trace_lane_explained" : "trace_lane");
    if (igIsItemHovered(0))
        traversal_point_at(context, SIDE_A, test);
}

// All lanes of a block, in the room of four; the one that the view explains is marked.
static void block_lines(const PanelContext *context, TraversalState *state, TraceStep at)
{
    const TraceShown *t = &context->app->trace;
    const uint32_t explained = trace_shown_test(t);
    char line[96];
    snprintf(line, sizeof line, "One node of %s against a block of %u:",
             t->trace.tests[at.first].flags & TRACE_ONE_IS_B ? "B" : "A", at.count);
    widget_text(COLOUR_FAINT, line);
    bool many = at.count > 4;
    if (many)
        igBeginChild_Str("lanes", (ImVec2){0, 4.5f * igGetTextLineHeightWithSpacing()}, 0, 0);
    for (uint32_t i = at.first; i < at.first + at.count; ++i) {
        lane_line(context, i, i == explained);
        if (i == explained && (state->lane != i || state->lane_version != t->version)) {
            igSetScrollHereY(0.5f);
            state->lane = i;
            state->lane_version = t->version;
        }
    }
    if (many)
        igEndChild();
}

static void reason(const PanelContext *context, TraversalState *state)
{
    const TraceShown *t = &context->app->trace;
    TraceStep at = trace_step(&t->trace, t->step);
    if (at.count > 1)
        block_lines(context, state, at);
    else
        traversal_test(context, SIDE_A, trace_shown_test(t), true);
}

static void work_list(const PanelContext *context)
{
    const TraceShown *t = &context->app->trace;
    uint32_t waiting[LISTED], count = trace_waiting(&t->trace, t->step, waiting, LISTED);
    char line[96], number[32];
    snprintf(line, sizeof line, "Work list: %s pair%s###work",
             format_count(number, sizeof number, count), count == 1 ? "" : "s");
    igPushStyleColor_U32(ImGuiCol_Header, look_colour(COLOUR_FIELD, 1));
    bool open = igCollapsingHeader_TreeNodeFlags(line, 0);
    widget_tooltip(
        "Pairs of nodes that wait, in the order in which they are taken; click one to go "
        "there");
    igPopStyleColor(1);
    for (uint32_t i = 0; open && i < count && i < LISTED; ++i) {
        const TraceTest *test = &t->trace.tests[waiting[i]];
        igPushID_Int((int)i);
        snprintf(line, sizeof line, "%u.  A %u, B %u", i + 1, test->a, test->b);
        if (igSelectable_Bool(line, false, 0, (ImVec2){0, 0}))
            action_submit(context->out, &action_trace_go,
                          &(ActionArgs){.part = NO_PART,
                                        .number = trace_made_at(&t->trace, waiting[i]) + 1.0});
        if (igIsItemHovered(0))
            traversal_point_at(context, SIDE_A, waiting[i]);
        igPopID();
    }
    if (open && count > LISTED)
        widget_text(COLOUR_FAINT, "...");
}

static void triangles(const PanelContext *context, TraversalState *state)
{
    const App *app = context->app;
    const Trace *trace = &app->trace.trace;
    widget_label("Triangles", "What became of one triangle of A and one of B: where they are "
                              "compared, or why they are not");
    igSetNextItemWidth(-1);
    igInputInt2("##triangles", state->triangle, 0);
    widget_explain(context, "trace_triangle_numbers", NULL);
    int32_t most[2] = {trace->a->mesh->triangle_count - 1, trace->b->mesh->triangle_count - 1};
    for (int i = 0; i < 2; ++i)
        state->triangle[i] = state->triangle[i] < 0         ? 0
                             : state->triangle[i] > most[i] ? most[i]
                                                            : state->triangle[i];
    float width = widget_share(2);
    if (widget_button(context, "Go to them", "trace_triangles",
                      "To the step where they are compared, or where volumes above them are told "
                      "apart",
                      NULL, width))
        action_submit(context->out, &action_trace_triangles,
                      &(ActionArgs){.part = NO_PART,
                                    .index = state->triangle[0],
                                    .number = state->triangle[1]});
    igSameLine(0, -1);
    if (widget_button(context, "Pick in the view", "trace_pick",
                      "Click a triangle of A and one of B", NULL, width))
        context->ui->mode = context->ui->mode == &tool_trace_pick ? NULL : &tool_trace_pick;
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    TraversalState *state = ui_own(context->ui, &memory);
    if (!trace_known(&app->trace)) {
        record_row(context);
        const char *why = lab_obstacle(app, &action_trace_record);
        widget_paragraph(COLOUR_FAINT, 0,
                         "Select two parts and press Record: every test of their hierarchies can "
                         "then be gone through, forwards and backwards, with the reason of each.");
        if (why && app->assembly.part_count > 0)
            widget_paragraph(COLOUR_FAINT, 0, why);
        return;
    }
    const bool beside = widget_halves_begin();
    record_row(context);
    summary(context);
    widget_halves_next(beside);
    transport(context);
    widget_halves_end(beside);
    igSeparator();
    reason(context, state);
    traversal_second_reason(context);
    traversal_trees(context, &state->trees);
    traversal_counters(context, &state->trees);
    work_list(context);
    igSeparator();
    triangles(context, state);
}

const Panel panel_traversal = {
    .title = TRACE_PANEL,
    .note = "How two hierarchies are searched, test by test, and why",
    .chapter = "traversal#the-traversal-panel",
    .place = PLACE_STRIP,
    .lab = true,
    .draw = draw,
};
