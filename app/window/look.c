#include "app/window/look.h"

#include "app/document/document.h"
#include "app/picture/ink.h"

#include <cimgui.h>

static const Palette dark = {
    .alert = 0xFF6B57,
    .warn = 0xFFC933,
    .good = 0x5CC46B,
    .text = 0xE6E9ED,
    .faint = 0x9AA3AE,
    .dim = 0x6B7480,
    .link = 0x8FB8EC,
    .panel = 0x23272E,
    .panel_deep = 0x1B1E24,
    .field = 0x31363F,
    .hover = 0x3D4653,
    .accent = 0x3B7DD8,
    .border = 0x4A525E,
};
// Contrast with the panel is at least 4.5 for everything that is read.
static const Palette light = {
    .alert = 0xC4260F,
    .warn = 0x8A5F00,
    .good = 0x1B7430,
    .text = 0x1B2127,
    .faint = 0x56606B,
    .dim = 0x939CA6,
    .link = 0x1F559F,
    .panel = 0xF4F6F8,
    .panel_deep = 0xE4E8EC,
    .field = 0xDCE2E8,
    .hover = 0xC6D3E2,
    .accent = 0x3F82DD,
    .border = 0xB4BDC7,
};
const Palette *palette = &dark;

static void set(ImVec4 *colours, int index, uint32_t rgb, float opacity)
{
    igColorConvertU32ToFloat4(&colours[index], look_colour(rgb, (double)opacity));
}

static void set_colours(ImVec4 *c)
{
    set(c, ImGuiCol_Text, COLOUR_TEXT, 1);
    set(c, ImGuiCol_TextDisabled, COLOUR_FAINT, 1);
    set(c, ImGuiCol_WindowBg, COLOUR_PANEL, 1);
    set(c, ImGuiCol_PopupBg, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_MenuBarBg, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_Border, COLOUR_BORDER, 1);
    set(c, ImGuiCol_FrameBg, COLOUR_FIELD, 1);
    set(c, ImGuiCol_FrameBgHovered, COLOUR_HOVER, 1);
    set(c, ImGuiCol_FrameBgActive, COLOUR_HOVER, 1);
    set(c, ImGuiCol_TitleBg, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_TitleBgActive, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_Tab, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_TabHovered, COLOUR_HOVER, 1);
    set(c, ImGuiCol_TabActive, COLOUR_PANEL, 1);
    set(c, ImGuiCol_DragDropTarget, COLOUR_ACCENT, 1); // yellow would mean contact
    set(c, ImGuiCol_TabUnfocused, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_TabUnfocusedActive, COLOUR_PANEL, 1);
    set(c, ImGuiCol_Button, COLOUR_FIELD, 1);
    set(c, ImGuiCol_ButtonHovered, COLOUR_HOVER, 1);
    set(c, ImGuiCol_ButtonActive, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_Header, COLOUR_ACCENT, 0.55f);
    set(c, ImGuiCol_HeaderHovered, COLOUR_HOVER, 1);
    set(c, ImGuiCol_HeaderActive, COLOUR_ACCENT, 0.8f);
    set(c, ImGuiCol_CheckMark, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_SliderGrab, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_SliderGrabActive, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_PlotHistogram, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_Separator, COLOUR_BORDER, 1);
    set(c, ImGuiCol_SeparatorHovered, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_SeparatorActive, COLOUR_ACCENT, 1);
    set(c, ImGuiCol_ResizeGrip, COLOUR_BORDER, 1);
    set(c, ImGuiCol_TableHeaderBg, COLOUR_PANEL_DEEP, 1);
    set(c, ImGuiCol_TableBorderLight, COLOUR_BORDER, 0.6f);
    set(c, ImGuiCol_TableBorderStrong, COLOUR_BORDER, 1);
    set(c, ImGuiCol_TableRowBgAlt, COLOUR_TEXT, 0.025f);
    set(c, ImGuiCol_ScrollbarBg, COLOUR_PANEL_DEEP, 0.5f);
    set(c, ImGuiCol_DockingPreview, COLOUR_ACCENT, 0.5f);
    set(c, ImGuiCol_ModalWindowDimBg, 0x000000, 0.45f);
}

static uint32_t lighter(uint32_t rgb)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        uint32_t channel = rgb >> shift & 255;
        mixed |= (channel + (255 - channel) / 10) << shift;
    }
    return mixed;
}

uint32_t look_on_panel(uint32_t rgb)
{
    static const double LEAST_CONTRAST = 3.5;
    const double panel = luminance_of(COLOUR_PANEL);
    for (int i = 0; i < 10 && panel < 0.2; ++i) {
        if ((luminance_of(rgb) + 0.05) / (panel + 0.05) >= LEAST_CONTRAST)
            break;
        rgb = lighter(rgb);
    }
    return rgb;
}

ImFont *look_font(enum LookFont font)
{
    const ImVector_ImFontPtr *fonts = &igGetIO()->Fonts->Fonts;
    return fonts->Data[(int)font < fonts->Size ? (int)font : 0];
}

void look_apply(float scale, int look)
{
    palette = look == LOOK_LIGHT ? &light : &dark;
    ImGuiStyle *style = igGetStyle();
    ImGuiStyle *fresh = ImGuiStyle_ImGuiStyle(); // scaling twice would add up
    *style = *fresh;
    ImGuiStyle_destroy(fresh);
    if (palette == &light)
        igStyleColorsLight(style);
    else
        igStyleColorsDark(style);
    set_colours(style->Colors);
    style->WindowPadding = (ImVec2){10, 6};
    style->FramePadding = (ImVec2){7, 3};
    style->ItemSpacing = (ImVec2){8, 4};
    style->CellPadding = (ImVec2){5, 3};
    style->ScrollbarSize = 12;
    style->WindowRounding = 4;
    style->FrameRounding = 3;
    style->PopupRounding = 4;
    style->GrabRounding = 3;
    style->TabRounding = 3;
    style->WindowBorderSize = 1;
    style->FrameBorderSize = 1; // an empty box is seen
    style->DockingSeparatorSize = 2;
    style->WindowMenuButtonPosition = ImGuiDir_None;
    style->SeparatorTextBorderSize = 1;
    style->SeparatorTextPadding = (ImVec2){0, 3}; // in line with the labels
    style->HoverDelayNormal = 0.35f;
    ImGuiStyle_ScaleAllSizes(style, scale);
}

float look_text_width(const char *begin, const char *end, void *ignored)
{
    (void)ignored;
    ImVec2 size;
    igCalcTextSize(&size, begin, end, false, -1);
    return size.x;
}
