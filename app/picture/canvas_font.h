// The letters of plots: DejaVu Sans, which the panels have, too.
#ifndef SNUG_APP_PICTURE_CANVAS_FONT_H
#define SNUG_APP_PICTURE_CANVAS_FONT_H

#include "core/base/error.h"

typedef struct CanvasFont {
    unsigned char *bytes; // of the file; NULL: not open
    struct stbtt_fontinfo *info;
} CanvasFont;

bool canvas_font_open(CanvasFont *font, bool bold, Error *err); // false: the font is missing
void canvas_font_close(CanvasFont *font);
double canvas_font_width(const CanvasFont *font, double size, const char *utf8);
// From the beginning of the base line to the right, y downwards.
typedef void CanvasDotFn(void *user, int x, int y, double cover);
void canvas_font_draw(const CanvasFont *font, double size, const char *utf8, CanvasDotFn *dot,
                      void *user);

#endif
