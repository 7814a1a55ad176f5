// N_v level by level: how many pairs of volumes a search from the roots compares after so many openings.
#ifndef SNUG_CORE_QUERY_ROOT_LEVELS_H
#define SNUG_CORE_QUERY_ROOT_LEVELS_H

#include "core/query/query.h"

enum { ROOT_LEVELS = 64 };

// The pair of roots is level 0; what is deeper than the last level counts there.
typedef struct RootLevels {
    uint64_t tests[ROOT_LEVELS];
    int count; // of levels
} RootLevels;

// Adds those of one search, unless it takes more than `most` tests: *whole is false then, and nothing is added.
// False on bad input, cancel or lack of memory, as query_contacts.
bool query_root_levels(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                       uint32_t most, Job *job, RootLevels *sum, bool *whole, Error *err);

#endif
