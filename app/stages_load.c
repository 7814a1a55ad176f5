// The load stage: file or scene into an assembly and its render meshes, on the worker; then, on the
// main thread, the exchange of everything that belonged to the assembly before.
#include "core/array.h"
#include "core/utf8.h"
#include "history.h"
#include "scenes/scene.h"
#include "stages.h"

#include <stdio.h>

// Until the window says how wide it is.
#define USUAL_ASPECT 1.6

struct LoadTask {
    char label[256]; // constant: the main thread shows it while the worker works
    OpenRequest request;
    // Results.
    bool done;
    Assembly assembly;
    MeshSet meshes;
    OpenNotices notices;
    Error err;
};

const char *load_task_label(const LoadTask *task)
{
    return task->label;
}

void stage_load_drop(LoadTask *task)
{
    if (!task)
        return;
    open_request_free(&task->request);
    mesh_set_free(&task->meshes);
    assembly_free(&task->assembly);
    open_notices_free(&task->notices);
    free(task);
}

typedef struct MeshOfPart {
    Mesh *mesh;
    int32_t part;
} MeshOfPart;

static int by_mesh_then_part(const void *left, const void *right)
{
    const MeshOfPart *a = left, *b = right;
    if (a->mesh != b->mesh)
        return (uintptr_t)a->mesh < (uintptr_t)b->mesh ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

bool mesh_set_init(MeshSet *set, const Assembly *assembly)
{
    size_t count = (size_t)assembly->part_count;
    MeshOfPart *order = array_alloc(count, sizeof *order);
    *set = (MeshSet){.meshes = array_alloc(count, sizeof *set->meshes),
                     .drawn = array_alloc(count, sizeof *set->drawn),
                     .of_part = array_alloc(count, sizeof *set->of_part)};
    if (!order || !set->meshes || !set->drawn || !set->of_part) {
        free(order);
        mesh_set_free(set);
        return false;
    }
    for (size_t i = 0; i < count; ++i)
        order[i] = (MeshOfPart){assembly->parts[i].mesh, (int32_t)i};
    qsort(order, count, sizeof *order, by_mesh_then_part);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || order[i].mesh != order[i - 1].mesh) {
            set->drawn[set->count] = NULL;
            set->meshes[set->count++] = order[i].mesh;
        }
        set->of_part[order[i].part] = set->count - 1;
    }
    free(order);
    return true;
}

void mesh_set_free(MeshSet *set)
{
    for (int32_t i = 0; i < set->count; ++i)
        render_mesh_free(set->drawn[i]);
    free(set->meshes);
    free(set->drawn);
    free(set->of_part);
    *set = (MeshSet){0};
}

static void load(void *argument, Job *job)
{
    LoadTask *task = argument;
    if (!open_assembly(&task->request, &task->assembly, &task->notices, job, &task->err))
        return;
    if (!mesh_set_init(&task->meshes, &task->assembly)) {
        error_set(&task->err, "%s: not enough memory", load_task_label(task));
        return;
    }
    job_step(job, "preparing to draw");
    for (int32_t i = 0; i < task->meshes.count; ++i) {
        task->meshes.drawn[i] = render_mesh_create(task->meshes.meshes[i], CREASE_DEGREES, job);
        if (!task->meshes.drawn[i]) {
            if (!job_cancelled(job))
                error_set(&task->err, "%s: not enough memory to draw it", load_task_label(task));
            return;
        }
    }
    task->done = true;
}

// Everything that can fail happens before anything is replaced.
static bool exchange(App *app, LoadTask *task)
{
    Stages *stages = app->stages;
    size_t count = (size_t)task->assembly.part_count;
    Document document;
    if (!document_init(&document, &task->assembly))
        return false;
    RenderMesh **render_meshes = array_alloc(count, sizeof *render_meshes);
    Bvh **part_trees = array_alloc(count, sizeof *part_trees);
    Affine *placements = array_alloc(count, sizeof *placements);
    PartShape *shapes = array_alloc(count, sizeof *shapes);
    if (!render_meshes || !part_trees || !placements || !shapes) {
        free(render_meshes);
        free(part_trees);
        free(placements);
        free(shapes);
        document_free(&document);
        return false;
    }
    Box3d bounds = box3d_empty();
    for (size_t i = 0; i < count; ++i) {
        const Part *part = &task->assembly.parts[i];
        render_meshes[i] = task->meshes.drawn[task->meshes.of_part[i]];
        part_trees[i] = NULL;
        shapes[i] = (PartShape){0};
        placements[i] = part->rest;
        if (part->mesh->vertex_count > 0) {
            Box3d box = part_world_bounds(part->mesh, &part->rest);
            bounds = box3d_including(box3d_including(bounds, box.lo), box.hi);
        }
    }
    // Settings outlive the assembly: whoever compares volumes does not want to choose them again.
    document.build = app->document.build;
    document.query = app->document.query;
    document.view = app->document.view;
    document.view.section = (SectionPlane){0}; // it was somewhere in the other assembly
    document.view.explode = 0;
    document.view.shown_pair[0] = document.view.shown_pair[1] = NO_PART;
    Camera camera = camera_standard(&document.view.camera, VIEW_ISO);
    if (bounds.lo.x <= bounds.hi.x)
        camera = camera_fitted(&camera, bounds, USUAL_ASPECT);
    document.view.camera = camera;

    worker_cancel(stages->query_worker); // its result would be dropped
    stage_fit_reset(app);
    stage_gap_reset(app);
    stage_quality_reset(app);
    stage_query_reset(app);
    stage_shape_reset(app);
    stage_build_reset(app);
    history_clear(app->history);
    document_free(&app->document);
    free(app->render_meshes);
    free(app->part_trees);
    free(app->report_placements);
    mesh_set_free(&stages->meshes);
    assembly_free(&app->assembly);

    app->assembly = task->assembly;
    app->document = document;
    app->render_meshes = render_meshes;
    app->part_trees = part_trees;
    app->shapes = shapes;
    app->report_placements = placements;
    stages->meshes = task->meshes;
    task->assembly = (Assembly){0};
    task->meshes = (MeshSet){0};
    ++stages->generation;
    ++app->assembly_version;
    return true;
}

static void finish(App *app, LoadTask *task)
{
    const char *label = load_task_label(task);
    bool superseded = app->stages->waiting_load != NULL;
    if (task->done && !superseded && !app->stages->stopped_by_user) {
        if (!exchange(app, task)) {
            app_notify(app, NOTICE_ERROR, "%s: not enough memory", label);
        } else {
            for (int32_t i = 0; i < task->notices.count; ++i)
                app_notify(app, NOTICE_WARNING, "%s: %s", label, task->notices.texts[i]);
            app_notify(app, NOTICE_INFO, "Opened %s: %d parts, %lld triangles", label,
                       (int)app->assembly.part_count,
                       (long long)assembly_triangles(&app->assembly));
        }
    } else if (app->stages->stopped_by_user) {
        app_notify(app, NOTICE_INFO, "Opening %s was cancelled; what was open stays open", label);
    } else if (!superseded) {
        app_notify(app, NOTICE_ERROR, "%s", task->err.text);
    }
    stage_load_drop(task);
}

void stage_load_update(App *app)
{
    Stages *stages = app->stages;
    if (stages->loading && worker_take(stages->long_worker)) {
        LoadTask *task = stages->loading;
        stages->loading = NULL;
        finish(app, task);
    }
    if (!stages->waiting_load)
        return;
    if (!worker_idle(stages->long_worker)) {
        worker_cancel(stages->long_worker);
        return;
    }
    stages->loading = stages->waiting_load;
    stages->waiting_load = NULL;
    stages->stopped_by_user = false;
    worker_post(stages->long_worker, load, stages->loading, app->wake);
}

static bool request(App *app, OpenRequest what)
{
    LoadTask *task = calloc(1, sizeof *task);
    if (!task) {
        open_request_free(&what);
        app_notify(app, NOTICE_ERROR, "not enough memory to open anything");
        return false;
    }
    task->request = what;
    snprintf(task->label, sizeof task->label, "%s", open_request_label(&what));
    utf8_sanitise(task->label);
    stage_load_drop(app->stages->waiting_load); // the newest wish counts
    app->stages->waiting_load = task;
    return true;
}

void stages_open(App *app, const char *path, const ImportOptions *options)
{
    size_t size = strlen(path) + 1;
    OpenRequest what = {.path = array_alloc(size, 1)};
    if (!what.path) {
        app_notify(app, NOTICE_ERROR, "not enough memory to open anything");
        return;
    }
    memcpy(what.path, path, size);
    if (options)
        what.options = *options;
    request(app, what);
}

bool stages_open_scene(App *app, int scene_index, Error *err)
{
    if (scene_index < 0 || scene_index >= SCENE_COUNT)
        return error_set(err, "there is no scene number %d", scene_index);
    return request(app, (OpenRequest){.scene = scene_index});
}

void stages_open_assembly(App *app, Assembly *assembly)
{
    OpenRequest what = {.given = *assembly};
    *assembly = (Assembly){0};
    request(app, what);
}
