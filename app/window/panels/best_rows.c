#include "app/window/panels/best_rows.h"

#include "app/actions/list_best.h"
#include "app/lab/plot_svg.h"
#include "app/window/look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum BestColumn {
    COLUMN_RANK,
    COLUMN_KIND,
    COLUMN_T,
    COLUMN_SPREAD,
    COLUMN_TESTS,
    COLUMN_TRIANGLES,
    COLUMN_UPDATES,
    COLUMN_BUILD,
    COLUMN_BYTES,
    COLUMN_EVEN,
    COLUMNS
};

static double value_of(const LabTable *table, int kind, int column)
{
    const ContestResult *r = &table->results[kind];
    switch (column) {
    case COLUMN_RANK:
        return contest_rank(table->results, table->count, kind);
    case COLUMN_SPREAD:
        return r->us_most / r->us_least;
    case COLUMN_TESTS:
        return r->volume_tests;
    case COLUMN_TRIANGLES:
        return r->triangle_tests;
    case COLUMN_UPDATES:
        return r->updates;
    case COLUMN_BUILD:
        return r->build_ms;
    case COLUMN_BYTES:
        return r->bytes;
    case COLUMN_EVEN:
        return contest_break_even(table->results, table->count, kind);
    default:
        return r->us_least;
    }
}

// Timed, then counted, then those of which nothing is known, or which failed.
static int class_of(const ContestResult *result)
{
    return result->rounds > 0 ? 0 : result->counted ? 1 : 2;
}

static bool comes_before(const LabTable *table, const BestOrder *order, int a, int b)
{
    int classes[2] = {class_of(&table->results[a]), class_of(&table->results[b])};
    if (classes[0] != classes[1])
        return classes[0] < classes[1];
    if (classes[0] > 0 && order->column == COLUMN_T)
        return a < b;
    if (order->column == COLUMN_KIND) {
        char names[2][LAB_KIND_NAME];
        lab_kind_name(table->kinds, a, names[0], sizeof names[0]);
        lab_kind_name(table->kinds, b, names[1], sizeof names[1]);
        int difference = strcmp(names[0], names[1]);
        return order->descending ? difference > 0 : difference < 0;
    }
    double x = value_of(table, a, order->column), y = value_of(table, b, order->column);
    return order->descending ? x > y : x < y;
}

static void sort(const LabTable *table, BestOrder *order)
{
    for (int i = 0; i < table->count; ++i) {
        int at = i;
        for (; at > 0 && comes_before(table, order, i, order->sorted[at - 1]); --at)
            order->sorted[at] = order->sorted[at - 1];
        order->sorted[at] = i;
    }
}

static bool is_present(const App *app, const LabKinds *kinds, int kind)
{
    if (kinds->primitives) {
        HybridDesc now = hybrid_kind_repeatable(&app->document.primitives.desc);
        return hybrid_desc_equal(&now, &kinds->builders[kind]);
    }
    SearchKind present = {.build = app->document.build, .query = app->document.query};
    return search_kind_equal(&present, &kinds->searches[kind]);
}

// Green on the bar of the present kind is hard to read.
static void rank_cell(const LabTable *table, int kind, bool present)
{
    const ContestResult *r = &table->results[kind];
    bool best = r->timed && !present && contest_rank(table->results, table->count, kind) == 1;
    char text[64];
    if (r->timed || r->failure[0])
        lab_rank_text(table, kind, text, sizeof text);
    else
        snprintf(text, sizeof text, "%d/%d", r->rounds, CONTEST_ROUNDS);
    widget_text(!r->timed ? COLOUR_FAINT : best ? COLOUR_GOOD : COLOUR_TEXT, text);
    if (!r->timed)
        widget_tooltip(r->failure[0] ? r->failure : "Not finished: rounds that were timed");
}

static void figures(const LabTable *table, int kind)
{
    const ContestResult *r = &table->results[kind];
    char text[64];
    if (!r->counted) {
        igTableNextColumn();
        widget_text(COLOUR_FAINT, r->failure[0] ? "-" : "...");
        return;
    }
    if (r->rounds > 0) {
        widget_cell("%.1f", r->us_least);
        widget_cell("%.0f %%", 100 * (r->us_most / r->us_least - 1));
    } else {
        widget_cell("%s", "...");
        widget_cell("%s", "...");
    }
    widget_cell("%.1f", r->volume_tests);
    widget_cell("%.1f", r->triangle_tests);
    widget_cell("%.1f", r->updates);
    widget_cell("%.2f", r->build_ms);
    widget_cell("%.1f", 1e-3 * r->bytes);
    lab_break_even_text(table, kind, text, sizeof text);
    widget_cell("%s", r->timed ? text : "...");
}

static void row(const PanelContext *context, const LabTable *table, int kind, int place)
{
    const ContestResult *r = &table->results[kind];
    char name[LAB_KIND_NAME];
    lab_kind_name(table->kinds, kind, name, sizeof name);
    igTableNextRow(0, 0);
    igTableNextColumn();
    bool present = is_present(context->app, table->kinds, kind);
    rank_cell(table, kind, present);
    igTableNextColumn();
    widget_swatch(look_on_panel(plot_colour(kind)));
    igSameLine(0, -1);
    igPushID_Int(kind);
    bool finished =
        table->subject && r->timed; // of the whole table, not of one that is still measured
    if (igSelectable_Bool(name, present, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}) &&
        finished) {
        int order[LAB_KINDS_MOST], index = 0;
        lab_order(table, order);
        while (order[index] != kind)
            ++index;
        submit_index(context, &action_best_apply, index + 1);
    }
    if (place == 0)
        ui_note_rect(context->ui, table->subject ? "best_first" : "best_live_first");
    widget_tooltip(r->failure[0] ? r->failure
                   : !finished   ? "Not finished: it can be taken when all have been measured"
                   : present     ? "This is how it is built and searched now"
                                 : "Click: build and search this way");
    igPopID();
    figures(table, kind);
}

static void take_sorting(BestOrder *order)
{
    ImGuiTableSortSpecs *specs = igTableGetSortSpecs();
    if (!specs || specs->SpecsCount < 1)
        return;
    order->column = specs->Specs[0].ColumnIndex;
    order->descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    specs->SpecsDirty = false;
}

void best_rows(const PanelContext *context, const LabTable *table, BestOrder *order)
{
    bool primitives = table->kinds->primitives;
    const struct {
        const char *title, *note;
        float letters;
    } columns[COLUMNS] = {
        [COLUMN_RANK] = {"#", "Kinds whose three rounds overlap are tied: =", 2.4f},
        [COLUMN_KIND] = {"Kind", NULL, 0},
        [COLUMN_T] = {"T \u00b5s", "CPU time per frame, the fastest of three rounds", 3.6f},
        [COLUMN_SPREAD] = {"spread", "How much longer the slowest round took", 4},
        [COLUMN_TESTS] = {"N_v", "Volume tests per frame", 4.2f},
        [COLUMN_TRIANGLES] = {"N_p",
                              primitives ? "Those among them of two primitives"
                                         : "Triangle tests per frame",
                              4.2f},
        [COLUMN_UPDATES] = {"N_u",
                            primitives ? "Volumes moved into the other frame, per frame"
                                       : "Volume updates per frame",
                            4.2f},
        [COLUMN_BUILD] = {"build ms", "CPU time of building all trees", 5},
        [COLUMN_BYTES] = {"kB", "Memory of all trees", 3.6f},
        [COLUMN_EVEN] = {"even", "Frames after which a longer construction has paid off", 3.2f}};
    ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                            ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
    if (!igBeginTable("best", COLUMNS, flags, (ImVec2){0, 0}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    for (int i = 0; i < COLUMNS; ++i)
        igTableSetupColumn(columns[i].title,
                           (columns[i].letters > 0 ? ImGuiTableColumnFlags_WidthFixed
                                                   : ImGuiTableColumnFlags_WidthStretch) |
                               (i == COLUMN_T ? ImGuiTableColumnFlags_DefaultSort : 0),
                           columns[i].letters > 0 ? columns[i].letters * igGetFontSize() : 1, 0);
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < COLUMNS; ++i) {
        igTableNextColumn();
        igTableHeader(columns[i].title);
        if (i == COLUMN_BYTES)
            ui_note_rect(context->ui, "best_sort_bytes");
        if (columns[i].note)
            widget_tooltip(columns[i].note);
    }
    take_sorting(order);
    sort(table, order);
    for (int i = 0; i < table->count; ++i)
        row(context, table, order->sorted[i], i);
    igEndTable();
}
