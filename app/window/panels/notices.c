// Messages in a corner of the view: news go by themselves, errors stay until they are closed. The
// Messages panel keeps all of them.
#include "app/picture/triad.h"
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/widgets.h"
#include "core/base/clock.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SHOWN = 4, MOST_DISMISSED = 256 };

typedef struct Dismissed {
    double times[MOST_DISMISSED]; // of the notices that were closed, a ring
    int count;
} Dismissed;
static const UiPrivate dismissed_memory = {.size = sizeof(Dismissed)};

static double lifetime(enum NoticeKind kind)
{
    return kind == NOTICE_INFO ? 5 : kind == NOTICE_WARNING ? 12 : INFINITY;
}

static bool is_dismissed(const UiState *ui, const Notice *notice)
{
    const Dismissed *dismissed = ui_own(ui, &dismissed_memory);
    int kept = dismissed->count < MOST_DISMISSED ? dismissed->count : MOST_DISMISSED;
    for (int i = 0; i < kept; ++i)
        if (!(dismissed->times[i] < notice->time || dismissed->times[i] > notice->time))
            return true;
    return false;
}

static double seconds_left(const UiState *ui, const Notice *notice)
{
    return is_dismissed(ui, notice) ? 0 : notice->time + lifetime(notice->kind) - clock_seconds();
}

double notices_next_change(const UiState *ui, const App *app)
{
    double next = INFINITY;
    for (size_t i = 0; i < app->notice_count; ++i) {
        double left = seconds_left(ui, &app->notices[i]);
        if (left > 0 && left < next)
            next = left;
    }
    if (igGetIO()->WantTextInput && next > 0.4)
        next = 0.4; // the text cursor blinks
    return isfinite(next) ? next + 0.01 : 0;
}

// Returns its height.
static float toast(const PanelContext *context, size_t index, float x, float bottom, float width)
{
    UiState *ui = context->ui;
    const Notice *notice = &context->app->notices[index];
    uint32_t colour = notice_colour(notice->kind);
    char id[32];
    snprintf(id, sizeof id, "##notice %zu", index);
    igSetNextWindowPos((ImVec2){x, bottom}, ImGuiCond_Always, (ImVec2){0, 1});
    igSetNextWindowSize((ImVec2){width, 0}, ImGuiCond_Always);
    igSetNextWindowBgAlpha(0.95f);
    igPushStyleColor_U32(ImGuiCol_Border, look_colour(colour, 1));
    ImVec2 size = {0, 0};
    if (igBegin(id, NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize)) {
        float button = igGetFontSize() * 1.6f;
        widget_dot(colour, NULL);
        igSameLine(0, 4);
        widget_paragraph(COLOUR_TEXT, width - button - igGetFontSize() * 2.2f, notice->text);
        igSameLine(width - button, 0);
        if (widget_close("close")) {
            Dismissed *dismissed = ui_own(ui, &dismissed_memory);
            dismissed->times[dismissed->count++ % MOST_DISMISSED] = notice->time;
        }
        ui_note_rect(ui, "notice_close");
        widget_tooltip("Close this message; the Messages panel keeps it.");
    }
    igGetWindowSize(&size);
    ui_note_place(ui, "notice", x, bottom - size.y, width, size.y);
    igEnd();
    igPopStyleColor(1);
    return size.y;
}

// The same words are on the screen already, newer.
static bool is_repeated(const PanelContext *context, size_t index)
{
    const App *app = context->app;
    for (size_t i = index + 1; i < app->notice_count; ++i)
        if (seconds_left(context->ui, &app->notices[i]) > 0 &&
            strcmp(app->notices[i].text, app->notices[index].text) == 0)
            return true;
    return false;
}

// Beside the triad, unless that would leave too little.
static float toast_width(const UiState *ui, float width, float gap)
{
    float beside = width - TRIAD_POINTS * ui->scale - gap;
    return fminf(beside < 240 * ui->scale ? width - 2 * gap : beside, 460 * ui->scale);
}

void notices_draw(const PanelContext *context, float x, float y, float width, float height)
{
    const App *app = context->app;
    float gap = 8 * context->ui->scale;
    float bottom = y + height - gap;
    float wide = toast_width(context->ui, width, gap);
    int shown = 0;
    for (size_t i = app->notice_count; i-- > 0 && shown < MOST_SHOWN && wide > 0;) {
        if (!(seconds_left(context->ui, &app->notices[i]) > 0) || is_repeated(context, i))
            continue;
        bottom -= toast(context, i, x + width - wide - gap, bottom, wide) + gap;
        ++shown;
    }
}
