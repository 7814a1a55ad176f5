// Filling lists of contacts; for queries and the oracles they are checked against.
#ifndef SNUG_CORE_QUERY_CONTACTS_H
#define SNUG_CORE_QUERY_CONTACTS_H

#include "core/query/query.h"
#include "core/shape/triangle/tri_packet.h"

bool contact_list_add(ContactList *list, int32_t a, int32_t b, enum TriContact kind,
                      const TriWitness *witness); // witness may be NULL; false: memory ran short
bool contact_list_append(ContactList *list, const ContactList *more);
bool contact_list_sort(ContactList *list);                 // by (a, b), each pair once
bool contact_list_settle(ContactList *list, size_t limit); // the same, and at most so many

// The leaf operation that lists, and what it needs.
typedef struct Collector {
    const TriTest *tri;
    ContactList *out;
    size_t limit; // of pairs
    size_t full;  // contacts at which repeated ones are looked for
    bool first_only, witnesses, failed;
    TriFilter filter; // of leaves with corners; made when first asked
} Collector;
Collector collector_of(const QueryDesc *desc, ContactList *out); // empties the list
LeafFn collect_contacts;
// The same where both trees keep corners in leaf order: most pairs are left out by fours.
LeafFn collect_contacts_by_fours;
#ifdef SNUG_AVX2
LeafFn collect_contacts_by_fours_avx2;
#endif
// The same found by edges against triangles, for trees whose leaves list edges.
LeafFn collect_contacts_by_edges;
// Which of them; a test that is not exact decides for itself.
LeafFn *contacts_leaf(const Bvh *a, const Bvh *b, const Collector *collector);
// False: the list is full or memory ran short, as truncated and failed say.
bool collector_add(Collector *collector, const Query *query, int32_t a, int32_t b,
                   enum TriContact kind, const TriWitness *witness);
// Ends the query and sorts what was found. started: on the clock; stats may be NULL. False: it
// failed or was cancelled, as the query's status says.
bool collector_finish(Collector *collector, Query *query, enum QueryStatus status, double started,
                      QueryStats *stats, Error *err);

enum { QUERY_PAIRS_PER_THREAD = 64 }; // to share out: their costs differ by orders of magnitude

// Goes on with a query of contacts by sharing its work list out over the threads of the pool, and
// tells the job how far it got. The collector is the query's; what the workers found is in it at
// the end, unsorted.
enum QueryStatus query_run_shared(Query *query, Collector *collector, const QueryDesc *desc,
                                  Job *job);

#endif
