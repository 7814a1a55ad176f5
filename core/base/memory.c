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

enum { LEAST_STEP = 4 << 20 };
static size_t budget;
static MemoryUseFn *use_of_program;
static _Atomic size_t asked;     // since somebody looked
static _Atomic size_t next_look; // when so much has been asked for
static atomic_bool refused;

void mem_set_budget(size_t bytes, MemoryUseFn *use)
{
    budget = use ? bytes : 0;
    use_of_program = use;
    atomic_store_explicit(&next_look, LEAST_STEP, memory_order_relaxed);
}

size_t mem_take_refusal(void)
{
    return atomic_exchange_explicit(&refused, false, memory_order_relaxed) ? budget : 0;
}

// Looking may take milliseconds in a program that has freed many blocks. The program grows by no
// more than is asked for here, as a rule, so the next look is due when half of what was left has
// been. more: how much larger the program becomes at least.
static bool within_budget(size_t size, size_t more)
{
    if (budget == 0)
        return true;
    size_t step = atomic_load_explicit(&next_look, memory_order_relaxed);
    if (size < step && atomic_fetch_add_explicit(&asked, size, memory_order_relaxed) + size < step)
        return true;
    atomic_store_explicit(&asked, 0, memory_order_relaxed);
    size_t used = use_of_program(), left = used < budget ? budget - used : 0;
    size_t half = more < left ? (left - more) / 2 : 0;
    atomic_store_explicit(&next_look, half > LEAST_STEP ? half : LEAST_STEP, memory_order_relaxed);
    if (more <= left)
        return true;
    atomic_store_explicit(&refused, true, memory_order_relaxed);
    return false;
}

void *mem_alloc(size_t size)
{
    note_use();
    if (!within_budget(size, size))
        return NULL;
    return hooks.allocate ? hooks.allocate(hooks.user, size) : malloc(size);
}

void *mem_calloc(size_t count, size_t size)
{
    note_use();
    if (size != 0 && count > (size_t)PTRDIFF_MAX / size)
        return NULL;
    if (!within_budget(count * size, count * size))
        return NULL;
    if (!hooks.allocate)
        return calloc(count, size); // knows which pages are zero already
    void *block = hooks.allocate(hooks.user, count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *mem_realloc(void *old, size_t size)
{
    note_use();
    if (!within_budget(size, old ? size / 3 : size)) // arrays grow by a half
        return NULL;
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
