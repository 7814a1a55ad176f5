// Small drawn things: eyes, arrows, locks, crosses, swatches and dots.
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

bool widget_eye(const char *id, bool open)
{
    float height = igGetTextLineHeight();
    ImVec2 at;
    igGetCursorScreenPos(&at);
    bool clicked = igInvisibleButton(id, (ImVec2){height * 1.3f, height}, 0);
    bool hot = igIsItemHovered(0);
    ImDrawList *list = igGetWindowDrawList();
    ImU32 colour = look_colour(hot || open ? COLOUR_TEXT : COLOUR_DIM, 1);
    float cx = at.x + height * 0.65f, cy = at.y + height * 0.52f, w = height * 0.48f,
          h = height * 0.50f;
    ImVec2 left = {cx - w, cy}, right = {cx + w, cy};
    float line = height * 0.085f;
    ImDrawList_AddBezierQuadratic(list, left, (ImVec2){cx, cy - h}, right, colour, line, 12);
    ImDrawList_AddBezierQuadratic(list, left, (ImVec2){cx, cy + h}, right, colour, line, 12);
    if (open)
        ImDrawList_AddCircleFilled(list, (ImVec2){cx, cy}, height * 0.15f, colour, 12);
    else
        ImDrawList_AddLine(list, (ImVec2){cx - w * 0.7f, cy + h * 0.75f},
                           (ImVec2){cx + w * 0.7f, cy - h * 0.75f}, colour, line * 1.2f);
    return clicked;
}

bool widget_arrow(const char *id, bool open)
{
    float height = igGetTextLineHeight();
    ImVec2 at;
    igGetCursorScreenPos(&at);
    bool clicked = igInvisibleButton(id, (ImVec2){height * 0.8f, height}, 0);
    ImU32 colour = look_colour(igIsItemHovered(0) ? COLOUR_TEXT : COLOUR_FAINT, 1);
    float cx = at.x + height * 0.4f, cy = at.y + height * 0.52f, r = height * 0.26f;
    ImVec2 down[3] = {{cx - r, cy - r / 2}, {cx + r, cy - r / 2}, {cx, cy + r}};
    ImVec2 right[3] = {{cx - r / 2, cy - r}, {cx + r, cy}, {cx - r / 2, cy + r}};
    const ImVec2 *p = open ? down : right;
    ImDrawList_AddTriangleFilled(igGetWindowDrawList(), p[0], p[1], p[2], colour);
    return clicked;
}

void widget_lock(void)
{
    float height = igGetTextLineHeight(), w = height * 0.27f;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float cx = at.x + height * 0.35f, top = at.y + height * 0.48f;
    ImU32 colour = look_colour(COLOUR_WARN, 1);
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddRectFilled(list, (ImVec2){cx - w, top}, (ImVec2){cx + w, top + height * 0.36f},
                             colour, height * 0.06f, 0);
    ImDrawList_PathArcTo(list, (ImVec2){cx, top}, w * 0.65f, 3.14159265f, 6.2831853f, 10);
    ImDrawList_PathStroke(list, colour, 0, height * 0.1f);
    igDummy((ImVec2){height * 0.7f, height});
}

bool widget_close(const char *id)
{
    float height = igGetTextLineHeight(), arm = height * 0.22f;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    bool clicked = igInvisibleButton(id, (ImVec2){height, height}, 0);
    ImU32 colour = look_colour(igIsItemHovered(0) ? COLOUR_TEXT : COLOUR_FAINT, 1);
    ImVec2 c = {at.x + height * 0.5f, at.y + height * 0.5f};
    ImDrawList *list = igGetWindowDrawList();
    for (float side = -1; side <= 1; side += 2)
        ImDrawList_AddLine(list, (ImVec2){c.x - arm, c.y - side * arm},
                           (ImVec2){c.x + arm, c.y + side * arm}, colour, height * 0.09f);
    return clicked;
}

void widget_swatch(uint32_t rgb)
{
    float size = igGetTextLineHeight() * 0.75f;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    at.y += igGetTextLineHeight() * 0.13f;
    ImDrawList_AddRectFilled(igGetWindowDrawList(), at, (ImVec2){at.x + size, at.y + size},
                             look_colour(rgb, 1), size * 0.2f, 0);
    igDummy((ImVec2){size, igGetTextLineHeight()});
}

// Colours are made for the view; panels may be as dark as a dark one of them.
static bool fades_into_panel(uint32_t rgb)
{
    ImVec4 panel = igGetStyle()->Colors[ImGuiCol_WindowBg];
    float red = (float)(rgb >> 16 & 255) / 255, green = (float)(rgb >> 8 & 255) / 255,
          blue = (float)(rgb & 255) / 255;
    float lighter = 0.21f * (red - panel.x) + 0.72f * (green - panel.y) + 0.07f * (blue - panel.z);
    return lighter < 0.15f && lighter > -0.15f;
}

void widget_dot(uint32_t rgb, const char *note)
{
    float height = igGetTextLineHeight();
    ImVec2 at;
    igGetCursorScreenPos(&at);
    ImVec2 middle = {at.x + height * 0.4f, at.y + height * 0.52f};
    ImDrawList_AddCircleFilled(igGetWindowDrawList(), middle, height * 0.27f, look_colour(rgb, 1),
                               0);
    if (fades_into_panel(rgb))
        ImDrawList_AddCircle(igGetWindowDrawList(), middle, height * 0.27f,
                             look_colour(COLOUR_FAINT, 1), 0, 1);
    igDummy((ImVec2){height * 0.8f, height});
    widget_tooltip(note);
}

void widget_verdict(uint32_t rgb, const char *text)
{
    widget_dot(rgb, NULL);
    igSameLine(0, 4);
    widget_text(rgb, text);
}
