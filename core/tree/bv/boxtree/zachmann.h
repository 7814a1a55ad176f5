// The candidates of Zachmann's volume criterion (2002, section 4), for the rules that choose among
// them. On each axis two subsets are grown greedily from seeds in three cases. lu: one child's
// upper side is lowered, the other's lower side is raised; ll, uu: both children trim the same
// side.
#ifndef SNUG_CORE_TREE_BV_BOXTREE_ZACHMANN_H
#define SNUG_CORE_TREE_BV_BOXTREE_ZACHMANN_H

#include "core/tree/split/split.h"

enum { ZACHMANN_LU, ZACHMANN_LL, ZACHMANN_UU, ZACHMANN_CASES, ZACHMANN_CANDIDATES = 9 };
enum ZachmannOrder { VISIT_ALTERNATING, VISIT_RANDOM, VISIT_ARRAY };

typedef struct ZachmannOptions {
    bool longest_only;
    enum ZachmannOrder order;
} ZachmannOptions;

typedef struct ZachmannSet {
    const Box3 *boxes; // of the triangles, in the order of the items
    int32_t count;     // at least 2
    Box3d box;         // whose sides are moved
    // Children share the parent's cross-section: volumes compare as relative lengths, which also
    // works for flat boxes. Else the subsets' own boxes are compared, times their triangles: with
    // restricted lengths, trees of tight volumes need up to four times the volume tests.
    bool restricted;
    int dimensions;    // of the measure of tight boxes: 3, or fewer where the box is flat
    SplitNotes *notes; // whoever wants to know all candidates; else NULL
} ZachmannSet;

typedef struct ZachmannCandidate {
    double score;
    int axis, which;
    int32_t first_count;
    double end[2];  // per child: how far it reaches, from the side that stays
    double size[2]; // per child: length, or measure times triangles
} ZachmannCandidate;

// As many as are balanced enough; -1: memory ran short. Bit b of sides[i] says whether triangle i goes to the
// second child of the candidate with zachmann_bit b.
int zachmann_candidates(const ZachmannSet *set, ZachmannOptions options, uint16_t *sides,
                        ZachmannCandidate out[ZACHMANN_CANDIDATES]);

// A candidate for who looks at it, chosen or not.
SplitCandidate zachmann_noted(const ZachmannCandidate *c, int32_t count);
void zachmann_note_choice(SplitNotes *notes, const ZachmannCandidate *c, int32_t count);

// The one with the least score; of equals the most balanced.
int zachmann_best(const ZachmannCandidate *found, int count, int32_t triangles);

static inline int zachmann_bit(const ZachmannCandidate *c)
{
    return 3 * c->which + c->axis;
}

// Of each case child 0 trims its upper side (lu, ll) or its lower side (uu), child 1 its lower side
// (lu, uu) or its upper side (ll).
static inline int zachmann_side(int which, int child)
{
    return which == ZACHMANN_UU || (which == ZACHMANN_LU && child == 1);
}

// Where a child's moved side now is.
static inline double zachmann_end(const ZachmannCandidate *c, int child)
{
    return zachmann_side(c->which, child) ? -c->end[child] : c->end[child];
}

static inline int zachmann_longest(const Box3d *box)
{
    Vec3d extent = vec3d_sub(box->hi, box->lo);
    int longest = extent.y > extent.x ? 1 : 0;
    return extent.z > extent.v[longest] ? 2 : longest;
}

// Memory for one split: on the caller's stack for few triangles.
enum { ZACHMANN_FEW = 128 };
typedef struct ZachmannWork {
    Box3 *boxes;
    uint16_t *sides;
    int32_t *items; // room for a copy
    void *memory;   // what is to be freed, or NULL
    Box3 few_boxes[ZACHMANN_FEW];
    uint16_t few_sides[ZACHMANN_FEW];
    int32_t few_items[ZACHMANN_FEW];
} ZachmannWork;

// in: whose boxes need no copy where they are gathered, and whose room is used; NULL: neither.
bool zachmann_open(ZachmannWork *work, const SplitInput *in, int32_t count);
void zachmann_close(ZachmannWork *work);

// The set of a split, with the boxes gathered into work.
ZachmannSet zachmann_set(const SplitInput *in, const int32_t *items, int32_t count,
                         ZachmannWork *work);

// What a candidate means for the driver.
void zachmann_choose(const ZachmannCandidate *c, int32_t left_count, SplitChoice *out);

// Reorders the items, each child's in the order they had, and says what was decided.
void zachmann_apply(const ZachmannCandidate *c, ZachmannWork *work, int32_t *items, int32_t count,
                    SplitChoice *out);

#endif
