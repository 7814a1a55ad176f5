#include "file_dialogs.h"

#include "app/io/file.h"
#include "app/save.h"
#include "app/view/look.h"
#include "core/utf8.h"
#include "widgets.h"

#include <stdio.h>

bool ui_ask_path(UiState *ui, const App *app, enum ActionId id)
{
    if (id == ACTION_file_open || id == ACTION_file_merge) {
        ui->browser.merge = id == ACTION_file_merge;
        file_browser_open(&ui->browser);
        return true;
    }
    enum PathPurpose purpose = path_dialog_purpose(id);
    if (purpose == PATH_PURPOSE_COUNT || (id == ACTION_file_save && save_path(app)))
        return false;
    path_dialog_open(&ui->path_dialog, purpose, &app->assembly);
    return true;
}

static bool button(const PanelContext *context, const char *title, const char *name,
                   const char *note)
{
    bool pressed = igButton(title, (ImVec2){igGetFontSize() * 8, 0});
    ui_note_rect(context->ui, name);
    widget_tooltip(note);
    igSameLine(0, -1);
    return pressed;
}

static void say(const char *text, const char *path)
{
    char line[512], clean[300];
    snprintf(clean, sizeof clean, "%s", path);
    utf8_sanitise(clean);
    snprintf(line, sizeof line, text, clean);
    igPushTextWrapPos(igGetFontSize() * 32);
    widget_text(COLOUR_TEXT, line);
    igPopTextWrapPos();
    igSpacing();
}

static void close_question(FileDialogs *files)
{
    files->shown = ASK_NOTHING;
    igCloseCurrentPopup();
}

static void ask_quit(const PanelContext *context)
{
    FileDialogs *files = &context->ui->files;
    const App *app = context->app;
    const char *title = app->assembly.title ? app->assembly.title : "what is open";
    say("%s has changes that are not saved.", title);
    if (button(context, "Save", "quit_save", "Write the scene, then quit")) {
        close_question(files);
        if (!ui_ask_path(context->ui, app, ACTION_file_save)) {
            action_submit(context->out, ACTION_file_save, NULL);
            files->quit_after_save = true;
        }
    }
    if (button(context, "Discard", "quit_discard", "Quit and lose the changes")) {
        files->quits = true;
        action_submit(context->out, ACTION_app_quit, NULL);
        close_question(files);
    }
    if (button(context, "Cancel", "quit_cancel", "Go on working") ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        close_question(files);
}

static void ask_recover(const PanelContext *context)
{
    FileDialogs *files = &context->ui->files;
    say("Snug ended without saving. The work of %s was kept; it can be opened again.", files->when);
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", files->path);
    if (button(context, "Recover", "recover_do", "Open it as it was kept last")) {
        action_submit(context->out, ACTION_file_recover, &args);
        close_question(files);
    }
    if (button(context, "Discard", "recover_discard", "Delete what was kept")) {
        args.flag = true;
        action_submit(context->out, ACTION_file_recover, &args);
        close_question(files);
    }
    if (button(context, "Later", "recover_later", "Ask again at the next start") ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        close_question(files);
}

static void ask_outside(const PanelContext *context)
{
    FileDialogs *files = &context->ui->files;
    say("%s names files outside of its folder. Open them only if you trust whoever made the scene.",
        file_base_name(files->path));
    if (button(context, "Open anyway", "outside_open", "Read these files too")) {
        ActionArgs args = {.part = NO_PART, .flag = true};
        snprintf(args.text, sizeof args.text, "%s", files->path);
        action_submit(context->out, ACTION_file_open, &args);
        close_question(files);
    }
    if (button(context, "Cancel", "outside_cancel", "Leave the scene closed") ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        close_question(files);
}

void file_dialogs_draw(const PanelContext *context)
{
    FileDialogs *files = &context->ui->files;
    static const struct {
        const char *title;
        void (*draw)(const PanelContext *);
    } questions[] = {[ASK_QUIT] = {"Unsaved changes", ask_quit},
                     [ASK_RECOVER] = {"Recover", ask_recover},
                     [ASK_OUTSIDE] = {"Files elsewhere", ask_outside}};
    // Not while the first tab comes to the front: that would close what is open over it.
    if (files->wanted != ASK_NOTHING && context->ui->front_after == 0) {
        files->shown = files->wanted;
        igOpenPopup_Str(questions[files->shown].title, 0);
        files->wanted = ASK_NOTHING;
    }
    if (files->shown == ASK_NOTHING)
        return;
    const ImGuiViewport *viewport = igGetMainViewport();
    igSetNextWindowPos((ImVec2){viewport->WorkPos.x + viewport->WorkSize.x / 2,
                                viewport->WorkPos.y + viewport->WorkSize.y / 2},
                       ImGuiCond_Appearing, (ImVec2){0.5f, 0.5f});
    if (igBeginPopupModal(questions[files->shown].title, NULL,
                          ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings)) {
        questions[files->shown].draw(context);
        igEndPopup();
    } else {
        files->shown = ASK_NOTHING;
    }
}
