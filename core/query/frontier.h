// The work list of a query: entries of one size, taken from the end, from the front, or by least
// key. It grows as needed and never drops anything; what is left in it is where a stopped query
// goes on.
#ifndef SNUG_CORE_QUERY_FRONTIER_H
#define SNUG_CORE_QUERY_FRONTIER_H

#include "../array.h"

typedef struct Frontier {
    unsigned char *entries;
    double *keys;       // lower bound of each entry; NULL for queries without a bound
    size_t head, count; // live entries: head .. count-1 (head > 0 only in FIFO order)
    size_t capacity, key_capacity;
    size_t peak; // most entries ever held
} Frontier;

void frontier_free(Frontier *f);

// Binary heap by least key over entries 0..count-1, for best-first order only: up lets the newest
// entry rise, down removes the first.
void frontier_heap_up(Frontier *f, size_t entry_size);
void frontier_heap_down(Frontier *f, size_t entry_size);

static inline bool frontier_push(Frontier *f, const void *entry, size_t entry_size)
{
    if (f->count == f->capacity) {
        // FIFO: the room before head is used again before asking for more.
        if (f->head > f->count / 2) {
            memmove(f->entries, f->entries + f->head * entry_size,
                    (f->count - f->head) * entry_size);
            if (f->keys)
                memmove(f->keys, f->keys + f->head, (f->count - f->head) * sizeof *f->keys);
            f->count -= f->head;
            f->head = 0;
        }
        if (!array_reserve(&f->entries, &f->capacity, f->count + 1, entry_size))
            return false;
    }
    memcpy(f->entries + f->count * entry_size, entry, entry_size);
    ++f->count;
    if (f->count - f->head > f->peak)
        f->peak = f->count - f->head;
    return true;
}

static inline bool frontier_push_keyed(Frontier *f, const void *entry, size_t entry_size,
                                       double key)
{
    if (!frontier_push(f, entry, entry_size))
        return false;
    if (!array_reserve(&f->keys, &f->key_capacity, f->count, sizeof *f->keys)) {
        --f->count;
        return false;
    }
    f->keys[f->count - 1] = key;
    return true;
}

static inline bool frontier_pop_last(Frontier *f, void *entry, size_t entry_size)
{
    if (f->count == f->head)
        return false;
    --f->count;
    memcpy(entry, f->entries + f->count * entry_size, entry_size);
    return true;
}

static inline bool frontier_pop_first(Frontier *f, void *entry, size_t entry_size)
{
    if (f->count == f->head)
        return false;
    memcpy(entry, f->entries + f->head * entry_size, entry_size);
    ++f->head;
    return true;
}

#endif
