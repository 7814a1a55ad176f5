// The task of stages that build hierarchies: one kind, over some meshes.
#ifndef SNUG_APP_STAGES_TREE_TASK_H
#define SNUG_APP_STAGES_TREE_TASK_H

#include "app/stages/stage.h"

typedef struct TreeTask {
    StageTask head;
    BvhDesc desc;
    Mesh **meshes; // retained
    Bvh **trees;   // what was built; after a failure or cancel the others are NULL
    int32_t count;
    Pool *pool; // NULL: one processor
    double ms;  // that it took
} TreeTask;

// Without meshes, with room for so many. NULL: memory ran short.
TreeTask *tree_task_create(const BvhDesc *desc, int32_t most);
void tree_task_add(TreeTask *task, Mesh *mesh);
void tree_task_drop(void *task);
void tree_task_work(void *task, Job *job);

#endif
