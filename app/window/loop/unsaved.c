// Before unsaved work is lost, by opening something else or by quitting, a person is asked: what
// was wished waits until there is an answer. Scripts know what they do: a window that plays one
// asks nothing, and what they open or quit discards the changes.
#include "app/actions/list_files.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/session/save.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/view.h"
#include "core/base/array.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// A path that was recorded is lost with the scene, and is in no file.
static bool asks(const App *app)
{
    return save_asks(app) || app->path.unsaved;
}

static bool loses_work(const QueuedAction *item)
{
    if (item->action == &action_file_recover)
        return !item->args.flag; // else it is deleted
    return item->action == &action_app_quit || item->action == &action_scene_open ||
           item->action == &action_file_open;
}

static void hold(ActionQueue *held, const QueuedAction *item)
{
    action_submit_merged(held, item->action, &item->args, item->merge_key);
}

static void guard(View *view)
{
    App *app = view->app;
    FileQuestion *files = &view->ui.question;
    ActionQueue *queue = &app->queue;
    if (view->player || !asks(app))
        return;
    size_t kept = 0;
    bool holds = false;
    for (size_t i = 0; i < queue->count; ++i) {
        QueuedAction item = queue->items[i];
        if (loses_work(&item) && !holds) {
            holds = true;
            files->held.count = 0; // the newest wish counts
        }
        // Files that are dropped together: the others join the first one.
        if (holds && (loses_work(&item) || item.action == &action_file_merge))
            hold(&files->held, &item);
        else
            queue->items[kept++] = item;
    }
    queue->count = kept;
    if (!holds)
        return;
    files->asked = ASK_UNSAVED;
    files->answer = ANSWER_NONE;
    view->saving_first = false;
    view->frames_wanted = 3;
    if (glfwGetWindowAttrib(view->window, GLFW_ICONIFIED))
        glfwRestoreWindow(view->window); // closed from the task bar: the question is in here
}

void view_apply_actions(View *view)
{
    guard(view);
    app_apply_actions(view->app);
}

static void go_on(View *view)
{
    ActionQueue *held = &view->ui.question.held;
    for (size_t i = 0; i < held->count; ++i)
        app_do(view->app, held->items[i].action, &held->items[i].args, held->items[i].merge_key);
    held->count = 0;
    view->frames_wanted = 3;
}

void unsaved_update(View *view)
{
    App *app = view->app;
    FileQuestion *files = &view->ui.question;
    enum UnsavedAnswer answer = files->answer;
    files->answer = ANSWER_NONE;
    if (answer == ANSWER_DISCARD) {
        go_on(view);
    } else if (answer == ANSWER_CANCEL) {
        files->held.count = 0;
    } else if (answer == ANSWER_SAVE) {
        // One after the other: when the first is written, the second is asked for.
        const Action *action = save_asks(app) ? &action_file_save : &action_path_save;
        view->saving_first = true;
        if (!ui_ask_path(&view->ui, app, action))
            app_do(app, action, NULL, 0);
    } else if (view->saving_first && !path_dialog_open_now(&view->ui) && !save_busy(app)) {
        view->saving_first = false;
        if (asks(app))
            files->asked = ASK_UNSAVED; // it was not written, or no name was given
        else
            go_on(view);
        view->frames_wanted = 3;
    }
    // Saved or undone meanwhile: there is nothing left to ask.
    if (files->asked == ASK_UNSAVED && !asks(app)) {
        files->asked = ASK_NOTHING;
        files->held.count = 0;
    }
}
