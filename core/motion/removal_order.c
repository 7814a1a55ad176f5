// The order of the assembly. Suspicions are only proven when nothing else comes out any more.
#include "core/base/array.h"
#include "core/motion/removal_units.h"

#include <assert.h>

void removal_order_free(RemovalOrder *order)
{
    mem_free(order->steps);
    mem_free(order->rests);
    mem_free(order->blocks);
    mem_free(order->parts);
    *order = (RemovalOrder){0};
}

// --- boxes

static Box3d moved_box(Box3d box, Vec3d way)
{
    return (Box3d){vec3d_add(box.lo, way), vec3d_add(box.hi, way)};
}

static Box3d joined(Box3d a, const Box3d *b)
{
    return box3d_including(box3d_including(a, b->lo), b->hi);
}

static Box3d parts_box(const Order *order, const RemovalStep *step)
{
    Box3d box = box3d_empty();
    for (size_t i = 0; i < step->count; ++i)
        box = joined(box, &order->pulls.boxes[order->out->parts[step->first + i]]);
    return box;
}

static Box3d box_of_rest(const Order *order)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < order->desc->part_count; ++i)
        if (order->there[i])
            box = joined(box, &order->pulls.boxes[i]);
    return box;
}

// --- taking out

static bool take_parts(Order *order, int32_t unit)
{
    RemovalOrder *out = order->out;
    for (int32_t i = 0; i < order->desc->part_count; ++i) {
        if (!order->there[i] || !removal_same_unit(order->desc, i, order->units[unit].part))
            continue;
        if (!array_reserve(&out->parts, &out->part_capacity, out->part_count + 1,
                           sizeof *out->parts))
            return order_no_memory(order);
        out->parts[out->part_count++] = i;
        order->there[i] = false;
    }
    order->units[unit].gone = true;
    return true;
}

static bool take_out(Order *order, const int32_t *units, int32_t count, Vec3d direction)
{
    RemovalOrder *out = order->out;
    RemovalStep step = {.first = out->part_count, .direction = direction};
    for (int32_t i = 0; i < count; ++i)
        if (!take_parts(order, units[i]))
            return false;
    step.count = out->part_count - step.first;
    Box3d own = parts_box(order, &step), rest = box_of_rest(order);
    step.distance = removal_box_exit(&own, &rest, direction);
    if (!array_reserve(&out->steps, &out->step_capacity, out->step_count + 1, sizeof *out->steps))
        return order_no_memory(order);
    out->steps[out->step_count++] = step;
    return true;
}

// The smallest that comes out; *any: one did.
static bool take_one(Order *order, bool trust, bool *any)
{
    *any = false;
    for (int32_t i = 0; i < order->unit_count && !*any; ++i) {
        Unit *unit = &order->units[i];
        const UnitWay *way;
        if (unit->gone || unit->stays)
            continue;
        if (!order_find_way(order, unit, trust, &way) ||
            (way && !take_out(order, &i, 1, way->direction)))
            return false;
        *any = way != NULL;
    }
    return true;
}

static bool take_together(Order *order, bool *any)
{
    int32_t count = 0, *units = array_alloc((size_t)order->unit_count, sizeof *units);
    Vec3d direction;
    bool ok =
        units ? order_find_together(order, units, &count, &direction) : order_no_memory(order);
    ok = ok && (count == 0 || take_out(order, units, count, direction));
    *any = ok && count > 0;
    mem_free(units);
    return ok;
}

// --- what stays

static bool add_block(Order *order, const RemovalBlock *block)
{
    RemovalOrder *out = order->out;
    if (!array_reserve(&out->blocks, &out->block_capacity, out->block_count + 1,
                       sizeof *out->blocks))
        return order_no_memory(order);
    out->blocks[out->block_count++] = *block;
    return true;
}

// All that is in a way, and not only what was met first, unless there are `most`.
static bool list_way(Order *order, const Unit *unit, UnitWay *way, size_t most)
{
    size_t first = order->out->block_count;
    while (way->standing != WAY_STANDS_OPEN && order->out->block_count - first < most) {
        if (!add_block(order, &(RemovalBlock){.part = way->by, .state = PULL_UNKNOWN}))
            return false;
        ++way->next;
        if (!order_go_along(order, unit, way))
            return false;
    }
    return true;
}

// Whether what is in the way of a unit is proven to be.
static bool prove_block(Order *order, const Unit *unit, Vec3d direction, RemovalBlock *block)
{
    const RemovalDesc *desc = order->desc;
    for (int32_t a = 0; a < desc->part_count && block->state == PULL_UNKNOWN; ++a) {
        Pull pull;
        if (!desc->parts[a].active || !removal_same_unit(desc, a, unit->part))
            continue;
        if (!removal_pull(&order->pulls, a, block->part, direction, PULL_MEASURE, &pull,
                          &block->reason, order->err))
            return false;
        if (pull.state == PULL_BLOCKED)
            block->state = pull.state, block->clear = pull.clear, block->met = pull.met;
    }
    return true;
}

static bool note_rest(Order *order, const Unit *unit)
{
    RemovalOrder *out = order->out;
    RemovalRest rest = {.part = unit->part, .first = out->block_count};
    size_t least = SIZE_MAX;
    for (int32_t i = 0; i < unit->way_count; ++i) {
        size_t first = out->block_count;
        if (!list_way(order, unit, &unit->ways[i], least))
            return false;
        size_t count = out->block_count - first;
        if (count < least) {
            memmove(&out->blocks[rest.first], &out->blocks[first], count * sizeof *out->blocks);
            least = rest.count = count;
            rest.direction = unit->ways[i].direction;
        }
        out->block_count = rest.first + rest.count;
    }
    for (size_t i = 0; i < rest.count; ++i)
        if (!prove_block(order, unit, rest.direction, &out->blocks[rest.first + i]))
            return false;
    if (!array_reserve(&out->rests, &out->rest_capacity, out->rest_count + 1, sizeof *out->rests))
        return order_no_memory(order);
    out->rests[out->rest_count++] = rest;
    return true;
}

// --- where they are put

// Backwards: beside all that stays, and beside the whole way of whatever comes out later.
static bool put_aside(Order *order)
{
    RemovalOrder *out = order->out;
    Box3d *swept = array_alloc(out->step_count, sizeof *swept), rest = box_of_rest(order);
    if (!swept)
        return order_no_memory(order);
    for (size_t i = out->step_count; i-- > 0;) {
        RemovalStep *step = &out->steps[i];
        Box3d own = parts_box(order, step), grown;
        double margin = 0.05 * vec3d_distance(own.lo, own.hi);
        step->end = step->distance + 5 * margin; // to be seen
        for (bool again = true; again;) {
            again = false;
            grown = box3d_grown(moved_box(own, vec3d_scale(step->direction, step->end)), margin);
            for (size_t j = i; j < out->step_count; ++j) {
                const Box3d *other = j == i ? &rest : &swept[j];
                double more = removal_box_exit(&grown, other, step->direction);
                if (!(more > 0))
                    continue;
                step->end += more * (1 + 1e-9) + 1e-9 * vec3d_distance(own.lo, own.hi);
                again = true;
                break;
            }
        }
        Box3d end = moved_box(own, vec3d_scale(step->direction, step->end));
        swept[i] = joined(own, &end);
    }
    mem_free(swept);
    return true;
}

// --- all of it

static bool find_order(Order *order)
{
    bool any = true;
    int32_t movable = 0;
    if (!order_make_units(order))
        return false;
    for (int32_t i = 0; i < order->unit_count; ++i)
        movable += !order->units[i].stays;
    while (any) {
        job_progress(order->desc->job, (double)order->out->part_count / (movable + 1));
        // What is suspected is only proven where nothing else comes out.
        if (!take_one(order, true, &any) || (!any && !take_one(order, false, &any)) ||
            (!any && !take_together(order, &any)))
            return false;
    }
    for (int32_t i = 0; i < order->unit_count; ++i)
        if (!order->units[i].gone && !order->units[i].stays && !note_rest(order, &order->units[i]))
            return false;
    return put_aside(order);
}

bool removal_order(const RemovalDesc *desc, RemovalOrder *out, Error *err)
{
    assert(desc && desc->parts && out);
    Order order = {.desc = desc, .out = out, .err = err};
    *out = (RemovalOrder){0};
    job_step(desc->job, "Taking parts out");
    bool ok = removal_pulls_make(&order.pulls, desc, err) && find_order(&order);
    out->work = order.pulls.work;
    for (int32_t i = 0; order.units && i < order.unit_count; ++i) {
        mem_free(order.units[i].ways);
        mem_free(order.units[i].others);
    }
    mem_free(order.units);
    mem_free(order.there);
    removal_pulls_free(&order.pulls);
    if (!ok)
        removal_order_free(out);
    return ok;
}
