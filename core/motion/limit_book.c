#include "core/motion/limit_book.h"

#include "core/base/array.h"

#include <assert.h>

// The first entry that does not stand before the pair's.
static size_t place_of(const LimitBook *book, uint64_t pair)
{
    size_t lo = 0, hi = book->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (book->entries[middle].pair < pair)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

static bool stands_at(const LimitBook *book, size_t place, uint64_t pair)
{
    return place < book->count && book->entries[place].pair == pair;
}

LimitEntry *limit_book_find(LimitBook *book, uint64_t pair)
{
    assert(book);
    size_t at = place_of(book, pair);
    return stands_at(book, at, pair) ? &book->entries[at] : NULL;
}

LimitEntry *limit_book_lower(LimitBook *book, uint64_t pair, double wanted)
{
    assert(book && wanted > 0);
    size_t at = place_of(book, pair);
    if (!stands_at(book, at, pair)) {
        if (!array_reserve(&book->entries, &book->capacity, book->count + 1, sizeof *book->entries))
            return NULL;
        memmove(&book->entries[at + 1], &book->entries[at],
                (book->count++ - at) * sizeof *book->entries);
        book->entries[at] = (LimitEntry){.pair = pair, .limit = wanted};
    }
    LimitEntry *entry = &book->entries[at];
    entry->limit = wanted < entry->limit ? wanted : entry->limit;
    return entry;
}

void limit_book_forget(LimitBook *book, uint64_t pair)
{
    assert(book);
    size_t at = place_of(book, pair);
    if (!stands_at(book, at, pair))
        return;
    --book->count;
    memmove(&book->entries[at], &book->entries[at + 1], (book->count - at) * sizeof *book->entries);
}

void limit_book_free(LimitBook *book)
{
    mem_free(book->entries);
    *book = (LimitBook){0};
}
