#include "app/picture/canvas_font.h"

#include "app/io/file.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// A system header, whose warnings stay quiet; the panels have a copy of their own, which is static as well.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

// The second place is that of some other distributions.
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF"};
enum { MOST_BYTES = 8 << 20 };

bool canvas_font_open(CanvasFont *font, bool bold, Error *err)
{
    Error ignored = {""};
    *font = (CanvasFont){0};
    for (size_t i = 0; i < 2 && !font->bytes; ++i) {
        char path[128];
        FileBytes file;
        snprintf(path, sizeof path, "%s/%s", folders[i],
                 bold ? "DejaVuSans-Bold.ttf" : "DejaVuSans.ttf");
        if (file_read_whole(path, MOST_BYTES, &file, &ignored))
            font->bytes = (unsigned char *)file.data;
    }
    font->info = font->bytes ? calloc(1, sizeof *font->info) : NULL;
    if (font->info && stbtt_InitFont(font->info, font->bytes, 0))
        return true;
    canvas_font_close(font);
    return error_set(err, "the font DejaVu Sans is missing (package fonts-dejavu-core)");
}

void canvas_font_close(CanvasFont *font)
{
    free(font->info);
    free(font->bytes);
    *font = (CanvasFont){0};
}

// The next letter; what is no UTF-8 stands for itself.
static int next_letter(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    int more = *c >= 0xF0 ? 3 : *c >= 0xE0 ? 2 : *c >= 0xC0 ? 1 : 0;
    int letter = more == 3 ? *c & 7 : more == 2 ? *c & 15 : more == 1 ? *c & 31 : *c;
    for (int i = 1; i <= more; ++i) {
        if ((c[i] & 0xC0) != 0x80) {
            more = i - 1;
            break;
        }
        letter = letter << 6 | (c[i] & 63);
    }
    *text += 1 + more;
    return letter;
}

static double advance(const CanvasFont *font, double scale, int letter)
{
    int width, bearing;
    stbtt_GetCodepointHMetrics(font->info, letter, &width, &bearing);
    return scale * width;
}

static double scale_of(const CanvasFont *font, double size)
{
    return (double)stbtt_ScaleForMappingEmToPixels(font->info, (float)size);
}

double canvas_font_width(const CanvasFont *font, double size, const char *utf8)
{
    double width = 0, scale = scale_of(font, size);
    while (*utf8)
        width += advance(font, scale, next_letter(&utf8));
    return width;
}

void canvas_font_draw(const CanvasFont *font, double size, const char *utf8, CanvasDotFn *dot,
                      void *user)
{
    double at = 0, scale = scale_of(font, size);
    while (*utf8) {
        int letter = next_letter(&utf8), width, height, left, top;
        float shift = (float)(at - floor(at));
        unsigned char *mask = stbtt_GetCodepointBitmapSubpixel(
            font->info, (float)scale, (float)scale, shift, 0, letter, &width, &height, &left, &top);
        for (int y = 0; mask && y < height; ++y)
            for (int x = 0; x < width; ++x)
                dot(user, (int)floor(at) + left + x, top + y, mask[y * width + x] / 255.0);
        stbtt_FreeBitmap(mask, NULL);
        at += advance(font, scale, letter);
    }
}
