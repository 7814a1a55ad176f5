#include "core/assembly/pair_share.h"

#include "core/base/array.h"

#include <assert.h>
#include <math.h>

typedef struct Finding {
    PairShare *share;
    const PosedPart *parts;
    const BroadPhase *boxes;
    double margin;
    PairFn *skip;
    void *skip_user;
    int32_t part;
} Finding;

// How many triangles of the part are likely to lie in the region: as if they were spread evenly over
// its box, of which a surface fills more than a body would.
static double triangles_in(const PosedPart *part, const Box3d *box, const Box3d *region)
{
    double share = 1;
    for (int k = 0; k < 3; ++k) {
        double size = box->hi.v[k] - box->lo.v[k];
        double common = fmin(box->hi.v[k], region->hi.v[k]) - fmax(box->lo.v[k], region->lo.v[k]);
        share *= size > 0 ? fmax(0, fmin(1, common / size)) : 1;
    }
    return (double)part->tree->mesh->triangle_count * cbrt(share * share);
}

// In triangles. What comes near has to be found, listed and understood; what only has boxes that meet
// costs little.
static uint64_t cost_of(const Finding *f, int32_t a, int32_t b)
{
    enum { LEAST = 40, MOST = 1 << 30 };
    const Box3d *box_a = broad_phase_box(f->boxes, a), *box_b = broad_phase_box(f->boxes, b);
    Box3d grown = box3d_grown(*box_a, f->margin), other = box3d_grown(*box_b, f->margin);
    double cost = LEAST + triangles_in(&f->parts[a], box_a, &other) +
                  triangles_in(&f->parts[b], box_b, &grown);
    return cost < MOST ? (uint64_t)cost : MOST; // also when it is not a number
}

static bool note(void *user, int32_t other)
{
    Finding *f = user;
    PairShare *share = f->share;
    if (other <= f->part || (f->skip && f->skip(f->skip_user, f->part, other)))
        return true;
    if (!array_reserve(&share->pairs, &share->capacity, share->count + 1, sizeof *share->pairs))
        return false;
    share->pairs[share->count++] = (SharedPair){f->part, other, cost_of(f, f->part, other)};
    return true;
}

static int by_parts(const void *left, const void *right)
{
    const SharedPair *x = left, *y = right;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

// Neighbours stay together: a share needs what is known of few meshes. The first pair whose middle lies
// beyond number/of of the sum.
static size_t border(const PairShare *share, int32_t number)
{
    uint64_t sum = share->count > 0 ? share->pairs[share->count - 1].cost : 0;
    size_t low = 0, high = share->count;
    while (low < high) {
        size_t at = low + (high - low) / 2;
        uint64_t before = at > 0 ? share->pairs[at - 1].cost : 0;
        long double middle = 0.5L * ((long double)before + (long double)share->pairs[at].cost);
        if (middle * share->of < (long double)sum * number)
            low = at + 1;
        else
            high = at;
    }
    return number == share->of ? share->count : low;
}

bool pair_share_find(PairShare *out, const PosedPart *parts, int32_t part_count, double margin,
                     PairFn *skip, void *skip_user, int32_t number, int32_t of, Error *err)
{
    assert(out && number >= 1 && number <= of);
    *out = (PairShare){.number = number, .of = of};
    BroadPhase boxes = {0};
    Finding f = {out, parts, &boxes, margin, skip, skip_user, 0};
    bool ok = broad_phase_reserve(&boxes, part_count);
    for (int32_t i = 0; ok && i < part_count; ++i) {
        Box3d box = parts[i].active ? part_world_bounds(parts[i].tree->mesh, &parts[i].placement)
                                    : box3d_empty();
        if (parts[i].active)
            broad_phase_set(&boxes, i, &box);
    }
    for (int32_t i = 0; ok && i < part_count; ++i) {
        const Box3d *box = broad_phase_box(&boxes, i);
        Box3d grown = box ? box3d_grown(*box, margin) : box3d_empty();
        f.part = i;
        ok = !box || broad_phase_query(&boxes, &grown, note, &f);
    }
    broad_phase_free(&boxes);
    if (!ok) {
        pair_share_free(out);
        return error_set(err, "not enough memory to share out the pairs of parts");
    }
    if (out->count > 1)
        qsort(out->pairs, out->count, sizeof *out->pairs, by_parts);
    for (size_t i = 1; i < out->count; ++i)
        out->pairs[i].cost += out->pairs[i - 1].cost;
    out->first = border(out, number - 1);
    out->end = border(out, number);
    return true;
}

void pair_share_free(PairShare *share)
{
    mem_free(share->pairs);
    *share = (PairShare){0};
}

bool pair_share_elsewhere(void *user, int32_t a, int32_t b)
{
    const PairShare *share = user;
    size_t low = 0, high = share->count;
    SharedPair wanted = {a < b ? a : b, a < b ? b : a, 0};
    while (low < high) {
        size_t at = low + (high - low) / 2;
        if (by_parts(&share->pairs[at], &wanted) < 0)
            low = at + 1;
        else
            high = at;
    }
    if (low < share->count && by_parts(&share->pairs[low], &wanted) == 0)
        return low < share->first || low >= share->end;
    return (wanted.a + wanted.b) % share->of !=
           share->number - 1; // not near: it costs nobody anything
}

double pair_share_cost(const PairShare *share)
{
    if (share->count == 0)
        return 0;
    uint64_t before = share->first > 0 ? share->pairs[share->first - 1].cost : 0;
    uint64_t to = share->end > 0 ? share->pairs[share->end - 1].cost : 0;
    return (double)(to - before) / (double)share->pairs[share->count - 1].cost;
}
