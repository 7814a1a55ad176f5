// Finds the axes of all parts on a worker when a part is first dragged, and draws the one that the
// part in the hand was laid onto.
#include "app/stages/explode.h"
#include "app/stages/worker.h"
#include "app/window/marks.h"
#include "app/window/tools/coaxial.h"
#include "app/window/tools/tools.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdio.h>

enum { MOST_AXES = 48, MOST_TRIANGLES = 1000000 };
static const double REACH = 14, OFFER_REACH = 10; // points on the screen

typedef struct AxisTask {
    uint32_t assembly_version;
    int32_t part_count;
    Mesh **meshes;    // per part, retained
    RoundAxis **axes; // per part; the first part of each mesh owns them
    PartAxes *parts;
    size_t axis_count; // of all parts
} AxisTask;

typedef struct CoaxialTool {
    Worker *worker;
    AxisTask *known; // what was found last
    bool wanted;
    bool shown;   // in this frame the part in the hand lies on this axis:
    bool offered; // ... or could
    Coaxial coaxial;
    int32_t part; // in the hand
} CoaxialTool;

static void task_free(AxisTask *task)
{
    if (!task)
        return;
    for (int32_t i = 0; i < task->part_count; ++i) {
        if (task->meshes)
            mesh_release(task->meshes[i]);
        if (task->axes)
            free(task->axes[i]);
    }
    free(task->meshes);
    free(task->axes);
    free(task->parts);
    free(task);
}

static AxisTask *task_create(const App *app)
{
    size_t count = (size_t)app->assembly.part_count;
    AxisTask *task = calloc(1, sizeof *task);
    if (!task)
        return NULL;
    task->assembly_version = app->assembly_version;
    task->meshes = calloc(count + 1, sizeof *task->meshes);
    task->axes = calloc(count + 1, sizeof *task->axes);
    task->parts = calloc(count + 1, sizeof *task->parts);
    if (!task->meshes || !task->axes || !task->parts) {
        task_free(task);
        return NULL;
    }
    task->part_count = app->assembly.part_count;
    for (size_t i = 0; i < count; ++i)
        task->meshes[i] = mesh_retain(app->assembly.parts[i].mesh);
    return task;
}

// Equal parts share their mesh; they mostly stand together in the list.
static bool copy_axes(AxisTask *task, int32_t part)
{
    for (int32_t k = part - 1; k >= 0 && k >= part - 256; --k) {
        if (task->meshes[k] == task->meshes[part]) {
            task->parts[part] = task->parts[k];
            return true;
        }
    }
    return false;
}

static double mesh_size(const Mesh *mesh)
{
    Box3d box = mesh_bounds(mesh);
    return vec3d_distance(box.lo, box.hi);
}

static void work(void *data, Job *job)
{
    AxisTask *task = data;
    for (int32_t i = 0; i < task->part_count && !job_cancelled(job); ++i) {
        if (copy_axes(task, i) || task->meshes[i]->triangle_count > MOST_TRIANGLES)
            continue;
        size_t count;
        if (round_axes(task->meshes[i], MOST_AXES, job, &task->axes[i], &count))
            task->parts[i] = (PartAxes){task->axes[i], count, mesh_size(task->meshes[i])};
    }
    for (int32_t i = 0; i < task->part_count; ++i)
        task->axis_count += task->parts[i].count;
}

static bool is_current(const AxisTask *task, const App *app)
{
    return task && task->assembly_version == app->assembly_version &&
           task->part_count == app->assembly.part_count;
}

static void take(CoaxialTool *tool)
{
    AxisTask *done = tool->worker ? worker_take(tool->worker) : NULL;
    if (!done)
        return;
    task_free(tool->known);
    tool->known = done;
}

static void update(View *view, CoaxialTool *tool)
{
    take(tool);
    if (!tool->wanted || is_current(tool->known, view->app))
        return;
    if (!tool->worker)
        tool->worker = worker_create();
    if (!tool->worker || !worker_idle(tool->worker))
        return; // an older one is under way: this comes next
    AxisTask *task = task_create(view->app);
    if (task)
        worker_post(tool->worker, work, task, view->app->wake);
}

static CoaxialTool *tool_of(View *view)
{
    return tool_state(view, &tool_coaxial);
}

void coaxial_want(View *view)
{
    tool_of(view)->wanted = true;
    update(view, tool_of(view));
}

static bool find(View *view, CoaxialTool *tool, int32_t part, const Affine *to, double reach)
{
    update(view, tool);
    tool->part = part;
    return is_current(tool->known, view->app) &&
           coaxial_find(view->app, tool->known->parts, part, to, view->viewport.width,
                        view->viewport.height, reach * (double)view->ui_scale, &tool->coaxial);
}

static void say(View *view, const char *before, const Coaxial *coaxial)
{
    char *hint = view->ui.drag_hint;
    snprintf(hint, sizeof view->ui.drag_hint, "%s the axis of %.60s", before,
             view->app->assembly.parts[coaxial->other].name);
    utf8_sanitise(hint); // the cut may have gone through a character
}

bool coaxial_snap(View *view, int32_t part, Affine *to)
{
    CoaxialTool *tool = tool_of(view);
    tool->shown = find(view, tool, part, to, REACH);
    if (tool->shown) {
        *to = tool->coaxial.placement;
        say(view, "Lies on", &tool->coaxial);
    }
    return tool->shown;
}

// So many pairs of axes are looked at in about 4 ms: a hint is not worth more. And a part with many
// axes of its own is near some other one all the time: for it nothing is said before Ctrl is held.
enum { MOST_OFFERED = 20000, MOST_OWN = 3 };

void coaxial_offer(View *view, int32_t part, const Affine *to)
{
    CoaxialTool *tool = tool_of(view);
    if (!is_current(tool->known, view->app) || tool->known->parts[part].count > MOST_OWN ||
        tool->known->axis_count * tool->known->parts[part].count > MOST_OFFERED)
        return;
    tool->offered = find(view, tool, part, to, OFFER_REACH);
    if (tool->offered)
        say(view, "Ctrl: onto", &tool->coaxial);
}

// Before the drag of this frame: what was shown is over unless it is found again.
static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)inside;
    (void)x;
    (void)y;
    CoaxialTool *tool = state;
    tool->shown = tool->offered = false;
    view->ui.drag_hint[0] = 0;
    take(tool);
    return false;
}

static void draw(const View *view, const void *state)
{
    const CoaxialTool *tool = state;
    const Coaxial *c = &tool->coaxial;
    if (!(tool->shown || tool->offered) || c->other >= view->app->document.part_count)
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    Vec3d shift = app_shown_shift(view->app, tool->part), at = vec3d_add(c->point, shift);
    MarkStyle style = {theme->accent, tool->shown ? 1.0f : 0.6f, tool->shown ? 2.0f : 1.5f};
    mark_axis(view, at, c->direction, style);
    if (tool->shown)
        mark_label(view, at, 0, -34, view->ui.drag_hint);
}

static void free_tool(void *state)
{
    CoaxialTool *tool = state;
    if (tool->worker) {
        worker_cancel(tool->worker);
        worker_wait(tool->worker, -1);
        task_free(worker_take(tool->worker));
        worker_destroy(tool->worker);
    }
    task_free(tool->known);
}

const Tool tool_coaxial = {
    .name = "coaxial",
    .state_size = sizeof(CoaxialTool),
    .hover = hover,
    .draw = draw,
    .free = free_tool,
};
