// The fronts of the pairs of parts of an assembly, from one update to the next. Only pairs that
// were queried in the last update are kept: those about the parts in somebody's hand.
#ifndef SNUG_CORE_QUERY_FRONT_BOOK_H
#define SNUG_CORE_QUERY_FRONT_BOOK_H

#include "core/query/query.h"

// A pair gets a front when the same trees are queried for the second time in a row and it is worth
// it: opening an assembly queries every pair once, and a part that is deformed has another tree in
// every frame.
typedef struct FrontEntry {
    uint64_t pair;
    // The last query: its trees, compared only, and what it cost; 0: there was none.
    const Bvh *a, *b;
    uint32_t version_a, version_b;
    uint64_t volume_tests;
    FrontCache *cache; // NULL: from the roots
} FrontEntry;

// All zero is an empty one. One update at a time; its entries may be used by different threads.
typedef struct FrontBook {
    FrontEntry *entries; // sorted by pair
    size_t count;
} FrontBook;
#define FRONT_BOOK_FROM 200 // volume tests of a pair: below, looking after a front costs as much

// Turns to these pairs, in ascending order, and forgets the others; entries[i] then belongs to
// pairs[i]. False: memory ran short, and the book is as it was.
bool front_book_turn(FrontBook *book, const uint64_t *pairs, size_t count);
void front_book_free(FrontBook *book);

// query_contacts, by way of the entry's front where that helps. entry may be NULL.
bool front_entry_contacts(FrontEntry *entry, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                          const QueryDesc *desc, Job *job, ContactList *out, QueryStats *stats,
                          Error *err);

#endif
