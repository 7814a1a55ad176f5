#include "app/picture/svg_picture.h"

#include "app/picture/canvas.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 8192, MOST_DASHES = 8, MOST_TEXT = 512 };

typedef struct Reader {
    const char *at; // behind the last element
    double scale;
    Canvas *canvas;
    CanvasPoint *points; // of the path that is being read
    size_t count, capacity;
    bool failed;
} Reader;

// An element: its name and attributes up to ">".
typedef struct Element {
    const char *begin, *end;
} Element;

// Where the value of an attribute begins; NULL: it has none of that name.
static const char *value_of(const Element *e, const char *name)
{
    size_t length = strlen(name);
    for (const char *c = e->begin; c + length + 2 < e->end; ++c)
        if (c[0] == ' ' && strncmp(c + 1, name, length) == 0 && c[1 + length] == '=' &&
            c[2 + length] == '"')
            return c + 3 + length;
    return NULL;
}

static double number_of(const Element *e, const char *name, double usual)
{
    const char *value = value_of(e, name);
    return value ? strtod(value, NULL) : usual;
}

// "#rrggbb"
static bool colour_of(const Element *e, const char *name, uint32_t *out)
{
    const char *value = value_of(e, name);
    if (!value || *value != '#')
        return false;
    *out = strncmp(value, "#fff\"", 5) == 0 ? 0xFFFFFF : (uint32_t)strtoul(value + 1, NULL, 16);
    return true;
}

static bool has_class(const Element *e, char wanted)
{
    const char *value = value_of(e, "class");
    for (; value && *value != '"'; ++value)
        if (*value == wanted)
            return true;
    return false;
}

// --- paths

static void add_point(Reader *r, double x, double y)
{
    if (!array_reserve(&r->points, &r->capacity, r->count + 1, sizeof *r->points))
        r->failed = true;
    else
        r->points[r->count++] = (CanvasPoint){r->scale * x, r->scale * y};
}

static void end_piece(Reader *r, const Element *e)
{
    uint32_t colour;
    double dashes[MOST_DASHES];
    int dash_count = 0;
    if (has_class(e, 'g')) { // lines of the grid
        canvas_line(r->canvas, r->points, (int)r->count, 0xD8DCE2, r->scale, NULL, 0);
    } else if (colour_of(e, "fill", &colour)) {
        r->failed |= r->count > 2 && !canvas_fill(r->canvas, r->points, (int)r->count, colour,
                                                  number_of(e, "fill-opacity", 1));
    } else if (colour_of(e, "stroke", &colour)) {
        const char *pattern = value_of(e, "stroke-dasharray");
        for (char *next; pattern && *pattern != '"' && dash_count < MOST_DASHES; pattern = next) {
            dashes[dash_count] = r->scale * strtod(pattern, &next);
            if (next == pattern)
                break;
            ++dash_count;
            while (*next == ' ')
                ++next;
        }
        canvas_line(r->canvas, r->points, (int)r->count, colour,
                    r->scale * number_of(e, "stroke-width", 1), dashes, dash_count);
    }
    r->count = 0;
}

// M, L and Z, and h in legends.
static void path(Reader *r, const Element *e)
{
    const char *c = value_of(e, "d");
    double x = 0, y = 0;
    r->count = 0;
    while (c && *c && *c != '"' && !r->failed) {
        char *next, command = *c++;
        double first = strtod(c, &next);
        if (command == 'M' || command == 'L') {
            x = first;
            y = strtod(next, &next);
        } else if (command == 'h') {
            x += first;
        } else {
            continue; // Z and blanks
        }
        if (next == c)
            return;
        c = next;
        if (command == 'M' && r->count > 0)
            end_piece(r, e);
        add_point(r, x, y);
    }
    end_piece(r, e);
}

// --- texts

static void put_text(Reader *r, const Element *e, const char *from, const char *to)
{
    static const struct {
        const char *name;
        char letter;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    char text[MOST_TEXT];
    size_t length = 0;
    while (from < to && length + 1 < sizeof text) {
        size_t taken = 1;
        char letter = *from;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; ++i)
            if (strncmp(from, entities[i].name, strlen(entities[i].name)) == 0) {
                taken = strlen(entities[i].name);
                letter = entities[i].letter;
            }
        text[length++] = letter;
        from += taken;
    }
    text[length] = 0;
    bool title = has_class(e, 'h');
    canvas_text(r->canvas,
                &(CanvasText){.x = r->scale * number_of(e, "x", 0),
                              .y = r->scale * number_of(e, "y", 0),
                              .size = r->scale * (title ? 15 : 12),
                              .align = has_class(e, 'e')   ? ALIGN_END
                                       : has_class(e, 'm') ? ALIGN_MIDDLE
                                                           : ALIGN_START,
                              .bold = title,
                              .upwards = value_of(e, "transform") != NULL,
                              .halo = has_class(e, 't'),
                              .colour = 0x1B1E24},
                text);
}

static bool is(const Element *e, const char *name)
{
    size_t length = strlen(name);
    return strncmp(e->begin, name, length) == 0 &&
           (e->begin[length] == ' ' || e->begin[length] == '>' || e->begin[length] == '/');
}

// False: there is none left.
static bool next_element(Reader *r, Element *e)
{
    const char *open = strchr(r->at, '<'), *close = open ? strchr(open, '>') : NULL;
    if (!close)
        return false;
    *e = (Element){open + 1, close};
    r->at = close + 1;
    return true;
}

static void draw(Reader *r, const Element *e)
{
    uint32_t colour;
    if (is(e, "path")) {
        path(r, e);
    } else if (is(e, "circle") && colour_of(e, "fill", &colour)) {
        canvas_disc(r->canvas, r->scale * number_of(e, "cx", 0), r->scale * number_of(e, "cy", 0),
                    r->scale * number_of(e, "r", 1), colour);
    } else if (is(e, "text")) {
        const char *end = strchr(r->at, '<');
        if (end)
            put_text(r, e, r->at, end);
    }
}

unsigned char *svg_picture(const char *svg, double scale, int *width, int *height, Error *err)
{
    Reader r = {.at = svg, .scale = scale};
    Element e;
    if (!next_element(&r, &e) || !is(&e, "svg")) {
        error_set(err, "this is no plot");
        return NULL;
    }
    double sides[2] = {scale * number_of(&e, "width", 0), scale * number_of(&e, "height", 0)};
    if (!(sides[0] >= 1 && sides[0] <= MOST_SIDE && sides[1] >= 1 && sides[1] <= MOST_SIDE)) {
        error_set(err, "a plot of %.0f x %.0f pixels is not drawn", sides[0], sides[1]);
        return NULL;
    }
    *width = (int)sides[0];
    *height = (int)sides[1];
    r.canvas = canvas_create(*width, *height, 0xFFFFFF, err);
    while (r.canvas && !r.failed && next_element(&r, &e))
        draw(&r, &e);
    free(r.points);
    if (r.canvas && !r.failed)
        return canvas_take(r.canvas);
    if (r.failed)
        error_set(err, "not enough memory for the plot");
    canvas_free(r.canvas);
    return NULL;
}
