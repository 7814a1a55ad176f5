// Lines, areas and letters on pixels, with soft borders: for plots.
#ifndef SNUG_APP_PICTURE_CANVAS_H
#define SNUG_APP_PICTURE_CANVAS_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct CanvasPoint {
    double x, y;
} CanvasPoint;

typedef struct Canvas Canvas;
Canvas *canvas_create(int width, int height, uint32_t colour, Error *err); // 0xRRGGBB all over
void canvas_free(Canvas *canvas);                                          // NULL is fine
unsigned char *
canvas_take(Canvas *canvas); // its pixels, four bytes each, to be freed; frees the rest

// dashes: lengths of strokes and gaps in turn; none: drawn through.
void canvas_line(Canvas *canvas, const CanvasPoint *points, int count, uint32_t colour,
                 double width, const double *dashes, int dash_count);
// Inside by the even-odd rule. False: memory ran short.
bool canvas_fill(Canvas *canvas, const CanvasPoint *points, int count, uint32_t colour,
                 double opacity);
void canvas_disc(Canvas *canvas, double x, double y, double radius, uint32_t colour);

enum CanvasAlign { ALIGN_START, ALIGN_MIDDLE, ALIGN_END };
typedef struct CanvasText {
    double x, y, size; // of the base line; pixels
    enum CanvasAlign align;
    bool bold, upwards; // upwards: turned to the left, as along an upright axis
    bool halo;          // on a white rim
    uint32_t colour;
} CanvasText;
void canvas_text(Canvas *canvas, const CanvasText *style, const char *utf8);

#endif
