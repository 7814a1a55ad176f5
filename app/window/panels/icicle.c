#include "app/window/panels/icicle.h"

#include "app/picture/ink.h"
#include "app/window/look.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

enum { MOST_LEVELS = 512 };
static const float LEAST_LETTERS = 0.7f; // of a number on a bar, in font sizes

typedef struct Row {
    float from, to; // of the run of one colour that is not drawn yet
    uint32_t colour;
    float reached; // pixel columns left of it are done
} Row;

typedef struct Painter {
    const IcicleTree *tree;
    ImDrawList *list;
    float x, y, width, row_height;
    double from, scale; // first node in sight, pixels per node
    ImVec2 mouse;
    bool inside;
    IcicleAnswer answer;
    Row rows[MOST_LEVELS];
} Painter;

static void flush(Painter *p, int level)
{
    Row *row = &p->rows[level];
    if (row->to > row->from) {
        float top = p->y + (float)level * p->row_height;
        ImDrawList_AddRectFilled(p->list, (ImVec2){p->x + row->from, top},
                                 (ImVec2){p->x + row->to, top + p->row_height - 1}, row->colour, 0,
                                 0);
        ++p->answer.cells;
    }
    row->from = row->to = 0;
}

// What its colour alone may not tell.
static void write_number(Painter *p, int level, int number, uint32_t colour, float from, float to)
{
    char text[16];
    ImVec2 needed;
    float letter = igGetFontSize(), height = fminf(letter, p->row_height - 2);
    if (number == 0 || height < LEAST_LETTERS * letter)
        return;
    snprintf(text, sizeof text, "%d", number);
    igCalcTextSize(&needed, text, NULL, false, -1);
    float width = needed.x * height / letter;
    if (to - from < width + 4)
        return;
    ImVec2 at = {p->x + (from + to - width) / 2,
                 p->y + (float)level * p->row_height + (p->row_height - 1 - height) / 2};
    ++p->answer.numbers;
    ImDrawList_AddText_FontPtr(p->list, igGetFont(), height, at, look_colour(ink_on(colour), 1),
                               text, NULL, 0, NULL);
}

// Bars that are too narrow to be seen apart are one, if they are of one colour.
static void paint(Painter *p, int level, uint32_t node, float from, float to)
{
    const IcicleTree *t = p->tree;
    Row *row = &p->rows[level];
    bool faint = t->faint && t->faint(t->data, node);
    uint32_t colour = look_colour(t->colour(t->data, node), faint ? 0.28 : 1);
    bool wide = to - from > 3;
    if (colour != row->colour || wide || from > row->to + 1.5f)
        flush(p, level);
    if (row->to <= row->from)
        *row = (Row){from, from, colour, row->reached};
    row->to = to;
    if (wide) {
        row->to -= 1; // a line between neighbours
        flush(p, level);
        if (t->number && !faint)
            write_number(p, level, t->number(t->data, node), t->colour(t->data, node), from, to);
    }
}

// Where the bar is; false: nothing of it needs drawing.
static bool place(const Painter *p, int level, uint32_t node, float *from, float *to)
{
    double a = ((double)node - p->from) * p->scale;
    double b = ((double)node + (double)p->tree->size[node] - p->from) * p->scale;
    if (b < 0 || a > (double)p->width)
        return false;
    *from = (float)fmax(a, 0);
    *to = (float)fmin(fmax(b, a + 1), (double)p->width);
    return floorf(*to) > p->rows[level].reached; // one bar per column and level
}

static void descend(Painter *p, int level, uint32_t node)
{
    float from, to;
    if (level >= MOST_LEVELS || !place(p, level, node, &from, &to) ||
        (p->tree->absent && p->tree->absent(p->tree->data, node)))
        return;
    paint(p, level, node, from, to);
    p->rows[level].reached = floorf(to);
    float top = p->y + (float)level * p->row_height, x = p->mouse.x - p->x;
    if (p->inside && p->mouse.y >= top && p->mouse.y < top + p->row_height && x >= from && x < to)
        p->answer.hovered = node;
    uint32_t end = node + p->tree->size[node];
    for (uint32_t child = node + 1; child < end; child += p->tree->size[child])
        descend(p, level + 1, child);
}

// The bar of one node, wherever it is: its level by the way down to it.
static void mark(const Painter *p, uint32_t wanted, uint32_t colour, float width)
{
    const uint32_t *size = p->tree->size;
    uint32_t node = 0;
    int level = 0;
    if (wanted >= p->tree->count)
        return;
    while (node != wanted && level < MOST_LEVELS) {
        uint32_t child = node + 1;
        while (child + size[child] <= wanted)
            child += size[child];
        node = child;
        ++level;
    }
    double a = ((double)node - p->from) * p->scale;
    double b = ((double)node + (double)size[node] - p->from) * p->scale;
    if (b < 0 || a > (double)p->width)
        return;
    float top = p->y + (float)level * p->row_height;
    float from = (float)fmax(a, 0), to = (float)fmin(fmax(b, a + 3), (double)p->width);
    ImDrawList_AddRect(p->list, (ImVec2){p->x + from - 1, top - 1},
                       (ImVec2){p->x + to + 1, top + p->row_height}, colour, 0, 0, width);
}

static void keep_in_range(const IcicleTree *tree, IcicleView *view)
{
    uint32_t across = tree->across > tree->count ? tree->across : tree->count;
    double most = (double)across, span = view->to - view->from;
    if (!(view->to > view->from)) { // all of it; NaN too
        view->from = 0;
        view->to = most;
        return;
    }
    span = fmin(most, fmax(span, 4));
    view->from = fmin(fmax(view->from, 0), most - span);
    view->to = view->from + span;
}

static void zoom(IcicleView *view, double at, double factor)
{
    view->from = at - (at - view->from) * factor;
    view->to = at + (view->to - at) * factor;
}

// Another node is marked: if it is out of sight, or too narrow to be seen, it is brought there.
static void follow_marked(const IcicleTree *tree, IcicleView *view)
{
    if (tree->marked == view->shown || tree->marked >= tree->count)
        return;
    view->shown = tree->marked;
    double span = view->to - view->from, at = (double)tree->marked;
    if (at < view->from || at > view->to) {
        view->from = at - span / 2;
        view->to = view->from + span;
        keep_in_range(tree, view);
    }
}

static void handle(const IcicleTree *tree, IcicleView *view, Painter *p, bool active)
{
    const ImGuiIO *io = igGetIO();
    double at = p->from + ((double)(p->mouse.x - p->x)) / p->scale;
    if (p->inside && io->MouseWheel != 0)
        zoom(view, at, pow(0.8, (double)io->MouseWheel));
    if (active && igIsMouseDragging(ImGuiMouseButton_Left, -1)) {
        double by = (double)io->MouseDelta.x / p->scale;
        view->from -= by;
        view->to -= by;
        view->moved = true;
    }
    if (p->inside && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left) &&
        p->answer.hovered != ICICLE_NONE) {
        uint32_t node = p->answer.hovered;
        view->from = (double)node;
        view->to = (double)node + fmax(4, (double)tree->size[node]);
    } else if (p->inside && igIsMouseReleased_Nil(ImGuiMouseButton_Left) && !view->moved) {
        p->answer.clicked = p->answer.hovered;
    }
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left))
        view->moved = false;
}

IcicleAnswer icicle_draw(const PanelContext *context, const char *rect, const IcicleTree *tree,
                         IcicleView *view, float height)
{
    IcicleAnswer none = {ICICLE_NONE, ICICLE_NONE, 0, 0};
    ImVec2 space, at;
    igGetContentRegionAvail(&space);
    igGetCursorScreenPos(&at);
    if (tree->count == 0 || space.x < 8 || height < 8)
        return none;
    keep_in_range(tree, view);
    follow_marked(tree, view);
    igInvisibleButton(rect, (ImVec2){space.x, height}, ImGuiButtonFlags_MouseButtonLeft);
    igSetItemKeyOwner(ImGuiKey_MouseWheelY, 0); // the panel does not scroll under it
    ui_note_rect(context->ui, rect);
    Painter p = {.tree = tree,
                 .list = igGetWindowDrawList(),
                 .x = at.x,
                 .y = at.y,
                 .width = space.x,
                 .from = view->from,
                 .scale = (double)space.x / (view->to - view->from),
                 .mouse = igGetIO()->MousePos,
                 .inside = igIsItemHovered(0),
                 .answer = none};
    float most = ICICLE_ROW * igGetFontSize();
    p.row_height = fmaxf(3, fminf(most, height / (float)(tree->depth > 0 ? tree->depth : 1)));
    for (int level = 0; level < MOST_LEVELS; ++level)
        p.rows[level].reached = -1;
    ImDrawList_PushClipRect(p.list, at, (ImVec2){at.x + space.x, at.y + height}, true);
    ImDrawList_AddRectFilled(p.list, at, (ImVec2){at.x + space.x, at.y + height},
                             look_colour(COLOUR_PANEL_DEEP, 1), 0, 0);
    descend(&p, 0, 0);
    for (int level = 0; level < MOST_LEVELS; ++level)
        flush(&p, level);
    handle(tree, view, &p, igIsItemActive());
    mark(&p, tree->marked, look_colour(COLOUR_TEXT, 1), 2);
    mark(&p, p.answer.hovered, look_colour(COLOUR_TEXT, 0.7), 1);
    ImDrawList_PopClipRect(p.list);
    return p.answer;
}
