// Insertion for few, else four passes over the digits of the key.
#include "core/tree/split/sorted.h"

#include <string.h>

enum { FEW = 32, DIGITS = 4, VALUES = 256 };

// Floats are ordered like their bits, negative ones backwards; -0 counts as 0.
static uint32_t ordered_bits(float f)
{
    uint32_t bits;
    f += 0.0f;
    memcpy(&bits, &f, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

static void insert_all(SortedItem *sorted, int32_t count)
{
    for (int32_t i = 1; i < count; ++i) {
        SortedItem here = sorted[i];
        int32_t k = i;
        for (; k > 0 && sorted[k - 1].key > here.key; --k)
            sorted[k] = sorted[k - 1];
        sorted[k] = here;
    }
}

// Stable, one digit at a time from the lowest; an even number of passes ends where it began.
static void sort_by_digits(SortedItem *sorted, SortedItem *spare, int32_t count)
{
    int32_t start[DIGITS][VALUES] = {{0}};
    for (int32_t i = 0; i < count; ++i)
        for (int d = 0; d < DIGITS; ++d)
            ++start[d][sorted[i].key >> (8 * d) & 255];
    for (int d = 0; d < DIGITS; ++d) {
        int32_t sum = 0;
        for (int v = 0; v < VALUES; ++v) {
            int32_t here = start[d][v];
            start[d][v] = sum;
            sum += here;
        }
        for (int32_t i = 0; i < count; ++i)
            spare[start[d][sorted[i].key >> (8 * d) & 255]++] = sorted[i];
        SortedItem *swap = sorted;
        sorted = spare;
        spare = swap;
    }
}

void split_sort(const SplitInput *in, int axis, const int32_t *items, int32_t count,
                SortedItem *sorted, SortedItem *spare)
{
    for (int32_t i = 0; i < count; ++i)
        sorted[i] = (SortedItem){ordered_bits(split_key(&in->boxes[items[i]], axis)), items[i]};
    if (count <= FEW)
        insert_all(sorted, count);
    else
        sort_by_digits(sorted, spare, count);
}
