#include "app/window/panels/manual_text.h"

#include "app/window/panels/widgets.h"

#include <cimgui.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A run of characters that look alike. A word is one or several of them: `code`, then a comma.
typedef struct Piece {
    const char *begin, *end;
    enum LookFont font;
    uint32_t rgb;
    const char *link, *link_end; // target, or NULL
    float width;
} Piece;

enum { MAX_PIECES = 16, CODE_EDGE = 2 }; // CODE_EDGE: of the ground beside the letters

typedef struct Flow {
    ManualPage *page;
    ImDrawList *out;
    ImVec2 at;         // top left corner of the paragraph
    float width, x, y; // of the next word, from there
    float blank, line,
        rise; // of the paragraph's font: a blank, a line, from its top to the letters' feet
    Piece word[MAX_PIECES];
    int count;
    ManualWidth *measured; // NULL: it is drawn; otherwise only its words are measured
} Flow;

static float width_of(enum LookFont font, const char *begin, const char *end)
{
    const ImFont *face = look_font(font);
    ImVec2 size;
    ImFont_CalcTextSizeA(&size, (ImFont *)face, face->FontSize * igGetIO()->FontGlobalScale,
                         INFINITY, 0, begin, end, NULL);
    return size.x + (font == FONT_CODE ? 2 * CODE_EDGE : 0);
}

static Flow flow_begin(ManualPage *page, enum LookFont font)
{
    Flow flow = {.page = page, .out = igGetWindowDrawList()};
    ImVec2 space;
    igGetCursorScreenPos(&flow.at);
    igGetContentRegionAvail(&space);
    const ImFont *face = look_font(font);
    flow.width = fmaxf(space.x, igGetFontSize() * 4);
    const float scale = igGetIO()->FontGlobalScale;
    flow.line = face->FontSize * scale * 1.22f;
    flow.rise = face->Ascent * scale + face->FontSize * scale * 0.04f;
    flow.blank = width_of(font, " ", NULL);
    return flow;
}

static void flow_end(Flow *flow)
{
    igSetCursorScreenPos(flow->at);
    igDummy((ImVec2){flow->width, flow->y + flow->line});
}

static bool begins_with(const char *text, const char *end, const char *word, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (text + i >= end || tolower((unsigned char)text[i]) != tolower((unsigned char)word[i]))
            return false;
    return length > 0;
}

// What is searched for stands on a coloured ground.
static void mark(const Flow *flow, const Piece *piece, ImVec2 at)
{
    for (const char *word = flow->page->marked; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        for (const char *c = piece->begin; c < piece->end; ++c)
            if (begins_with(c, piece->end, word, length) &&
                (length > 2 || c == piece->begin || !isalnum((unsigned char)c[-1]))) {
                float from = width_of(piece->font, piece->begin, c);
                float to = from + width_of(piece->font, c, c + length);
                ImDrawList_AddRectFilled(flow->out, (ImVec2){at.x + from - 1, at.y},
                                         (ImVec2){at.x + to + 1, at.y + flow->line},
                                         look_colour(COLOUR_ACCENT, 0.35), 2, 0);
            }
        word += length;
    }
}

static void link(const Flow *flow, const Piece *piece, ImVec2 at)
{
    ManualPage *page = flow->page;
    igPushID_Int(page->links++);
    igSetCursorScreenPos(at);
    if (igInvisibleButton("link", (ImVec2){fmaxf(piece->width, 1), flow->line}, 0))
        snprintf(page->followed, sizeof page->followed, "%.*s",
                 (int)(piece->link_end - piece->link), piece->link);
    if (igIsItemVisible() && !page->link_seen) {
        page->link_seen = true;
        page->link_x = at.x;
        page->link_y = at.y;
        page->link_width = piece->width;
        page->link_height = flow->line;
    }
    if (igIsItemHovered(0))
        igSetMouseCursor(ImGuiMouseCursor_Hand);
    widget_tooltip("Goes there; Back returns");
    float bottom = at.y + flow->line * 0.88f;
    ImDrawList_AddLine(flow->out, (ImVec2){at.x, bottom}, (ImVec2){at.x + piece->width, bottom},
                       look_colour(piece->rgb, igIsItemHovered(0) ? 1 : 0.4), 1);
    igPopID();
}

static void draw_piece(const Flow *flow, const Piece *piece)
{
    ImVec2 at = {flow->at.x + flow->x, flow->at.y + flow->y};
    const ImFont *face = look_font(piece->font);
    float size = face->FontSize * igGetIO()->FontGlobalScale;
    if (piece->font == FONT_CODE)
        ImDrawList_AddRectFilled(flow->out, at,
                                 (ImVec2){at.x + piece->width, at.y + flow->line - 1},
                                 look_colour(COLOUR_FIELD, 0.6), 2, 0);
    mark(flow, piece, at);
    ImVec2 letters = {at.x + (piece->font == FONT_CODE ? CODE_EDGE : 0),
                      at.y + flow->rise - face->Ascent * igGetIO()->FontGlobalScale};
    ImDrawList_AddText_FontPtr(flow->out, face, size, letters, look_colour(piece->rgb, 1),
                               piece->begin, piece->end, 0, NULL);
    if (piece->link)
        link(flow, piece, at);
}

// A piece that is wider than the page goes over several lines.
static void place_piece(Flow *flow, Piece piece)
{
    while (flow->x + piece.width > flow->width && piece.end - piece.begin > 1) {
        Piece head = piece;
        head.end = head.begin;
        do
            ++head.end;
        while (head.end < piece.end &&
               ((*head.end & 0xC0) == 0x80 ||
                flow->x + width_of(piece.font, piece.begin, head.end + 1) < flow->width));
        for (const char *c = head.end - 1; piece.font == FONT_CODE && c > head.begin; --c)
            if (*c == '/') { // paths are broken behind a folder
                head.end = c + 1;
                break;
            }
        head.width = width_of(head.font, head.begin, head.end);
        draw_piece(flow, &head);
        flow->x = 0;
        flow->y += flow->line;
        piece.begin = head.end;
        piece.width = width_of(piece.font, piece.begin, piece.end);
    }
    draw_piece(flow, &piece);
    flow->x += piece.width;
}

// The widest part of a piece that place_piece keeps whole.
static float unbroken(const Piece *piece)
{
    float widest = 0;
    const char *from = piece->begin;
    for (const char *c = from; c < piece->end; ++c)
        if (c + 1 == piece->end || (*c == '/' && piece->font == FONT_CODE)) {
            widest = fmaxf(widest, width_of(piece->font, from, c + 1));
            from = c + 1;
        }
    return widest;
}

static void place_word(Flow *flow)
{
    float width = 0;
    for (int i = 0; i < flow->count; ++i)
        width += flow->word[i].width;
    if (flow->measured) {
        float least = flow->count == 1 ? unbroken(&flow->word[0]) : width;
        flow->measured->word = fmaxf(flow->measured->word, least);
        flow->measured->line += width + flow->blank;
        flow->count = 0;
        return;
    }
    if (flow->x > 0 && flow->x + width > flow->width) {
        flow->x = 0;
        flow->y += flow->line;
    }
    for (int i = 0; i < flow->count; ++i)
        place_piece(flow, flow->word[i]);
    flow->count = 0;
}

static void add_piece(Flow *flow, Piece piece, const char *end)
{
    piece.end = end;
    if (piece.begin == end)
        return;
    if (flow->count == MAX_PIECES)
        place_word(flow);
    piece.width = width_of(piece.font, piece.begin, end);
    flow->word[flow->count++] = piece;
}

// How the next characters look.
typedef struct Style {
    enum LookFont font;
    uint32_t rgb;
    bool bold, emphasis, code;
    const char *link, *link_end;
} Style;

static Piece piece_of(const Style *style, const char *begin)
{
    return (Piece){.begin = begin,
                   .font = style->code ? FONT_CODE
                           : (style->bold || style->emphasis) && style->font == FONT_PLAIN
                               ? FONT_BOLD
                               : style->font,
                   .rgb = style->link ? COLOUR_LINK : style->rgb,
                   .link = style->link,
                   .link_end = style->link_end};
}

// If a mark begins here the style is changed. Returns how long the mark is.
static size_t take_mark(Style *style, const char *c)
{
    if (*c == '`') {
        style->code = !style->code;
        return 1;
    }
    if (style->code)
        return 0;
    if (c[0] == '*' && c[1] == '*') {
        style->bold = !style->bold;
        return 2;
    }
    if (*c == '*') {
        style->emphasis = !style->emphasis;
        return 1;
    }
    if (*c == '[' && !style->link) {
        const char *middle = strstr(c, "](");
        const char *end = middle ? strchr(middle, ')') : NULL;
        if (!end)
            return 0;
        style->link = middle + 2;
        style->link_end = end;
        return 1;
    }
    if (*c == ']' && style->link && c[1] == '(') {
        size_t length = (size_t)(style->link_end - c) + 1;
        style->link = style->link_end = NULL;
        return length;
    }
    return 0;
}

// All words of a text, one after the other.
static void flow_text(Flow *flow, enum LookFont font, uint32_t rgb, const char *text)
{
    Style style = {.font = font, .rgb = rgb};
    Piece piece = piece_of(&style, text);
    for (const char *c = text; *c;) {
        size_t marks = 0;
        if (*c == ' ') {
            add_piece(flow, piece, c);
            place_word(flow);
            flow->x += flow->x > 0 ? flow->blank : 0;
            marks = 1;
        } else if (*c == '\\' && c[1] && !style.code) {
            add_piece(flow, piece, c);
            piece = piece_of(&style, c + 1);
            c += 2;
            continue;
        } else {
            const Style before = style;
            marks = take_mark(&style, c);
            if (marks > 0) {
                piece.link = before.link;
                add_piece(flow, piece, c);
            }
        }
        c += marks > 0 ? marks : 1;
        if (marks > 0)
            piece = piece_of(&style, c);
        if (!*c)
            add_piece(flow, piece, c);
    }
    place_word(flow);
}

void manual_paragraph(ManualPage *page, enum LookFont font, uint32_t rgb, const char *text)
{
    Flow flow = flow_begin(page, font);
    flow_text(&flow, font, rgb, text);
    flow_end(&flow);
}

ManualWidth manual_width(enum LookFont font, const char *text)
{
    ManualWidth width = {0, 0};
    Flow flow = {.measured = &width, .blank = width_of(font, " ", NULL)};
    flow_text(&flow, font, 0, text);
    return width;
}

void manual_code_line(ManualPage *page, const char *text)
{
    Flow flow = flow_begin(page, FONT_CODE);
    const char *end = text + strlen(text);
    ImDrawList_AddRectFilled(flow.out, (ImVec2){flow.at.x, flow.at.y},
                             (ImVec2){flow.at.x + flow.width, flow.at.y + flow.line},
                             look_colour(COLOUR_FIELD, 0.6), 0, 0);
    Piece piece = {.begin = text, .end = end, .font = FONT_CODE, .rgb = COLOUR_TEXT};
    piece.width = width_of(FONT_CODE, text, end);
    flow.x = flow.blank;
    place_piece(&flow, piece);
    flow_end(&flow);
}
