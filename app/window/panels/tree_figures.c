#include "app/window/panels/tree_figures.h"

#include "app/actions/list_tree.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"

#include <math.h>
#include <stdio.h>

enum { TEXT = 64 };

// "1.25", or a dash where nothing is defined.
static const char *format_ratio(char *text, double value)
{
    if (isfinite(value))
        snprintf(text, TEXT, value < 100 ? "%.2f" : "%.4g", value);
    else
        snprintf(text, TEXT, "-");
    return text;
}

static const char *format_two_ratios(char *text, double first, double second)
{
    char a[TEXT], b[TEXT];
    snprintf(text, TEXT, "%.24s / %.24s", format_ratio(a, first), format_ratio(b, second));
    return text;
}

static const char *format_percents(char *text, double first, double second)
{
    if (isfinite(first) && isfinite(second))
        snprintf(text, TEXT, "%.1f %% / %.1f %%", 100 * first, 100 * second);
    else
        snprintf(text, TEXT, "-");
    return text;
}

// In brackets: the tree this part had before.
static void changed(const TreeQuality *tree, const char *label, const char *note, const char *now,
                    const char *before)
{
    if (tree->has_before)
        widget_figure(label, note, "%s (was %.20s)", now, before);
    else
        widget_figure(label, note, "%s", now);
}

// What a rebuild has changed.
static void changed_rows(const TreeQuality *tree)
{
    const Quality *q = &tree->figures;
    char now[TEXT], before[TEXT];
    snprintf(now, sizeof now, "%.20s%s", format_ratio(before, quality_relative_cost(q)),
             tree->has_before ? " " : ""); // ratios and what they were stand further apart
    format_ratio(before, quality_relative_cost(&tree->before));
    changed(tree, q->flat ? "Cost, by area" : "Cost, by volume",
            "Sum over all nodes of children x volume, in root volumes; of flat parts the "
            "areas count. In brackets: the tree this part had before",
            now, before);
    if (q->flat_groups > 0 && !q->flat)
        widget_figure("Cost, by area", "The same in areas of the root: some nodes have no volume",
                      "%s",
                      format_ratio(now, q->root_area > 0 ? q->area_cost / q->root_area : NAN));
    format_wall_ms(now, sizeof now, tree->build_ms);
    format_wall_ms(before, sizeof before, tree->build_ms_before);
    changed(tree, "Build time, wall clock",
            "Of this part's tree; in brackets: the tree it had before", now, before);
    format_bytes(now, sizeof now, tree->bytes);
    format_bytes(before, sizeof before, tree->bytes_before);
    changed(tree, "Memory", "Of its nodes and index; in brackets: the tree it had before", now,
            before);
    snprintf(now, sizeof now, "%u", q->most_depth);
    snprintf(before, sizeof before, "%u", tree->before.most_depth);
    changed(tree, "Depth", "Levels below the root; in brackets: the tree it had before", now,
            before);
}

static void rows(const TreeQuality *tree)
{
    const Quality *q = &tree->figures;
    char text[TEXT];
    changed_rows(tree);
    widget_figure("Root cost", "The root's part of the cost, in root volumes: its children", "%s",
                  format_ratio(text, q->flat
                                         ? q->root_area > 0 ? q->root_area_cost / q->root_area : NAN
                                     : q->root_volume > 0 ? q->root_cost / q->root_volume
                                                          : NAN));
    widget_figure("Tightness",
                  "Volume of a node over the sum of its children's, mean and root: less is tighter",
                  "%s", format_two_ratios(text, q->tightness, q->root_tightness));
    widget_figure("Overlap of siblings", "What siblings' boxes share, as a part of these boxes",
                  "%.1f %%", 100 * q->overlap);
    widget_figure("Leaf depth", "Levels below the root: least, mean and most", "%u / %.1f / %u",
                  q->least_depth, q->mean_depth, q->most_depth);
    widget_figure("Imbalance", "How much siblings differ in triangles and in volume: 0 is balanced",
                  "%s", format_percents(text, q->node_balance, q->volume_balance));
    widget_figure("Empty space",
                  "Median of what children leave empty of their parents' boxes besides the side of "
                  "the split: of all nodes, and of those with more than ten triangles",
                  "%s", format_percents(text, tree->empty.median, tree->empty_upper.median));
    if (tree->tree->type->traits & BV_SPACE_PARTITION)
        widget_figure("Empty cells", "Volume of cells without triangles, as a part of the root's",
                      "%.1f %%", 100 * q->empty);
    widget_figure("Overlap forecast",
                  "How often children meet where their parents do: estimated from volumes, and "
                  "observed with a copy of the part in random poses",
                  "%s", format_percents(text, tree->forecast.estimated, tree->forecast.observed));
    widget_figure("Growth by refitting",
                  "Of overlap and cost, since the tree was built: above 2 a new tree pays", "%s",
                  format_two_ratios(text, tree->watch.overlap_growth, tree->watch.cost_growth));
}

static void level_rows(const TreeQuality *tree)
{
    static const char *const titles[] = {"Level", "Nodes", "Diameter", "Thick", "Ratios"};
    static const float widths[] = {0.8f, 0.9f, 1.1f, 0.9f, 1.5f}; // parts of the line
    char text[TEXT];
    if (!igBeginTable("levels", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV,
                      (ImVec2){0, 0}, 0))
        return;
    for (int i = 0; i < 5; ++i)
        igTableSetupColumn(titles[i], ImGuiTableColumnFlags_WidthStretch, widths[i], 0);
    static const char *const notes[] = {
        "0 is the root", "How many nodes there are at this depth",
        "The mean of their longest extents", "The mean of their shortest extents",
        "Of diameter and of thickness, to those of the level above"};
    widget_headers(~0U, notes);
    for (uint32_t i = 0; i < tree->level_count && i < QUALITY_MAX_LEVELS; ++i) {
        const LevelMeasure *level = &tree->levels[i];
        igTableNextRow(0, 0);
        widget_cell("%u", i);
        widget_cell("%s", format_count(text, sizeof text, level->nodes));
        widget_cell("%.4g", level->diameter);
        widget_cell("%.4g", level->thickness);
        widget_cell("%s", format_two_ratios(text, level->diameter_ratio, level->thickness_ratio));
    }
    igEndTable();
}

static void count_rows(const char *id, const CountRow *rows, int count, const char *note)
{
    char text[TEXT];
    if (!igBeginTable(id, 2, 0, (ImVec2){0, 0}, 0))
        return;
    for (int i = 0; i < count; ++i)
        widget_figure(rows[i].what, note, "%s", format_count(text, sizeof text, rows[i].count));
    igEndTable();
}

static void forecast_rows(const OverlapForecast *forecast)
{
    char text[TEXT], label[TEXT];
    if (!igBeginTable("forecast", 2, 0, (ImVec2){0, 0}, 0))
        return;
    for (int i = 0; i < forecast->count; ++i) {
        const PairProbability *p = &forecast->pairs[i];
        snprintf(label, sizeof label, "Nodes %u and %u", p->a, p->b);
        widget_figure(label, "A child of the root and one of its copy: estimated, observed", "%s",
                      format_percents(text, p->estimated, p->observed));
    }
    igEndTable();
}

static void histogram(const char *label, const EmptySpace *space)
{
    float bins[EMPTY_SPACE_BINS];
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i)
        bins[i] = space->count > 0 ? (float)space->bins[i] / (float)space->count : 0;
    widget_label(label, "Nodes by empty space, from 0 on the left to 100 % on the right");
    igPushID_Str(label);
    igPlotHistogram_FloatPtr("##empty", bins, EMPTY_SPACE_BINS, 0, NULL, 0, 1,
                             (ImVec2){-1, 2 * igGetTextLineHeight()}, sizeof *bins);
    igPopID();
}

static bool header(const char *title)
{
    igPushStyleColor_U32(ImGuiCol_Header, look_colour(COLOUR_FIELD, 1));
    bool open = igCollapsingHeader_TreeNodeFlags(title, 0);
    widget_tooltip("Figures per level; a click opens and closes the table");
    igPopStyleColor(1);
    return open;
}

void tree_figures(const PanelContext *context)
{
    const App *app = context->app;
    const TreeQuality *tree = &app->quality;
    int32_t part = app->document.selected;
    igSeparatorText("Quality of the selected part's tree");
    ui_note_rect(context->ui, "tree_quality");
    if (part == NO_PART) {
        widget_text(COLOUR_FAINT, "Select a part to see how good its hierarchy is.");
        return;
    }
    if (!app->parts || tree->tree != app->parts[part].tree || tree->figures.nodes == 0) {
        widget_text(COLOUR_FAINT, "Being measured ...");
        return;
    }
    if (tree->watch.rebuild)
        widget_text(COLOUR_WARN, "Refitting has worn this tree out: a rebuild would pay.");
    if (igBeginTable("quality", 2, 0, (ImVec2){0, 0}, 0)) {
        rows(tree);
        igEndTable();
    }
    const CountRows *cuts = &tree->tree->cuts;
    if (tree->count_rows > 0 && header("Nodes by kind"))
        count_rows(
            "counts", tree->counts, tree->count_rows,
            "Nodes of this kind: by volume, by how their boxes were cut, or by why they were "
            "cut no further");
    if (cuts->count > 0 && header("Cuts by reason"))
        count_rows("cuts", cuts->rows, cuts->count,
                   "How often the criterion cut in this way, its fallbacks included");
    if (header("Convergence per level"))
        level_rows(tree);
    if (tree->forecast.count > 0 && header("Overlap forecast per pair"))
        forecast_rows(&tree->forecast);
    if (header("Histogram of empty space")) {
        histogram("All nodes", &tree->empty);
        histogram("Upper nodes", &tree->empty_upper);
        if (widget_button(context, "Save...", "empty_save", "Both as one plot, SVG or PNG",
                          lab_obstacle(app, &action_tree_save), widget_share(2)))
            path_dialog_open(context->ui, PATH_SAVE_EMPTY, app);
    }
}
