// The volume criterion of restricted boxtrees (Zachmann 2002, section 4): on each axis, two subsets
// are grown greedily from seeds in three cases, and the candidate whose children have the least
// total volume wins. Case lu: one child's upper side is lowered, the other's lower side is raised;
// ll, uu: both children trim the same side. All candidates share the parent's cross-section, so
// volumes compare as relative lengths, which also works for flat boxes.
//
// For volumes that fit tightly the restricted lengths would be the wrong measure (topologies with
// up to four times the volume tests): there the subsets' own boxes are compared, times their
// triangles.
#include "../array.h"
#include "../split.h"

enum { LU, LL, UU, CASES };
enum Order { ALTERNATING, RANDOM, ARRAY };

// Without a guard the greedy criterion peels off single triangles (depth 394 for a torus of 2000).
static const double LEAST_SHARE = 0.1;

typedef struct Zachmann {
    const SplitInput *in;
    const int32_t *items;
    const int32_t *order; // positions, in the order of visiting
    int32_t count;
    Box3d box;       // whose sides are moved
    uint8_t *second; // per position: 1 = goes to the second child
} Zachmann;

typedef struct Candidate {
    double score;
    int axis, which;
    int32_t first_count;
    double end[2];
} Candidate;

static double lo_of(const Zachmann *z, int32_t i, int axis)
{
    return (double)z->in->boxes[z->items[i]].lo.v[axis];
}

static double hi_of(const Zachmann *z, int32_t i, int axis)
{
    return (double)z->in->boxes[z->items[i]].hi.v[axis];
}

// Of each case the child 0 trims its upper side (lu, ll) or its lower side (uu), child 1 its lower
// side (lu, uu) or its upper side (ll).
static int side_of(int which, int child)
{
    return which == UU || (which == LU && child == 1);
}

// Where a triangle stands, seen from the side that stays: growing means larger, whichever side it
// is.
static double key_of(const Zachmann *z, int32_t i, int axis, int side)
{
    return side ? -lo_of(z, i, axis) : hi_of(z, i, axis);
}

// Seeds: the first is the triangle with the smallest box of the first kind. The second likewise for
// lu; for ll and uu it is the one with the largest box. They differ. Returns how many triangles
// could join the first subset of ll or uu at all: there the second one never grows, so only those
// whose box is as small as the seed's do.
static int32_t find_seeds(const Zachmann *z, int axis, int which, int32_t seed[2])
{
    int side0 = side_of(which, 0), side1 = side_of(which, 1);
    double sign = which == LU ? 1 : -1;
    int32_t ties = 0;
    seed[0] = 0;
    for (int32_t i = 1; i < z->count; ++i)
        if (key_of(z, i, axis, side0) < key_of(z, seed[0], axis, side0))
            seed[0] = i;
    double least = key_of(z, seed[0], axis, side0), best = INFINITY;
    seed[1] = -1;
    for (int32_t i = 0; i < z->count; ++i) {
        ties += key_of(z, i, axis, side0) <= least;
        double key = sign * key_of(z, i, axis, side1);
        if (i != seed[0] && (seed[1] < 0 || key < best)) {
            seed[1] = i;
            best = key;
        }
    }
    return which == LU ? z->count : ties;
}

// Fills z->second; end[c] is the key that child c reaches.
static int32_t grow(const Zachmann *z, int axis, int which, const int32_t seed[2], double end[2])
{
    int side0 = side_of(which, 0), side1 = side_of(which, 1);
    int32_t members[2] = {1, 1};
    end[0] = key_of(z, seed[0], axis, side0);
    end[1] = key_of(z, seed[1], axis, side1);
    z->second[seed[0]] = 0;
    z->second[seed[1]] = 1;
    for (int32_t n = 0; n < z->count; ++n) {
        int32_t i = z->order[n];
        if (i == seed[0] || i == seed[1])
            continue;
        double key0 = key_of(z, i, axis, side0), key1 = key_of(z, i, axis, side1);
        double growth0 = fmax(0, key0 - end[0]), growth1 = fmax(0, key1 - end[1]);
        bool second = growth0 > growth1 || (growth0 == growth1 && members[0] > members[1]);
        z->second[i] = second;
        ++members[second];
        if (second)
            end[1] = fmax(end[1], key1);
        else
            end[0] = fmax(end[0], key0);
    }
    return members[0];
}

// Length of child c's box along the axis, from the side that stays.
static double length_of(const Zachmann *z, int axis, int side, double end)
{
    return side ? z->box.hi.v[axis] + end : end - z->box.lo.v[axis];
}

static double measure_of(const Box3d *box, int dimensions)
{
    Vec3d e = vec3d_sub(box->hi, box->lo);
    return dimensions == 3   ? e.x * e.y * e.z
           : dimensions == 2 ? e.x * e.y + e.y * e.z + e.z * e.x
                             : e.x + e.y + e.z;
}

static double tight_score(const Zachmann *z, int32_t first_count)
{
    Box3d box[2] = {box3d_empty(), box3d_empty()};
    for (int32_t i = 0; i < z->count; ++i) {
        Box3d *b = &box[z->second[i]];
        for (int k = 0; k < 3; ++k) {
            b->lo.v[k] = fmin(b->lo.v[k], lo_of(z, i, k));
            b->hi.v[k] = fmax(b->hi.v[k], hi_of(z, i, k));
        }
    }
    int dimensions = 3;
    while (dimensions > 1 && measure_of(&z->box, dimensions) <= 0)
        --dimensions;
    return first_count * measure_of(&box[0], dimensions) +
           (z->count - first_count) * measure_of(&box[1], dimensions);
}

static bool better(const Candidate *c, const Candidate *best, int32_t count)
{
    if (c->score != best->score)
        return c->score < best->score;
    return labs(2L * c->first_count - count) < labs(2L * best->first_count - count);
}

static Candidate best_candidate(const Zachmann *z, bool longest_only)
{
    Candidate best = {.score = INFINITY, .axis = -1};
    int longest = 0;
    Vec3d extent = vec3d_sub(z->box.hi, z->box.lo);
    for (int k = 1; k < 3; ++k)
        if (extent.v[k] > extent.v[longest])
            longest = k;
    double least = LEAST_SHARE * z->count;
    for (int axis = 0; axis < 3; ++axis) {
        if (extent.v[axis] <= 0 || (longest_only && axis != longest))
            continue;
        for (int which = LU; which < CASES; ++which) {
            int32_t seed[2];
            if (find_seeds(z, axis, which, seed) < least)
                continue;
            Candidate c = {.axis = axis, .which = which};
            c.first_count = grow(z, axis, which, seed, c.end);
            if (c.first_count < least || z->count - c.first_count < least)
                continue;
            c.score = z->in->cell ? (length_of(z, axis, side_of(which, 0), c.end[0]) +
                                     length_of(z, axis, side_of(which, 1), c.end[1])) /
                                        extent.v[axis]
                                  : tight_score(z, c.first_count);
            if (best.axis < 0 || better(&c, &best, z->count))
                best = c;
        }
    }
    return best;
}

// The orders of visiting: the array's own one lets the first subset creep through sorted input.
static void fill_order(int32_t *order, int32_t count, enum Order kind)
{
    for (int32_t i = 0; i < count; ++i)
        order[i] = kind != ALTERNATING ? i : i % 2 ? count - 1 - i / 2 : i / 2;
    uint32_t random = 0x9E3779B9u; // fixed: builds repeat
    for (int32_t i = count - 1; kind == RANDOM && i > 0; --i) {
        random = random * 1664525u + 1013904223u;
        int32_t j = (int32_t)((random >> 8) % (uint32_t)(i + 1)), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out,
                  bool longest_only, enum Order kind)
{
    enum { FEW = 256 };
    int32_t few[2 * FEW];
    uint8_t few_bytes[FEW];
    int32_t *work = count <= FEW ? few : array_alloc((size_t)count, 2 * sizeof *work);
    uint8_t *second = count <= FEW ? few_bytes : array_alloc((size_t)count, 1);
    bool ok = work && second && count > 1;
    Candidate best = {.axis = -1};
    if (ok) {
        Box3d box = in->cell ? *in->cell : (Box3d){vec3d_from(in->box.lo), vec3d_from(in->box.hi)};
        Zachmann z = {in, items, work, count, box, second};
        fill_order(work, count, kind);
        best = best_candidate(&z, longest_only);
        if (best.axis >= 0) {
            int32_t seed[2], first = 0, *copy = work + count;
            find_seeds(&z, best.axis, best.which, seed);
            grow(&z, best.axis, best.which, seed, best.end);
            // In place, each child's triangles in the order they had.
            memcpy(copy, items, (size_t)count * sizeof *copy);
            for (int32_t i = 0, later = best.first_count; i < count; ++i)
                items[second[i] ? later++ : first++] = copy[i];
        }
    }
    if (count > FEW) {
        free(work);
        free(second);
    }
    if (!ok)
        return false;
    if (best.axis < 0) // nothing balanced enough
        return split_object_median.split(in, items, count, out);
    static const char *const reasons[CASES] = {"lower and upper child", "two lower children",
                                               "two upper children"};
    *out = (SplitChoice){.left_count = best.first_count,
                         .axis = best.axis,
                         .sides_set = true,
                         .reason = reasons[best.which]};
    for (int c = 0; c < 2; ++c) {
        out->side[c] = side_of(best.which, c);
        out->end[c] = out->side[c] ? -best.end[c] : best.end[c];
    }
    return true;
}

#define RULE(suffix, longest_only, order, rule_name, rule_note)                                    \
    static bool split_by_zachmann##suffix(const SplitInput *in, int32_t *items, int32_t count,     \
                                          SplitChoice *out)                                        \
    {                                                                                              \
        return split(in, items, count, out, longest_only, order);                                  \
    }                                                                                              \
    const SplitRule split_zachmann##suffix = {                                                     \
        .id = SPLIT_ID_zachmann##suffix,                                                           \
        .name = rule_name,                                                                         \
        .note = rule_note,                                                                         \
        .split = split_by_zachmann##suffix,                                                        \
    };

RULE(, false, ALTERNATING, "least volume",
     "greedy from seeds, three axes, three cases (Zachmann 2002)")
RULE(_longest, true, ALTERNATING, "least volume / longest side",
     "the same on the longest side of the box only")
RULE(_random, false, RANDOM, "least volume / random", "the same, triangles visited in random order")
RULE(_array, false, ARRAY, "least volume / array",
     "the same, triangles visited as they come: creeps on sorted meshes")
#undef RULE
