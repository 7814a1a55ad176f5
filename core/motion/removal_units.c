#include "core/motion/removal_units.h"

#include "core/base/array.h"

#define UP_COUNTS 0.4   // a way up counts as so much shorter
#define DOWN_COUNTS 1.0 // and one down as so much longer

bool order_no_memory(const Order *order)
{
    return error_set(order->err, "not enough memory to find an order");
}

// --- units

static int by_size(const void *a, const void *b)
{
    const Unit *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->part > y->part) - (x->part < y->part);
}

static bool is_first_of_unit(const RemovalDesc *desc, int32_t part)
{
    for (int32_t i = 0; i < part; ++i)
        if (desc->parts[i].active && removal_same_unit(desc, i, part))
            return false;
    return desc->parts[part].active;
}

static bool unit_stays(const RemovalDesc *desc, int32_t part)
{
    for (int32_t i = 0; desc->stays && i < desc->part_count; ++i)
        if (desc->parts[i].active && desc->stays[i] && removal_same_unit(desc, i, part))
            return true;
    return false;
}

bool order_make_units(Order *order)
{
    const RemovalDesc *desc = order->desc;
    size_t count = (size_t)desc->part_count;
    order->units = mem_calloc(count + 1, sizeof *order->units);
    order->there = mem_calloc(count + 1, sizeof *order->there);
    if (!order->units || !order->there)
        return order_no_memory(order);
    for (int32_t i = 0; i < desc->part_count; ++i) {
        order->there[i] = desc->parts[i].active;
        if (!is_first_of_unit(desc, i))
            continue;
        Box3d box = removal_unit_box(&order->pulls, i);
        order->units[order->unit_count++] =
            (Unit){.part = i, .size = vec3d_distance(box.lo, box.hi), .stays = unit_stays(desc, i)};
    }
    if (order->unit_count > 1)
        qsort(order->units, (size_t)order->unit_count, sizeof *order->units, by_size);
    return true;
}

// --- ways of a unit

typedef struct Other {
    double away;
    int32_t part;
} Other;

static int by_distance(const void *a, const void *b)
{
    const Other *x = a, *y = b;
    if (x->away != y->away)
        return x->away < y->away ? -1 : 1;
    return (x->part > y->part) - (x->part < y->part);
}

static double boxes_apart(const Box3d *a, const Box3d *b)
{
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        double gap = fmax(0, fmax(a->lo.v[k] - b->hi.v[k], b->lo.v[k] - a->hi.v[k]));
        square += gap * gap;
    }
    return sqrt(square);
}

// The nearest ones are the likeliest to be in the way.
static bool sort_others(Order *order, Unit *unit)
{
    int32_t count = 0, all = order->desc->part_count;
    Other *others = array_alloc((size_t)all, sizeof *others);
    unit->others = array_alloc((size_t)all, sizeof *unit->others);
    if (!others || !unit->others) {
        mem_free(others);
        return order_no_memory(order);
    }
    Box3d own = removal_unit_box(&order->pulls, unit->part);
    for (int32_t i = 0; i < all; ++i)
        if (order->desc->parts[i].active && !removal_same_unit(order->desc, i, unit->part))
            others[count++] = (Other){boxes_apart(&own, &order->pulls.boxes[i]), i};
    if (count > 1)
        qsort(others, (size_t)count, sizeof *others, by_distance);
    for (int32_t i = 0; i < count; ++i)
        unit->others[i] = others[i].part;
    unit->other_count = count;
    mem_free(others);
    return true;
}

static int by_cost(const void *a, const void *b)
{
    const UnitWay *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return 0;
}

static bool know_unit(Order *order, Unit *unit)
{
    ContactNormals normals = {0};
    PullDirections directions;
    if (unit->known)
        return true;
    bool ok = removal_directions(&order->pulls, unit->part, &normals, &directions, order->err) &&
              sort_others(order, unit);
    if (ok) {
        unit->ways = mem_calloc((size_t)directions.count + 1, sizeof *unit->ways);
        ok = unit->ways || order_no_memory(order);
    }
    for (int32_t i = 0; ok && i < directions.count; ++i) {
        Vec3d direction = directions.items[i];
        double up = vec3d_dot(direction, order->desc->up);
        double distance = removal_distance(&order->pulls, unit->part, direction, NULL);
        int32_t against = contact_normals_against(&normals, direction);
        unit->ways[unit->way_count++] =
            (UnitWay){.direction = direction,
                      .cost = distance * (1 - (up > 0 ? UP_COUNTS : DOWN_COUNTS) * up) +
                              1e-9 * unit->size * i,
                      .standing = against >= 0 ? WAY_SUSPECTED : WAY_STANDS_OPEN,
                      .by = against};
    }
    contact_normals_free(&normals);
    if (ok && unit->way_count > 1)
        qsort(unit->ways, (size_t)unit->way_count, sizeof *unit->ways, by_cost);
    order->out->directions += unit->way_count;
    return unit->known = ok;
}

// --- along a way

bool order_is_in_way(Order *order, const Unit *unit, int32_t other, Vec3d direction, bool *is)
{
    const RemovalDesc *desc = order->desc;
    *is = false;
    for (int32_t a = 0; a < desc->part_count && !*is; ++a) {
        Pull pull;
        enum LimitReason reason;
        if (!desc->parts[a].active || !removal_same_unit(desc, a, unit->part))
            continue;
        if (!removal_pull(&order->pulls, a, other, direction, PULL_DECIDE, &pull, &reason,
                          order->err))
            return false;
        *is = pull.state != PULL_FREE;
    }
    return true;
}

bool order_go_along(Order *order, const Unit *unit, UnitWay *way)
{
    way->standing = WAY_STANDS_OPEN;
    for (; way->next < unit->other_count; ++way->next) {
        int32_t other = unit->others[way->next];
        bool in_way;
        if (!order->there[other])
            continue;
        if (!order_is_in_way(order, unit, other, way->direction, &in_way))
            return false;
        if (in_way) {
            way->standing = WAY_IN_WAY;
            way->by = other;
            return true;
        }
    }
    return true;
}

static bool is_waiting(const Order *order, const UnitWay *way, bool trust)
{
    return way->standing != WAY_STANDS_OPEN && (trust || way->standing != WAY_SUSPECTED) &&
           order->there[way->by];
}

bool order_find_way(Order *order, Unit *unit, bool trust, const UnitWay **found)
{
    *found = NULL;
    if (!know_unit(order, unit))
        return false;
    for (int32_t i = 0; i < unit->way_count; ++i) {
        UnitWay *way = &unit->ways[i];
        if (is_waiting(order, way, trust))
            continue;
        if (!order_go_along(order, unit, way))
            return false;
        if (way->standing == WAY_STANDS_OPEN) {
            *found = way;
            return true;
        }
    }
    return true;
}
