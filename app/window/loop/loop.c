// The event loop. It sleeps when nothing is under way, so idling costs nothing; workers wake it.
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/draw/scene_draw.h"
#include "app/draw/volume_budget.h"
#include "app/picture/image.h"
#include "app/script/task_run.h"
#include "app/session/save.h"
#include "app/window/endings.h"
#include "app/window/lesson_run.h"
#include "app/window/loop/construction_play.h"
#include "app/window/loop/lesson_play.h"
#include "app/window/loop/path_play.h"
#include "app/window/loop/removal_play.h"
#include "app/window/loop/script_player.h"
#include "app/window/loop/trace_play.h"
#include "app/window/loop/tree_play.h"
#include "app/window/memory_guard.h"
#include "app/window/panels/furniture.h"
#include "app/window/tool.h"
#include "app/window/view.h"
#include "core/base/array.h"
#include "core/base/clock.h"

#include <cimgui.h>
#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <string.h>

static const double QUERY_WAIT_MS = 8;  // small queries show in the frame of their drag
static const double BUSY_PERIOD = 0.05; // seconds between progress bar updates
static const double LINGER = 0.7;       // tooltips appear within this time after the last event
static const double LINGER_PERIOD = 0.1;
static const double FRAME_SHARE = 0.2;    // of a new frame in the time that is shown
static const double PLAYER_PERIOD = 0.02; // a script waits for something
static const double TIDY_PERIOD = 1;      // while a script leaves no time to sleep
static const double TASK_PERIOD = 1;      // its time goes on

static void show_title(View *view)
{
    const char *what = view->app->assembly.title;
    char title[sizeof view->drawn_title];
    snprintf(title, sizeof title, "%s%s%sSnug", save_asks(view->app) ? "*" : "", what ? what : "",
             what && what[0] ? " - " : "");
    if (strcmp(title, view->drawn_title) == 0)
        return;
    memcpy(view->drawn_title, title, sizeof title);
    glfwSetWindowTitle(view->window, title);
}

// Another assembly is open: what was held or pointed at is no more.
static void let_go(View *view)
{
    joint_pick_follow(view->app, &view->ui.joint_pick);
    if (view->seen_version == view->app->assembly_version)
        return;
    view->seen_version = view->app->assembly_version;
    tools_cancel(view);
    view->drag.kind = DRAG_NONE;
    view->hovered = view->app->hovered = NO_PART;
}

// What was offered is taken: the mouse, which may still be down, has no say in it any more.
static void let_snap(View *view)
{
    if (view->seen_snap == view->app->hand.snap.number)
        return;
    view->seen_snap = view->app->hand.snap.number;
    tools_let_go(view);
    view->drag.kind = DRAG_NONE;
}

// Another assembly is open: look at all of it, once the panels have their sizes.
static void frame_new_assembly(View *view)
{
    App *app = view->app;
    if (view->framed_version == app->framing_version || view->viewport.width <= 0 ||
        view->frame < 2)
        return;
    view->framed_version = app->framing_version;
    Box3d box = scene_visible_bounds(app);
    if (!(box.lo.x <= box.hi.x))
        return;
    ActionArgs args = {.part = NO_PART};
    args.camera = camera_standard(&app->document.view.camera, VIEW_ISO);
    args.camera = camera_fitted(&args.camera, box, view->viewport.width / view->viewport.height);
    action_submit(&app->queue, &action_camera_set, &args);
    view->frames_wanted = 3;
}

static bool stands_still(const View *view)
{
    return view->frames_wanted <= 0 && view->drag.kind == DRAG_NONE && !tools_dragging(view);
}

static void draw_scene(View *view, int pixel_width, int pixel_height)
{
    DrawScene scene;
    bool software = renderer_is_software(view->renderer);
    bool dragging = view->drag.kind != DRAG_NONE || tools_dragging(view);
    scene_draw_take(view->scene, view->app);
    scene_draw_update(view->scene, view->app, &view->app->contacts, view->hovered,
                      (float)(view->pixel_scale * (double)view->ui_scale), &scene);
    scene.triad_marked = view->triad_marked;
    bool still = stands_still(view) || (!dragging && effort_affords_glance(&view->effort) &&
                                        renderer_differs_by_hover(view->renderer, &scene));
    enum EffortLevel effort = effort_begin(&view->effort, still, software);
    renderer_set_samples(view->renderer, effort < EFFORT_NO_SMOOTHING ? 4 : 1);
    scene.volume_lines = volume_budget(software, !still);
    const ViewSettings *looks = &view->app->document.view;
    scene.occlusion = effort < EFFORT_NO_OCCLUSION && looks->shading == SHADING_LIT &&
                      field_flag(&view->app->document, &action_view_occlusion);
    scene.thin_wires = effort >= EFFORT_NO_SMOOTHING;
    scene.no_edges = effort >= EFFORT_NO_EDGES;
    scene.keep_shadow = effort >= EFFORT_NO_SMOOTHING;
    view->ui.effort = dragging ? effort_text(&view->effort) : NULL; // a glance needs no excuse
    Error trouble;
    if (scene_draw_trouble(view->scene, &trouble))
        app_notify(view->app, NOTICE_ERROR, "%s", trouble.text);
    overlay_release_lines(view->app);
    view->ui.shown = scene.bounds;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixel_width, pixel_height);
    glClearColor(0.106f, 0.118f, 0.141f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    split_draw(view, &scene, pixel_height);
}

static void ask_about_elsewhere(View *view)
{
    App *app = view->app;
    FileQuestion *files = &view->ui.question;
    if (!app->outside_path)
        return;
    snprintf(files->path, sizeof files->path, "%s", app->outside_path);
    free(app->outside_path);
    app->outside_path = NULL;
    files->asked = ASK_OUTSIDE;
    view->frames_wanted = 3;
}

// Everything but showing it. False: there is nothing to show, the window is minimised or closing.
static bool prepare_frame(View *view)
{
    App *app = view->app;
    int width, height, pixel_width, pixel_height;
    glfwGetWindowSize(view->window, &width, &height);
    glfwGetFramebufferSize(view->window, &pixel_width, &pixel_height);
    if (width <= 0 || height <= 0 || pixel_width <= 0)
        return false; // minimised
    view->pixel_scale = (double)pixel_width / width;

    // Panels and gestures only submit actions; results of the same frame are drawn below.
    let_go(view);
    let_snap(view);
    ui_begin(view);
    view->lab = field_flag(&view->app->document, &action_view_lab);
    ui_draw(view);
    split_update(view);
    input_apply(view);
    keys_apply(view);
    frame_new_assembly(view);
    path_play(view);
    removal_play(view);
    trace_play(view);
    tree_play(view);
    construction_play(view);

    hand_hold(app, (drag_moves_part(&view->drag) && view->drag.moving) || tools_dragging(view));
    view_apply_actions(view);
    lesson_play(view);
    ask_about_elsewhere(view);
    if (app->quit) { // nobody waits for a last picture
        igEndFrame();
        return false;
    }
    stages_update(app, QUERY_WAIT_MS);
    unsaved_update(view);
    rules_follow_update(&view->rules, app);
    show_title(view);

    pictures_prepare(view);
    draw_scene(view, pixel_width, pixel_height);
    split_tools_draw(view);
    pictures_take(view, false);
    ui_render();
    pictures_take(view, true);
    ++view->frame;
    state_dump(view);
    return true;
}

void view_frame(View *view)
{
    double start = clock_seconds();
    if (!prepare_frame(view))
        return;
    glfwSwapBuffers(view->window);
    double ms = 1e3 * (clock_seconds() - start);
    view->ui.frame_ms += (view->frame < 3 ? 1 : FRAME_SHARE) * (ms - view->ui.frame_ms);
    if (!renderer_reused(view->renderer))
        effort_end(&view->effort, view->effort.still, ms);
}

// Nothing shows what changed in this frame's panels until the next one.
typedef struct ResultVersions {
    uint32_t assembly, report, trees, hybrid, contacts, gap, hand;
} ResultVersions;

static ResultVersions results_of(const App *app)
{
    // What is said about the fit, and whether it is known, is in the version of the contacts.
    return (ResultVersions){app->assembly_version, app->report_version,   app->trees_version,
                            app->hybrid_version,   app->contacts.version, app->gap_version,
                            app->hand.version};
}

// Not with a part in the hand, and not while a worker would wait for the memory.
static void give_memory_back(View *view, double period)
{
    double now = glfwGetTime();
    if (!view->untidy || now - view->tidied < period || view->drag.kind != DRAG_NONE ||
        tools_dragging(view) || !stages_settled(view->app))
        return;
    memory_guard_give_back();
    view->untidy = false;
    view->tidied = now;
}

static void wait_for_events(View *view)
{
    bool queued = igGetCurrentContext()->InputEventsQueue.Size > 0 || view->app->queue.count > 0;
    double since = glfwGetTime() - view->last_event;
    view->settled = false;
    if (view->player && !player_done(view->player)) {
        give_memory_back(view, TIDY_PERIOD);
        if (player_waits(view->player, view))
            glfwWaitEventsTimeout(PLAYER_PERIOD);
        else
            glfwPollEvents();
        view->frames_wanted = view->frames_wanted > 1 ? view->frames_wanted : 1;
    } else if (view->frames_wanted > 0 || queued) {
        --view->frames_wanted;
        glfwPollEvents();
    } else if (stages_busy(view->app) || view->app->overlay.pending) {
        glfwWaitEventsTimeout(BUSY_PERIOD);
    } else if (view->app->lesson.busy || view->app->lesson.tour_runs || light_moves(&view->ui)) {
        glfwWaitEventsTimeout(PLAYER_PERIOD);
        view->frames_wanted = view->frames_wanted > 1 ? view->frames_wanted : 1;
    } else if (since < LINGER) {
        glfwWaitEventsTimeout(LINGER_PERIOD);
    } else {
        double pause = notices_next_change(&view->ui, view->app);
        double autosave = save_next_change(view->app);
        if (autosave > 0 && !(pause > 0 && pause < autosave))
            pause = autosave;
        const TaskRun *task = task_run(view->app);
        bool ticks = task && task->phase == TASK_GOES;
        if (ticks && !(pause > 0 && pause < TASK_PERIOD))
            pause = TASK_PERIOD;
        give_memory_back(view, 0);
        view->settled = true;
        state_dump(view);
        view_keep_settings(view);
        if (pause > 0)
            glfwWaitEventsTimeout(pause);
        else
            glfwWaitEvents();
        view->settled = false;
        if (view->frames_wanted < 1)
            view->frames_wanted = 1; // a worker woke us, or a message has to go
    }
}

void view_poll(View *view)
{
    glfwPollEvents();
    view->frames_wanted = 0; // still: smoothed
}

void view_run(View *view)
{
    App *app = view->app;
    while (!app->quit) {
        wait_for_events(view);
        if (endings_signal() != 0)
            break;
        if (view->player && !player_done(view->player))
            player_step(view->player, view);
        if (app->quit)
            break;
        ResultVersions before = results_of(app);
        view_frame(view);
        ResultVersions after = results_of(app);
        if (memcmp(&before, &after, sizeof after) != 0) {
            view->untidy = true;
            view->frames_wanted = view->frames_wanted < 2 ? 2 : view->frames_wanted;
        }
        if (glfwWindowShouldClose(view->window)) {
            glfwSetWindowShouldClose(view->window, GLFW_FALSE);
            action_submit(&app->queue, &action_app_quit, NULL);
            view_apply_actions(view);
        }
    }
}

bool view_screenshot(View *view, const char *path, Error *err)
{
    int width, height;
    view->frames_wanted = 0; // still: smoothed
    if (!prepare_frame(view))
        return error_set(err, "the window is minimised");
    unsigned char *pixels = view_pixels(view, true, &width, &height);
    glfwSwapBuffers(view->window);
    if (!pixels)
        return error_set(err, "not enough memory for a picture of %d x %d", width, height);
    bool good = image_write_png(path, width, height, pixels, err);
    free(pixels);
    return good;
}
