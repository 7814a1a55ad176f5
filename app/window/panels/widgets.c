#include "app/window/panels/widgets.h"

#include "app/document/fields.h"
#include "app/window/keys.h"
#include "app/window/look.h"
#include "app/window/wrap.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ASIDE_WIDTH 26                  // of a tooltip, in font sizes
static const float LABEL_SHARE = 0.40f; // of the panel's width
static const float WIDE = 48;           // a panel with room for two halves, in letters

void widget_tooltip(const char *text)
{
    if (!text || !widget_begin_aside())
        return;
    widget_paragraph(COLOUR_TEXT, igGetFontSize() * ASIDE_WIDTH, text);
    widget_end_aside();
}

// Notes of actions begin with their arguments, for people who write scripts: "flag: ...".
const char *widget_action_note(const Action *action)
{
    const char *note = action->note;
    static const char *const arguments[] = {"part", "index", "flag", "number", "text", "placement"};
    const char *colon = strstr(note, ": ");
    for (size_t i = 0; colon && i < sizeof arguments / sizeof *arguments; ++i) {
        size_t length = strlen(arguments[i]);
        if (strncmp(note, arguments[i], length) == 0 && strchr(":, (", note[length]))
            return colon + 2;
    }
    return note;
}

void widget_action_tooltip(const Action *action, const char *why_not)
{
    char text[256];
    if (!igIsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
        return;
    snprintf(text, sizeof text, "%s.", why_not ? why_not : widget_action_note(action));
    text[0] = (char)toupper((unsigned char)text[0]);
    widget_tooltip(text);
}

bool widget_begin_aside(void)
{
    if (!igIsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
        return false;
    ImVec2 item, end, window;
    igGetItemRectMin(&item);
    igGetItemRectMax(&end);
    igGetWindowPos(&window);
    const ImGuiViewport *screen = igGetMainViewport();
    bool at_left = window.x < igGetFontSize() * 28; // no room there: where the cursor is
    bool low = item.y > screen->WorkPos.y + screen->WorkSize.y * 0.8f; // grows upwards
    if (!at_left)
        igSetNextWindowPos((ImVec2){window.x - igGetFontSize() * 0.5f, low ? end.y : item.y},
                           ImGuiCond_Always, (ImVec2){1, low});
    if (!igBeginTooltip())
        return false;
    // From the edge of the window; what is wrapped already must not be wrapped once more.
    igPushTextWrapPos(igGetFontSize() * ASIDE_WIDTH + igGetStyle()->WindowPadding.x + 1);
    return true;
}

void widget_end_aside(void)
{
    igPopTextWrapPos();
    igEndTooltip();
}

static const char *label_note; // a literal, or of a registry

void widget_label_tooltip(void)
{
    widget_tooltip(label_note);
}

void widget_explain(const PanelContext *context, const char *rect, const char *note)
{
    ui_note_rect(context->ui, rect);
    widget_tooltip(note ? note : label_note);
}

static float half_width; // of one of two halves; 0: there are none

bool widget_halves_begin(void)
{
    ImVec2 space;
    igGetContentRegionAvail(&space);
    if (!(space.x > WIDE * igGetFontSize()) ||
        !igBeginTable("halves", 2, ImGuiTableFlags_SizingStretchSame, (ImVec2){0, 0}, 0))
        return false;
    half_width = space.x / 2;
    igTableNextColumn();
    return true;
}

void widget_halves_next(bool beside)
{
    if (beside)
        igTableNextColumn();
}

void widget_halves_end(bool beside)
{
    if (beside)
        igEndTable();
    half_width = 0;
}

void widget_label(const char *label, const char *note)
{
    label_note = note;
    ImVec2 words;
    igCalcTextSize(&words, label, NULL, false, -1);
    const ImGuiWindow *window = igGetCurrentWindowRead();
    float share = (half_width > 0 ? half_width : igGetWindowWidth()) * LABEL_SHARE;
    float control = window->Pos.x - window->Scroll.x + share + window->DC.GroupOffset.x +
                    window->DC.ColumnsOffset.x;
    bool beside = window->DC.CursorPos.x + words.x <= control;
    igAlignTextToFramePadding();
    widget_text(COLOUR_FAINT, label);
    widget_tooltip(note);
    if (beside) // otherwise it would lie over the words
        igSameLine(share, 0);
    igSetNextItemWidth(-1);
}

void widget_slider(const PanelContext *context, const char *id, const char *label, const char *note,
                   const Action *action, ActionArgs *args, double least, double most,
                   const char *format, ImGuiSliderFlags flags)
{
    igPushID_Str(id);
    widget_label(label, note);
    if (igSliderScalar("##slider", ImGuiDataType_Double, &args->number, &least, &most, format,
                       flags | ImGuiSliderFlags_AlwaysClamp))
        action_submit_merged(context->out, action, args, context->ui->merge_key);
    widget_explain(context, id, NULL);
    igPopID();
}

// As a sentence: reasons are written to follow others.
static void explain_why_not(const PanelContext *context, const char *rect, const char *why_not)
{
    char text[256];
    const size_t length = strlen(why_not);
    const char *end = length > 0 && strchr(".!?", why_not[length - 1]) ? "" : ".";
    snprintf(text, sizeof text, "%s%s", why_not, end);
    text[0] = (char)toupper((unsigned char)text[0]);
    widget_explain(context, rect, text);
}

bool widget_button(const PanelContext *context, const char *label, const char *rect,
                   const char *note, const char *why_not, float width)
{
    igBeginDisabled(why_not != NULL);
    bool pressed = igButton(label, (ImVec2){width, 0});
    igEndDisabled();
    ImVec2 words, low, high;
    igCalcTextSize(&words, label, NULL, true, -1);
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    if (words.x > high.x - low.x)
        ui_note_clipped(context->ui, rect);
    if (why_not)
        explain_why_not(context, rect, why_not);
    else
        widget_explain(context, rect, note);
    return pressed;
}

void widget_text(uint32_t rgb, const char *text)
{
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(rgb, 1));
    igTextUnformatted(text, NULL);
    igPopStyleColor(1);
}

void widget_paragraph(uint32_t rgb, float width, const char *text)
{
    ImVec2 space;
    igGetContentRegionAvail(&space);
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(rgb, 1));
    igBeginGroup(); // one widget for tooltips
    igPushStyleVar_Vec2(ImGuiStyleVar_ItemSpacing, (ImVec2){0, 0});
    do {
        const char *next;
        const char *end =
            wrap_line(text, width > 0 ? width : space.x, look_text_width, NULL, &next);
        igTextUnformatted(text, end);
        text = next;
    } while (*text);
    igPopStyleVar(1);
    igEndGroup();
    igPopStyleColor(1);
}

void widget_paragraph_at(uint32_t rgb, ImVec2 at, float width, int lines, const char *text)
{
    ImDrawList *list = igGetWindowDrawList();
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(rgb, 1));
    for (int i = 0; i < lines && *text; ++i) {
        const char *next, *end = wrap_line(text, width, look_text_width, NULL, &next);
        bool cut = i + 1 == lines && *next;
        if (cut)
            end = text + strlen(text);
        ImVec2 corner = {at.x + width, at.y + igGetTextLineHeight()};
        igRenderTextEllipsis(list, at, corner, corner.x, corner.x, text, end, NULL);
        at.y += igGetTextLineHeight();
        text = next;
    }
    igPopStyleColor(1);
}

void widget_ellipsis(uint32_t rgb, float width, const char *text)
{
    ImVec2 at, space, size;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    igCalcTextSize(&size, text, NULL, false, -1);
    float most = width > 0 ? width : space.x, right = at.x + (size.x < most ? size.x + 1 : most);
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(rgb, 1));
    // With its end given: otherwise a name would end at "##".
    igRenderTextEllipsis(igGetWindowDrawList(), at, (ImVec2){right, at.y + size.y}, right, right,
                         text, text + strlen(text), &size);
    igPopStyleColor(1);
    igDummy((ImVec2){right - at.x, size.y});
}

void widget_right(const char *text)
{
    ImVec2 size, space;
    igCalcTextSize(&size, text, NULL, false, -1);
    igGetContentRegionAvail(&space);
    if (space.x > size.x)
        igSetCursorPosX(igGetCursorPosX() + space.x - size.x);
    igTextUnformatted(text, NULL);
}

static void cell(const char *format, va_list arguments)
{
    char text[128];
    vsnprintf(text, sizeof text, format, arguments);
    igTableNextColumn();
    widget_right(text);
}

void widget_cell(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cell(format, arguments);
    va_end(arguments);
}

void widget_headers(unsigned numbers, const char *const *notes)
{
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < igTableGetColumnCount(); ++i) {
        if (!igTableSetColumnIndex(i))
            continue;
        const char *title = igTableGetColumnName_Int(i);
        ImVec2 size, space;
        igCalcTextSize(&size, title, NULL, false, -1);
        igGetContentRegionAvail(&space);
        if (numbers >> i & 1 && space.x > size.x)
            igSetCursorPosX(igGetCursorPosX() + space.x - size.x);
        igPushID_Int(i); // some have no title
        igTableHeader(title);
        widget_tooltip(notes[i]);
        igPopID();
    }
}

ImVec2 widget_figures_size(void)
{
    static const float MOST = 32; // letters
    ImVec2 space;
    igGetContentRegionAvail(&space);
    return (ImVec2){space.x > MOST * igGetFontSize() ? MOST * igGetFontSize() : 0, 0};
}

void widget_figure(const char *label, const char *note, const char *format, ...)
{
    va_list arguments;
    igTableNextRow(0, 0);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, label);
    widget_tooltip(note);
    va_start(arguments, format);
    cell(format, arguments);
    va_end(arguments);
}

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

void widget_rows(const PanelContext *context, size_t count,
                 void (*row)(const PanelContext *context, int i))
{
    ImGuiListClipper *clipper = ImGuiListClipper_ImGuiListClipper();
    ImGuiListClipper_Begin(clipper, count > 1000000 ? 1000000 : (int)count, -1);
    while (ImGuiListClipper_Step(clipper))
        for (int i = clipper->DisplayStart; i < clipper->DisplayEnd; ++i)
            row(context, i);
    ImGuiListClipper_destroy(clipper);
}

static bool find_words(const char *text, const char *filter, bool at_start)
{
    while (*filter) {
        size_t length = strcspn(filter, " ");
        bool found = length == 0;
        for (const char *t = text; *t && !found; ++t) {
            if (at_start && t > text && isalnum((unsigned char)t[-1]))
                continue;
            size_t n = 0;
            while (n < length && t[n] &&
                   tolower((unsigned char)t[n]) == tolower((unsigned char)filter[n]))
                ++n;
            found = n == length;
        }
        if (!found)
            return false;
        filter += length + (filter[length] == ' ');
    }
    return true;
}

bool words_match(const char *text, const char *filter)
{
    return find_words(text, filter, false);
}

bool words_begin(const char *text, const char *filter)
{
    return find_words(text, filter, true);
}

const char *format_bytes(char *buffer, size_t size, double bytes)
{
    if (bytes < 1e3)
        snprintf(buffer, size, "%.0f B", bytes);
    else if (bytes < 1e6)
        snprintf(buffer, size, "%.1f kB", bytes / 1e3);
    else
        snprintf(buffer, size, "%.1f MB", bytes / 1e6);
    return buffer;
}

const char *format_wall_ms(char *buffer, size_t size, double ms)
{
    snprintf(buffer, size, ms < 1 ? "%.3f ms" : ms < 100 ? "%.2f ms" : "%.0f ms", ms);
    return buffer;
}

void widget_switch(const PanelContext *context, const char *id, const char *label,
                   const Action *action, const char *note)
{
    const char *why = NULL;
    bool possible = app_can(context->app, action, &why);
    bool on = possible && keys_is_on(context->app, action);
    igPushID_Str(id);
    igBeginDisabled(!possible);
    if (igCheckbox(label ? label : action->title, &on))
        submit_flag(context, action, on);
    igEndDisabled();
    igPopID();
    ui_note_rect(context->ui, id);
    if (possible && note)
        widget_tooltip(note);
    else
        widget_action_tooltip(action, why);
}

void submit_index(const PanelContext *context, const Action *action, int32_t index)
{
    action_submit(context->out, action, &(ActionArgs){.index = index, .part = NO_PART});
}

void submit_part(const PanelContext *context, const Action *action, int32_t part)
{
    action_submit(context->out, action, &(ActionArgs){.part = part});
}

void submit_flag(const PanelContext *context, const Action *action, bool flag)
{
    action_submit(context->out, action, &(ActionArgs){.flag = flag, .part = NO_PART});
}
