// How much work a search of two trees is: the reading by which the papers compare volumes, tests
// and criteria, N_v, N_p and N_u.
#ifndef SNUG_CORE_QUERY_ROOT_WORK_H
#define SNUG_CORE_QUERY_ROOT_WORK_H

#include "core/query/query.h"

// Of a search that begins at the two roots. It depends on trees, placement and description alone:
// no front of an earlier search, no earlier answer and no second thread has a part in it, so it is
// the same in every run and on every machine, whatever was searched before.
typedef struct RootWork {
    uint64_t volume_tests;   // N_v: pairs of volumes compared, the roots included
    uint64_t triangle_tests; // N_p: pairs of triangles compared
    uint64_t updates;        // N_u: volumes transformed or realigned
} RootWork;

// Searches for contacts as `desc` says (mode, test, rule, order, lift, triangle test, leaf volumes;
// NULL: the defaults) and keeps nothing of what it finds. False on bad input, cancel or lack of
// memory, as query_contacts, and *out is then zero.
bool query_root_work(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                     Job *job, RootWork *out, Error *err);
void root_work_add(RootWork *sum, const RootWork *more);

#endif
