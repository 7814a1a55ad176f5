#include "app/window/panels/traversal_parts.h"

#include "app/actions/list_trace.h"
#include "app/picture/ink.h"
#include "app/picture/trace_colours.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"

#include <stdio.h>

static bool two(const App *app)
{
    return compare_on(app) && trace_known(&app->compare.trace);
}

static enum TraceVerdict verdict_of(const TraceTest *test)
{
    return test->exit                    ? TRACED_APART
           : test->flags & TRACE_CONTACT ? TRACED_CONTACT
           : test->flags & TRACE_LEAVES  ? TRACED_LEAVES
                                         : TRACED_OPENED;
}

static uint32_t test_colour(const Trace *trace, const TraceTest *test)
{
    return test->exit ? trace_exit_colour(test->exit, trace->test->exit_count)
                      : trace_verdict_colours[verdict_of(test)];
}

// With the number of an exit, which is told by more than its shade then; 0: none.
static void swatch(uint32_t colour, int exit)
{
    ImVec2 at, needed;
    char text[16];
    igGetCursorScreenPos(&at);
    if (exit == 0) {
        widget_swatch(colour);
        return;
    }
    snprintf(text, sizeof text, "%d", exit);
    igCalcTextSize(&needed, text, NULL, false, -1);
    float height = igGetTextLineHeight(), letters = 0.8f * height, width = 1.2f * height;
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + width, at.y + height},
                             look_colour(colour, 1), height * 0.2f, 0);
    ImDrawList_AddText_FontPtr(
        list, igGetFont(), letters,
        (ImVec2){at.x + (width - 0.8f * needed.x) / 2, at.y + (height - letters) / 2},
        look_colour(ink_on(colour), 1), text, NULL, 0, NULL);
    igDummy((ImVec2){width, height});
}

void traversal_test(const PanelContext *context, enum CompareSide side, uint32_t index, bool whole)
{
    const App *app = context->app;
    const TraceShown *shown = compare_trace(app, side);
    const TraceTest *test = &shown->trace.tests[index];
    char text[320], said[256];
    trace_say_of(shown, app->assembly.unit, index, said, sizeof said);
    snprintf(text, sizeof text, "%sA %u, B %u: %s",
             !two(app)        ? ""
             : side == SIDE_B ? "Right: "
                              : "Left: ",
             test->a, test->b, said);
    swatch(test_colour(&shown->trace, test), test->exit);
    igSameLine(0, -1);
    if (whole)
        widget_paragraph(COLOUR_TEXT, 0, text);
    else
        widget_ellipsis(COLOUR_TEXT, 0, text);
}

void traversal_point_at(const PanelContext *context, enum CompareSide side, uint32_t test)
{
    context->ui->trace_hovered = test;
    context->ui->trace_side = (int)side;
    context->ui->trace_frame = igGetFrameCount();
}

void traversal_second_summary(const PanelContext *context)
{
    const TraceShown *t = &context->app->compare.trace;
    char line[256], tests[32];
    if (!two(context->app))
        return;
    snprintf(line, sizeof line, "Right: %s, %s%s: %s volume tests%s", t->trace.a->type->name,
             t->trace.test->name, t->query.lift && t->trace.test->run_lifted ? ", lifted" : "",
             format_count(tests, sizeof tests, (int64_t)t->trace.total.volume_tests),
             t->old ? "; old" : "");
    widget_paragraph(COLOUR_FAINT, 0, line);
}

void traversal_second_reason(const PanelContext *context)
{
    const TraceShown *t = &context->app->compare.trace;
    if (!two(context->app))
        return;
    igBeginGroup();
    traversal_test(context, SIDE_B, trace_shown_test(t), true);
    igEndGroup();
    if (igIsItemHovered(0))
        traversal_point_at(context, SIDE_B, trace_shown_test(t));
}

// --- the tests as trees

typedef struct Cells {
    const TraceShown *shown;
    int exit; // whose bars alone are to be seen; 0: all
} Cells;

static const TraceTest *test_of(const Cells *cells, uint32_t cell)
{
    return &cells->shown->trace.tests[trace_test_at(cells->shown, cell)];
}

static uint32_t cell_colour(const void *data, uint32_t cell)
{
    const Cells *cells = data;
    return test_colour(&cells->shown->trace, test_of(cells, cell));
}

static int cell_number(const void *data, uint32_t cell)
{
    return test_of(data, cell)->exit;
}

// What comes after the step that is shown, or what another exit separated than is asked for.
static bool cell_faint(const void *data, uint32_t cell)
{
    const Cells *cells = data;
    const TraceShown *t = cells->shown;
    TraceStep at = trace_step(&t->trace, t->step);
    return cells->exit ? test_of(cells, cell)->exit != cells->exit
                       : trace_test_at(t, cell) >= at.first + at.count;
}

// In the view, and why, beside the panel.
static void show_hovered(const PanelContext *context, enum CompareSide side, uint32_t test)
{
    traversal_point_at(context, side, test);
    // At the mouse: beside so tall a widget it would be far away.
    if (igIsItemHovered(ImGuiHoveredFlags_ForTooltip) && igBeginTooltip()) {
        traversal_test(context, side, test, true);
        widget_text(COLOUR_FAINT, "Click: go there. Wheel: zoom. Double click: as wide as this.");
        igEndTooltip();
    }
}

static void tree_of(const PanelContext *context, enum CompareSide side, TraversalTrees *trees,
                    float height)
{
    static const char *const rects[COMPARE_SIDES] = {"trace_icicle", "trace_icicle_b"};
    const App *app = context->app;
    const TraceShown *t = compare_trace(app, side), *other = compare_trace(app, 1 - side);
    bool both = two(app);
    IcicleView *view = &trees->views[side];
    bool pointed = trees->exit_side == side && trees->exit_frame > 0 &&
                   trees->exit_frame + 1 >= igGetFrameCount();
    Cells cells = {t, pointed ? trees->exit : 0};
    IcicleTree tree = {.size = t->trace.size,
                       .count = t->trace.test_count,
                       .depth = both && other->depth > t->depth ? other->depth : t->depth,
                       .data = &cells,
                       .colour = cell_colour,
                       .number = cell_number,
                       .faint = cell_faint,
                       .marked = trace_cell_of(t, trace_shown_test(t)),
                       .across = both ? other->trace.test_count : 0};
    if (side == SIDE_B) // A's step is what both keep in sight
        view->shown = tree.marked;
    IcicleAnswer answer = icicle_draw(context, rects[side], &tree, view, height);
    if (answer.clicked != ICICLE_NONE)
        action_submit(
            context->out, &action_trace_go,
            &(ActionArgs){.part = NO_PART,
                          .number =
                              trace_made_at(&t->trace, trace_test_at(t, answer.clicked)) + 1.0});
    if (answer.hovered != ICICLE_NONE)
        show_hovered(context, side, trace_test_at(t, answer.hovered));
    else
        widget_tooltip("Each bar is a test, below the one whose opening made it");
}

void traversal_trees(const PanelContext *context, TraversalTrees *trees)
{
    const App *app = context->app;
    const int sides = two(app) ? 2 : 1;
    for (int side = 0; side < COMPARE_SIDES; ++side) {
        const TraceShown *t = compare_trace(app, (enum CompareSide)side);
        if (trees->versions[side] != t->version)
            trees->views[0] = trees->views[1] = (IcicleView){0};
        trees->versions[side] = t->version;
    }
    float height = (sides == 2 ? 7 : 11) * igGetFontSize();
    if (sides == 2)
        widget_text(COLOUR_FAINT, "Left above, right below, on one scale");
    tree_of(context, SIDE_A, trees, height);
    if (sides == 2) {
        IcicleView *a = &trees->views[SIDE_A], *b = &trees->views[SIDE_B];
        b->from = a->from;
        b->to = a->to;
        tree_of(context, SIDE_B, trees, height);
        a->from = b->from;
        a->to = b->to;
    }
    lab_legend(trace_verdict_colours, trace_verdict_words, TRACED_VERDICTS);
}

// --- counters

typedef struct Counter {
    const char *label, *note;
    uint64_t value[COMPARE_SIDES];
} Counter;

static void count_row(const Counter *counter, int sides)
{
    char text[COMPARE_SIDES][32];
    for (int side = 0; side < sides; ++side)
        format_count(text[side], sizeof text[side], (int64_t)counter->value[side]);
    if (sides == 1)
        widget_figure(counter->label, counter->note, "%s", text[SIDE_A]);
    else
        widget_figure(counter->label, counter->note, "%s | %s", text[SIDE_A], text[SIDE_B]);
}

// heading: while there are two, whose they are; else NULL.
static void exits(const PanelContext *context, TraversalTrees *trees, enum CompareSide side,
                  const TraceCounters *c, const char *heading)
{
    const Trace *trace = &compare_trace(context->app, side)->trace;
    char text[64];
    bool first = side == SIDE_A;
    if (heading)
        widget_figure(heading, "How often each exit of the overlap test told two volumes apart",
                      "%s", trace->test->name);
    for (int e = 1; e <= trace->test->exit_count && e < QUERY_MAX_EXITS; ++e) {
        if (c->exits[e] == 0)
            continue;
        igTableNextRow(0, 0);
        igTableNextColumn();
        igBeginGroup();
        swatch(trace_exit_colour(e, trace->test->exit_count), e);
        igSameLine(0, -1);
        widget_text(COLOUR_TEXT, trace->test->exit_names[e]);
        igEndGroup();
        if (first)
            ui_note_rect(context->ui, "trace_first_exit");
        first = false;
        if (igIsItemHovered(0)) {
            trees->exit = e;
            trees->exit_side = side;
            trees->exit_frame = igGetFrameCount();
        }
        widget_tooltip("Tests that this exit separated. While the mouse is here, the other bars "
                       "are pale.");
        igTableNextColumn();
        widget_right(format_count(text, sizeof text, (int64_t)c->exits[e]));
    }
}

void traversal_counters(const PanelContext *context, TraversalTrees *trees)
{
    const App *app = context->app;
    const int sides = two(app) ? 2 : 1;
    TraceCounters c[COMPARE_SIDES];
    for (int side = 0; side < sides; ++side) {
        const TraceShown *t = compare_trace(app, (enum CompareSide)side);
        trace_counters(&t->trace, t->step, &c[side]);
    }
    if (sides == 1)
        c[SIDE_B] = c[SIDE_A];
    const Counter rows[] = {
        {"Volume tests, N_v",
         "Pairs of volumes compared up to this step",
         {c[0].volume_tests, c[1].volume_tests}},
        {"Triangle tests, N_p",
         "Pairs of triangles compared up to this step",
         {c[0].triangle_tests, c[1].triangle_tests}},
        {"Volume updates, N_u",
         "Volumes transformed or realigned up to this step",
         {c[0].updates, c[1].updates}},
        {"Pairs of leaves", "Whose triangles were compared", {c[0].leaf_pairs, c[1].leaf_pairs}},
        {"Contacts",
         "Pairs of triangles found in contact up to this step",
         {c[0].contacts, c[1].contacts}},
    };
    if (!igBeginTable("trace_counters", 2, 0, widget_figures_size(), 0))
        return;
    if (sides == 2)
        widget_figure("Up to this step", "Of both settings", "left | right");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        count_row(&rows[i], sides);
    exits(context, trees, SIDE_A, &c[SIDE_A], sides == 2 ? "Exits, left" : NULL);
    if (sides == 2)
        exits(context, trees, SIDE_B, &c[SIDE_B], "Exits, right");
    igEndTable();
}
