// Which part comes out next: for a part, the directions in which it can be pulled straight out of the
// assembly and what blocks it in the others; for the assembly, an order in which parts come out so.
//
// "Free" is certified on the whole way, out to where nothing more can be met: parts that are apart never
// are deeper in each other than a touch, those that touch or run into each other where they stand go no
// deeper than that (limits.h). "Blocked by" is proven by a pose on the way. What is neither is unknown and
// counts as not free. Directions are those of pull_directions.h: another one may still lead out.
#ifndef SNUG_CORE_MOTION_REMOVAL_H
#define SNUG_CORE_MOTION_REMOVAL_H

#include "core/meaning/rules.h"
#include "core/motion/limits.h"
#include "core/motion/pull.h"

typedef struct RemovalDesc {
    const PosedPart *parts; // those that are not active are not there
    int32_t part_count;
    const int32_t *units;   // those with the same number leave together; NULL: each part for itself
    const bool *stays;      // parts that are never pulled; NULL: none
    const PairRules *rules; // ignored pairs do not hold each other; NULL: none are
    double tolerance;       // of ContactDesc
    Vec3d up;               // of length 1: parts rather go up than down
    Job *job;
} RemovalDesc;

// A part in the way.
typedef struct RemovalBlock {
    int32_t part;
    enum PullState state;    // blocked or unknown
    enum LimitReason reason; // of unknown ones: why nothing is promised about the two
    double clear, met;       // of Pull
} RemovalBlock;

typedef struct RemovalWay {
    Vec3d direction;
    enum PullState state;
    double distance;     // out of the box of all the others
    size_t first, count; // of the blocks: which parts are in the way, the nearest first
} RemovalWay;

typedef struct RemovalWays {
    RemovalWay *items; // free ones first, the shortest first; then by what is in the way
    size_t count, capacity;
    RemovalBlock *blocks;
    size_t block_count, block_capacity;
    MotionWork work;
} RemovalWays;
void removal_ways_free(RemovalWays *ways);

// All the ways of a part, with its unit, as everything stands. False: cancelled (err stays ""), or memory
// ran short.
bool removal_ways(const RemovalDesc *desc, int32_t part, RemovalWays *out, Error *err);

typedef struct RemovalStep {
    size_t first, count; // of the order's parts: all that leave together, the one it is about first
    Vec3d direction;
    double distance; // out of the box of what is left
    double end;      // and on, to where nothing that comes out later meets it
} RemovalStep;

// What stays, although it might leave: its best way, with the parts that are left and in its way.
typedef struct RemovalRest {
    int32_t part; // the first one of its unit
    Vec3d direction;
    size_t first, count; // of the blocks
} RemovalRest;

typedef struct RemovalOrder {
    RemovalStep *steps;
    size_t step_count, step_capacity;
    int32_t *parts; // of the steps
    size_t part_count, part_capacity;
    RemovalRest *rests;
    size_t rest_count, rest_capacity;
    RemovalBlock *blocks;
    size_t block_count, block_capacity;
    int64_t directions; // tried, of all parts together
    MotionWork work;
} RemovalOrder;
void removal_order_free(RemovalOrder *order);

// Whatever is free stays free when others leave: so whoever takes out what is free, in any order, gets all
// of it that comes out part by part in these directions. Small parts first. Where none does, parts leave
// together: for a part and a direction, all that is in its way goes along, and what is in the way of that;
// the fewest of all.
bool removal_order(const RemovalDesc *desc, RemovalOrder *out, Error *err);

#endif
