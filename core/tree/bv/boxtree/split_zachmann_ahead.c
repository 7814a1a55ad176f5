// The volume criterion two levels deep (Zachmann 2002, section 6.1): the best candidates' halves
// are split once more, and the least sum over children and grandchildren wins.
#include "core/base/array.h"
#include "core/tree/bv/boxtree/zachmann.h"
#include "core/tree/split/variants.h"

enum { TRIED = 3 }; // the best by the sum over the children; more gain nothing

static const ZachmannOptions options = {.order = VISIT_ALTERNATING};

// Boxes of one half and room for its candidates' sides.
typedef struct Half {
    Box3 *boxes;
    uint16_t *sides;
} Half;

// What the children of one half add: their lengths relative to their parent's, or measures times
// triangles. A half that cannot be split well keeps what it has.
static double below(const ZachmannSet *set, const ZachmannCandidate *c, const uint16_t *sides,
                    int child, Half room)
{
    int32_t count = 0;
    int bit = zachmann_bit(c);
    for (int32_t i = 0; i < set->count; ++i)
        if ((sides[i] >> bit & 1) == child)
            room.boxes[count++] = set->boxes[i];
    ZachmannSet half = *set;
    half.boxes = room.boxes;
    half.count = count;
    half.notes = NULL;
    if (count == 1)
        return 0;
    double nothing_gained = set->restricted ? 2 : c->size[child];
    if (set->restricted) {
        if (zachmann_side(c->which, child))
            half.box.lo.v[c->axis] = zachmann_end(c, child);
        else
            half.box.hi.v[c->axis] = zachmann_end(c, child);
    }
    ZachmannCandidate found[ZACHMANN_CANDIDATES];
    int any = zachmann_candidates(&half, options, room.sides, found);
    return any ? found[zachmann_best(found, any, count)].score : nothing_gained;
}

// The candidate's own sum and that of the four below: sum of Vol(child) / Vol(parent), where a
// restricted child's volume is its share of the length.
static double two_levels(const ZachmannSet *set, const ZachmannCandidate *c, const uint16_t *sides,
                         Half room)
{
    double sum = 0, extent = set->box.hi.v[c->axis] - set->box.lo.v[c->axis];
    for (int child = 0; child < 2; ++child) {
        double next = below(set, c, sides, child, room);
        sum += set->restricted ? c->size[child] / extent * (1 + next) : c->size[child] + next;
    }
    return sum;
}

static void note(SplitNotes *notes, const ZachmannCandidate *c, double sum,
                 enum SplitRefusal refused, int32_t count)
{
    SplitCandidate noted = zachmann_noted(c, count);
    noted.tie = c->score; // which says who is looked at first
    noted.cost = sum;
    noted.refused = (uint8_t)refused;
    split_note(notes, &noted);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    ZachmannWork work, room;
    if (count < 2 || !zachmann_open(&work, in, count)) {
        *out = (SplitChoice){.no_memory = count >= 2};
        return false;
    }
    if (!zachmann_open(&room, NULL, count)) {
        zachmann_close(&work);
        *out = (SplitChoice){.no_memory = true};
        return false;
    }
    ZachmannSet set = zachmann_set(in, items, count, &work);
    set.notes = NULL; // sums over two levels are what is compared
    ZachmannCandidate found[ZACHMANN_CANDIDATES], best = {0};
    int left = zachmann_candidates(&set, options, work.sides, found);
    bool any = left > 0;
    double least = INFINITY;
    for (int tried = 0; tried < TRIED && left > 0; ++tried) {
        int next = zachmann_best(found, left, count);
        double sum = two_levels(&set, &found[next], work.sides, (Half){room.boxes, room.sides});
        if (tried == 0 || sum < least) {
            least = sum;
            best = found[next];
        }
        if (in->notes)
            note(in->notes, &found[next], sum, REFUSED_NOT, count);
        found[next] = found[--left];
    }
    for (int i = 0; in->notes && i < left; ++i)
        note(in->notes, &found[i], NAN, REFUSED_FIRST_LOOK, count);
    if (any)
        zachmann_apply(&best, &work, items, count, out);
    if (any && in->notes)
        zachmann_note_choice(in->notes, &best, count);
    else if (in->notes)
        in->notes->fell_back = true;
    zachmann_close(&work);
    zachmann_close(&room);
    return any || split_object_median.split(in, items, count, out);
}

const SplitRule split_zachmann_ahead = {
    .name = "least volume / two levels",
    .note = "the same, looking at children and grandchildren (Zachmann 2002, 6.1)",
    .weighs = "volume of children and grandchildren by the parent's",
    .split = split,
};
