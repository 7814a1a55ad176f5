// What all traversal loops do with the work list, whatever a pair is: put one there, take the next,
// and see when to pause. Inline with the size of a pair, so that copies are a few instructions.
#ifndef SNUG_CORE_TREE_PAIR_WORKLIST_H
#define SNUG_CORE_TREE_PAIR_WORKLIST_H

#include "core/tree/pair/traversal.h"

// In best-first order, or with a bound: the key says how near or urgent it is.
static inline bool worklist_push_keyed(Query *query, const void *pair, size_t size, double key)
{
    if (!frontier_push_keyed(&query->todo, pair, size, key))
        return false;
    if (query->order == ORDER_BEST_FIRST) {
        frontier_heap_up(&query->todo, pair, size);
        if (query->bounded && query->todo.count > QUERY_MOST_BEST_FIRST) {
            frontier_heap_to_list(&query->todo, size);
            query->order = ORDER_LIFO;
        }
    }
    return true;
}

// False: nothing waits any more. Pairs that the bound has passed meanwhile are left out.
static inline bool worklist_pop(Query *query, void *pair, size_t size)
{
    Frontier *todo = &query->todo;
    if (!query->bounded && !query->rank)
        return query->order == ORDER_FIFO ? frontier_pop_first(todo, pair, size)
                                          : frontier_pop_last(todo, pair, size);
    for (;;) {
        if (todo->count == todo->head)
            return false;
        size_t at = query->order == ORDER_LIFO ? todo->count - 1 : todo->head;
        double key = todo->keys[at];
        memcpy(pair, todo->entries + at * size, size);
        if (query->order == ORDER_BEST_FIRST)
            frontier_heap_down(todo, size);
        else if (query->order == ORDER_FIFO)
            ++todo->head;
        else
            --todo->count;
        if (!query->bounded || key < query->bound)
            return true;
    }
}

// When a run ends before the list is empty.
typedef struct Pace {
    const Budget *budget;
    uint64_t limit, look, turn; // volume tests, but for the turns of the loop
    size_t enough;              // pairs
} Pace;

static inline Pace pace_begin(const Query *query, const Budget *budget)
{
    uint64_t done = query->stats.volume_tests;
    return (Pace){
        .budget = budget,
        .limit = budget && budget->volume_tests > 0 ? done + budget->volume_tests : UINT64_MAX,
        .look = done + QUERY_LOOK,
        .enough = budget && budget->pairs > 0 ? budget->pairs : SIZE_MAX,
    };
}

static inline size_t worklist_waiting(const Query *query)
{
    return query->todo.count - query->todo.head + query->again_count;
}

// Asked before each pair is taken.
static inline bool pace_over(Pace *pace, const Query *query)
{
    uint64_t done = query->stats.volume_tests;
    if (done >= pace->limit || worklist_waiting(query) >= pace->enough)
        return true;
    if (done < pace->look && ++pace->turn < QUERY_LOOK)
        return false;
    pace->look = done + QUERY_LOOK;
    pace->turn = 0;
    return budget_over(pace->budget);
}

static inline enum QueryStatus pace_status(const Query *query)
{
    return worklist_waiting(query) > 0 ? QUERY_UNDECIDED : QUERY_DONE;
}

#endif
