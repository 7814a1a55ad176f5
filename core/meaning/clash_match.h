// Which clashes of one run are which of another: by id, and where that has changed, since a part was
// moved or altered a little, the nearest one of parts of the same names.
#ifndef SNUG_CORE_MEANING_CLASH_MATCH_H
#define SNUG_CORE_MEANING_CLASH_MATCH_H

#include "core/meaning/clash.h"

typedef struct ClashRef {
    uint64_t id;
    int32_t number;
    const char *key_a, *key_b; // in any order; numbers of copies do not count
    Vec3d at;
    double size; // of the smaller part; 0: not known
} ClashRef;

enum { CLASH_MATCH_MOST = 1000 }; // of one pair of names: more go by their ids alone

// now_of[i]: the index in `now` of then[i], or -1. Lengths in one unit. False: memory ran short.
bool clash_match(const ClashRef *then, size_t then_count, const ClashRef *now, size_t now_count,
                 int32_t *now_of);

#endif
