#include "core/query/front_book.h"
#include "core/base/memory.h"

#include <assert.h>

static void entry_free(FrontEntry *entry)
{
    if (entry->cache)
        front_cache_free(entry->cache);
    mem_free(entry->cache);
}

bool front_book_turn(FrontBook *book, const uint64_t *pairs, size_t count)
{
    assert(book && (pairs || count == 0));
    FrontEntry *entries = array_alloc(count, sizeof *entries);
    if (!entries)
        return false;
    size_t old = 0;
    for (size_t i = 0; i < count; ++i) {
        while (old < book->count && book->entries[old].pair < pairs[i])
            entry_free(&book->entries[old++]);
        if (old < book->count && book->entries[old].pair == pairs[i])
            entries[i] = book->entries[old++];
        else
            entries[i] = (FrontEntry){.pair = pairs[i]};
    }
    while (old < book->count)
        entry_free(&book->entries[old++]);
    mem_free(book->entries);
    *book = (FrontBook){entries, count};
    return true;
}

void front_book_free(FrontBook *book)
{
    for (size_t i = 0; i < book->count; ++i)
        entry_free(&book->entries[i]);
    mem_free(book->entries);
    *book = (FrontBook){0};
}

static bool same_trees(const FrontEntry *entry, const Bvh *a, const Bvh *b)
{
    return entry->a == a && entry->b == b && entry->version_a == a->mesh_version &&
           entry->version_b == b->mesh_version;
}

bool front_entry_contacts(FrontEntry *entry, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                          const QueryDesc *desc, Job *job, ContactList *out, QueryStats *stats,
                          Error *err)
{
    assert(a && b && b_to_a && out);
    if (!entry || desc->mode != QUERY_ALL)
        return query_contacts(a, b, b_to_a, desc, job, out, stats, err);
    if (!same_trees(entry, a, b)) {
        entry_free(entry);
        *entry = (FrontEntry){entry->pair, a, b, a->mesh_version, b->mesh_version, 0, NULL};
    }
    if (!entry->cache && entry->volume_tests >= FRONT_BOOK_FROM)
        entry->cache = mem_calloc(1, sizeof *entry->cache); // NULL: it takes longer
    bool ok = entry->cache
                  ? query_contacts_again(entry->cache, a, b, b_to_a, desc, job, out, stats, err)
                  : query_contacts(a, b, b_to_a, desc, job, out, stats, err);
    if (ok)
        entry->volume_tests = stats->volume_tests;
    return ok;
}
