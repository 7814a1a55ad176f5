// The top-down driver: asks the criterion for one split after the other, with an explicit stack.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rounding.h"
#include "core/shape/box_lanes.h"
#include "core/tree/build/driver.h"
#include "core/tree/build/record.h"
#include "core/tree/build/top_down.h"
#include "core/tree/split/variants.h"

bool driver_push(Driver *driver, const Task *task, const void *parent_volume, const Origin *origin)
{
    size_t size = driver->derived_size, needed = driver->task_count + 1;
    if (!array_reserve(&driver->tasks, &driver->task_capacity, needed, sizeof *task))
        return false;
    if (size > 0) {
        if (!array_reserve(&driver->derived, &driver->derived_capacity, needed, size))
            return false;
        unsigned char *to = driver->derived + driver->task_count * size;
        memcpy(to, parent_volume, driver->volume_size);
        memcpy(to + driver->volume_size, origin, sizeof *origin);
    }
    Task *top = &driver->tasks[driver->task_count++];
    top->node = task->node;
    top->first = task->first;
    top->count = task->count;
    top->level = task->level;
    top->lopsided = task->lopsided;
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

// The same, and copies of them in the order of the items.
static Box3 gather_boxes(const Box3 *boxes, const int32_t *items, int32_t count, Box3 *out)
{
    BoxLanes u = box_lanes_load(&boxes[items[0]]);
    for (int32_t i = 0; i < count; ++i) {
        BoxLanes b = box_lanes_load(&boxes[items[i]]);
        memcpy(out + i, boxes + items[i], sizeof *out);
        u = box_lanes_union(u, b);
    }
    return box_lanes_store(u);
}

// Progress on any input: both sides get something, and after eight lopsided splits in a row half of
// the triangles go to each side. Depth stays O(log n) and time O(n log n) for every criterion. False:
// memory ran short.
static bool choose_split(const SplitRule *rule, const SplitInput *in, int32_t *items, int32_t count,
                         uint8_t lopsided, SplitChoice *choice)
{
    if (lopsided == 0xFF)
        rule = &split_object_median;
    *choice = (SplitChoice){0};
    bool decided = rule->split(in, items, count, choice);
    if (choice->no_memory)
        return false;
    if (!decided || choice->left_count <= 0 || choice->left_count >= count)
        *choice = (SplitChoice){.left_count = (count + 1) / 2, .reason = "halved by index"};
    else if (lopsided == 0xFF)
        choice->reason = "halved after lopsided cuts";
    else
        return true;
    if (in->notes) {
        in->notes->fell_back = true;
        in->notes->has_chosen &= lopsided == 0xFF;
    }
    return true;
}

// A part of a node's triangles that becomes a child.
typedef struct Part {
    int32_t first, count; // in the slots
    uint8_t lopsided;
} Part;

// The guide's split, where there is one and it has a say; the criterion's otherwise. False: one of
// them failed.
static bool guided_choice(const Driver *driver, const SplitInput *in, const Part *part,
                          SplitChoice *choice)
{
    const SplitGuide *guide = driver->guide;
    int32_t *items = driver->bvh->slots + part->first;
    bool failed = false;
    if (guide && part->lopsided != 0xFF &&
        guide->split(guide->user, in, items, part->first, part->count, choice, &failed))
        return true;
    return !failed &&
           choose_split(driver->bvh->desc.split, in, items, part->count, part->lopsided, choice);
}

static bool record_split(const Driver *driver, const Task *task, const Part *part,
                         const SplitChoice *choice)
{
    BuildRecord *record = driver->bvh->record;
    bool guided = driver->guide && record->notes.weighed == 0 && !record->notes.fell_back;
    return build_record_split(
        record, &(BuildStep){.node = task->node,
                             .first = (uint32_t)part->first,
                             .count = part->count,
                             .left = choice->left_count,
                             .right = part->count - choice->left_count,
                             .level = (uint16_t)task->level,
                             .flags = guided ? BUILD_GUIDED : 0,
                             .reason = choice->reason ? choice->reason : "the criterion's choice"});
}

// Both sides of one part take its place among the `count` parts.
static bool halve(Driver *driver, const Task *task, const SplitInput *in, Part *parts, int at,
                  int count, SplitChoice *choice)
{
    Part part = parts[at];
    if (in->notes)
        split_notes_begin(in->notes);
    if (!guided_choice(driver, in, &part, choice))
        return false;
    if (in->notes && !record_split(driver, task, &part, choice))
        return false;
    if (choice->reason)
        tally_add(&driver->cuts, choice->reason, 1);
    int32_t left = choice->left_count, right = part.count - left;
    bool tenth = 10 * (int64_t)(left < right ? left : right) < part.count;
    uint8_t lopsided = (uint8_t)((part.lopsided << 1) | (tenth ? 1 : 0));
    for (int i = count; i > at + 1; --i)
        parts[i] = parts[i - 1];
    parts[at] = (Part){part.first, left, lopsided};
    parts[at + 1] = (Part){part.first + left, right, lopsided};
    return true;
}

// Splits the task's triangles, and for more than two children the parts again: the levels between
// are skipped. Returns how many parts there are; *choice is the first split. 0: the guide failed.
static int divide(Driver *driver, const Task *task, const SplitInput *whole,
                  Part parts[QUERY_MAX_ARITY], SplitChoice *choice)
{
    const Bvh *bvh = driver->bvh;
    int count = 2;
    parts[0] = (Part){task->first, task->count, task->lopsided};
    if (!halve(driver, task, whole, parts, 0, 1, choice))
        return 0;
    for (int width = 2; width < bvh->desc.arity; width *= 2) {
        for (int p = count; p-- > 0;) {
            if (parts[p].count <= bvh->desc.leaf_size)
                continue;
            SplitInput in = *whole;
            in.box = union_of_boxes(in.boxes, bvh->slots + parts[p].first, parts[p].count);
            in.axes = NULL;
            in.gathered = NULL;
            SplitChoice here;
            if (!halve(driver, task, &in, parts, p, count, &here))
                return 0;
            ++count;
        }
    }
    return count;
}

static void init_fit(Driver *driver, FitItems *fit, int32_t first, int32_t count, Box3 *out)
{
    const int32_t *items = driver->bvh->slots + first;
    fit->mesh = driver->bvh->mesh;
    fit->boxes = driver->boxes;
    fit->items = items;
    fit->count = count;
    fit->box = out ? gather_boxes(driver->boxes, items, count, out)
                   : union_of_boxes(driver->boxes, items, count);
    fit->made_by = NULL;
    fit->child = 0;
    fit->axes = NULL;
    fit->moments = driver->moments;
    fit->room = driver->lists_points ? &driver->room : NULL;
}

static void fit_leaf(Driver *driver, const Task *task, const void *parent, const Origin *origin)
{
    Bvh *bvh = driver->bvh;
    NodeLinks links = {(uint32_t)task->first, (uint32_t)task->count, true};
    FitItems fit;
    init_fit(driver, &fit, task->first, task->count, NULL);
    if (driver->derived_size > 0 && task->level > 1) {
        fit.made_by = &origin->made_by;
        fit.child = origin->child;
    }
    bvh->type->fit(bvh, task->node, links, task->level > 1 ? parent : NULL, NULL, &fit);
    driver->depth = task->level > driver->depth ? task->level : driver->depth;
    driver->done += task->count;
}

// Leaves are made at once, the others wait with the smallest on top: each entry is at most half of
// what was opened for it, which keeps the stack within log2 n times the children of a node.
static bool make_children(Driver *driver, const Task *task, NodeId first, const Part *parts,
                          int count, const SplitChoice *choice)
{
    int order[QUERY_MAX_ARITY];
    for (int i = 0; i < count; ++i) {
        int at = i;
        for (; at > 0 && parts[order[at - 1]].count < parts[i].count; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    Origin origin;
    if (driver->derived_size > 0)
        origin.made_by = *choice;
    for (int i = 0; i < count; ++i) {
        const Part *part = &parts[order[i]];
        Task child = {first + (NodeId)order[i], part->first, part->count, task->level + 1,
                      part->lopsided};
        origin.child = order[i];
        if (part->count <= driver->bvh->desc.leaf_size)
            fit_leaf(driver, &child, driver->own, &origin);
        else if (!driver_push(driver, &child, driver->own, &origin))
            return false;
    }
    return true;
}

// Room for so many more nodes. False: there is none, or memory ran short.
static bool make_room(Driver *driver, NodeId count)
{
    if (driver->end - driver->next >= count)
        return true;
    NodeId more = driver->end + driver->end / 16 + count;
    driver->overflowed = !driver->grows;
    if (!driver->grows || !driver->bvh->type->resize(driver->bvh, more))
        return false;
    driver->end = more;
    return true;
}

bool driver_open(Driver *driver, const Task *task)
{
    Bvh *bvh = driver->bvh;
    const BvType *type = bvh->type;
    FitItems fit;
    init_fit(driver, &fit, task->first, task->count, driver->gathered);
    NodeLinks links = {driver->next, 2, false};
    if (driver->derived_size > 0) {
        const void *parent = driver->derived + driver->task_count * driver->derived_size;
        const Origin *origin = (const void *)((const char *)parent + driver->volume_size);
        fit.made_by = task->level > 1 ? &origin->made_by : NULL;
        fit.child = origin->child;
        parent = task->level > 1 ? parent : NULL;
        type->fit(bvh, task->node, links, parent, NULL, &fit);
        type->decode(bvh, task->node, parent, driver->own);
    }
    PrincipalAxes axes;
    axes.known = false;
    SplitInput in = {.mesh = bvh->mesh,
                     .boxes = driver->boxes,
                     .gathered = driver->gathered,
                     .box = fit.box,
                     .cell = type->traits & BV_IMPLICIT_BOX ? (const void *)driver->own : NULL,
                     .axes = &axes,
                     .moments = driver->moments,
                     .room = &driver->split_room,
                     .notes = bvh->record ? &bvh->record->notes : NULL};
    fit.axes = &axes;
    Part parts[QUERY_MAX_ARITY];
    SplitChoice choice;
    int count = divide(driver, task, &in, parts, &choice);
    if (count == 0)
        return false;
    links.count = (uint32_t)count;
    if (!make_room(driver, links.count))
        return false;
    driver->next += links.count;
    for (int i = 0; bvh->record && i < count; ++i)
        if (!build_record_node(bvh->record, links.first + (NodeId)i, task->node,
                               (uint32_t)parts[i].first, (uint32_t)parts[i].count))
            return false;
    if (driver->derived_size == 0)
        type->fit(bvh, task->node, links, NULL, &choice, &fit);
    return make_children(driver, task, links.first, parts, count, &choice);
}

bool driver_run(Driver *driver, int32_t total, Job *job)
{
    uint32_t ticks = 0;
    while (driver->task_count > 0) {
        Task task = driver_pop(driver);
        if ((++ticks & 255) == 0 || task.count > 4096) {
            job_progress(job, (double)driver->done / total);
            if (job_cancelled(job))
                return false;
        }
        if (!driver_open(driver, &task))
            return false;
    }
    return true;
}

static bool build_nodes(Driver *driver, Job *job)
{
    Bvh *bvh = driver->bvh;
    int32_t n = bvh->mesh->triangle_count;
    Task root = {.count = n, .level = 1};
    Origin none = {.child = 0};
    if (bvh->record && !build_record_node(bvh->record, 0, BUILD_NONE, 0, (uint32_t)n))
        return false;
    driver->next = 1;
    driver->end = driver_room(driver, n);
    if (n <= bvh->desc.leaf_size)
        fit_leaf(driver, &root, NULL, &none);
    else if (!driver_push(driver, &root, driver->own, &none) ||
             !(driver_can_share(driver, job) ? driver_run_shared(driver, job)
                                             : driver_run(driver, n, job)))
        return false;
    bvh->node_count = driver->next;
    bvh->depth = driver->depth;
    bvh->cuts = driver->cuts;
    tally_sort(&bvh->cuts);
    return true;
}

bool driver_init(Driver *driver, Bvh *bvh, const Box3 *boxes, const MomentTable *moments,
                 int32_t most)
{
    *driver = (Driver){.bvh = bvh, .boxes = boxes, .moments = moments};
    if (bvh->type->traits & BV_NEEDS_PARENT) {
        const size_t aligned = sizeof(double);
        driver->volume_size = (bvh->type->volume_size + aligned - 1) / aligned * aligned;
        driver->derived_size = driver->volume_size + sizeof(Origin);
    }
    driver->own = mem_calloc(1, driver->volume_size + 1);
    if (bvh->desc.split->gathers)
        driver->gathered = array_alloc((size_t)most, sizeof *driver->gathered);
    driver->lists_points = bvh->type->traits & BV_LISTS_POINTS;
    if (driver->own && (driver->gathered || !bvh->desc.split->gathers) &&
        (!driver->lists_points || fit_room_init(&driver->room, bvh->mesh, most)))
        return true;
    driver_free(driver);
    return false;
}

void driver_free(Driver *driver)
{
    fit_room_free(&driver->room);
    mem_free(driver->gathered);
    mem_free(driver->split_room.memory);
    mem_free(driver->own);
    mem_free(driver->tasks);
    mem_free(driver->derived);
}

// Comparisons, not fmin and fmax, which are calls that mind NaN: meshes have none.
static inline Box3 triangle_box(const Mesh *mesh, int32_t i)
{
    const int32_t *t = mesh->triangles[i];
    const Vec3d *p = &mesh->vertices[t[0]], *q = &mesh->vertices[t[1]], *r = &mesh->vertices[t[2]];
    Box3 box;
    for (int k = 0; k < 3; ++k) {
        double lo = p->v[k] < q->v[k] ? p->v[k] : q->v[k];
        double hi = p->v[k] < q->v[k] ? q->v[k] : p->v[k];
        box.lo.v[k] = float_below(r->v[k] < lo ? r->v[k] : lo);
        box.hi.v[k] = float_above(r->v[k] > hi ? r->v[k] : hi);
    }
    return box;
}

enum { TIGHT_FROM = 4096 }; // triangles: below, nobody counts bytes

static bool box_triangles(const Bvh *bvh, Box3 *boxes, Job *job)
{
    for (int32_t i = 0; i < bvh->mesh->triangle_count; ++i) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        boxes[i] = triangle_box(bvh->mesh, i);
        bvh->slots[i] = i;
    }
    return true;
}

// All from the beginning, in tight room or not. False: cancelled, memory ran short, or it overflowed.
static bool build_in(Driver *driver, Box3 *boxes, bool tight, Job *job)
{
    Bvh *bvh = driver->bvh;
    driver->tight = tight;
    driver->grows = tight && driver->derived_size == 0 && !driver_can_share(driver, job);
    driver->overflowed = false;
    driver->task_count = 0;
    driver->depth = 0;
    driver->done = 0;
    driver->cuts = (CountRows){0};
    if (bvh->record)
        build_record_begin(bvh->record);
    return bvh->type->resize(bvh, driver_room(driver, bvh->mesh->triangle_count)) &&
           box_triangles(bvh, boxes, job) && build_nodes(driver, job);
}

bool build_top_down_guided(Bvh *bvh, const SplitGuide *guide, Job *job, Error *err)
{
    const Mesh *mesh = bvh->mesh;
    const BvType *type = bvh->type;
    int32_t n = mesh->triangle_count;
    job_step(job, "Building the hierarchy");
    if (n == 0)
        return true;
    Box3 *boxes = array_alloc((size_t)n, sizeof *boxes);
    bvh->slots = array_alloc((size_t)n, sizeof *bvh->slots);
    bvh->slot_count = (uint32_t)n;
    MomentTable moments = {.of = NULL};
    bool wanted = type->traits & BV_PRINCIPAL_AXES || bvh->desc.split->principal_axes;
    Driver driver;
    bool ok = boxes && bvh->slots && (!wanted || moment_table_init(&moments, mesh)) &&
              driver_init(&driver, bvh, boxes, wanted ? &moments : NULL, n);
    if (ok) {
        driver.guide = guide;
        bool tight = bvh->desc.leaf_size >= 4 && bvh->desc.arity == 2 && !guide && n >= TIGHT_FROM;
        ok = build_in(&driver, boxes, tight, job) ||
             (driver.overflowed && build_in(&driver, boxes, false, job));
        ok = ok && type->resize(bvh, bvh->node_count);
        driver_free(&driver);
    }
    if (!ok && !job_cancelled(job))
        error_set(err, "not enough memory for a hierarchy of %d triangles", n);
    moment_table_free(&moments);
    mem_free(boxes);
    return ok;
}

static bool build(Bvh *bvh, Job *job, Error *err)
{
    return build_top_down_guided(bvh, NULL, job, err);
}

const Builder build_top_down = {
    .name = "top-down",
    .note = "split from the root downwards by the chosen criterion",
    .build = build,
};
