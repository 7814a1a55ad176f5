// What a criterion weighed before it chose a split, for who looks at how a tree is built. Criteria say
// it only where somebody listens (SplitInput.notes); what they choose does not depend on it.
#ifndef SNUG_CORE_TREE_SPLIT_NOTES_H
#define SNUG_CORE_TREE_SPLIT_NOTES_H

#include "core/shape/box.h"

#include <math.h>

// What sort of a split it would be.
enum SplitWay {
    WAY_PLANE,       // across an axis: lower ones to the first part
    WAY_LOWER_UPPER, // Zachmann's cases: one child's upper side is lowered, the other's lower raised
    WAY_TWO_LOWER,
    WAY_TWO_UPPER,
    WAY_EMPTY, // cuts off an empty part of the cell
    SPLIT_WAYS
};
extern const char *const split_way_words[SPLIT_WAYS];

// Why it could not be chosen.
enum SplitRefusal {
    REFUSED_NOT,
    REFUSED_EMPTY_SIDE, // all would go to one side
    REFUSED_TENTH,      // one side would get less than a tenth
    REFUSED_SHORT,      // the side of the box is less than half as long as the longest
    REFUSED_FIRST_LOOK, // others are better by their children alone: it was not looked into further
    REFUSED_SMALL,      // what it would cut off is too small
    REFUSED_NO_GAIN,    // one side would keep too many of the triangles
    SPLIT_REFUSALS
};
extern const char *const split_refusal_words[SPLIT_REFUSALS];

enum { SPLIT_OWN_AXIS = 3 }; // not x, y or z, but `direction`

typedef struct SplitCandidate {
    double cost; // what the criterion compares, less is better; NAN: nothing, or not found out
    double tie;  // what it compares where costs are equal
    float at[2]; // where it cuts the axis: the plane, or where each child's moved side would be
    float direction[3];  // of SPLIT_OWN_AXIS
    int32_t left, right; // triangles of each part; fewer than all where some cross
    uint8_t axis, way, refused;
} SplitCandidate;

// Along each axis the best of so many parts is kept, however many are weighed; of those that are not
// along an axis the first ones.
enum { SPLIT_NOTES_PARTS = 32, SPLIT_NOTES_OTHERS = 32 };
enum { SPLIT_NOTES_MOST = 3 * SPLIT_NOTES_PARTS + SPLIT_NOTES_OTHERS };

typedef struct SplitNotes {
    SplitCandidate best[3][SPLIT_NOTES_PARTS], others[SPLIT_NOTES_OTHERS];
    uint32_t there[3]; // bits: parts that have one
    int other_count;
    uint32_t weighed;      // all of them
    SplitCandidate chosen; // way, axis, left and cost of it
    bool has_chosen;
    bool fell_back; // the criterion found nothing of its own: another rule decided
} SplitNotes;

void split_notes_begin(SplitNotes *notes);
void split_note(SplitNotes *notes, const SplitCandidate *candidate);
// One of many planes along an axis, of the given part of it.
void split_note_part(SplitNotes *notes, const SplitCandidate *candidate, int part);
// The one that was taken, which was noted before.
void split_note_choice(SplitNotes *notes, const SplitCandidate *candidate);
// All that was kept: by axis and along it, then the others. Returns how many.
int split_notes_kept(const SplitNotes *notes, SplitCandidate out[SPLIT_NOTES_MOST], int *chosen);

// A plane that is chosen by a rule, without a comparison.
static inline SplitCandidate split_plane(int axis, double at, int32_t left, int32_t count)
{
    return (SplitCandidate){.cost = NAN,
                            .at = {(float)at, NAN},
                            .left = left,
                            .right = count - left,
                            .axis = (uint8_t)axis};
}

#endif
