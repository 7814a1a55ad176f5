// Every colour and size of the panels in one table; those of the scene are in app/picture/theme.h.
#ifndef SNUG_APP_WINDOW_LOOK_H
#define SNUG_APP_WINDOW_LOOK_H

#include <stdint.h>

// 0xRRGGBB
typedef struct Palette {
    uint32_t alert, warn, good;
    uint32_t text, faint, dim, link; // dim: of what is hidden
    uint32_t panel, panel_deep, field, hover, accent, border;
} Palette;
extern const Palette *palette; // of the present look

#define COLOUR_ALERT (palette->alert)
#define COLOUR_WARN (palette->warn)
#define COLOUR_GOOD (palette->good)
#define COLOUR_TEXT (palette->text)
#define COLOUR_FAINT (palette->faint)
#define COLOUR_DIM (palette->dim)
#define COLOUR_LINK (palette->link)
#define COLOUR_PANEL (palette->panel)
#define COLOUR_PANEL_DEEP (palette->panel_deep)
#define COLOUR_FIELD (palette->field)
#define COLOUR_HOVER (palette->hover)
#define COLOUR_ACCENT (palette->accent)
#define COLOUR_BORDER (palette->border)

// Before scaling for the screen's density.
#define FONT_SIZE 15.0f
#define PANEL_WIDTH 390.0f
#define SETTINGS_HEIGHT 510.0f

// The fonts, in the order in which they are loaded. Where one is missing the first stands for it.
enum LookFont { FONT_PLAIN, FONT_BOLD, FONT_TITLE, FONT_CODE, FONT_COUNT };
struct ImFont *look_font(enum LookFont font);

// In the present font; for wrap.h.
float look_text_width(const char *begin, const char *end, void *ignored);

void look_apply(float scale, int look); // look: enum Look of document.h

// 0xRRGGBB and opacity as ImGui's packed colour (R lowest).
static inline uint32_t look_colour(uint32_t rgb, double opacity)
{
    uint32_t alpha = (uint32_t)(255 * opacity + 0.5);
    return alpha << 24 | (rgb & 0xFF) << 16 | (rgb & 0xFF00) | rgb >> 16;
}

// The colours of plots are made for paper: on a dark panel one that is too dark is made lighter, as far as it takes to
// be seen as a thin line.
uint32_t look_on_panel(uint32_t rgb);

#endif
