// Parts that only leave together.
#include "core/base/array.h"
#include "core/motion/removal_units.h"

typedef struct Together {
    int32_t *units, *best; // each as many as there are
    bool *in;
    int32_t count, best_count;
    Vec3d direction;
} Together;

static int32_t unit_of(const Order *order, int32_t part)
{
    for (int32_t i = 0; i < order->unit_count; ++i)
        if (removal_same_unit(order->desc, part, order->units[i].part))
            return i;
    return -1;
}

// All that is in the way of this unit goes along, and what is in the way of that. *leaves: something that
// stays is not among them, and they are fewer than the best.
static bool gather(Order *order, Together *set, int32_t first, Vec3d direction, bool *leaves)
{
    memset(set->in, 0, (size_t)order->unit_count * sizeof *set->in);
    set->units[0] = first;
    set->in[first] = true;
    set->count = 1;
    *leaves = false;
    for (int32_t i = 0; i < set->count; ++i)
        for (int32_t part = 0; part < order->desc->part_count; ++part) {
            bool in_way;
            int32_t unit = order->there[part] ? unit_of(order, part) : -1;
            if (unit < 0 || set->in[unit])
                continue;
            if (!order_is_in_way(order, &order->units[set->units[i]], part, direction, &in_way))
                return false;
            if (!in_way)
                continue;
            if (order->units[unit].stays || set->count + 1 >= set->best_count)
                return true;
            set->units[set->count++] = unit;
            set->in[unit] = true;
        }
    *leaves = true;
    return true;
}

static bool look_for_fewest(Order *order, Together *set)
{
    set->best_count = INT32_MAX;
    for (int32_t i = 0; i < order->unit_count; ++i) {
        const Unit *unit = &order->units[i];
        for (int32_t k = 0; k < unit->way_count && !unit->gone && !unit->stays; ++k) {
            bool leaves;
            Vec3d direction = unit->ways[k].direction;
            if (!gather(order, set, i, direction, &leaves))
                return false;
            if (!leaves)
                continue;
            memcpy(set->best, set->units, (size_t)set->count * sizeof *set->units);
            set->best_count = set->count;
            set->direction = direction;
        }
    }
    return true;
}
bool order_find_together(Order *order, int32_t *units, int32_t *count, Vec3d *direction)
{
    size_t all = (size_t)order->unit_count;
    Together set = {.units = array_alloc(all, sizeof *set.units),
                    .best = units,
                    .in = array_alloc(all, sizeof *set.in)};
    bool ok = (set.units && set.in) || order_no_memory(order);
    ok = ok && look_for_fewest(order, &set);
    *count = ok && set.best_count < INT32_MAX ? set.best_count : 0;
    *direction = set.direction;
    mem_free(set.units);
    mem_free(set.in);
    return ok;
}
