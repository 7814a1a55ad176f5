#include "core/base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static MemoryHooks hooks; // allocate == NULL: the C library
static atomic_bool in_use;

bool mem_set_hooks(const MemoryHooks *wanted)
{
    if (atomic_load_explicit(&in_use, memory_order_relaxed))
        return false;
    hooks = wanted ? *wanted : (MemoryHooks){0};
    return true;
}

// Read first: a store by every thread would send the cache line around.
static void note_use(void)
{
    if (!atomic_load_explicit(&in_use, memory_order_relaxed))
        atomic_store_explicit(&in_use, true, memory_order_relaxed);
}

void *mem_alloc(size_t size)
{
    note_use();
    return hooks.allocate ? hooks.allocate(hooks.user, size) : malloc(size);
}

void *mem_calloc(size_t count, size_t size)
{
    note_use();
    if (!hooks.allocate)
        return calloc(count, size); // knows which pages are zero already
    if (size != 0 && count > (size_t)PTRDIFF_MAX / size)
        return NULL;
    void *block = hooks.allocate(hooks.user, count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *mem_realloc(void *old, size_t size)
{
    note_use();
    return hooks.allocate ? hooks.resize(hooks.user, old, size) : realloc(old, size);
}

void mem_free(void *block)
{
    if (hooks.allocate)
        hooks.release(hooks.user, block);
    else
        free(block);
}

char *mem_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = mem_alloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
