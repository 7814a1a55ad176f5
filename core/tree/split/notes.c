#include "core/tree/split/notes.h"

const char *const split_way_words[SPLIT_WAYS] = {
    [WAY_PLANE] = "plane",
    [WAY_LOWER_UPPER] = "lower and upper child",
    [WAY_TWO_LOWER] = "two lower children",
    [WAY_TWO_UPPER] = "two upper children",
    [WAY_EMPTY] = "cut off emptiness",
};

const char *const split_refusal_words[SPLIT_REFUSALS] = {
    [REFUSED_NOT] = "",
    [REFUSED_EMPTY_SIDE] = "one side would be empty",
    [REFUSED_TENTH] = "one side would get less than a tenth",
    [REFUSED_SHORT] = "the side is less than half as long as the longest",
    [REFUSED_FIRST_LOOK] = "not among the three best at first sight",
    [REFUSED_SMALL] = "too small a part would be cut off",
    [REFUSED_NO_GAIN] = "one side would keep too many triangles",
};

void split_notes_begin(SplitNotes *notes)
{
    for (int k = 0; k < 3; ++k)
        notes->there[k] = 0;
    notes->other_count = 0;
    notes->weighed = 0;
    notes->has_chosen = notes->fell_back = false;
}

void split_note(SplitNotes *notes, const SplitCandidate *candidate)
{
    ++notes->weighed;
    if (notes->other_count < SPLIT_NOTES_OTHERS)
        notes->others[notes->other_count++] = *candidate;
}

void split_note_part(SplitNotes *notes, const SplitCandidate *candidate, int part)
{
    int axis = candidate->axis;
    SplitCandidate *best = &notes->best[axis][part];
    uint32_t bit = UINT32_C(1) << part;
    ++notes->weighed;
    if (notes->there[axis] & bit &&
        !(candidate->cost < best->cost ||
          (candidate->cost == best->cost && candidate->tie < best->tie)))
        return;
    *best = *candidate;
    notes->there[axis] |= bit;
}

void split_note_choice(SplitNotes *notes, const SplitCandidate *candidate)
{
    notes->chosen = *candidate;
    notes->has_chosen = true;
}

static bool is_chosen(const SplitNotes *notes, const SplitCandidate *c)
{
    const SplitCandidate *chosen = &notes->chosen;
    return notes->has_chosen && c->refused == REFUSED_NOT && c->axis == chosen->axis &&
           c->way == chosen->way && c->left == chosen->left && c->right == chosen->right &&
           (c->at[0] == chosen->at[0] || (isnan(c->at[0]) && isnan(chosen->at[0])));
}

int split_notes_kept(const SplitNotes *notes, SplitCandidate out[SPLIT_NOTES_MOST], int *chosen)
{
    int count = 0;
    *chosen = -1;
    for (int axis = 0; axis < 3; ++axis)
        for (int part = 0; part < SPLIT_NOTES_PARTS; ++part)
            if (notes->there[axis] >> part & 1)
                out[count++] = notes->best[axis][part];
    for (int i = 0; i < notes->other_count; ++i)
        out[count++] = notes->others[i];
    for (int i = 0; i < count && *chosen < 0; ++i)
        if (is_chosen(notes, &out[i]))
            *chosen = i;
    return count;
}
