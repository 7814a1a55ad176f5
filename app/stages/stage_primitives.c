// The primitives stage: volumes are fitted to parts and to triangles inside a line, and files of
// primitives are read, on a worker; the result comes into the document as one action.
#include "app/document/selection.h"
#include "app/io/file.h"
#include "app/io/hybrid_xml.h"
#include "app/stages/explode.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdio.h>

typedef struct PrimitiveTask PrimitiveTask;

typedef struct PrimitiveWish {
    PrimitiveTask *waiting; // to be started with the next update
} PrimitiveWish;

struct PrimitiveTask {
    StageTask head;
    PrimitiveRequest request;
    PosedMesh *parts; // meshes retained
    int32_t part_count;
    char name[PRIMITIVE_NAME_SIZE];
    PrimitiveList *result; // NULL: it failed or was cancelled
};

static PrimitiveWish *mine(const App *app)
{
    return stage_state(app, &stage_primitives);
}

void posed_meshes_free(PosedMesh *parts, int32_t count)
{
    for (int32_t i = 0; parts && i < count; ++i)
        mesh_release(parts[i].mesh);
    free(parts);
}

PosedMesh *posed_meshes_of(const App *app)
{
    int32_t count = app->document.part_count;
    PosedMesh *parts = array_alloc((size_t)count, sizeof *parts);
    for (int32_t i = 0; parts && i < count; ++i)
        parts[i] = (PosedMesh){.mesh = mesh_retain((Mesh *)app_part_mesh(app, i)),
                               .placement = app->document.parts[i].placement,
                               .active = app->document.parts[i].visible &&
                                         document_in_full(&app->document, i),
                               .shown = app_shown_placement(app, i),
                               .ghost = app->document.parts[i].ghost,
                               .solid = app_part_is_solid(app, i)};
    return parts;
}

static void drop(void *argument)
{
    PrimitiveTask *task = argument;
    posed_meshes_free(task->parts, task->part_count);
    primitive_list_release(task->result);
    free(task);
}

static Coverage *choose(PrimitiveTask *task, Job *job)
{
    if (task->request.kind == PRIMITIVE_LASSO)
        return lasso_triangles(&task->request.lasso, task->parts, task->part_count, job);
    return coverage_of_parts(task->parts, task->part_count);
}

static bool fit(PrimitiveTask *task, PrimitiveList *list, Job *job)
{
    HybridVolume volume;
    Coverage *covers = choose(task, job);
    bool ok = covers || error_set(&task->head.err, "not enough memory for these triangles");
    if (ok && covers->count == 0)
        ok = error_set(&task->head.err, "the line holds no triangle%s",
                       task->request.lasso.through ? "" : " that can be seen");
    ok = ok && primitive_fit(task->request.type, covers, task->parts, task->part_count, &volume,
                             &task->head.err);
    ok = ok && primitive_list_add(list, &volume, task->name, covers, &task->head.err);
    coverage_release(covers);
    return ok;
}

static bool read(PrimitiveTask *task, PrimitiveList *list)
{
    HybridFile file;
    if (!hybrid_xml_read(task->request.path, &file, &task->head.err))
        return false;
    bool ok = true;
    for (int32_t i = 0; ok && i < file.set.count; ++i)
        ok = primitive_list_add(list, &file.set.items[i].volume, file.set.items[i].name, NULL,
                                &task->head.err);
    hybrid_file_free(&file);
    return ok;
}

static void work(void *argument, Job *job)
{
    PrimitiveTask *task = argument;
    PrimitiveList *list = primitive_list_create();
    job_step(job, task->request.kind == PRIMITIVE_OPEN ? "reading" : "fitting");
    bool ok = list || error_set(&task->head.err, "not enough memory");
    ok = ok && (task->request.kind == PRIMITIVE_OPEN ? read(task, list) : fit(task, list, job));
    task->head.done = ok && !job_cancelled(job);
    if (task->head.done)
        task->result = list;
    else
        primitive_list_release(list);
}

// A part that is selected stands for the whole selection.
static void choose_parts(const App *app, PrimitiveTask *task)
{
    int32_t part = task->request.part;
    if (task->request.kind != PRIMITIVE_FIT)
        return;
    bool all = app->document.parts[part].selected;
    for (int32_t i = 0; i < task->part_count; ++i)
        task->parts[i].active = i == part || (all && app->document.parts[i].selected);
    snprintf(task->name, sizeof task->name, "%.60s", app->assembly.parts[part].name);
}

bool stages_primitive(App *app, const PrimitiveRequest *request, Error *err)
{
    if (mine(app)->waiting || stage_task(app, &stage_primitives))
        return error_set(err, "the one before is not ready yet");
    PrimitiveTask *task = stage_task_create(sizeof *task);
    if (!task || !(task->parts = posed_meshes_of(app))) {
        free(task);
        return error_set(err, "not enough memory");
    }
    task->head.generation = app->stages->generation;
    task->request = *request;
    task->request.lasso.section = app->document.view.section;
    task->part_count = app->document.part_count;
    snprintf(task->name, sizeof task->name, "%s %d", volume_type_titles[request->type],
             (int)primitive_list_count(app->document.primitives.list) + 1);
    choose_parts(app, task);
    mine(app)->waiting = task;
    return true;
}

static void *start(App *app)
{
    PrimitiveTask *task = mine(app)->waiting;
    mine(app)->waiting = NULL;
    return task;
}

static void forget_waiting(App *app)
{
    if (mine(app)->waiting)
        drop(mine(app)->waiting);
    mine(app)->waiting = NULL;
}

static void show(App *app, void *argument)
{
    PrimitiveTask *task = argument;
    app->incoming = (IncomingPrimitives){task->result, task->request.kind == PRIMITIVE_OPEN};
    app_do(app, action_find("primitives.take"), NULL, 0);
    app->incoming = (IncomingPrimitives){NULL, false};
}

static void fail(App *app, void *argument, bool stopped)
{
    const PrimitiveTask *task = argument;
    bool open = task->request.kind == PRIMITIVE_OPEN;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "%s: %s", open ? "Open primitives" : "Fit a volume",
                   task->head.err.text);
}

static bool pending(const App *app)
{
    return mine(app)->waiting != NULL;
}

static void describe(const App *app, Activity *out)
{
    const PrimitiveTask *task = stage_task(app, &stage_primitives);
    const PrimitiveRequest *request = task ? &task->request : &mine(app)->waiting->request;
    snprintf(out->text, sizeof out->text, "Primitives: %.80s",
             request->kind == PRIMITIVE_OPEN ? file_base_name(request->path)
                                             : volume_type_titles[request->type]);
}

const Stage stage_primitives = {.name = "primitives",
                                .wait = STAGE_BUSY,
                                .state_size = sizeof(PrimitiveWish),
                                .start = start,
                                .show = show,
                                .fail = fail,
                                .drop = drop,
                                .work = work,
                                .pending = pending,
                                .describe = describe,
                                .cancel = forget_waiting,
                                .reset = forget_waiting};
