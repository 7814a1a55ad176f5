// The top-down driver: asks the criterion for one split after the other, with an explicit stack.
#include "../array.h"
#include "../build.h"
#include "../geom/rounding.h"

typedef struct Task {
    NodeId node;
    int32_t first, count;
    uint32_t level;
    // One bit per ancestor, newest lowest: its smaller side had less than a tenth of the triangles.
    uint8_t lopsided;
} Task;

typedef struct TaskStack {
    Task *items;
    size_t count, capacity;
} TaskStack;

static bool push(TaskStack *stack, Task task)
{
    if (!array_reserve(&stack->items, &stack->capacity, stack->count + 1, sizeof task))
        return false;
    stack->items[stack->count++] = task;
    return true;
}

static Box3 triangle_box(const Mesh *mesh, int32_t i)
{
    Triangle t = mesh_triangle(mesh, i);
    Box3 box;
    for (int k = 0; k < 3; ++k) {
        box.lo.v[k] = float_below(fmin(t.p[0].v[k], fmin(t.p[1].v[k], t.p[2].v[k])));
        box.hi.v[k] = float_above(fmax(t.p[0].v[k], fmax(t.p[1].v[k], t.p[2].v[k])));
    }
    return box;
}

static Box3 union_of_boxes(const Box3 *boxes, const int32_t *items, int32_t count)
{
    Box3 u = boxes[items[0]];
    for (int32_t i = 1; i < count; ++i) {
        const Box3 *b = &boxes[items[i]];
        for (int k = 0; k < 3; ++k) {
            u.lo.v[k] = b->lo.v[k] < u.lo.v[k] ? b->lo.v[k] : u.lo.v[k];
            u.hi.v[k] = b->hi.v[k] > u.hi.v[k] ? b->hi.v[k] : u.hi.v[k];
        }
    }
    return u;
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

static bool build_nodes(Bvh *bvh, const Box3 *boxes, TaskStack *stack, Job *job)
{
    const Mesh *mesh = bvh->mesh;
    int32_t done = 0;
    uint32_t ticks = 0;
    if (!push(stack, (Task){.count = mesh->triangle_count, .level = 1}))
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
        FitItems fit = {mesh, boxes, items, task.count, union_of_boxes(boxes, items, task.count)};
        if (task.level > bvh->depth)
            bvh->depth = task.level;
        if (task.count <= bvh->desc.leaf_size) {
            NodeLinks leaf = {(uint32_t)task.first, (uint32_t)task.count, true};
            bvh->type->fit(bvh, task.node, leaf, NULL, NULL, &fit);
            done += task.count;
            continue;
        }
        SplitInput in = {mesh, boxes, fit.box};
        SplitChoice choice = choose_split(bvh->desc.split, &in, items, task.count, task.lopsided);
        NodeLinks inner = {bvh->node_count, 2, false};
        bvh->node_count += 2;
        bvh->type->fit(bvh, task.node, inner, NULL, &choice, &fit);

        int32_t left = choice.left_count, right = task.count - left;
        bool tenth = (left < right ? left : right) < task.count / 10;
        uint8_t lopsided = (uint8_t)((task.lopsided << 1) | (tenth ? 1 : 0));
        Task child[2] = {{inner.first, task.first, left, task.level + 1, lopsided},
                         {inner.first + 1, task.first + left, right, task.level + 1, lopsided}};
        // The smaller half on top keeps the stack within log2 n.
        int larger = right > left;
        if (!push(stack, child[larger]) || !push(stack, child[!larger]))
            return false;
    }
    return true;
}

static bool build(Bvh *bvh, Job *job, Error *err)
{
    const Mesh *mesh = bvh->mesh;
    int32_t n = mesh->triangle_count;
    job_step(job, "Building the hierarchy");
    if (n == 0)
        return true;
    Box3 *boxes = array_alloc((size_t)n, sizeof *boxes);
    bvh->slots = array_alloc((size_t)n, sizeof *bvh->slots);
    TaskStack stack = {0};
    bool ok = boxes && bvh->slots && bvh->type->resize(bvh, 2 * (uint32_t)n - 1);
    if (ok) {
        bvh->slot_count = (uint32_t)n;
        for (int32_t i = 0; i < n; ++i) {
            boxes[i] = triangle_box(mesh, i);
            bvh->slots[i] = i;
        }
        ok = build_nodes(bvh, boxes, &stack, job) && bvh->type->resize(bvh, bvh->node_count);
    }
    if (!ok && !job_cancelled(job))
        error_set(err, "not enough memory for a hierarchy of %d triangles", n);
    free(boxes);
    free(stack.items);
    return ok;
}

const Builder build_top_down = {
    .id = BUILD_ID_top_down,
    .name = "top-down",
    .note = "split from the root downwards by the chosen criterion",
    .build = build,
};
