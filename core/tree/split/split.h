// Top-down construction criteria: choose one split. To add one: split_x.c that defines
// `const SplitRule split_x`, here or in the room of the volume it belongs to, and X(x) in list.h.
#ifndef SNUG_CORE_TREE_SPLIT_SPLIT_H
#define SNUG_CORE_TREE_SPLIT_SPLIT_H

#include "core/base/named.h"
#include "core/tree/fit.h"
#include "core/tree/split/notes.h"

// Memory that a criterion keeps from one split to the next. A build begins with its largest node, so it
// is asked for once: memory that comes and goes with each split costs more than what is done in it.
typedef struct SplitRoom {
    unsigned char *memory;
    size_t size;
} SplitRoom;

typedef struct SplitInput {
    const Mesh *mesh;
    const Box3 *boxes;    // per triangle
    const Box3 *gathered; // those of the items, one after the other; NULL: take them from boxes
    Box3 box;             // of the items to be split
    const Box3d *cell;    // the implicit box to be split, for volumes that have one; else NULL
    struct PrincipalAxes *axes; // for criteria that find them: the fit need not again. May be NULL
    const struct MomentTable *moments; // where the criterion or the volume wants them; else NULL
    SplitRoom *room;                   // of the build; NULL: there is none
    SplitNotes *notes;                 // whoever wants to know what was weighed; else NULL
} SplitInput;

typedef struct SplitRule {
    const char *name, *note;
    // What its candidates' cost is; NULL: it compares none, but goes by the rule of the note.
    const char *weighs;
    bool gathers;        // it wants SplitInput.gathered
    bool principal_axes; // it finds them, for which a table of moments helps
    // Reorders items so that the first left_count form the first child. false, or an empty side:
    // the driver halves the items by index, unless out says that memory ran short.
    bool (*split)(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out);
} SplitRule;

extern const SplitRule *const split_rules[];
extern const int split_rule_count;
static inline int split_index(const SplitRule *row)
{
    return named_index(split_rules, split_rule_count, row);
}

// Twice the middle of a triangle's box along an axis: what the median criteria compare.
static inline float split_key(const Box3 *box, int axis)
{
    return box->lo.v[axis] + box->hi.v[axis];
}

// Swaps items[i] to the first part, items[0..left), or leaves it where it is. Both are written
// either way: a branch would be wrong half of the time. Returns the new end of the first part.
static inline int32_t split_place(int32_t *items, int32_t i, int32_t left, bool first)
{
    int32_t item = items[i], other = items[left];
    items[left] = first ? item : other;
    items[i] = first ? other : item;
    return left + first;
}

static inline int box3_longest_axis(const Box3 *box)
{
    float x = box->hi.x - box->lo.x, y = box->hi.y - box->lo.y, z = box->hi.z - box->lo.z;
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

#endif
