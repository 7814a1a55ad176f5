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
