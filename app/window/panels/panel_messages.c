// All messages since the start; the newest ones are also shown for a while in the view.
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/widgets.h"
#include "core/base/clock.h"

#include <stdio.h>
#include <time.h>

uint32_t notice_colour(enum NoticeKind kind)
{
    return kind == NOTICE_ERROR     ? COLOUR_ALERT
           : kind == NOTICE_WARNING ? COLOUR_WARN
                                    : COLOUR_ACCENT;
}

// When it was posted, on the clock on the wall.
static void format_time(const Notice *notice, char *text, size_t size)
{
    // Asked for once: the two clocks tick at different moments, and the second would jump about.
    static double since;
    if (!(since > 0))
        since = (double)time(NULL) - clock_seconds();
    time_t when = (time_t)(since + notice->time);
    struct tm local;
    if (!localtime_r(&when, &local) || strftime(text, size, "%H:%M:%S", &local) == 0)
        text[0] = '\0';
}

static void copy_all(const App *app)
{
    char *text = NULL, when[16];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t i = 0; i < app->notice_count; ++i) {
        format_time(&app->notices[i], when, sizeof when);
        fprintf(out, "%s  %s\n", when, app->notices[i].text);
    }
    if (fclose(out) == 0)
        igSetClipboardText(text);
    free(text);
}

static const UiPrivate seen_memory = {.size = sizeof(uint64_t)}; // notices posted until then

uint64_t messages_unseen(const UiState *ui, const App *app)
{
    return app->notice_posts - *(const uint64_t *)ui_own(ui, &seen_memory);
}

static void draw(const PanelContext *context)
{
    static const char *const kinds[] = {"News", "A warning", "Something went wrong"};
    const App *app = context->app;
    *(uint64_t *)ui_own(context->ui, &seen_memory) = app->notice_posts;
    if (app->notice_count == 0) {
        widget_paragraph(COLOUR_FAINT, 0, "No messages yet.");
        return;
    }
    if (igButton("Copy all", (ImVec2){0, 0}))
        copy_all(app);
    widget_explain(context, "messages_copy", "Puts all messages on the clipboard as text.");
    if (!igBeginTable("messages", 3,
                      ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX,
                      (ImVec2){0, 0}, 0))
        return;
    float em = igGetFontSize();
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 4.2f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    for (size_t i = app->notice_count; i-- > 0;) { // the newest first
        const Notice *notice = &app->notices[i];
        char when[16];
        igTableNextRow(0, 0);
        igTableNextColumn();
        widget_dot(notice_colour(notice->kind), kinds[notice->kind]);
        igTableNextColumn();
        format_time(notice, when, sizeof when);
        widget_text(COLOUR_FAINT, when);
        igTableNextColumn();
        widget_paragraph(COLOUR_TEXT, 0, notice->text);
    }
    igEndTable();
}

const Panel panel_messages = {
    .title = "Messages",
    .note = "What was opened, what went wrong: all messages since the start",
    .chapter = "panels#messages",
    .place = PLACE_MIDDLE,
    .open = true,
    .draw = draw,
};
