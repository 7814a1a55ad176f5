// Where all of core's memory comes from: the C library's, or what the program that embeds core sets
// before it calls anything else. Whoever frees what core allocated calls mem_free;
// the viewer, which sets no hooks, may free its own arrays as it likes.
#ifndef SNUG_CORE_BASE_MEMORY_H
#define SNUG_CORE_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

// All three are given, and may be called by several threads at once. What they return is aligned
// like malloc's. resize is realloc with size > 0; old may be NULL. release may be given NULL.
typedef struct MemoryHooks {
    void *(*allocate)(void *user, size_t size);
    void *(*resize)(void *user, void *old, size_t size);
    void (*release)(void *user, void *block);
    void *user;
} MemoryHooks;

// NULL: the C library's. False, and nothing happens, once memory has been handed out: a block must
// go back to where it came from. Not to be called while another thread is in core.
bool mem_set_hooks(const MemoryHooks *hooks);

// A budget for the whole program: while use() says that it is spent, large requests and one in
// every few megabytes are refused, as if memory ran short. It is asked whenever half of what was
// left may be used up. bytes 0: none. Before other threads run.
typedef size_t MemoryUseFn(void);
void mem_set_budget(size_t bytes, MemoryUseFn *use);
// The budget, if something was refused for its sake since the last call; otherwise 0.
size_t mem_take_refusal(void);

// As the functions of the C library that their names recall; sizes are never 0.
void *mem_alloc(size_t size);
void *mem_calloc(size_t count, size_t size);
void *mem_realloc(void *old, size_t size);
void mem_free(void *block);
char *mem_strdup(const char *text);

#endif
