// Every colour and size of the panels in one table; those of the scene are in gfx/theme.h.
#ifndef SNUG_APP_VIEW_LOOK_H
#define SNUG_APP_VIEW_LOOK_H

#include <stdint.h>

// 0xRRGGBB
enum {
    COLOUR_ALERT = 0xFF6B57,
    COLOUR_WARN = 0xFFC933,
    COLOUR_GOOD = 0x5CC46B,
    COLOUR_TEXT = 0xE6E9ED,
    COLOUR_FAINT = 0x9AA3AE,
    COLOUR_PANEL = 0x23272E,
    COLOUR_PANEL_DEEP = 0x1B1E24,
    COLOUR_FIELD = 0x31363F,
    COLOUR_HOVER = 0x3D4653,
    COLOUR_ACCENT = 0x3B7DD8,
    COLOUR_BORDER = 0x3A404A
};

// Before scaling for the screen's density.
#define FONT_SIZE 15.0f
#define PANEL_WIDTH 360.0f
#define LINE_WIDTH 2.5f
#define OVERLAY_WIDTH 1.0f

#define SCENE_THEME THEME_LIGHT // of gfx/theme.h

void look_apply(float scale);

// 0xRRGGBB and opacity as ImGui's packed colour (R lowest).
static inline uint32_t look_colour(uint32_t rgb, double opacity)
{
    uint32_t alpha = (uint32_t)(255 * opacity + 0.5);
    return alpha << 24 | (rgb & 0xFF) << 16 | (rgb & 0xFF00) | rgb >> 16;
}

#endif
