#include "app/window/panels/hybrid_diagram.h"

#include "app/actions/list_primitives.h"
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "core/hybrid/diagram.h"

#include <math.h>
#include <stdio.h>

enum { MOST_LEVELS = 256 };
#define COLOUR_TRANSFERRED 0x8A8F98u

typedef struct Memory {
    HybridDiagram diagram;
    uint32_t number; // of the tree that it is of
} Memory;

static void forget(void *state)
{
    hybrid_diagram_free(&((Memory *)state)->diagram);
}
static const UiPrivate memory = {.size = sizeof(Memory), .end = forget};

typedef struct Painter {
    const HybridTree *tree;
    const HybridDiagram *d;
    const uint32_t *hues;
    ImDrawList *list;
    float x, y, row;
    double scale; // pixels per primitive
    ImVec2 mouse;
    bool inside;
    HybridId hovered;
    bool copy; // what is hovered is transferred
    float reached[MOST_LEVELS];
    int drawn;
} Painter;

static ImVec2 middle(const Painter *p, HybridId node, int32_t level)
{
    double at = (p->d->from[node] + 0.5 * p->d->wide[node]) * p->scale;
    return (ImVec2){p->x + (float)at, p->y + ((float)(p->d->levels - 1 - level) + 0.5f) * p->row};
}

static void box(Painter *p, HybridId node, int32_t level)
{
    bool copy = level > p->d->level[node], leaf = p->tree->nodes[node].child_count == 0;
    ImVec2 at = middle(p, node, level);
    float half = 0.62f * igGetFontSize(), room = (float)(0.5 * p->d->wide[node] * p->scale) - 1;
    half = fmaxf(0.5f, fminf(half, room));
    float tall = fmaxf(0.5f, fminf(0.42f * igGetFontSize(), 0.36f * p->row));
    uint32_t colour = copy ? COLOUR_TRANSFERRED : p->hues[p->tree->nodes[node].type];
    ImVec2 lo = {at.x - half, at.y - tall}, hi = {at.x + half, at.y + tall};
    ImDrawList_AddRectFilled(p->list, lo, hi, look_colour(colour, copy ? 0.55 : 1), leaf ? tall : 2,
                             0);
    ++p->drawn;
    if (p->inside && p->mouse.x >= lo.x - 1 && p->mouse.x <= hi.x + 1 && p->mouse.y >= lo.y - 1 &&
        p->mouse.y <= hi.y + 1) {
        p->hovered = node;
        p->copy = copy;
    }
}

// Only one node for each column of pixels and level is looked at: more could not be told apart.
static void descend(Painter *p, HybridId node)
{
    int32_t level = p->d->level[node];
    float right = (float)((p->d->from[node] + p->d->wide[node]) * p->scale);
    if (level >= MOST_LEVELS || floorf(right) <= p->reached[level])
        return;
    p->reached[level] = floorf(right);
    const HybridNode *n = &p->tree->nodes[node];
    ImVec2 at = middle(p, node, level);
    for (HybridId c = n->first_child; c != HYBRID_NONE; c = p->tree->nodes[c].next) {
        int32_t own = p->d->level[c];
        float end = (float)((p->d->from[c] + p->d->wide[c]) * p->scale);
        if (own < MOST_LEVELS && floorf(end) <= p->reached[own])
            continue;
        ImVec2 below = middle(p, c, level - 1), lowest = middle(p, c, own);
        ImDrawList_AddLine(p->list, at, below, look_colour(COLOUR_FAINT, 0.6), 1);
        if (level - 1 > own)
            ImDrawList_AddLine(p->list, below, lowest, look_colour(COLOUR_FAINT, 0.6), 1);
        for (int32_t copy = level - 1; copy > own; --copy)
            box(p, c, copy);
        descend(p, c);
    }
    box(p, node, level);
}

static void hovered_line(const PanelContext *context, const Painter *p)
{
    const App *app = context->app;
    const HybridNode *n = &p->tree->nodes[p->hovered];
    char line[200], name[PRIMITIVE_NAME_SIZE + 16];
    snprintf(name, sizeof name, "%s", n->child_count > 0 ? "Group" : "Primitive");
    if (n->primitive >= 0 && n->primitive < primitive_list_count(app->hybrid.list) &&
        app->hybrid.list->set.items[n->primitive].name[0])
        snprintf(name, sizeof name, "%s", app->hybrid.list->set.items[n->primitive].name);
    snprintf(line, sizeof line, "%.70s: %s, level %d, %d primitive%s, volume %.5g", name,
             volume_type_titles[n->type], (int)p->d->level[p->hovered], (int)p->d->wide[p->hovered],
             p->d->wide[p->hovered] == 1 ? "" : "s",
             hybrid_volume_measure(&n->volume, MEASURE_VOLUME));
    if (!igIsItemHovered(ImGuiHoveredFlags_ForTooltip) || !igBeginTooltip())
        return;
    widget_text(COLOUR_TEXT, line);
    if (n->child_count > 0) {
        snprintf(line, sizeof line, "%d children: it adds %.5g to the cost", (int)n->child_count,
                 n->child_count * hybrid_volume_measure(&n->volume, MEASURE_VOLUME));
        widget_text(COLOUR_FAINT, line);
    }
    if (p->copy)
        widget_text(COLOUR_FAINT, "Transferred from its level below: it does not count again here");
    igEndTooltip();
}

void hybrid_diagram_draw(const PanelContext *context, float height)
{
    const App *app = context->app;
    const HybridShown *h = &app->hybrid;
    Memory *m = ui_own(context->ui, &memory);
    if (m->number != h->number) {
        hybrid_diagram_free(&m->diagram);
        m->number = hybrid_diagram_make(&h->tree, &m->diagram) ? h->number : 0;
    }
    const HybridDiagram *d = &m->diagram;
    ImVec2 space, at;
    igGetContentRegionAvail(&space);
    igGetCursorScreenPos(&at);
    if (d->levels == 0 || d->count != h->tree.count || space.x < 8)
        return;
    igInvisibleButton("diagram", (ImVec2){space.x, height}, ImGuiButtonFlags_MouseButtonLeft);
    ui_note_rect(context->ui, "hybrid_diagram");
    Painter p = {.tree = &h->tree,
                 .d = d,
                 .hues = themes[look_theme(app->document.view.look)].hues,
                 .list = igGetWindowDrawList(),
                 .x = at.x,
                 .y = at.y,
                 .row = height / (float)d->levels,
                 .scale = (double)space.x / d->wide[0],
                 .mouse = igGetIO()->MousePos,
                 .inside = igIsItemHovered(0),
                 .hovered = HYBRID_NONE};
    for (int level = 0; level < MOST_LEVELS; ++level)
        p.reached[level] = -1;
    ImVec2 end = {at.x + space.x, at.y + height};
    ImDrawList_PushClipRect(p.list, at, end, true);
    ImDrawList_AddRectFilled(p.list, at, end, look_colour(COLOUR_PANEL_DEEP, 1), 0, 0);
    descend(&p, 0);
    ImDrawList_PopClipRect(p.list);
    if (p.hovered != HYBRID_NONE) {
        context->ui->hybrid_hovered = p.hovered;
        context->ui->hybrid_frame = igGetFrameCount();
        hovered_line(context, &p);
        int32_t primitive = h->tree.nodes[p.hovered].primitive;
        if (primitive >= 0 && igIsItemClicked(ImGuiMouseButton_Left) &&
            primitive < primitive_list_count(app->document.primitives.list))
            submit_index(context, &action_primitive_select, primitive);
    }
    uint32_t colours[VOLUME_TYPE_COUNT + 1];
    const char *words[VOLUME_TYPE_COUNT + 1];
    int count = 0;
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
        if (h->quality.group_types[t] + h->quality.leaf_types[t] > 0) {
            colours[count] = p.hues[t];
            words[count++] = volume_type_titles[t];
        }
    colours[count] = COLOUR_TRANSFERRED;
    words[count++] = "transferred";
    lab_legend(colours, words, count);
}
