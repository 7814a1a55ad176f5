// Units of an assembly and their ways, for the order in which they come out. Every way has a part that is
// known, or suspected by its contacts, to be in it: nothing more is looked at there until that one has left.
#ifndef SNUG_CORE_MOTION_REMOVAL_UNITS_H
#define SNUG_CORE_MOTION_REMOVAL_UNITS_H

#include "core/motion/removal_pulls.h"

enum WayStanding { WAY_STANDS_OPEN, WAY_SUSPECTED, WAY_IN_WAY };

typedef struct UnitWay {
    Vec3d direction;
    double cost;
    enum WayStanding standing;
    int32_t by;   // the part that is in it
    int32_t next; // how many of the others it is free of, as they are sorted
} UnitWay;

typedef struct Unit {
    int32_t part; // its first one
    double size;
    bool stays, gone, known;
    UnitWay *ways;
    int32_t way_count;
    int32_t *others; // parts by their distance
    int32_t other_count;
} Unit;

typedef struct Order {
    RemovalPulls pulls;
    const RemovalDesc *desc;
    Unit *units;
    int32_t unit_count;
    bool *there; // per part
    RemovalOrder *out;
    Error *err;
} Order;
bool order_no_memory(const Order *order);

// Small ones first.
bool order_make_units(Order *order);
// Is a part in the way of a unit?
bool order_is_in_way(Order *order, const Unit *unit, int32_t other, Vec3d direction, bool *is);
// On from where it was stopped, until a part is in the way or none is left.
bool order_go_along(Order *order, const Unit *unit, UnitWay *way);
// Its first way that is free; *found stays NULL where none is. trust: suspicions count as proven.
bool order_find_way(Order *order, Unit *unit, bool trust, const UnitWay **found);

// The fewest that leave together: for a unit and a direction, all that is in its way goes along, and what is
// in the way of that. *count is 0 where nothing does. units: room for all.
bool order_find_together(Order *order, int32_t *units, int32_t *count, Vec3d *direction);

#endif
