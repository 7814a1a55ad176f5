// Growable arrays: a typed pointer, a count and a capacity kept by the owner.
#ifndef SNUG_CORE_BASE_ARRAY_H
#define SNUG_CORE_BASE_ARRAY_H

#include "core/base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// n*size bytes, or NULL when the product overflows or memory is short. n may be 0.
static inline void *array_alloc(size_t n, size_t size)
{
    if (size != 0 && n > (size_t)PTRDIFF_MAX / size)
        return NULL;
    return mem_alloc(n * size + (n * size == 0));
}

// Makes room for `needed` items. `data` is the address of the typed pointer. On failure nothing
// changes.
static inline bool array_reserve(void *data, size_t *capacity, size_t needed, size_t item_size)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity + *capacity / 2 + 16;
    if (wanted < needed)
        wanted = needed;
    if (wanted > (size_t)PTRDIFF_MAX / item_size)
        return false;
    void *old;
    memcpy(&old, data, sizeof old);
    void *grown = mem_realloc(old, wanted * item_size);
    if (!grown)
        return false;
    memcpy(data, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}

// Gives back what is not used of an array that is kept and no longer grows. At worst nothing changes.
static inline void array_trim(void *data, size_t *capacity, size_t count, size_t item_size)
{
    void *old;
    memcpy(&old, data, sizeof old);
    void *less = count > 0 && count < *capacity ? mem_realloc(old, count * item_size) : NULL;
    if (!less)
        return;
    memcpy(data, &less, sizeof less);
    *capacity = count;
}

#endif
