// What the last query did, and what each part's hierarchy costs.
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/cost_table.h"
#include "app/window/panels/root_figures.h"
#include "app/window/panels/tree_figures.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

static void query_figures(const PanelContext *context)
{
    const App *app = context->app;
    const QueryStats *stats = &app->report.stats;
    char text[64];
    if (!igBeginTable("query", 2, 0, (ImVec2){0, 0}, 0))
        return;
    widget_figure("Pairs of parts queried",
                  "Pairs whose boxes meet; only these reach the hierarchies", "%s",
                  format_count(text, sizeof text, (int64_t)app->report.near_pairs));
    widget_figure("Volume tests",
                  "Pairs of bounding volumes compared; N_v where none of them is at a front", "%s",
                  format_count(text, sizeof text, (int64_t)stats->volume_tests));
    widget_figure("of them, at fronts",
                  "Of searches that went on where the last one ended, and gaps measured for them: "
                  "these are no N_v",
                  "%s", format_count(text, sizeof text, (int64_t)stats->front_tests));
    widget_figure("Triangle tests", "Pairs of triangles compared", "%s",
                  format_count(text, sizeof text, (int64_t)stats->triangle_tests));
    widget_figure("Volume updates", "Volumes transformed or realigned on the way down", "%s",
                  format_count(text, sizeof text, (int64_t)stats->updates));
    widget_figure("Triangle pairs in contact", "Over all pairs of parts", "%s",
                  format_count(text, sizeof text, app->report.contact_count));
    widget_figure("Polygon pairs in contact", "Triangles of one source polygon count once", "%s",
                  format_count(text, sizeof text, context->contacts->polygon_pairs));
    widget_figure("Query time, wall clock", "Of the last query, on the worker and its helpers",
                  "%s", format_wall_ms(text, sizeof text, app->last_query_ms));
    if (stats->table_ms > 0)
        widget_figure("of it, lookup tables, wall clock",
                      "Filling the products of the restricted boxtree's lookup tables, per pair",
                      "%s", format_wall_ms(text, sizeof text, stats->table_ms));
    widget_figure("Build time, wall clock", "Of the last construction, all parts", "%s",
                  format_wall_ms(text, sizeof text, app->last_build_ms));
    igEndTable();
}

// Where separated pairs were found out: most should leave at the first few exits.
static void exits(const PanelContext *context)
{
    const Document *document = &context->app->document;
    const BvType *type = document->build.type;
    const Stages *stages = context->app->stages;
    const QueryStats *stats = &context->app->report.stats;
    if (document->query.test < 0 || document->query.test >= type->test_count)
        return;
    const OverlapTest *test = &type->tests[document->query.test];
    uint64_t sum = 0, most = 1;
    for (int e = 1; e <= test->exit_count && e < QUERY_MAX_EXITS; ++e) {
        sum += stats->exits[e];
        most = stats->exits[e] > most ? stats->exits[e] : most;
    }
    igPushStyleColor_U32(ImGuiCol_Header, look_colour(COLOUR_FIELD, 1));
    bool open = igCollapsingHeader_TreeNodeFlags("Exits of the overlap test", 0);
    widget_tooltip("Which axis or step told pairs of volumes apart, and how often");
    igPopStyleColor(1);
    if (!open)
        return;
    // The figures are those of the hierarchies and the test that were searched.
    if (type != stages->tree_desc.type || document->query.test != stages->shown.desc.test) {
        widget_text(COLOUR_FAINT, "No query with this test yet.");
        return;
    }
    if (sum == 0) {
        widget_text(COLOUR_FAINT, "No pair of volumes was separated in the last query.");
        return;
    }
    for (int e = 1; e <= test->exit_count && e < QUERY_MAX_EXITS; ++e) {
        char text[96], number[32];
        snprintf(text, sizeof text, "%s  %.1f %%",
                 format_count(number, sizeof number, (int64_t)stats->exits[e]),
                 100 * (double)stats->exits[e] / (double)sum);
        widget_label(test->exit_names[e], "Pairs of volumes separated here");
        igProgressBar((float)((double)stats->exits[e] / (double)most),
                      (ImVec2){-1, igGetTextLineHeight() + 2}, text);
    }
}

static void part_row(const PanelContext *context, int row)
{
    const App *app = context->app;
    int32_t i = context->ui->live[row];
    const Part *part = &app->assembly.parts[i];
    const Bvh *tree = app->parts ? app->parts[i].tree : NULL;
    char text[64];
    igTableNextRow(0, 0);
    igTableNextColumn();
    widget_ellipsis(COLOUR_TEXT, 0, part->name);
    widget_tooltip(part->name);
    widget_cell("%s", format_count(text, sizeof text, part->mesh->triangle_count));
    if (!tree)
        return;
    double bytes = (double)bvh_bytes(tree);
    widget_cell("%s", format_count(text, sizeof text, tree->node_count));
    widget_cell("%s", format_count(text, sizeof text, tree->depth));
    widget_cell("%s", format_bytes(text, sizeof text, bytes));
    widget_cell("%.1f", part->mesh->triangle_count ? bytes / part->mesh->triangle_count : 0);
    widget_cell("%.2f", tree->build_ms);
}

static void part_table(const PanelContext *context)
{
    static const char *const titles[] = {"Part",  "Triangles", "Nodes",  "Levels",
                                         "Bytes", "Each",      "Wall ms"};
    static const float widths[] = {7.5f, 4.2f, 4.2f, 3.2f, 4.4f, 5.0f, 4.0f}; // in letters' heights
    ImGuiTableFlags flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable |
                            ImGuiTableFlags_BordersInnerV;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float least = igGetTextLineHeightWithSpacing() * 6;
    if (!igBeginTable("parts", 7, flags, (ImVec2){0, space.y > least ? 0 : least}, 0))
        return;
    igTableSetupScrollFreeze(1, 1);
    for (int i = 0; i < 7; ++i)
        igTableSetupColumn(titles[i], ImGuiTableColumnFlags_WidthFixed, widths[i] * igGetFontSize(),
                           0);
    static const char *const notes[] = {
        NULL,
        "Of the part's mesh",
        "Of the part's hierarchy",
        "How deep the hierarchy is",
        "Memory of the hierarchy",
        "Memory of the hierarchy per triangle",
        "How long it took to build it, in milliseconds by the clock on the wall"};
    widget_headers(~1U, notes);
    widget_rows(context, context->ui->live_count, part_row);
    igEndTable();
}

static void draw(const PanelContext *context)
{
    root_figures(context);
    igSeparatorText("Last query");
    query_figures(context);
    exits(context);
    cost_table(context);
    tree_figures(context);
    igSeparatorText("Hierarchies");
    part_table(context);
}

const Panel panel_statistics = {
    .title = "Statistics",
    .note = "Tests, times, memory",
    .chapter = "hierarchies#the-statistics-panel",
    .place = PLACE_BOTTOM,
    .open = true,
    .draw = draw,
};
