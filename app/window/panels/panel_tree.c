// One part's hierarchy: all its nodes as bars, the picked one's figures, and the levels over the part.
#include "app/actions/list_tree.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/stages/stage.h"
#include "app/stages/tree_paint.h"
#include "app/window/look.h"
#include "app/window/panels/hybrid_diagram.h"
#include "app/window/panels/icicle.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/tools/tools.h"
#include "core/tree/bv/variants.h"

#include <math.h>
#include <stdio.h>

typedef struct TreePanel {
    IcicleView icicle;
    uint32_t version;                                 // of the tree that it is a view of
    bool primitives;                                  // the hierarchy over them is shown instead
    uint32_t empty_version, empty_place;              // of the node that `empty` is of
    double empty;                                     // part of it that empty cells cover
    uint32_t exits_version, exits_trace, exits_place; // of the node that `exits` is of
    char exits[96];                                   // by which its tests ended
} TreePanel;
static const UiPrivate memory = {.size = sizeof(TreePanel)};

typedef struct Cells {
    const TreeShown *shown;
    int colours;
} Cells;

static uint32_t cell_colour(const void *data, uint32_t place)
{
    const Cells *cells = data;
    return tree_tint_colour(tree_tint(cells->shown, cells->colours, place));
}

static void heading(const PanelContext *context)
{
    const App *app = context->app;
    const TreeShown *t = &app->tree;
    char line[256], nodes[32], bytes[32];
    snprintf(line, sizeof line, "%.80s: %s, %s nodes on %d levels, %s",
             t->part < app->assembly.part_count ? app->assembly.parts[t->part].name : "?",
             t->map.tree->type->name, format_count(nodes, sizeof nodes, t->map.count), t->map.depth,
             format_bytes(bytes, sizeof bytes, (double)bvh_bytes(t->map.tree)));
    widget_paragraph(COLOUR_FAINT, 0, line);
    if (tree_coverage_line(&t->map, line, sizeof line))
        widget_paragraph(COLOUR_TEXT, 0, line);
}

// Looked up once per node.
static double empty_share(TreePanel *panel, const TreeShown *t, uint32_t at)
{
    if (panel->empty_version == t->version && panel->empty_place == at)
        return panel->empty;
    panel->empty_version = t->version;
    panel->empty_place = at;
    panel->empty = tree_empty_share(&t->map, at);
    return panel->empty;
}

// Likewise: a search may have two million tests.
static const char *exits(TreePanel *panel, const App *app, uint32_t at)
{
    const TreeShown *t = &app->tree;
    if (panel->exits_version != t->version || panel->exits_trace != t->visits.trace ||
        panel->exits_place != at) {
        panel->exits_version = t->version;
        panel->exits_trace = t->visits.trace;
        panel->exits_place = at;
        tree_exits_say(app, at, panel->exits, sizeof panel->exits);
    }
    return panel->exits;
}

// As in the paper of 2006: levels, and grey what is transferred.
static void primitives(const PanelContext *context)
{
    const HybridShown *h = &context->app->hybrid;
    char line[256];
    snprintf(
        line, sizeof line,
        "%d primitives, %s: %d groups on %d levels, cost %.6g. Grey nodes are transferred from "
        "the level below and do not count again.",
        (int)h->quality.leaves, h->desc.builder->name, (int)h->quality.groups,
        (int)h->quality.depth, h->quality.volume.full);
    widget_paragraph(COLOUR_FAINT, 0, line);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float letter = igGetFontSize(), height = space.y - 1.6f * igGetFrameHeightWithSpacing();
    hybrid_diagram_draw(context, fmaxf(8 * letter, fminf(height, 40 * letter)));
}

// Drawn over the part, level by level.
static void levels(const PanelContext *context)
{
    const App *app = context->app;
    const TreeShown *t = &app->tree;
    if (t->part >= app->document.part_count)
        return;
    int shown = app->document.parts[t->part].overlay_level, level = shown;
    char format[48];
    if (shown == OVERLAY_OFF || shown >= t->map.depth)
        snprintf(format, sizeof format, "%s (%d levels)", shown == OVERLAY_OFF ? "off" : "leaves",
                 t->map.depth);
    else
        snprintf(format, sizeof format, "level %%d of %d", t->map.depth - 1);
    widget_label("Level", "The level of this hierarchy that is drawn over the part, in the colours "
                          "of the bars; 0 is the root");
    float button = 4.5f * igGetFontSize();
    igSetNextItemWidth(-button - igGetStyle()->ItemSpacing.x);
    if (igSliderInt("##tree_level", &level, OVERLAY_OFF, t->map.depth - 1, format,
                    ImGuiSliderFlags_AlwaysClamp) &&
        level != shown)
        action_submit_merged(context->out, &action_overlay_level,
                             &(ActionArgs){.part = t->part, .level = level},
                             context->ui->merge_key);
    widget_explain(context, "tree_level", NULL);
    igSameLine(0, -1);
    if (widget_button(context, t->playing ? "Pause" : "Play", "tree_play",
                      "Draws one level after the other", lab_obstacle(app, &action_tree_play),
                      button))
        submit_flag(context, &action_tree_play, !t->playing);
}

static void choose_colours(const PanelContext *context)
{
    static const Choice list[TREE_COLOURS] = {
        [TREE_BY_ROLE] = {"Role",
                          "What a node is: leaf, inner node, empty cell, on the path to the "
                          "picked one, visited by the recorded search",
                          NULL},
        [TREE_BY_VISITS] = {"Visits", "How often the recorded search compared a node", NULL},
        [TREE_BY_TIGHTNESS] = {"Tightness",
                               "A node's volume by the sum of its children's: dark ones are loose",
                               NULL}};
    widget_field_choice(context, "tree_colours", "Colours", "What the colours of nodes say", list,
                        TREE_COLOURS, &action_tree_colours);
}

static void legend(const App *app)
{
    TreeLegend legend;
    tree_legend(app, &legend);
    if (legend.count > 0)
        lab_legend(legend.colours, legend.words, legend.count);
    else
        widget_paragraph(COLOUR_FAINT, 0,
                         "No search of this tree is recorded: select two parts and press Record "
                         "in the Traversal panel (Shift+U).");
}

static const char *node_words(const TreeShown *t, uint32_t place)
{
    return place == 0                     ? "root"
           : t->map.triangles[place] == 0 ? "empty cell"
           : t->map.size[place] == 1      ? "leaf"
                                          : "inner node";
}

static void node_line(const TreeShown *t, uint32_t place, char *text, size_t size)
{
    char triangles[32];
    snprintf(text, size, "Node %u: %s, level %d, %s triangle%s", t->map.node[place],
             node_words(t, place), tree_map_level(&t->map, place),
             format_count(triangles, sizeof triangles, t->map.triangles[place]),
             t->map.triangles[place] == 1 ? "" : "s");
}

static void all_nodes(const PanelContext *context, TreePanel *panel)
{
    const TreeShown *t = &context->app->tree;
    if (panel->version != t->version) {
        panel->version = t->version;
        panel->icicle = (IcicleView){0};
    }
    Cells cells = {t, context->app->document.view.tree_colours};
    IcicleTree tree = {.size = t->map.size,
                       .count = t->map.count,
                       .depth = t->map.depth,
                       .data = &cells,
                       .colour = cell_colour,
                       .marked = t->picked};
    // As high as leaves room for legend and buttons below.
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float letter = igGetFontSize(), height = space.y - 4.6f * igGetFrameHeightWithSpacing();
    const float bars = ICICLE_ROW * letter * (float)t->map.depth; // more would be empty
    height = fmaxf(6 * letter, fminf(height, fminf(bars, 24 * letter)));
    IcicleAnswer answer = icicle_draw(context, "tree_icicle", &tree, &panel->icicle, height);
    if (answer.clicked != ICICLE_NONE)
        submit_index(context, &action_tree_pick, (int32_t)t->map.node[answer.clicked]);
    if (answer.hovered == ICICLE_NONE) {
        widget_tooltip("Each bar is a node, below its parent and as wide as what it holds");
    } else {
        context->ui->tree_hovered = answer.hovered;
        context->ui->tree_frame = igGetFrameCount();
        char line[128];
        node_line(t, answer.hovered, line, sizeof line);
        if (igIsItemHovered(ImGuiHoveredFlags_ForTooltip) && igBeginTooltip()) {
            widget_text(COLOUR_TEXT, line);
            widget_text(COLOUR_FAINT,
                        "Click: pick it. Wheel: zoom. Double click: as wide as this.");
            igEndTooltip();
        }
    }
    legend(context->app);
}

static void steps(const PanelContext *context)
{
    float width = widget_share(4);
    lab_action_button(context, "Parent", "tree_parent", &action_tree_parent, width);
    igSameLine(0, -1);
    lab_action_button(context, "Child", "tree_child", &action_tree_child, width);
    igSameLine(0, -1);
    lab_action_button(context, "Previous", "tree_previous", &action_tree_previous, width);
    igSameLine(0, -1);
    lab_action_button(context, "Next", "tree_next", &action_tree_next, width);
    width = widget_share(2);
    if (widget_button(context, "Pick in the view", "tree_pick",
                      "Click a triangle of the part: its leaf is picked", NULL, width))
        context->ui->mode = context->ui->mode == &tool_tree_pick ? NULL : &tool_tree_pick;
    igSameLine(0, -1);
    lab_action_button(context, "Pick none", "tree_clear", &action_tree_clear, width);
}

static const char *ratio(char *text, size_t size, double value)
{
    if (isfinite(value))
        snprintf(text, size, "%.4g", value);
    else
        snprintf(text, size, "-");
    return text;
}

static void figures(const App *app, TreePanel *panel)
{
    const TreeShown *t = &app->tree;
    const TreeMap *map = &t->map;
    uint32_t at = t->picked;
    NodeLinks links = tree_map_links(map, at);
    char text[64];
    node_line(t, at, text, sizeof text);
    widget_text(COLOUR_TEXT, text);
    if (!igBeginTable("tree_figures", 2, 0, (ImVec2){0, 0}, 0))
        return;
    if (!links.leaf)
        widget_figure("Children", "Of this node, and all nodes below it", "%u, %s nodes below",
                      links.count, format_count(text, sizeof text, map->size[at] - 1));
    widget_figure(map->flat ? "Area of the root's" : "Volume of the root's",
                  "What part of the root it takes", "%.3g %%",
                  100 * (double)map->volume[at] / (double)map->volume[0]);
    if (map->tree->type == &bv_boxtree97 && !links.leaf)
        widget_figure("Empty below it", "What part of its cell is covered by empty cells",
                      "%.1f %%", 100 * empty_share(panel, t, at));
    if (!links.leaf)
        widget_figure("Tightness", "Its volume by the sum of its children's: less is tighter", "%s",
                      ratio(text, sizeof text, tree_map_tightness(map, at)));
    if (t->visits.tests) {
        widget_figure("Visits", "Tests of the recorded search in which it was compared", "%u",
                      t->visits.tests[at]);
        widget_figure("Told apart", "Of those, tests that separated it from the other volume", "%u",
                      t->visits.separated[at]);
        widget_figure("Exits", "By which exits these tests ended, the most frequent one first",
                      "%s", t->visits.tests[at] > 0 ? exits(panel, app, at) : "-");
    }
    if (links.leaf && links.count > 0) {
        char list[96];
        int used = 0;
        for (uint32_t i = 0; i < links.count && used >= 0 && (size_t)used < sizeof list - 16; ++i)
            used += snprintf(list + used, sizeof list - (size_t)used, "%s%d", i > 0 ? ", " : "",
                             map->tree->slots[links.first + i]);
        widget_figure("Triangles", "Their numbers in the part", "%s", list);
    }
    igEndTable();
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    TreePanel *panel = ui_own(context->ui, &memory);
    if (!igIsAnyItemActive())
        ++context->ui->merge_key; // the next grip of a slider is another step of the history
    if (app->hybrid.list) {
        igCheckbox("Hierarchy over the primitives", &panel->primitives);
        widget_explain(context, "tree_primitives",
                       "Shows the hierarchy over the primitives instead of the part's");
    }
    if (app->hybrid.list && panel->primitives) {
        primitives(context);
        return;
    }
    if (!tree_known(&app->tree)) {
        widget_paragraph(COLOUR_FAINT, 0,
                         app->assembly.part_count == 0 ? "Nothing is open."
                         : app->document.selected == NO_PART
                             ? "Select a part to see its hierarchy node by node."
                             : "The hierarchy is not there yet.");
        return;
    }
    heading(context);
    const bool beside = widget_halves_begin();
    levels(context);
    widget_halves_next(beside);
    choose_colours(context);
    widget_halves_end(beside);
    all_nodes(context, panel);
    steps(context);
    if (app->tree.picked != TREE_MAP_NONE)
        figures(app, panel);
    else
        widget_paragraph(COLOUR_FAINT, 0,
                         "Click a bar, or a triangle in the view, to see a node's volume, its "
                         "path to the root, and what it holds.");
}

const Panel panel_tree = {
    .title = TREE_PANEL,
    .note = "One hierarchy, node by node",
    .chapter = "hierarchies#the-tree-panel",
    .place = PLACE_STRIP,
    .lab = true,
    .in_front = true,
    .draw = draw,
};
