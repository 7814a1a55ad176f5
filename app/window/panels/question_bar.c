// The bar over the view that asks about files and about what was opened, and where to ask for a path before an action.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_path.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/actions/list_variants.h"
#include "app/document/field_actions.h"
#include "app/io/file.h"
#include "app/session/save.h"
#include "app/window/look.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

bool ui_ask_path(UiState *ui, const App *app, const Action *action)
{
    if (action == &action_file_open || action == &action_file_merge ||
        action == &action_variant_add) {
        file_browser_open(ui, action);
        return true;
    }
    enum PathPurpose purpose = path_dialog_purpose(action);
    if (purpose == PATH_PURPOSE_COUNT || (action == &action_file_save && save_path(app)))
        return false;
    path_dialog_open(ui, purpose, app);
    return true;
}

// One row of the bar: a sentence, and at its right end the buttons.
typedef struct Button {
    const char *title, *rect, *note;
} Button;
enum { MOST_BUTTONS = 3, NO_BUTTON = -1 };

typedef struct Bar {
    const PanelContext *context;
    float width;
    bool keys;
} Bar;

// Returns the button that was pressed; Enter is the first one, Esc the last one.
static int row(const Bar *bar, const char *text, const Button *buttons, int count)
{
    const ImGuiStyle *style = igGetStyle();
    float wide = igGetFontSize() * 6.5f, gap = style->ItemSpacing.x;
    float all = (float)count * (wide + gap), rest = bar->width - 2 * style->WindowPadding.x;
    int pressed = NO_BUTTON;
    float line = igGetCursorPosY();
    igSetCursorPosY(line + style->FramePadding.y); // in the middle of the buttons' height
    widget_dot(COLOUR_WARN, NULL);
    igSameLine(0, gap);
    igSetCursorPosY(line + style->FramePadding.y);
    bool beside = rest - all > igGetFontSize() * 22; // else the buttons come below
    widget_paragraph(COLOUR_TEXT, beside ? rest - all - igGetFontSize() * 2 : 0, text);
    if (beside)
        igSameLine(style->WindowPadding.x + rest - all + gap, 0);
    for (int i = 0; i < count; ++i) {
        if (beside)
            igSetCursorPosY(line);
        if (igButton(buttons[i].title, (ImVec2){wide, 0}))
            pressed = i;
        ui_note_rect(bar->context->ui, buttons[i].rect);
        widget_tooltip(buttons[i].note);
        if (i + 1 < count)
            igSameLine(0, gap);
    }
    if (bar->keys && igIsKeyPressed_Bool(ImGuiKey_Enter, false))
        pressed = 0;
    if (bar->keys && igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        pressed = count - 1;
    return pressed;
}

// "quitting", "opening gear.stl", "recording another".
static void say_what_waits(const App *app, const ActionQueue *held, char *text, size_t size)
{
    const QueuedAction *first = held->count > 0 ? &held->items[0] : NULL;
    if (!first || first->action == &action_app_quit)
        snprintf(text, size, "quitting");
    else if (first->action == &action_lesson_open)
        snprintf(text, size, "beginning the lesson");
    else if (first->action == &action_path_record)
        snprintf(text, size, "recording another");
    else if (first->action == &action_path_cage)
        snprintf(text, size, "letting two parts bounce");
    else if (first->action == &action_path_clear)
        snprintf(text, size, "clearing it");
    else if (first->action == &action_file_open || first->action == &action_path_load)
        snprintf(text, size, "opening %.200s", file_base_name(first->args.text));
    else if (first->action == &action_scene_open &&
             action_entry(app, first->action, first->args.index))
        snprintf(text, size, "opening %s", action_entry(app, first->action, first->args.index));
    else
        snprintf(text, size, "opening something else");
    utf8_sanitise(text);
}

static void ask_unsaved(const Bar *bar)
{
    static const Button buttons[] = {
        {"Save", "unsaved_save", "Write it, then go on (Enter)"},
        {"Discard", "unsaved_discard", "Go on and lose the changes (Ctrl+Backspace)"},
        {"Cancel", "unsaved_cancel", "Stay with what is open (Esc)"}};
    FileQuestion *files = &bar->context->ui->question;
    const App *app = bar->context->app;
    char waits[256], line[512];
    say_what_waits(app, &files->held, waits, sizeof waits);
    const char *title = app->assembly.title;
    if (save_asks(app) && !files->path_alone)
        snprintf(line, sizeof line, "%.200s has changes that are not saved. Save them before %s?",
                 title && title[0] ? title : "What is open", waits);
    else
        snprintf(line, sizeof line, "The path that was recorded is not saved. Save it before %s?",
                 waits);
    utf8_sanitise(line);
    int pressed = row(bar, line, buttons, 3);
    if (bar->keys && igGetIO()->KeyCtrl && igIsKeyPressed_Bool(ImGuiKey_Backspace, false))
        pressed = 1;
    static const enum UnsavedAnswer answers[] = {ANSWER_SAVE, ANSWER_DISCARD, ANSWER_CANCEL};
    if (pressed != NO_BUTTON) {
        files->answer = answers[pressed];
        files->asked = ASK_NOTHING;
    }
}

static void ask_recover(const Bar *bar)
{
    static const Button buttons[] = {
        {"Recover", "recover_do", "Open it as it was kept last (Enter)"},
        {"Discard", "recover_discard", "Delete what was kept"},
        {"Later", "recover_later", "Ask again at the next start (Esc)"}};
    FileQuestion *files = &bar->context->ui->question;
    char line[256];
    snprintf(line, sizeof line, "Snug ended without saving; the work of %s was kept.", files->when);
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", files->path);
    int pressed = row(bar, line, buttons, 3);
    args.flag = pressed == 1;
    if (pressed != NO_BUTTON)
        files->asked = ASK_NOTHING;
    if (pressed == 0 || pressed == 1)
        action_submit(bar->context->out, &action_file_recover, &args);
}

static void ask_outside(const Bar *bar)
{
    static const Button buttons[] = {{"Open", "outside_open", "Read these files too (Enter)"},
                                     {"Cancel", "outside_cancel", "Leave the scene closed (Esc)"}};
    FileQuestion *files = &bar->context->ui->question;
    char line[512];
    snprintf(line, sizeof line,
             "%.200s names files outside of its folder. Open them only if you trust whoever made "
             "the scene.",
             file_base_name(files->path));
    utf8_sanitise(line);
    int pressed = row(bar, line, buttons, 2);
    if (pressed != NO_BUTTON)
        files->asked = ASK_NOTHING;
    if (pressed == 0) {
        ActionArgs args = {.part = NO_PART, .flag = true};
        snprintf(args.text, sizeof args.text, "%s", files->path);
        action_submit(bar->context->out, &action_file_open, &args);
    }
}

// It asks nothing that waits for an answer: keys are not for it.
static bool tells_quiet(const PanelContext *context)
{
    FileQuestion *files = &context->ui->question;
    const App *app = context->app;
    if (files->quiet_answered == app->opened_version || context->contacts->calm_pairs == 0)
        return false;
    if (app->fit_known)
        files->quiet_shown = app->opened_version;
    return files->quiet_shown == app->opened_version;
}

static void tell_quiet(const Bar *bar)
{
    static const Button buttons[] = {
        {"Show all", "quiet_show", "Light up everything that does not fit"},
        {"Baseline", "quiet_baseline",
         "Take it as given: what meets now is counted again only when it gets deeper"},
        {"Keep quiet", "quiet_keep",
         "Close this; the status bar keeps the number, and Shift+K lights everything up"}};
    FileQuestion *files = &bar->context->ui->question;
    const App *app = bar->context->app;
    int32_t count = bar->context->contacts->calm_pairs;
    char line[256];
    snprintf(line, sizeof line,
             "As opened, %d pair%s of parts do%s not fit. Select, point at or move a part to see "
             "where; Clashes lists all.",
             (int)count, count == 1 ? "" : "s", count == 1 ? "es" : "");
    int pressed = row(bar, line, buttons, 3);
    if (pressed == 0)
        action_submit(bar->context->out, &action_contact_quiet, &(ActionArgs){.flag = false});
    const char *why = NULL;
    if (pressed == 1 && app_can(app, &action_rules_baseline, &why))
        action_submit(bar->context->out, &action_rules_baseline, NULL);
    else if (pressed == 1)
        pressed = NO_BUTTON; // being checked: a moment later
    if (pressed != NO_BUTTON)
        files->quiet_answered = app->opened_version;
}

float question_bar_draw(const PanelContext *context, float x, float y, float width, bool keys)
{
    static void (*const questions[])(const Bar *) = {
        [ASK_UNSAVED] = ask_unsaved, [ASK_RECOVER] = ask_recover, [ASK_OUTSIDE] = ask_outside};
    enum FileQuestionKind asked = context->ui->question.asked;
    // Not while the first tab comes to the front.
    bool quiet = asked == ASK_NOTHING && tells_quiet(context);
    if ((asked == ASK_NOTHING && !quiet) || context->ui->front_after > 0 || !(width > 0))
        return 0;
    const Bar bar = {context, width, keys && !quiet && !igIsAnyItemActive()};
    ImVec2 size = {0, 0};
    igSetNextWindowPos((ImVec2){x, y}, ImGuiCond_Always, (ImVec2){0, 0});
    igSetNextWindowSize((ImVec2){width, 0}, ImGuiCond_Always);
    igPushStyleColor_U32(ImGuiCol_Border, look_colour(quiet ? COLOUR_ACCENT : COLOUR_WARN, 1));
    bool open = igBegin("##question", NULL,
                        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                            ImGuiWindowFlags_NoFocusOnAppearing);
    igPopStyleColor(1);
    if (open)
        (quiet ? tell_quiet : questions[asked])(&bar);
    igGetWindowSize(&size);
    igEnd();
    // The window that closes would hand the focus, and with it the front of its dock, to any other.
    bool answered = quiet ? context->ui->question.quiet_answered == context->app->opened_version
                          : context->ui->question.asked == ASK_NOTHING;
    if (answered)
        igSetWindowFocus_Str(NULL);
    return size.y;
}
