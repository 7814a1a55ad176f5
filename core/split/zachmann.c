// Growing and scoring the candidates: one pass for the seeds' values, one for their positions, one
// in which all three axes grow at once, one for the boxes of the subsets.
#include "zachmann.h"

#include "../array.h"
#include "../geom/box_lanes.h"
#include "../geom/pair_lanes.h"
#include "measure.h"

// Without a guard the greedy criterion peels off single triangles (depth 394 for a torus of 2000).
static const double LEAST_SHARE = 0.1;

enum { SEED_MARK = 0x8000 };

// Lane by lane: the extreme value so far, where it first stood, and how many equal it.
typedef struct Extreme {
    Lanes value;
    LaneMask at, equal;
} Extreme;

// By axis: the smallest upper end and the largest lower end are the first seeds; the other two are
// the second ones of ll and uu. In lanes as in BoxLanes.
typedef struct Seeds {
    Extreme least_hi, most_lo, most_hi, least_lo;
} Seeds;

static inline void note_extreme(Extreme *e, Lanes value, LaneMask closer, int32_t at)
{
    const LaneMask here = {at, at, at, at};
    e->at = (e->at & ~closer) | (here & closer);
    e->value = lanes_select(closer, value, e->value);
    e->equal = (e->equal & ~closer) - (value == e->value);
}

static Seeds find_seeds(const ZachmannSet *set)
{
    const LaneMask none = {0}, one = {1, 1, 1, 1};
    BoxLanes b = box_lanes_load(&set->boxes[0]);
    Seeds s = {{b.hi, none, one}, {b.lo, none, one}, {b.hi, none, one}, {b.lo, none, one}};
    for (int32_t i = 1; i < set->count; ++i) {
        b = box_lanes_load(&set->boxes[i]);
        note_extreme(&s.least_hi, b.hi, b.hi < s.least_hi.value, i);
        note_extreme(&s.most_lo, b.lo, b.lo > s.most_lo.value, i);
        note_extreme(&s.most_hi, b.hi, b.hi > s.most_hi.value, i);
        note_extreme(&s.least_lo, b.lo, b.lo < s.least_lo.value, i);
    }
    // Seeds differ: where all are equal, all of these are at position 0.
    s.most_hi.at -= s.most_hi.at == s.least_hi.at;
    s.least_lo.at -= s.least_lo.at == s.most_lo.at;
    return s;
}

// First position of the largest lower end besides `except`.
static int32_t most_lo_besides(const ZachmannSet *set, int axis, int32_t except)
{
    int32_t best = except == 0;
    for (int32_t i = best + 1; i < set->count; ++i)
        if (i != except && set->boxes[i].lo.v[axis] > set->boxes[best].lo.v[axis])
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

// Gives a triangle to the child that grows less; equal: to the one with fewer. Returns the lanes
// where it goes to the second.
static inline Pair grow(Growth *g, Pair lo, Pair hi)
{
    const Pair zero = {0, 0}, one = {1, 1};
    Pair more_hi = hi - g->upper_end, more_lo = g->lower_end - lo;
    Pair growth0 = pair_max(more_hi, zero), growth1 = pair_max(more_lo, zero);
    Pair second = pair_or(pair_less(growth1, growth0),
                          pair_and(pair_equal(growth0, growth1), pair_less(zero, g->lead)));
    // What does not grow adds zero.
    g->upper_end = pair_max(g->upper_end, pair_select(second, g->upper_end, hi));
    g->lower_end = pair_min(g->lower_end, pair_select(second, lo, g->lower_end));
    g->lead += one - pair_and(second, one + one);
    return second;
}

// Case lu on all axes: fills bits 0..2 of sides.
static void grow_lu(const ZachmannSet *set, const Seeds *seeds, const Visits *visits,
                    uint16_t *sides, ZachmannCandidate out[3])
{
    int32_t first[3], second[3];
    for (int k = 0; k < 3; ++k) {
        first[k] = seeds->least_hi.at[LANE_HI + k];
        second[k] = seeds->most_lo.at[LANE_LO + k];
        if (second[k] == first[k])
            second[k] = most_lo_besides(set, k, first[k]);
        sides[first[k]] |= SEED_MARK;
        sides[second[k]] |= SEED_MARK;
    }
    const Box3 *boxes = set->boxes;
    Growth xy = {{(double)boxes[first[0]].hi.x, (double)boxes[first[1]].hi.y},
                 {(double)boxes[second[0]].lo.x, (double)boxes[second[1]].lo.y},
                 {0, 0}};
    Growth zz = {{(double)boxes[first[2]].hi.z, 0}, {(double)boxes[second[2]].lo.z, 0}, {0, 0}};
    for (int32_t n = 0; n < set->count; ++n) {
        int32_t i = visit(visits, n);
        const Box3 *b = &boxes[i];
        Growth xy_before = xy, zz_before = zz;
        Pair to_xy = grow(&xy, pair_from(b->lo.v), pair_from(b->hi.v));
        Pair to_z = grow(&zz, (Pair){(double)b->lo.z, 0}, (Pair){(double)b->hi.z, 0});
        int bits = pair_bits(to_xy) | (pair_bits(to_z) & 1) << 2;
        if (sides[i] & SEED_MARK) { // seeds are placed already: their lanes stay
            for (int k = 0; k < 3; ++k) {
                if (i != first[k] && i != second[k])
                    continue;
                Growth *now = k < 2 ? &xy : &zz;
                const Growth *before = k < 2 ? &xy_before : &zz_before;
                now->upper_end[k % 2] = before->upper_end[k % 2];
                now->lower_end[k % 2] = before->lower_end[k % 2];
                now->lead[k % 2] = before->lead[k % 2];
                bits = (bits & ~(1 << k)) | (i == second[k]) << k;
            }
        }
        sides[i] = (uint16_t)bits;
    }
    for (int k = 0; k < 3; ++k) {
        const Growth *g = k < 2 ? &xy : &zz;
        out[k] = (ZachmannCandidate){.axis = k, .which = ZACHMANN_LU};
        out[k].first_count = (set->count + (int32_t)g->lead[k % 2]) / 2;
        out[k].end[0] = g->upper_end[k % 2];
        out[k].end[1] = -g->lower_end[k % 2];
    }
}

// One of the cases ll and uu on all axes.
typedef struct Trim {
    LaneMask first, second; // positions of the seeds
    LaneMask lead;          // how many triangles the first child has more
} Trim;

// `beyond`: where the triangle's key exceeds that of the first seed.
static inline LaneMask trim_step(Trim *t, LaneMask beyond, int32_t at)
{
    const LaneMask here = {at, at, at, at};
    LaneMask is_first = here == t->first, is_second = here == t->second;
    LaneMask second = ((beyond | (t->lead > 0)) & ~is_first) | is_second;
    t->lead += (1 + 2 * second) & ~(is_first | is_second);
    return second;
}

// Cases ll and uu: bits 3..8 of sides. The second subset starts at the largest key and never grows,
// so the first one only gets triangles whose key equals its seed's, while it has no more than the
// second.
static void trim(const ZachmannSet *set, const Seeds *seeds, const Visits *visits, uint16_t *sides,
                 ZachmannCandidate ll[3], ZachmannCandidate uu[3])
{
    Trim lower = {seeds->least_hi.at, seeds->most_hi.at, {0}};
    Trim upper = {seeds->most_lo.at, seeds->least_lo.at, {0}};
    for (int32_t n = 0; n < set->count; ++n) {
        int32_t i = visit(visits, n);
        BoxLanes b = box_lanes_load(&set->boxes[i]);
        LaneMask in_lower = trim_step(&lower, b.hi > seeds->least_hi.value, i);
        LaneMask in_upper = trim_step(&upper, b.lo < seeds->most_lo.value, i);
        int bits = (lanes_bits(in_lower) >> LANE_HI & 7) << 3 | (lanes_bits(in_upper) & 7) << 6;
        sides[i] |= (uint16_t)bits;
    }
    for (int k = 0; k < 3; ++k) {
        ll[k] = (ZachmannCandidate){
            .axis = k,
            .which = ZACHMANN_LL,
            .first_count = (set->count + lower.lead[LANE_HI + k]) / 2,
            .end = {(double)seeds->least_hi.value[LANE_HI + k],
                    (double)seeds->most_hi.value[LANE_HI + k]},
        };
        uu[k] = (ZachmannCandidate){
            .axis = k,
            .which = ZACHMANN_UU,
            .first_count = (set->count + upper.lead[LANE_LO + k]) / 2,
            .end = {-(double)seeds->most_lo.value[LANE_LO + k],
                    -(double)seeds->least_lo.value[LANE_LO + k]},
        };
    }
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
        c->size[k] = length_of(set, c->axis, zachmann_side(c->which, k), c->end[k]);
        sum += c->size[k];
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
    ZachmannCandidate all[ZACHMANN_CASES][3];
    grow_lu(set, &seeds, &visits, sides, all[ZACHMANN_LU]);
    bool can_trim = false;
    for (int k = 0; k < 3; ++k)
        can_trim |=
            seeds.least_hi.equal[LANE_HI + k] >= least || seeds.most_lo.equal[LANE_LO + k] >= least;
    if (can_trim)
        trim(set, &seeds, &visits, sides, all[ZACHMANN_LL], all[ZACHMANN_UU]);
    for (int axis = 0; axis < 3; ++axis) {
        if (extent.v[axis] <= 0 || (options.longest_only && axis != longest))
            continue;
        for (int which = ZACHMANN_LU; which < (can_trim ? ZACHMANN_CASES : ZACHMANN_LL); ++which) {
            ZachmannCandidate *c = &out[found];
            *c = all[which][axis];
            if (c->first_count < least || set->count - c->first_count < least)
                continue;
            if (set->restricted)
                score_restricted(set, c);
            else
                score_tight(set, sides, c);
            ++found;
        }
    }
    free(shuffled);
    return found;
}

static bool better(const ZachmannCandidate *c, const ZachmannCandidate *best, int32_t count)
{
    if (c->score != best->score)
        return c->score < best->score;
    return labs(2L * c->first_count - count) < labs(2L * best->first_count - count);
}

int zachmann_best(const ZachmannCandidate *found, int count, int32_t triangles)
{
    int best = 0;
    for (int i = 1; i < count; ++i)
        if (better(&found[i], &found[best], triangles))
            best = i;
    return best;
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
        .dimensions = box3_dimensions(&in->box, 3),
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
