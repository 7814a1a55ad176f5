// How much memory the whole program has, in bytes that somebody asked for: every block that comes from
// the C library counts, whoever asks, drivers included. Include it in one file of a test program.
#ifndef SNUG_APP_TESTS_MEMORY_COUNT_H
#define SNUG_APP_TESTS_MEMORY_COUNT_H

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTED_BY_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTED_BY_SANITIZER
#endif

static _Atomic size_t memory_now, memory_most;

static inline void memory_came(size_t bytes)
{
    size_t now = atomic_fetch_add(&memory_now, bytes) + bytes, most = atomic_load(&memory_most);
    while (now > most && !atomic_compare_exchange_weak(&memory_most, &most, now))
        continue;
}

static inline void memory_went(size_t bytes)
{
    atomic_fetch_sub(&memory_now, bytes);
}

static inline void memory_count_from_here(void)
{
    atomic_store(&memory_most, atomic_load(&memory_now));
}

#ifdef COUNTED_BY_SANITIZER
// As in sanitizer/allocator_interface.h, which comes with one of the compilers only.
int __sanitizer_install_malloc_and_free_hooks(void (*came)(const volatile void *, size_t),
                                              void (*went)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

static inline void block_came(const volatile void *block, size_t bytes)
{
    (void)block;
    memory_came(bytes);
}

static inline void block_went(const volatile void *block)
{
    if (block)
        memory_went(__sanitizer_get_allocated_size(block));
}

static inline void memory_count_begin(void)
{
    __sanitizer_install_malloc_and_free_hooks(block_came, block_went);
}

#else
// The program's own functions of these names come before the C library's, for shared libraries as well.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static inline void *counted(void *block)
{
    memory_came(block ? malloc_usable_size(block) : 0);
    return block;
}

void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    size_t before = old ? malloc_usable_size(old) : 0;
    void *block = __libc_realloc(old, size);
    if (block || size == 0)
        memory_went(before);
    return counted(block);
}

void *memalign(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *block = counted(__libc_memalign(alignment, size));
    if (block)
        *out = block;
    return block ? 0 : 12; // ENOMEM
}

void free(void *block)
{
    memory_went(block ? malloc_usable_size(block) : 0);
    __libc_free(block);
}

static inline void memory_count_begin(void)
{
}
#endif

#endif
