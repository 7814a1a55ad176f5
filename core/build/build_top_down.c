// The top-down driver: asks the criterion for one split after the other, with an explicit stack.
#include "../array.h"
#include "../build.h"
#include "../geom/box_lanes.h"
#include "../geom/rounding.h"
#include "top_down.h"

typedef struct Task {
    NodeId node;
    int32_t first, count;
    uint32_t level;
    // One bit per ancestor, newest lowest: its smaller side had less than a tenth of the triangles.
    uint8_t lopsided;
    // For volumes that are derived from their parents': how this one came about.
    int child;
    SplitChoice made_by;
} Task;

// Beside each task stands the decoded volume of its parent, where the type needs it.
typedef struct TaskStack {
    Task *items;
    unsigned char *volumes;
    size_t count, capacity, volume_capacity, volume_size;
} TaskStack;

static bool push(TaskStack *stack, const Task *task, const void *parent_volume)
{
    size_t size = stack->volume_size, needed = stack->count + 1;
    if (!array_reserve(&stack->items, &stack->capacity, needed, sizeof *task))
        return false;
    if (size > 0) {
        if (!array_reserve(&stack->volumes, &stack->volume_capacity, needed, size))
            return false;
        memcpy(stack->volumes + stack->count * size, parent_volume, size);
    }
    stack->items[stack->count++] = *task;
    return true;
}

static Box3 union_of_boxes(const Box3 *boxes, const int32_t *items, int32_t count)
{
    if (count == 1)
        return boxes[items[0]];
    BoxLanes u = box_lanes_load(&boxes[items[0]]);
    for (int32_t i = 1; i < count; ++i)
        u = box_lanes_union(u, box_lanes_load(&boxes[items[i]]));
    return box_lanes_store(u);
}

// Progress on any input: both sides get something, and after eight lopsided splits in a row half of
// the triangles go to each side. Depth stays O(log n) and time O(n log n) for every criterion.
static SplitChoice choose_split(const SplitRule *rule, const SplitInput *in, int32_t *items,
                                int32_t count, uint8_t lopsided)
{
    SplitChoice choice = {0};
    if (lopsided == 0xFF)
        rule = &split_object_median;
    if (!rule->split(in, items, count, &choice) || choice.left_count <= 0 ||
        choice.left_count >= count)
        choice = (SplitChoice){.left_count = (count + 1) / 2, .reason = "halved by index"};
    return choice;
}

// Stores a node whose volume is derived from its parent's, and decodes it for its own split and
// children.
static void fit_from_parent(Bvh *bvh, const Task *task, NodeLinks links, const void *parent,
                            const FitItems *items, void *volume)
{
    if (task->level == 1)
        parent = NULL;
    bvh->type->fit(bvh, task->node, links, parent, NULL, items);
    bvh->type->decode(bvh, task->node, parent, volume);
}

// A part of a node's triangles that becomes a child.
typedef struct Part {
    int32_t first, count; // in the slots
    uint8_t lopsided;
} Part;

// The guide's split, where there is one and it has a say; the criterion's otherwise. False: the
// guide failed.
static bool guided_choice(const Bvh *bvh, const SplitGuide *guide, const SplitInput *in,
                          const Part *part, SplitChoice *choice)
{
    int32_t *items = bvh->slots + part->first;
    bool failed = false;
    if (guide && part->lopsided != 0xFF &&
        guide->split(guide->user, in, items, part->first, part->count, choice, &failed))
        return true;
    if (!failed)
        *choice = choose_split(bvh->desc.split, in, items, part->count, part->lopsided);
    return !failed;
}

// Splits the task's triangles, and for more than two children the parts again: the levels between
// are skipped. Returns how many parts there are; *choice is the first split. 0: the guide failed.
static int divide(Bvh *bvh, const SplitGuide *guide, const Task *task, const SplitInput *whole,
                  Part parts[QUERY_MAX_ARITY], SplitChoice *choice)
{
    int count = 1;
    parts[0] = (Part){task->first, task->count, task->lopsided};
    for (int width = 1; width < bvh->desc.arity; width *= 2) {
        for (int p = count; p-- > 0;) {
            Part part = parts[p];
            int32_t *items = bvh->slots + part.first;
            if (part.count <= bvh->desc.leaf_size)
                continue;
            SplitInput in = *whole;
            if (width > 1) {
                in.box = union_of_boxes(in.boxes, items, part.count);
                in.axes = NULL;
            }
            SplitChoice here;
            if (!guided_choice(bvh, guide, &in, &part, &here))
                return 0;
            if (width == 1)
                *choice = here;
            int32_t left = here.left_count, right = part.count - left;
            bool tenth = 10 * (int64_t)(left < right ? left : right) < part.count;
            uint8_t lopsided = (uint8_t)((part.lopsided << 1) | (tenth ? 1 : 0));
            memmove(&parts[p + 2], &parts[p + 1], (size_t)(count - p - 1) * sizeof *parts);
            parts[p] = (Part){part.first, left, lopsided};
            parts[p + 1] = (Part){part.first + left, right, lopsided};
            ++count;
        }
    }
    return count;
}

// The smallest on top: each entry is at most half of what was opened for it, which keeps the stack
// within log2 n times the children of a node.
static bool push_children(TaskStack *stack, const Task *task, NodeId first, Part *parts, int count,
                          const SplitChoice *choice, const void *own)
{
    int order[QUERY_MAX_ARITY];
    for (int i = 0; i < count; ++i) {
        int at = i;
        for (; at > 0 && parts[order[at - 1]].count < parts[i].count; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < count; ++i) {
        const Part *part = &parts[order[i]];
        Task child = {first + (NodeId)order[i], part->first, part->count, task->level + 1,
                      part->lopsided,           order[i],    *choice};
        if (!push(stack, &child, own))
            return false;
    }
    return true;
}

// own and parent: room for one decoded volume each, where the type needs its parent's.
static bool build_nodes(Bvh *bvh, const SplitGuide *guide, const Box3 *boxes, TaskStack *stack,
                        void *own, void *parent, Job *job)
{
    const Mesh *mesh = bvh->mesh;
    const BvType *type = bvh->type;
    size_t volume_size = stack->volume_size;
    int32_t done = 0;
    uint32_t ticks = 0;
    if (!push(stack, &(Task){.count = mesh->triangle_count, .level = 1}, parent))
        return false;
    bvh->node_count = 1;
    while (stack->count > 0) {
        Task task = stack->items[--stack->count];
        int32_t *items = bvh->slots + task.first;
        if ((++ticks & 255) == 0 || task.count > 4096) {
            job_progress(job, (double)done / mesh->triangle_count);
            if (job_cancelled(job))
                return false;
        }
        FitItems fit = {.mesh = mesh,
                        .boxes = boxes,
                        .items = items,
                        .count = task.count,
                        .box = union_of_boxes(boxes, items, task.count),
                        .made_by = task.level > 1 ? &task.made_by : NULL,
                        .child = task.child};
        if (task.level > bvh->depth)
            bvh->depth = task.level;
        bool leaf = task.count <= bvh->desc.leaf_size;
        NodeLinks links = leaf ? (NodeLinks){(uint32_t)task.first, (uint32_t)task.count, true}
                               : (NodeLinks){bvh->node_count, 2, false};
        if (volume_size > 0) { // such nodes have two children
            memcpy(parent, stack->volumes + stack->count * volume_size, volume_size);
            fit_from_parent(bvh, &task, links, parent, &fit, own);
        }
        if (leaf) {
            if (volume_size == 0)
                type->fit(bvh, task.node, links, NULL, NULL, &fit);
            done += task.count;
            continue;
        }
        PrincipalAxes axes;
        axes.known = false;
        SplitInput in = {.mesh = mesh,
                         .boxes = boxes,
                         .box = fit.box,
                         .cell = type->traits & BV_IMPLICIT_BOX ? own : NULL,
                         .axes = &axes};
        fit.axes = &axes;
        Part parts[QUERY_MAX_ARITY];
        SplitChoice choice;
        int count = divide(bvh, guide, &task, &in, parts, &choice);
        if (count == 0)
            return false;
        links.count = (uint32_t)count;
        bvh->node_count += links.count;
        if (volume_size == 0)
            type->fit(bvh, task.node, links, NULL, &choice, &fit);
        if (!push_children(stack, &task, links.first, parts, count, &choice, own))
            return false;
    }
    return true;
}

bool build_top_down_guided(Bvh *bvh, const SplitGuide *guide, Job *job, Error *err)
{
    const Mesh *mesh = bvh->mesh;
    int32_t n = mesh->triangle_count;
    job_step(job, "Building the hierarchy");
    if (n == 0)
        return true;
    Box3 *boxes = array_alloc((size_t)n, sizeof *boxes);
    bvh->slots = array_alloc((size_t)n, sizeof *bvh->slots);
    bool derived = bvh->type->traits & BV_NEEDS_PARENT;
    TaskStack stack = {.volume_size = derived ? bvh->type->volume_size : 0};
    void *own = calloc(2, stack.volume_size + 1);
    void *parent = own ? (unsigned char *)own + stack.volume_size : NULL;
    bool ok = boxes && bvh->slots && own && bvh->type->resize(bvh, 2 * (uint32_t)n - 1);
    if (ok) {
        bvh->slot_count = (uint32_t)n;
        for (int32_t i = 0; ok && i < n; ++i) {
            boxes[i] = triangle_box(mesh, i);
            bvh->slots[i] = i;
            ok = (i & 0xFFFF) != 0 || !job_cancelled(job);
        }
        ok = ok && build_nodes(bvh, guide, boxes, &stack, own, parent, job) &&
             bvh->type->resize(bvh, bvh->node_count);
    }
    if (!ok && !job_cancelled(job))
        error_set(err, "not enough memory for a hierarchy of %d triangles", n);
    free(boxes);
    free(own);
    free(stack.items);
    free(stack.volumes);
    return ok;
}

static bool build(Bvh *bvh, Job *job, Error *err)
{
    return build_top_down_guided(bvh, NULL, job, err);
}

const Builder build_top_down = {
    .id = BUILD_ID_top_down,
    .name = "top-down",
    .note = "split from the root downwards by the chosen criterion",
    .build = build,
};
