// Places and curves of a pair's contacts; both in part a's frame, as the witnesses are.
#ifndef SNUG_CORE_MEANING_CLUSTERS_H
#define SNUG_CORE_MEANING_CLUSTERS_H

#include "core/meaning/solid.h"

enum { CLUSTER_MAX = 64 }; // more are merged: nobody reads a list of a thousand places

// Fills detail->clusters (box, centre, normal, count) and cluster_of[contact]. Witnesses nearer
// than about `link` to each other are one place. False: memory ran short.
bool clusters_find(const ContactList *contacts, const Mesh *a, const Mesh *b, const Affine *b_to_a,
                   double link, ContactDetail *detail, int32_t *cluster_of);

// Chains the segments of triangle pairs that cross, or touch without lying in one plane, into
// curves. Ends are matched by what meets there (which edge and which triangle); by distance only
// where an edge runs along an edge.
bool curves_chain(const ContactList *contacts, const Solid *a, const Solid *b, const Affine *b_to_a,
                  const int32_t *cluster_of, ContactDetail *detail);

#endif
