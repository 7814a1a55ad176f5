// The work list of a query: entries of one size, taken from the end, from the front, or by least
// key. It grows as needed and never drops anything; what is left in it is where a stopped query
// goes on.
#ifndef SNUG_CORE_TREE_PAIR_FRONTIER_H
#define SNUG_CORE_TREE_PAIR_FRONTIER_H

#include "core/base/array.h"
#include "core/base/memory.h"

enum {
    FRONTIER_FIRST = 128, // entries to begin with: most lists never grow beyond
    FRONTIER_SMALL = 64   // where they are 16 bytes: up to 1 KB malloc has them at hand
};

typedef struct Frontier {
    unsigned char *entries;
    double *keys;       // of each entry, where the query has a bound or a rank
    size_t head, count; // live entries: head .. count-1 (head > 0 only in FIFO order)
    size_t capacity, key_capacity;
    size_t peak; // most entries ever held
} Frontier;

static inline void frontier_free(Frontier *f)
{
    mem_free(f->entries);
    mem_free(f->keys);
    *f = (Frontier){0};
}

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
        size_t needed = f->count + 1 < FRONTIER_FIRST ? FRONTIER_FIRST : f->count + 1;
        if (!array_reserve(&f->entries, &f->capacity, needed, entry_size))
            return false;
    }
    memcpy(f->entries + f->count * entry_size, entry, entry_size);
    ++f->count;
    if (f->count - f->head > f->peak)
        f->peak = f->count - f->head;
    return true;
}

// Room for some more at the end, for who writes them in place and then counts them. NULL: there is
// none.
static inline void *frontier_room(Frontier *f, size_t more, size_t entry_size)
{
    if (f->count + more > f->capacity &&
        !array_reserve(&f->entries, &f->capacity,
                       f->count + (more < FRONTIER_SMALL ? FRONTIER_SMALL : more), entry_size))
        return NULL;
    return f->entries + f->count * entry_size;
}

static inline void frontier_pushed(Frontier *f, size_t more)
{
    f->count += more;
    if (f->count - f->head > f->peak)
        f->peak = f->count - f->head;
}

static inline bool frontier_push_keyed(Frontier *f, const void *entry, size_t entry_size,
                                       double key)
{
    if (!frontier_push(f, entry, entry_size))
        return false;
    if (!array_reserve(&f->keys, &f->key_capacity, f->capacity, sizeof *f->keys)) {
        --f->count;
        return false;
    }
    f->keys[f->count - 1] = key;
    return true;
}

// Binary heap by least key over entries 0..count-1, for best-first order only. Inline, so that
// entries of a few bytes are moved by a few instructions: up lets the newest entry rise, ...
static inline void frontier_heap_up(Frontier *f, const void *entry, size_t entry_size)
{
    size_t i = f->count - 1;
    double key = f->keys[i];
    while (i > 0) {
        size_t parent = (i - 1) / 2;
        if (f->keys[parent] <= key)
            break;
        f->keys[i] = f->keys[parent];
        memcpy(f->entries + i * entry_size, f->entries + parent * entry_size, entry_size);
        i = parent;
    }
    f->keys[i] = key;
    memcpy(f->entries + i * entry_size, entry, entry_size);
}

// ... and down removes the first, which the caller has copied.
static inline void frontier_heap_down(Frontier *f, size_t entry_size)
{
    size_t last = --f->count, i = 0;
    double key = f->keys[last];
    for (;;) {
        size_t least = 2 * i + 1;
        if (least >= last)
            break;
        if (least + 1 < last && f->keys[least + 1] < f->keys[least])
            ++least;
        if (f->keys[least] >= key)
            break;
        f->keys[i] = f->keys[least];
        memcpy(f->entries + i * entry_size, f->entries + least * entry_size, entry_size);
        i = least;
    }
    if (i != last) {
        f->keys[i] = key;
        memcpy(f->entries + i * entry_size, f->entries + last * entry_size, entry_size);
    }
}

// A heap has small keys in front. Turned round it is a list whose end is taken first.
static inline void frontier_heap_to_list(Frontier *f, size_t entry_size)
{
    enum { MOST = 256 };
    unsigned char entry[MOST];
    if (entry_size > MOST)
        return; // an entry that large does not exist; its heap would do as a list
    for (size_t i = 0, j = f->count - 1; i < j; ++i, --j) {
        double key = f->keys[i];
        f->keys[i] = f->keys[j];
        f->keys[j] = key;
        memcpy(entry, f->entries + i * entry_size, entry_size);
        memcpy(f->entries + i * entry_size, f->entries + j * entry_size, entry_size);
        memcpy(f->entries + j * entry_size, entry, entry_size);
    }
}

// Entries first .. count-1, which are few, by falling key: the least is taken next from the end.
static inline void frontier_sort_tail(Frontier *f, size_t first, size_t entry_size)
{
    enum { MOST = 256 };
    unsigned char entry[MOST];
    if (entry_size > MOST)
        return;
    for (size_t i = first + 1; i < f->count; ++i) {
        double key = f->keys[i];
        size_t at = i;
        if (f->keys[at - 1] >= key)
            continue;
        memcpy(entry, f->entries + i * entry_size, entry_size);
        for (; at > first && f->keys[at - 1] < key; --at) {
            f->keys[at] = f->keys[at - 1];
            memcpy(f->entries + at * entry_size, f->entries + (at - 1) * entry_size, entry_size);
        }
        f->keys[at] = key;
        memcpy(f->entries + at * entry_size, entry, entry_size);
    }
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
