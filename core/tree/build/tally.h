// How often something happened, by why it did: which ways a criterion took.
#ifndef SNUG_CORE_TREE_BUILD_TALLY_H
#define SNUG_CORE_TREE_BUILD_TALLY_H

#include "core/tree/bvh.h"

#include <string.h>

// Reasons are literals, so that the same one is mostly the same pointer. More than there is room
// for share the last row.
static inline void tally_add(CountRows *tally, const char *what, uint32_t count)
{
    for (int i = 0; i < tally->count; ++i)
        if (tally->rows[i].what == what) {
            tally->rows[i].count += count;
            return;
        }
    for (int i = 0; i < tally->count; ++i)
        if (strcmp(tally->rows[i].what, what) == 0) {
            tally->rows[i].count += count;
            return;
        }
    if (tally->count < BV_MAX_COUNTS) {
        tally->rows[tally->count++] = (CountRow){what, count};
        return;
    }
    tally->rows[BV_MAX_COUNTS - 1].what = "all others";
    tally->rows[BV_MAX_COUNTS - 1].count += count;
}

static inline void tally_merge(CountRows *into, const CountRows *from)
{
    for (int i = 0; i < from->count; ++i)
        tally_add(into, from->rows[i].what, from->rows[i].count);
}

// Most frequent first, then by name: whoever counted what first, the rows are the same.
static inline void tally_sort(CountRows *tally)
{
    for (int i = 1; i < tally->count; ++i) {
        CountRow row = tally->rows[i];
        int k = i;
        for (; k > 0 && (tally->rows[k - 1].count < row.count ||
                         (tally->rows[k - 1].count == row.count &&
                          strcmp(tally->rows[k - 1].what, row.what) > 0));
             --k)
            tally->rows[k] = tally->rows[k - 1];
        tally->rows[k] = row;
    }
}

#endif
