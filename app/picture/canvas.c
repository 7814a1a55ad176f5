#include "app/picture/canvas.h"

#include "app/picture/canvas_font.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 4 }; // of samples in a row of pixels, for areas

struct Canvas {
    unsigned char *pixels;
    int width, height;
    CanvasFont fonts[2]; // plain, bold
};

Canvas *canvas_create(int width, int height, uint32_t colour, Error *err)
{
    Canvas *canvas = calloc(1, sizeof *canvas);
    size_t bytes = 4 * (size_t)width * (size_t)height;
    if (canvas)
        *canvas = (Canvas){malloc(bytes), width, height, {{0}}};
    if (!canvas || !canvas->pixels) {
        error_set(err, "not enough memory for a picture of %d x %d", width, height);
        canvas_free(canvas);
        return NULL;
    }
    for (int i = 0; i < 2; ++i)
        if (!canvas_font_open(&canvas->fonts[i], i == 1, err)) {
            canvas_free(canvas);
            return NULL;
        }
    for (size_t i = 0; i < bytes; i += 4) {
        canvas->pixels[i] = (unsigned char)(colour >> 16);
        canvas->pixels[i + 1] = (unsigned char)(colour >> 8);
        canvas->pixels[i + 2] = (unsigned char)colour;
        canvas->pixels[i + 3] = 255;
    }
    return canvas;
}

void canvas_free(Canvas *canvas)
{
    if (!canvas)
        return;
    for (int i = 0; i < 2; ++i)
        canvas_font_close(&canvas->fonts[i]);
    free(canvas->pixels);
    free(canvas);
}

unsigned char *canvas_take(Canvas *canvas)
{
    unsigned char *pixels = canvas->pixels;
    canvas->pixels = NULL;
    canvas_free(canvas);
    return pixels;
}

static void blend(Canvas *canvas, int x, int y, uint32_t colour, double cover)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height || !(cover > 0))
        return;
    unsigned char *p = canvas->pixels + 4 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    cover = fmin(cover, 1);
    for (int k = 0; k < 3; ++k) {
        double wanted = (double)(colour >> (16 - 8 * k) & 255);
        p[k] = (unsigned char)(p[k] + cover * (wanted - p[k]) + 0.5);
    }
}

// First and last pixel that are nearer than `reach` to what lies between two values, of so many.
static void span(double a, double b, double reach, int count, int *first, int *last)
{
    *first = (int)floor(fmin(fmax(fmin(a, b) - reach, -1), count));
    *last = (int)ceil(fmin(fmax(fmax(a, b) + reach, -1), count));
}

// Round where lines join, straight where one ends.
enum SegmentEnds { CUT_FIRST = 1, CUT_LAST = 2 };

static double cover_of(double x, double y, CanvasPoint a, CanvasPoint b, double half, unsigned cut)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    double along = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0;
    double t = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    double cover = half + 0.5 - hypot(x - a.x - t * dx, y - a.y - t * dy);
    if (cut & CUT_FIRST)
        cover = fmin(cover, along + 0.5);
    if (cut & CUT_LAST)
        cover = fmin(cover, length - along + 0.5);
    return cover;
}

static void segment(Canvas *canvas, CanvasPoint a, CanvasPoint b, uint32_t colour, double width,
                    unsigned cut)
{
    int x0, x1, y0, y1;
    double half = width / 2;
    span(a.x, b.x, half + 1, canvas->width, &x0, &x1);
    span(a.y, b.y, half + 1, canvas->height, &y0, &y1);
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x)
            blend(canvas, x, y, colour, cover_of(x + 0.5, y + 0.5, a, b, half, cut));
}

void canvas_line(Canvas *canvas, const CanvasPoint *points, int count, uint32_t colour,
                 double width, const double *dashes, int dash_count)
{
    int dash = 0;
    bool fresh = true;                                   // this stroke or gap has just begun
    double left = dash_count > 0 ? dashes[0] : INFINITY; // of this stroke or gap
    for (int i = 0; i + 1 < count; ++i) {
        CanvasPoint a = points[i], b = points[i + 1];
        double length = hypot(b.x - a.x, b.y - a.y), done = 0;
        while (done < length) {
            double next = fmin(length, done + left), t = done / length, u = next / length;
            bool begins = (i == 0 && !(done > 0)) || fresh;
            bool ends = (i + 2 == count && !(next < length)) || done + left <= next;
            if (dash % 2 == 0)
                segment(canvas, (CanvasPoint){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)},
                        (CanvasPoint){a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)}, colour, width,
                        (begins ? CUT_FIRST : 0) | (ends ? CUT_LAST : 0));
            fresh = false;
            left -= next - done;
            done = next;
            if (!(left > 1e-9) && dash_count > 0) {
                dash = (dash + 1) % dash_count;
                left = fmax(dashes[dash], 0.5);
                fresh = true;
            }
        }
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_span(double *cover, int width, double from, double to)
{
    from = fmax(from, 0);
    to = fmin(to, width);
    for (int x = (int)from; x < to; ++x)
        cover[x] += (fmin(to, x + 1) - fmax(from, x)) / ROWS;
}

bool canvas_fill(Canvas *canvas, const CanvasPoint *points, int count, uint32_t colour,
                 double opacity)
{
    double *cover = malloc(((size_t)canvas->width + 1) * sizeof *cover);
    double *crossings = malloc(((size_t)count + 1) * sizeof *crossings);
    for (int y = 0; cover && crossings && y < canvas->height; ++y) {
        for (int x = 0; x < canvas->width; ++x)
            cover[x] = 0;
        for (int row = 0; row < ROWS; ++row) {
            double at = y + (row + 0.5) / ROWS;
            int found = 0;
            for (int i = 0; i < count; ++i) {
                CanvasPoint a = points[i], b = points[(i + 1) % count];
                if ((a.y <= at) != (b.y <= at))
                    crossings[found++] = a.x + (at - a.y) / (b.y - a.y) * (b.x - a.x);
            }
            qsort(crossings, (size_t)found, sizeof *crossings, by_value);
            for (int i = 0; i + 1 < found; i += 2)
                add_span(cover, canvas->width, crossings[i], crossings[i + 1]);
        }
        for (int x = 0; x < canvas->width; ++x)
            blend(canvas, x, y, colour, opacity * fmin(cover[x], 1));
    }
    bool good = cover && crossings;
    free(cover);
    free(crossings);
    return good;
}

void canvas_disc(Canvas *canvas, double x, double y, double radius, uint32_t colour)
{
    segment(canvas, (CanvasPoint){x, y}, (CanvasPoint){x, y}, colour, 2 * radius, 0);
}

typedef struct Pen {
    Canvas *canvas;
    uint32_t colour;
    double x, y; // of the base line's beginning
    bool upwards;
    int dx, dy; // of a rim
} Pen;

static void dot(void *user, int x, int y, double cover)
{
    const Pen *pen = user;
    int along = pen->upwards ? y : x, across = pen->upwards ? -x : y;
    blend(pen->canvas, (int)floor(pen->x) + along + pen->dx, (int)floor(pen->y) + across + pen->dy,
          pen->colour, cover);
}

void canvas_text(Canvas *canvas, const CanvasText *style, const char *utf8)
{
    const CanvasFont *font = &canvas->fonts[style->bold];
    double width = canvas_font_width(font, style->size, utf8);
    double back = style->align == ALIGN_MIDDLE ? width / 2 : style->align == ALIGN_END ? width : 0;
    Pen pen = {.canvas = canvas, .x = style->x, .y = style->y, .upwards = style->upwards};
    *(style->upwards ? &pen.y : &pen.x) += style->upwards ? back : -back;
    pen.colour = 0xFFFFFF;
    int rim = style->halo ? (int)ceil(style->size / 10) : 0;
    for (pen.dy = -rim; pen.dy <= rim && rim > 0; ++pen.dy)
        for (pen.dx = -rim; pen.dx <= rim; ++pen.dx)
            canvas_font_draw(font, style->size, utf8, dot, &pen);
    pen.dx = pen.dy = 0;
    pen.colour = style->colour;
    canvas_font_draw(font, style->size, utf8, dot, &pen);
}
