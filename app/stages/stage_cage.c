// The stage of the cage: lets two parts bounce, frame by frame, with the trees that they have, and hands
// over what came of it as a path.
#include "app/document/joint_hold.h"
#include "app/stages/cage_state.h"
#include "app/stages/parts.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/bench/cage.h"
#include "core/mesh/mesh_hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct CageWish {
    uint64_t seed;
} CageWish;

typedef struct CageTask {
    StageTask head;
    Bvh *trees[2]; // retained
    char *keys[2];
    Affine placed[2]; // before it begins
    uint64_t seed;
    enum LengthUnit unit;
    MotionPath path;
    int meetings;
} CageTask;

static CageWish *mine(const App *app)
{
    return stage_state(app, &stage_cage);
}

// --- who bounces

static bool is_free(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    int32_t moved;
    return state->visible && !state->locked && !state->removed && state->rigid == 0 &&
           app->parts[part].tree && app->parts[part].tree->mesh->triangle_count > 0 &&
           joint_that_moves(&app->document, part, &moved) == NO_JOINT;
}

const char *cage_parts(const App *app, int32_t parts[2])
{
    int selected = 0, chosen = 0;
    for (int32_t i = 0; app->parts && i < app->document.part_count; ++i)
        selected += app->document.parts[i].selected && !app->document.parts[i].removed;
    bool by_selection = selected == 2;
    for (int32_t i = 0; app->parts && i < app->document.part_count && chosen < 2; ++i)
        if (is_free(app, i) && (!by_selection || app->document.parts[i].selected))
            parts[chosen++] = i;
    if (chosen == 2)
        return NULL;
    return by_selection ? "one of the selected parts is hidden, locked, or held by a joint or in a "
                          "rigid group"
                        : "two parts are needed that are neither hidden, locked nor held by joints "
                          "or in rigid "
                          "groups";
}

void cage_ask(App *app, uint64_t seed)
{
    mine(app)->seed = seed;
    stage_ask(app, &stage_cage);
}

// --- what comes of it

static void drop(void *argument)
{
    CageTask *task = argument;
    for (int k = 0; k < 2; ++k) {
        bvh_release(task->trees[k]);
        free(task->keys[k]);
    }
    motion_path_free(&task->path);
    free(task);
}

static void *start(App *app)
{
    int32_t parts[2];
    if (stage_shape_behind(app)) {
        stage_ask(app, &stage_cage); // it comes
        return NULL;
    }
    const char *why = cage_parts(app, parts);
    CageTask *task = why ? NULL : stage_task_create(sizeof *task);
    for (int k = 0; task && k < 2; ++k) {
        task->trees[k] = bvh_retain(app->parts[parts[k]].tree);
        task->keys[k] = strdup(app->assembly.parts[parts[k]].key);
        task->placed[k] = app->document.parts[parts[k]].placement;
    }
    if (task && task->keys[0] && task->keys[1]) {
        task->seed = mine(app)->seed;
        task->unit = app->assembly.unit;
        return task;
    }
    app_notify(app, NOTICE_WARNING, "Nothing bounces: %s.", why ? why : "not enough memory");
    if (task)
        drop(task);
    return NULL;
}

// Turned and scaled as it is, with its middle in the middle of the cage.
static Affine rest_of(const CageTask *task, int k, double *radius, Vec3d *middle)
{
    const Mesh *mesh = task->trees[k]->mesh;
    Vec3d centre = vec3d_lerp(task->trees[k]->box.lo, task->trees[k]->box.hi, 0.5);
    Affine rest = task->placed[k];
    *middle = affine_apply(&rest, centre);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        *radius = fmax(*radius, vec3d_distance(affine_apply(&rest, mesh->vertices[i]), *middle));
    rest.p = vec3d_sub(rest.p, *middle);
    return rest;
}

// Of each frame, the places in which the two were looked at and did not meet: they turned back before.
static bool bounce(CageTask *task, RecordedPart recorded[2], Job *job)
{
    double radius = 0;
    Vec3d middle[2];
    CageBodies bodies = {.tree = {task->trees[0], task->trees[1]}};
    for (int k = 0; k < 2; ++k)
        bodies.rest[k] = rest_of(task, k, &radius, &middle[k]);
    Vec3d here = vec3d_lerp(middle[0], middle[1], 0.5);
    CageRun run = cage_begin(CAGE_ROOM * radius, task->seed);
    for (int frame = 0; frame < CAGE_FRAMES; ++frame) {
        Affine placed[2];
        bool meet;
        job_progress(job, (double)frame / CAGE_FRAMES);
        if (job_cancelled(job) || !cage_frame(&run, &bodies, placed, &meet, &task->head.err))
            return false;
        for (int k = 0; !meet && k < 2; ++k) {
            RecordedPart *part = &recorded[k];
            if (!array_reserve(&part->samples, &part->capacity, part->count + 1,
                               sizeof *part->samples))
                return error_set(&task->head.err, "not enough memory");
            placed[k].p = vec3d_add(placed[k].p, here);
            part->samples[part->count++] =
                (PathSample){(double)frame / CAGE_FRAMES_PER_SECOND, placed[k]};
        }
    }
    task->meetings = run.meetings;
    return true;
}

static void work(void *argument, Job *job)
{
    CageTask *task = argument;
    RecordedPart recorded[2] = {{.part = 0}, {.part = 1}};
    bool good = bounce(task, recorded, job);
    task->path.unit = task->unit;
    for (int k = 0; good && k < 2; ++k) {
        const Mesh *mesh = task->trees[k]->mesh;
        double size = mesh_radius(mesh) * affine_stretch(&task->placed[k]);
        good = path_record_keys(&recorded[k], task->keys[k], mesh_hash(mesh), size, &task->path,
                                &task->head.err);
    }
    for (int k = 0; k < 2; ++k)
        free(recorded[k].samples);
    task->head.done = good;
}

static void show(App *app, void *argument)
{
    CageTask *task = argument;
    path_state_set(app, &task->path, "");
    app->path.unsaved = false; // it can be had again
    Error err = {""};
    app->path.playing = app->wake && path_state_ready(app, &err);
    app_notify(
        app, NOTICE_INFO,
        "%.60s and %.60s bounce in a cage: %d frames, in which they meet %d times. The Path panel "
        "plays them, Plots shows what it takes.",
        task->keys[0], task->keys[1], CAGE_FRAMES, task->meetings);
}

const Stage stage_cage = {.name = "cage",
                          .label = "Two parts bounce in a cage",
                          .wait = STAGE_FOLLOWS,
                          .state_size = sizeof(CageWish),
                          .on_request = true,
                          .start = start,
                          .show = show,
                          .failure = "Nothing bounces",
                          .drop = drop,
                          .work = work};
