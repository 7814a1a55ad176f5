#include "core/meaning/clash_match.h"

#include "core/base/array.h"

#include <assert.h>
#include <math.h>

// What is still looking for its like, from both runs in one list.
typedef struct Entry {
    const ClashRef *clash;
    const char *name[2]; // the first of the alphabet first
    size_t length[2];
    int32_t index;
    bool is_now;
} Entry;

static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static Entry entry_of(const ClashRef *clash, size_t index, bool is_now)
{
    const char *key[2] = {clash->key_a, clash->key_b};
    size_t length[2] = {clash_name_length(key[0]), clash_name_length(key[1])};
    bool turned = compare_names(key[0], length[0], key[1], length[1]) > 0;
    return (Entry){.clash = clash,
                   .name = {key[turned], key[!turned]},
                   .length = {length[turned], length[!turned]},
                   .index = (int32_t)index,
                   .is_now = is_now};
}

static int by_names(const Entry *x, const Entry *y)
{
    int order = compare_names(x->name[0], x->length[0], y->name[0], y->length[0]);
    return order ? order : compare_names(x->name[1], x->length[1], y->name[1], y->length[1]);
}

static int by_names_and_run(const void *left, const void *right)
{
    const Entry *x = left, *y = right;
    int order = by_names(x, y);
    order = order ? order : x->is_now - y->is_now;
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int by_id(const void *left, const void *right)
{
    const Entry *x = left, *y = right;
    if (x->clash->id != y->clash->id)
        return x->clash->id < y->clash->id ? -1 : 1;
    if (x->clash->number != y->clash->number)
        return x->clash->number < y->clash->number ? -1 : 1;
    return x->is_now - y->is_now;
}

// The entries that found none stay in the list, which gets shorter.
static size_t match_ids(Entry *all, size_t count, int32_t *now_of)
{
    size_t left = 0;
    qsort(all, count, sizeof *all, by_id);
    for (size_t i = 0; i < count; ++i) {
        bool pair = i + 1 < count && !all[i].is_now && all[i + 1].is_now &&
                    all[i].clash->id == all[i + 1].clash->id &&
                    all[i].clash->number == all[i + 1].clash->number;
        if (pair)
            now_of[all[i].index] = all[i + 1].index;
        else
            all[left++] = all[i];
        i += pair;
    }
    return left;
}

// The nearest pair first, until none is near enough. Entries [0, then) of the first run, the rest of
// the second.
static void match_places(Entry *all, size_t then, size_t count, int32_t *now_of)
{
    for (;;) {
        double least = INFINITY;
        size_t one = 0, other = 0;
        for (size_t i = 0; i < then; ++i) {
            for (size_t k = then; all[i].clash && k < count; ++k) {
                if (!all[k].clash)
                    continue;
                double size = fmax(all[i].clash->size, all[k].clash->size);
                double distance = vec3d_distance(all[i].clash->at, all[k].clash->at);
                if (!(distance <= 0.5 * size) || !(distance < least))
                    continue;
                least = distance;
                one = i;
                other = k;
            }
        }
        if (isinf(least))
            return;
        now_of[all[one].index] = all[other].index;
        all[one].clash = all[other].clash = NULL;
    }
}

bool clash_match(const ClashRef *then, size_t then_count, const ClashRef *now, size_t now_count,
                 int32_t *now_of)
{
    assert(now_of || then_count == 0);
    size_t count = 0;
    Entry *all = array_alloc(then_count + now_count, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < then_count; ++i) {
        now_of[i] = -1;
        all[count++] = entry_of(&then[i], i, false);
    }
    for (size_t i = 0; i < now_count; ++i)
        all[count++] = entry_of(&now[i], i, true);
    count = match_ids(all, count, now_of);
    if (count > 1)
        qsort(all, count, sizeof *all, by_names_and_run);
    for (size_t first = 0, end; first < count; first = end) {
        size_t of_then = 0;
        for (end = first; end < count && by_names(&all[first], &all[end]) == 0; ++end)
            of_then += !all[end].is_now;
        size_t of_now = end - first - of_then;
        // Each round looks at all pairs and settles one.
        if (of_then > 0 && of_now > 0 && end - first <= CLASH_MATCH_MOST &&
            of_then * of_now * (of_then < of_now ? of_then : of_now) <= 10000000)
            match_places(all + first, of_then, end - first, now_of);
    }
    mem_free(all);
    return true;
}
