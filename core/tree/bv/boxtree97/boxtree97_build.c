// The builder of the 1997 BoxTree: empty parts are cut off first, then a plane of least penalty
// halves what is left; crossing triangles go to both sides, clipped to them.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rounding.h"
#include "core/mesh/topology.h"
#include "core/shape/clip_triangle.h"
#include "core/tree/build/record.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/leaf_edges.h"

#include <stdlib.h>

int boxtree97_default_depth(int32_t n)
{
    static const double table[][2] = {{100, 4},  {300, 5},  {700, 6},
                                      {1300, 7}, {2000, 8}, {3000, 9}};
    enum { LAST = sizeof table / sizeof *table - 1 };
    if (n < 2)
        return 1;
    double x = log2(n);
    if (n < table[0][0])
        return (int)fmax(1, round(x - 2.6));
    if (n > table[LAST][0])
        return (int)round(x - 2.55);
    int i = 0;
    while (i + 1 < LAST && n > table[i + 1][0])
        ++i;
    double x0 = log2(table[i][0]), x1 = log2(table[i + 1][0]);
    return (int)round(table[i][1] + (table[i + 1][1] - table[i][1]) * (x - x0) / (x1 - x0));
}

typedef struct Task {
    NodeId node;
    Box3 cell;
    size_t first; // of its items; those of the task on top of the stack are the last ones
    int32_t count;
    uint32_t level;
    int cuts; // balanced ones above
} Task;

typedef struct Work {
    Bvh *bvh;
    Boxtree97 *tree;
    Task *tasks;
    size_t task_count, task_capacity;
    CutItem *items;
    size_t item_count, item_capacity;
    float *scratch; // of the scan
    size_t scratch_capacity, node_capacity, slot_capacity;
    uint64_t references; // in leaves and in tasks
    double margin; // far above the rounding of clipped corners, far below a float's resolution
    int max_cuts;
    int32_t few;
    const MeshTopology *topology; // for leaves with edges; else NULL
    Job *job;
} Work;

static bool push_task(Work *w, Task task)
{
    if (!array_reserve(&w->tasks, &w->task_capacity, w->task_count + 1, sizeof task))
        return false;
    w->tasks[w->task_count++] = task;
    return true;
}

static bool push_item(Work *w, const CutItem *item)
{
    CutItem copy = *item; // it may stand in the array that is about to move
    if (!array_reserve(&w->items, &w->item_capacity, w->item_count + 1, sizeof copy))
        return false;
    w->items[w->item_count++] = copy;
    return true;
}

static Box3d wide_cell(const Work *w, const Box3 *cell)
{
    double wide = w->tree->thickness + w->margin;
    Box3d box;
    for (int k = 0; k < 3; ++k) {
        box.lo.v[k] = (double)cell->lo.v[k] - wide;
        box.hi.v[k] = (double)cell->hi.v[k] + wide;
    }
    return box;
}

// Narrows the item to the widened cell. False: nothing of the triangle is in it. The cell is
// widened by the margin once more, and the result too: what is dropped or left outside is outside
// beyond rounding.
static bool clip_item(const Work *w, const Box3 *cell, CutItem *item)
{
    Box3d box = wide_cell(w, cell);
    Triangle t = mesh_triangle(w->bvh->mesh, item->triangle);
    Vec3d corner[CLIP_MAX_CORNERS];
    int count = clip_triangle(&t, &box, corner);
    if (count == 0)
        return false;
    for (int k = 0; k < 3; ++k) {
        double lo = INFINITY, hi = -INFINITY;
        for (int i = 0; i < count; ++i) {
            lo = fmin(lo, corner[i].v[k]);
            hi = fmax(hi, corner[i].v[k]);
        }
        item->box.lo.v[k] = fmaxf(item->box.lo.v[k], float_below(lo - w->margin));
        item->box.hi.v[k] = fminf(item->box.hi.v[k], float_above(hi + w->margin));
    }
    return true;
}

static int by_number(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

// The edges of a leaf's triangles that reach into its widened cell, each once. A point of a triangle
// is in the widened cell of a leaf that lists the triangle: so a point of an edge is in one that
// lists the edge.
static bool add_edges(Work *w, const Task *task)
{
    LeafEdges *edges = w->bvh->edges;
    uint32_t slot = w->bvh->slot_count; // of its first triangle
    size_t begin = edges->count, most = begin + 3 * (size_t)task->count, kept = begin;
    Box3d box = wide_cell(w, &task->cell);
    if (most > UINT32_MAX ||
        !array_reserve(&edges->sides, &edges->side_capacity, most, sizeof *edges->sides) ||
        !array_reserve(&edges->first, &edges->first_capacity,
                       (size_t)slot + (size_t)task->count + 1, sizeof *edges->first))
        return false;
    for (int32_t i = 0; i < task->count; ++i) {
        int32_t triangle = w->items[task->first + (size_t)i].triangle;
        Triangle t = mesh_triangle(w->bvh->mesh, triangle);
        for (int k = 0; k < 3; ++k) {
            Vec3d unused[CLIP_MAX_CORNERS], end = t.p[(k + 1) % 3];
            Triangle segment = {{t.p[k], end, end}};
            if (clip_triangle(&segment, &box, unused) > 0)
                edges->sides[edges->count++] = side_edge(w->topology, 3 * triangle + k);
        }
    }
    qsort(edges->sides + begin, edges->count - begin, sizeof *edges->sides, by_number);
    for (size_t i = begin; i < edges->count; ++i)
        if (i == begin || edges->sides[i] != edges->sides[i - 1])
            edges->sides[kept++] = edges->sides[i];
    edges->count = kept;
    edges->first[slot] = (uint32_t)begin;
    for (int32_t i = 1; i <= task->count; ++i)
        edges->first[slot + (uint32_t)i] = (uint32_t)kept;
    return true;
}

static bool make_leaf(Work *w, const Task *task, enum Boxtree97Count reason)
{
    Bvh *bvh = w->bvh;
    if ((uint64_t)bvh->slot_count + (uint64_t)task->count > BOXTREE97_INDEX ||
        !array_reserve(&bvh->slots, &w->slot_capacity,
                       (size_t)bvh->slot_count + (size_t)task->count, sizeof *bvh->slots))
        return false;
    if (w->topology && task->count > 0 && !add_edges(w, task))
        return false;
    w->tree->nodes[task->node] = (Boxtree97Node){
        .count = (uint32_t)task->count, .ref = (uint32_t)BOXTREE97_LEAF << 30 | bvh->slot_count};
    for (int32_t i = 0; i < task->count; ++i)
        bvh->slots[bvh->slot_count++] = w->items[task->first + (size_t)i].triangle;
    if (bvh->record)
        build_record_slots(bvh->record, task->node, bvh->slot_count - (uint32_t)task->count,
                           (uint32_t)task->count);
    w->item_count = task->first;
    ++w->tree->counts[task->count ? reason : STOP_EMPTY];
    if (task->count == 0)
        w->tree->empty_volume += box3_volume(&task->cell);
    return true;
}

// Turns the task's node into an inner one; returns the first child, 0 when memory is short.
static NodeId make_inner(Work *w, const Task *task, const Cut *cut)
{
    Bvh *bvh = w->bvh;
    NodeId first = bvh->node_count;
    if (first > BOXTREE97_INDEX - 2 || !array_reserve(&w->tree->nodes, &w->node_capacity,
                                                      (size_t)first + 2, sizeof *w->tree->nodes))
        return 0;
    w->tree->nodes[task->node] =
        (Boxtree97Node){.plane = cut->plane, .ref = (uint32_t)cut->axis << 30 | first};
    bvh->node_count += 2;
    return first;
}

static void children_of(const Work *w, const Task *task, NodeId first, Task child[2])
{
    for (int side = 0; side < 2; ++side) {
        child[side] = *task;
        child[side].node = first + (NodeId)side;
        child[side].cell =
            boxtree97_child(&w->tree->nodes[task->node], first + (NodeId)side, &task->cell);
        ++child[side].level;
    }
}

// For who looks at how the tree is built: a cut that was made, or was not worth it.
static bool record_cut(const Work *w, const Task *task, const Cut *cut, const int32_t count[2],
                       enum SplitWay way, const char *reason)
{
    BuildRecord *record = w->bvh->record;
    bool refused = count[0] < 0;
    SplitCandidate chosen = {
        .at = {cut->plane, NAN}, .axis = (uint8_t)cut->axis, .way = (uint8_t)way};
    CutCounts sides =
        cut_counts(w->items + task->first, task->count, cut->axis, cut->plane, w->tree->thickness);
    chosen.left = way == WAY_EMPTY ? count[0] : sides.left;
    chosen.right = way == WAY_EMPTY ? count[1] : sides.right;
    split_note_choice(&record->notes, &chosen);
    // Empty parts that are too small were weighed before planes were.
    for (int i = 0; way != WAY_EMPTY && i < record->notes.other_count; ++i)
        record->notes.others[i].refused = REFUSED_SMALL;
    return build_record_split(record, &(BuildStep){.node = task->node,
                                                   .count = task->count,
                                                   .left = refused ? task->count : count[0],
                                                   .right = refused ? 0 : count[1],
                                                   .level = (uint16_t)task->level,
                                                   .flags = refused ? BUILD_REFUSED : 0,
                                                   .reason = reason});
}

static bool record_no_plane(const Work *w, const Task *task)
{
    return build_record_split(w->bvh->record, &(BuildStep){.node = task->node,
                                                           .count = task->count,
                                                           .left = task->count,
                                                           .level = (uint16_t)task->level,
                                                           .flags = BUILD_REFUSED,
                                                           .reason = "no plane inside the cell"});
}

static bool record_children(const Work *w, const Task *task, NodeId first)
{
    for (NodeId side = 0; side < 2; ++side)
        if (!build_record_node(w->bvh->record, first + side, task->node, 0, 0))
            return false;
    return true;
}

// One side gets everything: no item changes.
static bool cut_off_empty(Work *w, const Task *task, const Cut *cut, int empty_side)
{
    NodeId first = make_inner(w, task, cut);
    if (first == 0)
        return false;
    const int32_t counts[2] = {empty_side ? task->count : 0, empty_side ? 0 : task->count};
    if (w->bvh->record &&
        (!record_cut(w, task, cut, counts, WAY_EMPTY, "largest empty part cut off") ||
         !record_children(w, task, first)))
        return false;
    Task child[2];
    children_of(w, task, first, child);
    ++w->tree->counts[CUT_EMPTY];
    // The empty cell is done at once: on the stack it would have to stand above the items.
    Task nothing = child[empty_side];
    nothing.count = 0;
    nothing.first = w->item_count;
    return make_leaf(w, &nothing, STOP_EMPTY) && push_task(w, child[!empty_side]);
}

// Items of one side, added behind all others: those of that side alone, those inside the thick
// plane that are dealt to it, and the clipped part of the crossing ones.
static bool add_side(Work *w, const Task *task, const Cut *cut, int side, int32_t dealt,
                     const Box3 *cell, int32_t *count)
{
    double thickness = w->tree->thickness;
    size_t before = w->item_count;
    int32_t both_seen = 0;
    for (int32_t i = 0; i < task->count; ++i) {
        CutItem item = w->items[task->first + (size_t)i];
        bool left = cut_is_left(&item, cut->axis, cut->plane, thickness);
        bool right = cut_is_right(&item, cut->axis, cut->plane, thickness);
        bool here = side ? right : left;
        if (left && right) {
            // The first ones go left, the rest right.
            bool goes_left = both_seen++ < dealt;
            here = goes_left == (side == 0);
        } else if (!left && !right) {
            here = clip_item(w, cell, &item);
        }
        if (here && !push_item(w, &item))
            return false;
    }
    *count = (int32_t)(w->item_count - before);
    return true;
}

static int32_t dealt_left(const Work *w, const Task *task, const Cut *cut)
{
    const CutItem *items = w->items + task->first;
    int32_t only_left = 0;
    for (int32_t i = 0; i < task->count; ++i)
        only_left += cut_is_left(&items[i], cut->axis, cut->plane, w->tree->thickness) &&
                     !cut_is_right(&items[i], cut->axis, cut->plane, w->tree->thickness);
    CutCounts c = cut_counts(items, task->count, cut->axis, cut->plane, w->tree->thickness);
    return c.left - only_left;
}

// False: memory ran short. *stop is set when the cut does not pay.
static bool cut_balanced(Work *w, const Task *task, const Cut *cut, bool *stop)
{
    Box3 cell[2] = {task->cell, task->cell};
    cell[0].hi.v[cut->axis] = cell[1].lo.v[cut->axis] = cut->plane;
    size_t base = w->item_count;
    int32_t dealt = dealt_left(w, task, cut), count[2];
    // The left side last: it stands on top and is built first, so that slots follow the cells.
    if (!add_side(w, task, cut, 1, dealt, &cell[1], &count[1]) ||
        !add_side(w, task, cut, 0, dealt, &cell[0], &count[0]))
        return false;
    double most = w->bvh->desc.params[PARAM_SHARE] * task->count;
    *stop = count[0] > most || count[1] > most;
    if (*stop) {
        w->item_count = base;
        return !w->bvh->record || record_cut(w, task, cut, (const int32_t[2]){-1, -1}, WAY_PLANE,
                                             "no cut: one side would keep too many triangles");
    }
    NodeId first = make_inner(w, task, cut);
    if (first == 0)
        return false;
    if (w->bvh->record && (!record_cut(w, task, cut, count, WAY_PLANE, "plane of least penalty") ||
                           !record_children(w, task, first)))
        return false;
    // The children's items take the place of the parent's.
    size_t total = (size_t)count[0] + (size_t)count[1];
    memmove(w->items + task->first, w->items + base, total * sizeof *w->items);
    w->item_count = task->first + total;
    w->references += total - (size_t)task->count;
    Task child[2];
    children_of(w, task, first, child);
    for (int side = 0; side < 2; ++side) {
        child[side].count = count[side];
        child[side].first = side ? task->first : task->first + (size_t)count[1];
        ++child[side].cuts;
    }
    ++w->tree->counts[CUT_BALANCED];
    return push_task(w, child[1]) && push_task(w, child[0]);
}

static SplitNotes *notes_of(const Work *w)
{
    return w->bvh->record ? &w->bvh->record->notes : NULL;
}

static bool choose_cut(Work *w, const Task *task, Cut *cut, bool *found)
{
    const CutItem *items = w->items + task->first;
    double gamma = w->bvh->desc.params[PARAM_GAMMA], thickness = w->tree->thickness;
    if (gamma == 0) {
        *found = cut_bisect(items, task->count, &task->cell, thickness, cut, notes_of(w));
        return true;
    }
    if (!array_reserve(&w->scratch, &w->scratch_capacity, 5 * (size_t)task->count,
                       sizeof *w->scratch))
        return false;
    *found =
        cut_scan(items, task->count, &task->cell, thickness, gamma, w->scratch, cut, notes_of(w));
    return true;
}

static bool process(Work *w, const Task *task)
{
    // Repeated triangles are worth something, but not the memory: far beyond the usual factor of
    // two (only with lambda near 1) cutting ends.
    uint64_t limit = 32 * (uint64_t)w->bvh->mesh->triangle_count + 1024;
    if (task->count == 0)
        return make_leaf(w, task, STOP_EMPTY);
    if (task->count <= w->few)
        return make_leaf(w, task, STOP_FEW);
    if (task->cuts >= w->max_cuts)
        return make_leaf(w, task, STOP_DEPTH);
    if (w->references > limit)
        return make_leaf(w, task, STOP_REFERENCES);
    const CutItem *items = w->items + task->first;
    Cut cut = {0};
    int side = 0;
    if (w->bvh->record)
        split_notes_begin(&w->bvh->record->notes);
    double share =
        cut_empty(items, task->count, &task->cell, w->tree->thickness, &cut, &side, notes_of(w));
    if (share > w->bvh->desc.params[PARAM_EMPTY])
        return cut_off_empty(w, task, &cut, side);
    bool found, stop = false;
    if (!choose_cut(w, task, &cut, &found))
        return false;
    if (!found)
        return (!w->bvh->record || record_no_plane(w, task)) && make_leaf(w, task, STOP_NO_PLANE);
    if (!cut_balanced(w, task, &cut, &stop))
        return false;
    return !stop || make_leaf(w, task, STOP_SHARE);
}

static bool build_nodes(Work *w)
{
    Bvh *bvh = w->bvh;
    for (uint32_t ticks = 0; w->task_count > 0; ++ticks) {
        Task task = w->tasks[--w->task_count];
        if ((ticks & 255) == 0 || task.count > 4096) {
            job_progress(w->job, fmin(1, (double)bvh->slot_count / (double)w->references));
            if (job_cancelled(w->job))
                return false;
        }
        if (task.level > bvh->depth)
            bvh->depth = task.level;
        if (!process(w, &task))
            return false;
    }
    return true;
}

// The root task: all triangles with their boxes.
static bool begin(Work *w)
{
    const Mesh *mesh = w->bvh->mesh;
    const double *params = w->bvh->desc.params;
    Box3 root = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        CutItem item = {.triangle = i};
        for (int k = 0; k < 3; ++k) {
            item.box.lo.v[k] = float_below(fmin(t.p[0].v[k], fmin(t.p[1].v[k], t.p[2].v[k])));
            item.box.hi.v[k] = float_above(fmax(t.p[0].v[k], fmax(t.p[1].v[k], t.p[2].v[k])));
            root.lo.v[k] = fminf(root.lo.v[k], item.box.lo.v[k]);
            root.hi.v[k] = fmaxf(root.hi.v[k], item.box.hi.v[k]);
        }
        if (!push_item(w, &item))
            return false;
    }
    w->tree->root = root;
    Vec3d diagonal = vec3d_sub(vec3d_from(root.hi), vec3d_from(root.lo));
    w->tree->thickness = params[PARAM_THICKNESS] * vec3d_length(diagonal);
    w->margin = 0x1p-40 * w->bvh->radius;
    w->few = (int32_t)fmax(params[PARAM_FEW], w->bvh->desc.leaf_size);
    w->max_cuts = params[PARAM_DEPTH] > 0 ? (int)params[PARAM_DEPTH]
                                          : boxtree97_default_depth(mesh->triangle_count);
    w->references = (uint64_t)mesh->triangle_count;
    w->bvh->node_count = 1;
    if (w->bvh->record && !build_record_node(w->bvh->record, 0, BUILD_NONE, 0, 0))
        return false;
    return array_reserve(&w->tree->nodes, &w->node_capacity, 1, sizeof *w->tree->nodes) &&
           push_task(w, (Task){.cell = root, .count = mesh->triangle_count, .level = 1});
}

// Gives back what growing left over; a failure to shrink is none.
static void trim(Bvh *bvh, Boxtree97 *tree)
{
    void *nodes = mem_realloc(tree->nodes, bvh->node_count * sizeof *tree->nodes);
    if (nodes)
        tree->nodes = nodes;
    if (bvh->slot_count == 0)
        return;
    void *slots = mem_realloc(bvh->slots, bvh->slot_count * sizeof *bvh->slots);
    if (slots)
        bvh->slots = slots;
}

bool boxtree97_build(Bvh *bvh, Job *job, Error *err)
{
    job_step(job, "Cutting space into cells");
    Boxtree97 *tree = mem_calloc(1, sizeof *tree);
    bvh->nodes = tree;
    Work w = {.bvh = bvh, .tree = tree, .job = job};
    bool ok = tree != NULL;
    if (ok && bvh->desc.params[PARAM_LEAVES] > 0.5) {
        w.topology = mesh_topology(bvh->mesh, job);
        bvh->edges = mem_calloc(1, sizeof *bvh->edges);
        ok = w.topology && bvh->edges;
    }
    if (ok && bvh->mesh->triangle_count > 0) {
        ok = begin(&w) && build_nodes(&w);
        if (ok)
            trim(bvh, tree);
    }
    if (!ok && !job_cancelled(job))
        error_set(err, "not enough memory for a hierarchy of %d triangles",
                  bvh->mesh->triangle_count);
    mem_free(w.tasks);
    mem_free(w.items);
    mem_free(w.scratch);
    return ok;
}

double boxtree97_pointer_factor(const Bvh *bvh)
{
    return bvh->mesh->triangle_count ? (double)bvh->slot_count / bvh->mesh->triangle_count : 0;
}

double boxtree97_coverage(const Bvh *bvh)
{
    const Boxtree97 *tree = boxtree97_of(bvh);
    double volume = box3_volume(&tree->root);
    return volume > 0 ? tree->empty_volume / volume : 0;
}
