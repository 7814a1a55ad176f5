#include "app/stages/tree_task.h"

#include "app/io/mesh_cache.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"

#include <stdlib.h>

TreeTask *tree_task_create(const BvhDesc *desc, int32_t most)
{
    TreeTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->desc = *desc;
    task->meshes = array_alloc((size_t)most, sizeof *task->meshes);
    task->trees = array_alloc((size_t)most, sizeof *task->trees);
    if (task->meshes && task->trees)
        return task;
    tree_task_drop(task);
    return NULL;
}

void tree_task_add(TreeTask *task, Mesh *mesh)
{
    task->trees[task->count] = NULL;
    task->meshes[task->count++] = mesh_retain(mesh);
}

void tree_task_drop(void *argument)
{
    TreeTask *task = argument;
    for (int32_t i = 0; i < task->count; ++i) {
        bvh_release(task->trees[i]);
        mesh_release(task->meshes[i]);
    }
    mem_free(task->meshes);
    mem_free(task->trees);
    free(task);
}

void tree_task_work(void *argument, Job *job)
{
    TreeTask *task = argument;
    double start = clock_seconds();
    task->head.done = mesh_cache_build_all(task->meshes, task->count, &task->desc, task->pool, job,
                                           task->trees, &task->head.err);
    task->ms = 1e3 * (clock_seconds() - start);
}
