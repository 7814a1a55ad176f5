// Queries that stop at the volumes of the leaves, for trees whose leaves approximate what matters
// (Andersen and Bay 2006), and as a quick answer that may err towards contact.
#ifndef SNUG_CORE_QUERY_VOLUME_CONTACTS_H
#define SNUG_CORE_QUERY_VOLUME_CONTACTS_H

#include "core/query/query.h"

// Pairs of triangles whose leaves' volumes are not separate, each once, sorted by (a, b), with
// TRI_DISJOINT for their kind, because nobody asked the triangles. Among them is every pair that
// query_contacts lists. Of the description test, rule, order, lift, mode and limit are used;
// QUERY_FIRST ends at the first pair of leaves. query_contacts with leaf_volumes is the same. False
// on bad input, cancel or lack of memory.
bool query_volume_contacts(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                           Job *job, ContactList *out, QueryStats *stats, Error *err);

// Leaves of this kind of tree are meant to stand for what is in them.
bool query_leaves_approximate(const BvhDesc *desc);

// The leaf operation, whose user is a Collector (contacts.h).
LeafFn collect_leaf_volumes;

#endif
