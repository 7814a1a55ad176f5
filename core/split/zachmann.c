// Growing and scoring the candidates: one pass for the seeds' values, one for their positions, one
// in which all three axes grow at once, one for the boxes of the subsets.
#include "zachmann.h"

#include "../array.h"
#include "../geom/box_lanes.h"
#include "measure.h"

// Without a guard the greedy criterion peels off single triangles (depth 394 for a torus of 2000).
static const double LEAST_SHARE = 0.1;

enum { SEED_MARK = 0x8000 };

typedef double Pair __attribute__((vector_size(16)));
typedef int64_t PairMask __attribute__((vector_size(16)));

// By axis: the triangle with the smallest upper end and the one with the largest lower end, first
// of equals, and how many are equal.
typedef struct Seeds {
    float least_hi[3], most_lo[3];
    int32_t at_least_hi[3], at_most_lo[3];
    int32_t equal_hi[3], equal_lo[3];
} Seeds;

static Seeds find_seeds(const ZachmannSet *set)
{
    Seeds seeds;
    BoxLanes b = box_lanes_load(&set->boxes[0]);
    Lanes least = b.hi, most = b.lo;
    for (int32_t i = 1; i < set->count; ++i) {
        b = box_lanes_load(&set->boxes[i]);
        least = lanes_min(least, b.hi);
        most = lanes_max(most, b.lo);
    }
    // The lane beside the three must never be equal.
    least[0] = most[3] = NAN;
    LaneMask equal_hi = {0}, equal_lo = {0};
    int open = 0x3F;
    for (int32_t i = 0; i < set->count; ++i) {
        b = box_lanes_load(&set->boxes[i]);
        LaneMask hi = b.hi == least, lo = b.lo == most;
        equal_hi -= hi;
        equal_lo -= lo;
        if (!open || !lanes_any(hi | lo))
            continue;
        for (int k = 0; k < 3; ++k) {
            if (hi[LANE_HI + k] && open >> k & 1)
                seeds.at_least_hi[k] = i, open &= ~(1 << k);
            if (lo[LANE_LO + k] && open >> (3 + k) & 1)
                seeds.at_most_lo[k] = i, open &= ~(8 << k);
        }
    }
    for (int k = 0; k < 3; ++k) {
        seeds.least_hi[k] = least[LANE_HI + k];
        seeds.most_lo[k] = most[LANE_LO + k];
        seeds.equal_hi[k] = equal_hi[LANE_HI + k];
        seeds.equal_lo[k] = equal_lo[LANE_LO + k];
    }
    return seeds;
}

// Where a triangle stands, seen from the side that stays: growing means larger, whichever side it
// is.
static float key_of(const ZachmannSet *set, int32_t i, int axis, int side)
{
    return side ? -set->boxes[i].lo.v[axis] : set->boxes[i].hi.v[axis];
}

// First position of the largest key other than `except`, times sign.
static int32_t extreme_besides(const ZachmannSet *set, int axis, int side, float sign,
                               int32_t except)
{
    int32_t best = except == 0;
    for (int32_t i = best + 1; i < set->count; ++i)
        if (i != except && sign * key_of(set, i, axis, side) > sign * key_of(set, best, axis, side))
            best = i;
    return best;
}

// The positions in the order of visiting. The array's own one lets the first subset creep through
// sorted input.
typedef struct Visits {
    enum ZachmannOrder order;
    int32_t count;
    const int32_t *shuffled;
} Visits;

static inline int32_t visit(const Visits *v, int32_t n)
{
    if (v->order == VISIT_RANDOM)
        return v->shuffled[n];
    if (v->order == VISIT_ARRAY)
        return n;
    return n & 1 ? v->count - 1 - n / 2 : n / 2;
}

static int32_t *shuffled_positions(int32_t count)
{
    int32_t *order = array_alloc((size_t)count, sizeof *order);
    uint32_t random = 0x9E3779B9u; // fixed: builds repeat
    for (int32_t i = 0; order && i < count; ++i)
        order[i] = i;
    for (int32_t i = count - 1; order && i > 0; --i) {
        random = random * 1664525u + 1013904223u;
        int32_t j = (int32_t)((random >> 8) % (uint32_t)(i + 1)), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    return order;
}

// Two axes of case lu at once: how far the lower and the upper child reach, and how many triangles
// the first has more than the second.
typedef struct Growth {
    Pair upper_end, lower_end, lead;
} Growth;

static inline Pair pair_select(PairMask mask, Pair yes, Pair no)
{
    PairMask y, n;
    memcpy(&y, &yes, sizeof y);
    memcpy(&n, &no, sizeof n);
    y = (y & mask) | (n & ~mask);
    memcpy(&yes, &y, sizeof yes);
    return yes;
}

// Gives a triangle to the child that grows less; equal: to the one with fewer. Lanes in `skip`
// stay. Returns the lanes where it goes to the second.
static inline PairMask grow(Growth *g, Pair lo, Pair hi, PairMask skip)
{
    const Pair zero = {0, 0}, one = {1, 1};
    Pair more_hi = hi - g->upper_end, more_lo = g->lower_end - lo;
    PairMask grows_hi = more_hi > zero, grows_lo = more_lo > zero;
    Pair growth0 = pair_select(grows_hi, more_hi, zero);
    Pair growth1 = pair_select(grows_lo, more_lo, zero);
    PairMask second = (growth0 > growth1) | ((growth0 == growth1) & (PairMask)(g->lead > zero));
    g->upper_end = pair_select(grows_hi & ~second & ~skip, hi, g->upper_end);
    g->lower_end = pair_select(grows_lo & second & ~skip, lo, g->lower_end);
    g->lead += pair_select(skip, zero, pair_select(second, -one, one));
    return second & ~skip;
}

// Case lu on all axes: fills bits 0..2 of sides.
static void grow_lu(const ZachmannSet *set, const Seeds *seeds, const Visits *visits,
                    uint16_t *sides, ZachmannCandidate out[3])
{
    int32_t first[3], second[3];
    for (int k = 0; k < 3; ++k) {
        first[k] = seeds->at_least_hi[k];
        second[k] = seeds->at_most_lo[k];
        if (second[k] == first[k])
            second[k] = extreme_besides(set, k, 1, -1, first[k]);
        sides[first[k]] |= SEED_MARK;
        sides[second[k]] |= SEED_MARK;
    }
    Growth growth[2]; // x and y; z twice
    for (int g = 0; g < 2; ++g) {
        int k0 = g ? 2 : 0, k1 = g ? 2 : 1;
        const Box3 *b = set->boxes;
        growth[g].upper_end = (Pair){(double)b[first[k0]].hi.v[k0], (double)b[first[k1]].hi.v[k1]};
        growth[g].lower_end =
            (Pair){(double)b[second[k0]].lo.v[k0], (double)b[second[k1]].lo.v[k1]};
        growth[g].lead = (Pair){0, 0};
    }
    for (int32_t n = 0; n < set->count; ++n) {
        int32_t i = visit(visits, n);
        const Box3 *b = &set->boxes[i];
        PairMask skip[2] = {{0, 0}, {0, 0}}, to_second[2];
        Pair lo[2] = {{(double)b->lo.x, (double)b->lo.y}, {(double)b->lo.z, (double)b->lo.z}};
        Pair hi[2] = {{(double)b->hi.x, (double)b->hi.y}, {(double)b->hi.z, (double)b->hi.z}};
        if (sides[i] & SEED_MARK) {
            for (int k = 0; k < 3; ++k)
                skip[k / 2][k % 2] = i == first[k] || i == second[k] ? -1 : 0;
            skip[1][1] = skip[1][0];
        }
        for (int g = 0; g < 2; ++g)
            to_second[g] = grow(&growth[g], lo[g], hi[g], skip[g]);
        sides[i] =
            (uint16_t)((to_second[0][0] & 1) | (to_second[0][1] & 2) | (to_second[1][0] & 4));
    }
    for (int k = 0; k < 3; ++k) {
        sides[second[k]] |= (uint16_t)(1 << k);
        out[k] = (ZachmannCandidate){.axis = k, .which = ZACHMANN_LU};
        out[k].first_count = (set->count + (int32_t)growth[k / 2].lead[k % 2]) / 2;
        out[k].end[0] = growth[k / 2].upper_end[k % 2];
        out[k].end[1] = -growth[k / 2].lower_end[k % 2];
    }
}

// Cases ll and uu. The second subset starts at the largest key and never grows, so the first one
// only gets triangles whose key equals its seed's, while it has no more than the second.
static ZachmannCandidate trim(const ZachmannSet *set, const Seeds *seeds, const Visits *visits,
                              int axis, int which, uint16_t *sides)
{
    int side = zachmann_side(which, 0);
    int32_t first = side ? seeds->at_most_lo[axis] : seeds->at_least_hi[axis];
    int32_t second = extreme_besides(set, axis, side, 1, first);
    float least = key_of(set, first, axis, side);
    int32_t members[2] = {1, 1};
    ZachmannCandidate c = {.axis = axis, .which = which};
    int bit = zachmann_bit(&c);
    for (int32_t n = 0; n < set->count; ++n) {
        int32_t i = visit(visits, n);
        bool to_second;
        if (i == first || i == second) {
            to_second = i == second;
        } else {
            to_second = key_of(set, i, axis, side) > least || members[0] > members[1];
            ++members[to_second];
        }
        sides[i] |= (uint16_t)(to_second << bit);
    }
    c.first_count = members[0];
    c.end[0] = (double)least;
    c.end[1] = (double)key_of(set, second, axis, side);
    return c;
}

// Length of a child's box along the axis, from the side that stays.
static double length_of(const ZachmannSet *set, int axis, int side, double end)
{
    return side ? set->box.hi.v[axis] + end : end - set->box.lo.v[axis];
}

static void score_restricted(const ZachmannSet *set, ZachmannCandidate *c)
{
    double extent = set->box.hi.v[c->axis] - set->box.lo.v[c->axis], sum = 0;
    for (int k = 0; k < 2; ++k) {
        double length = length_of(set, c->axis, zachmann_side(c->which, k), c->end[k]);
        c->size[k] = length / extent;
        sum += length;
    }
    c->score = sum / extent;
}

static void score_tight(const ZachmannSet *set, const uint16_t *sides, ZachmannCandidate *c)
{
    const Lanes most = {INFINITY, INFINITY, INFINITY, INFINITY};
    BoxLanes box[2] = {{most, -most}, {most, -most}};
    int bit = zachmann_bit(c);
    for (int32_t i = 0; i < set->count; ++i) {
        BoxLanes *b = &box[sides[i] >> bit & 1];
        *b = box_lanes_union(*b, box_lanes_load(&set->boxes[i]));
    }
    for (int k = 0; k < 2; ++k) {
        int32_t n = k ? set->count - c->first_count : c->first_count;
        Box3 tight = box_lanes_store(box[k]);
        c->size[k] = n * box3_extent_measure(&tight, set->dimensions);
    }
    c->score = c->size[0] + c->size[1];
}

static bool better(const ZachmannCandidate *c, const ZachmannCandidate *best, int32_t count)
{
    if (c->score != best->score)
        return c->score < best->score;
    return labs(2L * c->first_count - count) < labs(2L * best->first_count - count);
}

int zachmann_candidates(const ZachmannSet *set, ZachmannOptions options, uint16_t *sides,
                        ZachmannCandidate out[ZACHMANN_CANDIDATES])
{
    Vec3d extent = vec3d_sub(set->box.hi, set->box.lo);
    int longest = extent.y > extent.x ? 1 : 0, found = 0;
    longest = extent.z > extent.v[longest] ? 2 : longest;
    double least = LEAST_SHARE * set->count;
    Visits visits = {options.order, set->count, NULL};
    int32_t *shuffled = options.order == VISIT_RANDOM ? shuffled_positions(set->count) : NULL;
    if (options.order == VISIT_RANDOM && !shuffled)
        return 0;
    visits.shuffled = shuffled;
    memset(sides, 0, (size_t)set->count * sizeof *sides);
    Seeds seeds = find_seeds(set);
    ZachmannCandidate lu[3];
    grow_lu(set, &seeds, &visits, sides, lu);
    for (int axis = 0; axis < 3; ++axis) {
        if (extent.v[axis] <= 0 || (options.longest_only && axis != longest))
            continue;
        for (int which = ZACHMANN_LU; which < ZACHMANN_CASES; ++which) {
            ZachmannCandidate c = lu[axis];
            if (which != ZACHMANN_LU) {
                if ((which == ZACHMANN_LL ? seeds.equal_hi : seeds.equal_lo)[axis] < least)
                    continue;
                c = trim(set, &seeds, &visits, axis, which, sides);
            }
            if (c.first_count < least || set->count - c.first_count < least)
                continue;
            if (set->restricted)
                score_restricted(set, &c);
            else
                score_tight(set, sides, &c);
            int at = found++;
            for (; at > 0 && better(&c, &out[at - 1], set->count); --at)
                out[at] = out[at - 1];
            out[at] = c;
        }
    }
    free(shuffled);
    return found;
}

bool zachmann_open(ZachmannWork *work, int32_t count)
{
    work->memory = NULL;
    work->boxes = work->few_boxes;
    work->sides = work->few_sides;
    work->items = work->few_items;
    if (count <= ZACHMANN_FEW)
        return true;
    size_t n = (size_t)count;
    work->memory = array_alloc(n, sizeof *work->boxes + sizeof *work->items + sizeof *work->sides);
    work->boxes = work->memory;
    work->items = (int32_t *)(work->boxes + n);
    work->sides = (uint16_t *)(work->items + n);
    return work->memory != NULL;
}

void zachmann_close(ZachmannWork *work)
{
    free(work->memory);
}

ZachmannSet zachmann_set(const SplitInput *in, const int32_t *items, int32_t count,
                         ZachmannWork *work)
{
    for (int32_t i = 0; i < count; ++i)
        work->boxes[i] = in->boxes[items[i]];
    return (ZachmannSet){
        .boxes = work->boxes,
        .count = count,
        .box = in->cell ? *in->cell : (Box3d){vec3d_from(in->box.lo), vec3d_from(in->box.hi)},
        .restricted = in->cell != NULL,
        .dimensions = box3_dimensions(&in->box),
    };
}

void zachmann_apply(const ZachmannCandidate *c, ZachmannWork *work, int32_t *items, int32_t count,
                    SplitChoice *out)
{
    static const char *const reasons[ZACHMANN_CASES] = {"lower and upper child",
                                                        "two lower children", "two upper children"};
    int bit = zachmann_bit(c);
    int32_t first = 0, second = 0; // both are written, one of them stays
    for (int32_t i = 0; i < count; ++i) {
        int32_t item = items[i], side = work->sides[i] >> bit & 1;
        items[first] = item;
        work->items[second] = item;
        first += !side;
        second += side;
    }
    memcpy(items + first, work->items, (size_t)second * sizeof *items);
    *out = (SplitChoice){
        .left_count = first, .axis = c->axis, .sides_set = true, .reason = reasons[c->which]};
    for (int k = 0; k < 2; ++k) {
        out->side[k] = zachmann_side(c->which, k);
        out->end[k] = zachmann_end(c, k);
    }
}
