// Scoring the candidates and doing what the best one says.
#include "core/tree/bv/boxtree/zachmann_grow.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/tree/split/measure.h"

// Without a guard the greedy criterion peels off single triangles (depth 394 for a torus of 2000).
static const double LEAST_SHARE = 0.1;

// Length of a child's box along the axis, from the side that stays.
static double length_of(const ZachmannSet *set, int axis, int side, double end)
{
    return side ? set->box.hi.v[axis] + end : end - set->box.lo.v[axis];
}

static inline void score_restricted(const ZachmannSet *set, double inverse, ZachmannCandidate *c)
{
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
        c->size[k] = length_of(set, c->axis, zachmann_side(c->which, k), c->end[k]);
        sum += c->size[k];
    }
    c->score = sum * inverse;
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

SplitCandidate zachmann_noted(const ZachmannCandidate *c, int32_t count)
{
    return (SplitCandidate){.cost = c->score,
                            .tie = abs(2 * c->first_count - count),
                            .at = {(float)zachmann_end(c, 0), (float)zachmann_end(c, 1)},
                            .left = c->first_count,
                            .right = count - c->first_count,
                            .axis = (uint8_t)c->axis,
                            .way = (uint8_t)(WAY_LOWER_UPPER + c->which)};
}

void zachmann_note_choice(SplitNotes *notes, const ZachmannCandidate *c, int32_t count)
{
    SplitCandidate noted = zachmann_noted(c, count);
    split_note_choice(notes, &noted);
}

static void note(const ZachmannSet *set, const ZachmannCandidate *c, bool balanced)
{
    SplitCandidate noted = zachmann_noted(c, set->count);
    if (!balanced) {
        noted.cost = noted.tie = NAN;
        noted.refused = REFUSED_TENTH;
    }
    split_note(set->notes, &noted);
}

static inline void take_ends(const ZachmannCase *grown, ZachmannCandidate *c)
{
    for (int k = 0; k < 2; ++k) {
        double end = (double)grown->end[k][c->axis];
        c->end[k] = zachmann_side(c->which, k) ? -end : end;
    }
}

int zachmann_candidates(const ZachmannSet *set, ZachmannOptions options, uint16_t *sides,
                        ZachmannCandidate out[ZACHMANN_CANDIDATES])
{
    Vec3d extent = vec3d_sub(set->box.hi, set->box.lo);
    int longest = zachmann_longest(&set->box), found = 0;
    double least = LEAST_SHARE * set->count;
    ZachmannCase grown[ZACHMANN_CASES];
    int cases = zachmann_grow(set, options.order, least, sides, grown);
    if (cases == 0)
        return -1;
    for (int axis = 0; axis < 3; ++axis) {
        if (extent.v[axis] <= 0 || (options.longest_only && axis != longest))
            continue;
        double inverse = 1 / extent.v[axis];
        for (int which = 0; which < cases; ++which) {
            ZachmannCandidate *c = &out[found];
            c->axis = axis;
            c->which = which;
            c->first_count = (set->count + grown[which].lead[axis]) / 2;
            if (c->first_count < least || set->count - c->first_count < least) {
                if (set->notes) {
                    take_ends(&grown[which], c);
                    note(set, c, false);
                }
                continue;
            }
            take_ends(&grown[which], c);
            if (set->restricted)
                score_restricted(set, inverse, c);
            else
                score_tight(set, sides, c);
            if (set->notes)
                note(set, c, true);
            ++found;
        }
    }
    return found;
}

int zachmann_best(const ZachmannCandidate *found, int count, int32_t triangles)
{
    int best = 0;
    for (int i = 1; i < count; ++i) {
        const ZachmannCandidate *c = &found[i], *b = &found[best];
        if (c->score < b->score ||
            (c->score == b->score &&
             abs(2 * c->first_count - triangles) < abs(2 * b->first_count - triangles)))
            best = i;
    }
    return best;
}

bool zachmann_open(ZachmannWork *work, const SplitInput *in, int32_t count)
{
    work->memory = NULL;
    work->boxes = work->few_boxes;
    work->sides = work->few_sides;
    work->items = work->few_items;
    if (count <= ZACHMANN_FEW)
        return true;
    size_t n = (size_t)count, boxes = in && in->gathered ? 0 : n;
    size_t size = boxes * sizeof *work->boxes + n * (sizeof *work->items + sizeof *work->sides);
    SplitRoom *room = in ? in->room : NULL;
    if (room && !array_reserve(&room->memory, &room->size, size, 1))
        return false;
    work->memory = room ? NULL : array_alloc(size, 1);
    void *memory = room ? room->memory : work->memory;
    work->boxes = memory;
    work->items = (int32_t *)(work->boxes + boxes);
    work->sides = (uint16_t *)(work->items + n);
    return memory != NULL;
}

void zachmann_close(ZachmannWork *work)
{
    mem_free(work->memory);
}

ZachmannSet zachmann_set(const SplitInput *in, const int32_t *items, int32_t count,
                         ZachmannWork *work)
{
    if (!in->gathered)
        for (int32_t i = 0; i < count; ++i)
            work->boxes[i] = in->boxes[items[i]];
    return (ZachmannSet){
        .boxes = in->gathered ? in->gathered : work->boxes,
        .count = count,
        .box = in->cell ? *in->cell : (Box3d){vec3d_from(in->box.lo), vec3d_from(in->box.hi)},
        .restricted = in->cell != NULL,
        .dimensions = box3_dimensions(&in->box, 3),
        .notes = in->notes,
    };
}

void zachmann_choose(const ZachmannCandidate *c, int32_t left_count, SplitChoice *out)
{
    static const char *const reasons[ZACHMANN_CASES] = {"lower and upper child",
                                                        "two lower children", "two upper children"};
    *out = (SplitChoice){
        .left_count = left_count, .axis = c->axis, .sides_set = true, .reason = reasons[c->which]};
    for (int k = 0; k < 2; ++k) {
        out->side[k] = zachmann_side(c->which, k);
        out->end[k] = zachmann_end(c, k);
    }
}

void zachmann_apply(const ZachmannCandidate *c, ZachmannWork *work, int32_t *items, int32_t count,
                    SplitChoice *out)
{
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
    zachmann_choose(c, first, out);
}
