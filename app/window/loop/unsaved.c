// Before unsaved work is lost, by opening something else or by quitting, a person is asked: what
// was wished waits until there is an answer. Scripts know what they do: a window that plays one
// asks nothing, and what they open or quit discards the changes.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/actions/list_tasks.h"
#include "app/script/task_run.h"
#include "app/session/save.h"
#include "app/window/loop/lesson_play.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/view.h"
#include "core/base/array.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// A path that was recorded, or is being, is lost with the scene, and is in no file.
static bool asks(const App *app)
{
    return save_asks(app) || app->path.unsaved ||
           (app->path.recording && app->path.record.part_count > 0);
}

// Another path takes the place of the one that is there, or none does; nothing else is lost.
static bool loses_path(const QueuedAction *item)
{
    return item->action == &action_path_load || item->action == &action_path_clear ||
           item->action == &action_path_cage ||
           (item->action == &action_path_record && item->args.flag);
}

static bool loses_work(const App *app, const QueuedAction *item)
{
    if (loses_path(item))
        return app->path.unsaved && !app->path.recording; // then it is refused
    if (item->action == &action_lesson_open && !app->lesson.tour &&
        (app->lesson.open || app->lesson.can_return))
        return false; // what is open is another lesson's
    bool task = item->action == &action_task_open || item->action == &action_task_restart;
    if (task && task_run(app))
        return false; // what is open is another task's
    if (item->action == &action_file_recover)
        return asks(app) && !item->args.flag; // else it is deleted
    return asks(app) &&
           (task || item->action == &action_app_quit || item->action == &action_scene_open ||
            item->action == &action_file_open || item->action == &action_lesson_open);
}

static bool any_loses_work(const App *app, const ActionQueue *held)
{
    for (size_t i = 0; i < held->count; ++i)
        if (loses_work(app, &held->items[i]))
            return true;
    return false;
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
    if (view->player || !any_loses_work(app, queue))
        return;
    size_t kept = 0;
    bool holds = false;
    for (size_t i = 0; i < queue->count; ++i) {
        QueuedAction item = queue->items[i];
        if (loses_work(app, &item) && !holds) {
            holds = true;
            files->held.count = 0; // the newest wish counts
        }
        // Files that are dropped together: the others join the first one. The tour is that of the scene that is
        // to be opened.
        if (holds && (loses_work(app, &item) || item.action == &action_file_merge ||
                      item.action == &action_scene_tour))
            hold(&files->held, &item);
        else
            queue->items[kept++] = item;
    }
    queue->count = kept;
    files->path_alone = files->held.count == 1 && loses_path(&files->held.items[0]);
    files->asked = ASK_UNSAVED;
    files->answer = ANSWER_NONE;
    view->saving_first = false;
    view->frames_wanted = 3;
    if (glfwGetWindowAttrib(view->window, GLFW_ICONIFIED))
        glfwRestoreWindow(view->window); // closed from the task bar: the question is in here
}

void view_apply_actions(View *view)
{
    tour_make_way(view);
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

// One after the other: when the first is written, the second is asked for.
static void save_first(View *view)
{
    App *app = view->app;
    const ActionQueue *held = &view->ui.question.held;
    if (app->path.recording)
        app_do(app, &action_path_record, &(ActionArgs){.flag = false}, 0);
    view->saving_first = true;
    if (!any_loses_work(app, held))
        return;
    bool loses_scene = false;
    for (size_t i = 0; i < held->count && save_asks(app); ++i)
        loses_scene |= loses_work(app, &held->items[i]) && !loses_path(&held->items[i]);
    const Action *action = loses_scene ? &action_file_save : &action_path_save;
    if (!ui_ask_path(&view->ui, app, action))
        app_do(app, action, NULL, 0);
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
        save_first(view);
    } else if (view->saving_first && !path_dialog_open_now(&view->ui) && !save_busy(app)) {
        view->saving_first = false;
        if (any_loses_work(app, &files->held))
            files->asked = ASK_UNSAVED; // it was not written, or no name was given
        else
            go_on(view);
        view->frames_wanted = 3;
    }
    // Saved or undone meanwhile: there is nothing left to ask.
    if (files->asked == ASK_UNSAVED && !any_loses_work(app, &files->held)) {
        files->asked = ASK_NOTHING;
        files->held.count = 0;
    }
}
