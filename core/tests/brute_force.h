// The oracles of queries: every triangle with every other.
#ifndef SNUG_CORE_TESTS_BRUTE_FORCE_H
#define SNUG_CORE_TESTS_BRUTE_FORCE_H

#include "core/query/query.h"

bool brute_force_contacts(const Mesh *a, const Mesh *b, const Affine *b_to_a, const TriTest *tri,
                          ContactList *out, QueryStats *stats);

#endif
