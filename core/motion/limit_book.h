// How deep pairs of parts may be in each other, kept from grab to grab: a limit only ever falls until
// the pair has been apart. Otherwise twenty grabs, each of which may go 3 % deeper, end at 80 %.
#ifndef SNUG_CORE_MOTION_LIMIT_BOOK_H
#define SNUG_CORE_MOTION_LIMIT_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LimitEntry {
    uint64_t pair;
    double limit;
    // By how much faces went in at the last grab, which does again: motion has kept that mesh free.
    // Without it every press would go deeper by a stand-off, up to the limit. 0: not known.
    double inset;
    double given; // most that facets were allowed beyond the limit, see LimitStart.give
} LimitEntry;

typedef struct LimitBook {
    LimitEntry *entries; // by pair
    size_t count, capacity;
} LimitBook;

// The entry of a pair that wants this limit now, which is no more than the one that it had. It stays
// where it is until the next call. NULL: memory ran short, and nothing changed.
LimitEntry *limit_book_lower(LimitBook *book, uint64_t pair, double wanted);
LimitEntry *limit_book_find(LimitBook *book, uint64_t pair); // NULL: none
// The pair has been apart, or a person moved it freely, by a number or by undoing: it begins anew.
void limit_book_forget(LimitBook *book, uint64_t pair);
void limit_book_free(LimitBook *book);

#endif
