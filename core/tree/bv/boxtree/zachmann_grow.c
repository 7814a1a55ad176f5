// Growing the subsets: one pass for the seeds, one in which all three axes grow at once, and where
// it can matter one more for the cases in which both children trim the same side.
#include "core/tree/bv/boxtree/zachmann_grow.h"

#include "core/base/array.h"
#include "core/base/memory.h"

enum {
    SEED_MARK = 0x8000,
    FEW = 128 // up to here no step has a branch, which is wrong too often there
};

// Lane by lane: the extreme value so far, where it first stood, and how many equal it.
typedef struct Extreme {
    Lanes value;
    LaneMask at, equal;
} Extreme;

// By axis: the smallest upper end and the largest lower end are the first seeds. In lanes as in
// BoxLanes.
typedef struct Seeds {
    Extreme least_hi, most_lo;
} Seeds;

static inline void note_extreme(Extreme *e, Lanes value, LaneMask closer, Lanes extreme, int32_t at)
{
    const LaneMask here = {at, at, at, at};
    e->at = (e->at & ~closer) | (here & closer);
    e->value = extreme;
    e->equal = (e->equal & ~closer) - (value == extreme);
}

static inline void note_least(Extreme *e, Lanes value, int32_t at)
{
    note_extreme(e, value, value < e->value, lanes_min(value, e->value), at);
}

static inline void note_most(Extreme *e, Lanes value, int32_t at)
{
    note_extreme(e, value, value > e->value, lanes_max(value, e->value), at);
}

static Seeds find_seeds(const ZachmannSet *set)
{
    const LaneMask none = {0}, one = {1, 1, 1, 1};
    BoxLanes b = box_lanes_load(&set->boxes[0]);
    Seeds s = {{b.hi, none, one}, {b.lo, none, one}};
    for (int32_t i = 1; i < set->count; ++i) {
        b = box_lanes_load(&set->boxes[i]);
        note_least(&s.least_hi, b.hi, i);
        note_most(&s.most_lo, b.lo, i);
    }
    return s;
}

// The second seeds of ll and uu: the largest upper and the smallest lower end.
typedef struct FarSeeds {
    Extreme most_hi, least_lo;
} FarSeeds;

static FarSeeds find_far_seeds(const ZachmannSet *set, const Seeds *seeds)
{
    const LaneMask none = {0}, one = {1, 1, 1, 1};
    BoxLanes b = box_lanes_load(&set->boxes[0]);
    FarSeeds s = {{b.hi, none, one}, {b.lo, none, one}};
    for (int32_t i = 1; i < set->count; ++i) {
        b = box_lanes_load(&set->boxes[i]);
        note_most(&s.most_hi, b.hi, i);
        note_least(&s.least_lo, b.lo, i);
    }
    // Seeds differ: where all are equal, all of these are at position 0.
    s.most_hi.at -= s.most_hi.at == seeds->least_hi.at;
    s.least_lo.at -= s.least_lo.at == seeds->most_lo.at;
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

// body: what is done at position i.
#define FOR_EACH_VISIT(visits, i, body)                                                            \
    do {                                                                                           \
        int32_t front_ = 0, back_ = (visits)->count - 1;                                           \
        if ((visits)->order == VISIT_ALTERNATING) {                                                \
            for (; front_ < back_; ++front_, --back_) {                                            \
                const int32_t first_ = front_, last_ = back_;                                      \
                {                                                                                  \
                    const int32_t i = first_;                                                      \
                    body                                                                           \
                }                                                                                  \
                {                                                                                  \
                    const int32_t i = last_;                                                       \
                    body                                                                           \
                }                                                                                  \
            }                                                                                      \
            if (front_ == back_) {                                                                 \
                const int32_t i = front_;                                                          \
                body                                                                               \
            }                                                                                      \
        } else {                                                                                   \
            for (; front_ < (visits)->count; ++front_) {                                           \
                const int32_t i = (visits)->shuffled ? (visits)->shuffled[front_] : front_;        \
                body                                                                               \
            }                                                                                      \
        }                                                                                          \
    } while (0)

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

// Case lu on all three axes, one per lane: how far the lower and the upper child reach, and how
// many triangles the first has more than the second.
typedef struct Growth {
    Lanes upper_end, lower_end;
    LaneMask lead;
} Growth;

// Gives a triangle to the child that grows less; equal: to the one with fewer. Returns the lanes
// where it goes to the second. seldom: of many triangles most lie within the child they go to, as soon
// as both reach far; then nothing waits for the ends of the step before, only for who leads.
static inline __attribute__((always_inline)) LaneMask grow(Growth *g, Lanes lo, Lanes hi,
                                                           bool seldom)
{
    const Lanes zero = {0, 0, 0, 0};
    Lanes upper = lanes_max(hi, g->upper_end), lower = lanes_min(lo, g->lower_end);
    Lanes growth0 = upper - g->upper_end, growth1 = g->lower_end - lower;
    LaneMask second = (growth1 < growth0) | ((growth0 == growth1) & (g->lead > 0));
    if (!seldom || __builtin_expect(lanes_bits(lanes_min(growth0, growth1) > zero) & 7, 0)) {
        // Both ways at once: a step has to wait for nothing but the choice between them.
        g->upper_end = lanes_select(second, g->upper_end, upper);
        g->lower_end = lanes_select(second, lower, g->lower_end);
    }
    g->lead += 1 + 2 * second;
    return second;
}

// Where the seeds of case lu are, a lane per axis.
typedef struct SeedPlaces {
    LaneMask first, second;
} SeedPlaces;

// Seeds are placed already: their lanes stay. Returns the lanes that go to the second child.
static inline LaneMask keep_seeds(Growth *g, const Growth *before, const SeedPlaces *seeds,
                                  LaneMask second, int32_t i)
{
    const LaneMask here = {i, i, i, i};
    LaneMask is_first = here == seeds->first, is_second = here == seeds->second;
    LaneMask placed = is_first | is_second;
    g->upper_end = lanes_select(placed, before->upper_end, g->upper_end);
    g->lower_end = lanes_select(placed, before->lower_end, g->lower_end);
    g->lead = (before->lead & placed) | (g->lead & ~placed);
    return (second & ~is_first) | is_second;
}

static inline __attribute__((always_inline)) Growth grow_by(const Box3 *box, Growth before,
                                                            const SeedPlaces *seeds, bool few,
                                                            int32_t i, uint16_t *side)
{
    BoxLanes b = box_lanes_load(box);
    Growth after = before;
    LaneMask second = grow(&after, b.lo, LANES_DOWN(b.hi), !few);
    if (few || *side & SEED_MARK)
        second = keep_seeds(&after, &before, seeds, second, i);
    *side = (uint16_t)(lanes_bits(second) & 7);
    return after;
}

// Fills bits 0..2 of sides.
static ZachmannCase grow_lu(const ZachmannSet *set, const Seeds *found, const Visits *visits,
                            uint16_t *sides)
{
    SeedPlaces seeds = {LANES_DOWN(found->least_hi.at), found->most_lo.at};
    Growth g = {LANES_DOWN(found->least_hi.value), found->most_lo.value, {0, 0, 0, 0}};
    int same = lanes_bits(seeds.first == seeds.second) & 7;
    for (int k = 0; same && k < 3; ++k) {
        if (!(same >> k & 1))
            continue;
        seeds.second[k] = most_lo_besides(set, k, seeds.first[k]);
        g.lower_end[k] = set->boxes[seeds.second[k]].lo.v[k];
    }
    const Box3 *boxes = set->boxes;
    if (set->count <= FEW) {
        FOR_EACH_VISIT(visits, i, g = grow_by(&boxes[i], g, &seeds, true, i, &sides[i]););
    } else {
        for (int k = 0; k < 3; ++k) {
            sides[seeds.first[k]] |= SEED_MARK;
            sides[seeds.second[k]] |= SEED_MARK;
        }
        FOR_EACH_VISIT(visits, i, g = grow_by(&boxes[i], g, &seeds, false, i, &sides[i]););
    }
    return (ZachmannCase){{g.upper_end, g.lower_end}, g.lead};
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
                 ZachmannCase out[ZACHMANN_CASES])
{
    FarSeeds far = find_far_seeds(set, seeds);
    Trim lower = {seeds->least_hi.at, far.most_hi.at, {0, 0, 0, 0}};
    Trim upper = {seeds->most_lo.at, far.least_lo.at, {0, 0, 0, 0}};
    FOR_EACH_VISIT(visits, i, {
        BoxLanes b = box_lanes_load(&set->boxes[i]);
        LaneMask in_lower = trim_step(&lower, b.hi > seeds->least_hi.value, i);
        LaneMask in_upper = trim_step(&upper, b.lo < seeds->most_lo.value, i);
        int bits = (lanes_bits(in_lower) >> LANE_HI & 7) << 3 | (lanes_bits(in_upper) & 7) << 6;
        sides[i] |= (uint16_t)bits;
    });
    out[ZACHMANN_LL] = (ZachmannCase){
        {LANES_DOWN(seeds->least_hi.value), LANES_DOWN(far.most_hi.value)}, LANES_DOWN(lower.lead)};
    out[ZACHMANN_UU] = (ZachmannCase){{seeds->most_lo.value, far.least_lo.value}, upper.lead};
}

int zachmann_grow(const ZachmannSet *set, enum ZachmannOrder order, double least, uint16_t *sides,
                  ZachmannCase out[ZACHMANN_CASES])
{
    int32_t *shuffled = order == VISIT_RANDOM ? shuffled_positions(set->count) : NULL;
    if (order == VISIT_RANDOM && !shuffled)
        return 0;
    const Visits visits = {order, set->count, shuffled};
    memset(sides, 0, (size_t)set->count * sizeof *sides);
    Seeds seeds = find_seeds(set);
    out[ZACHMANN_LU] = grow_lu(set, &seeds, &visits, sides);
    bool can_trim = false;
    for (int k = 0; k < 3; ++k)
        can_trim |=
            seeds.least_hi.equal[LANE_HI + k] >= least || seeds.most_lo.equal[LANE_LO + k] >= least;
    if (can_trim)
        trim(set, &seeds, &visits, sides, out);
    mem_free(shuffled);
    return can_trim ? ZACHMANN_CASES : 1;
}
