// Pair queries: one traversal loop per overlap test (core/tree/pair/kernel_pair.inl); detection,
// listing and distance differ only in leaf operation, bound and budget. Everything happens in A's
// frame.
#ifndef SNUG_CORE_QUERY_QUERY_H
#define SNUG_CORE_QUERY_QUERY_H

#include "core/query/front.h"
#include "core/shape/triangle/tri.h"
#include "core/tree/pair/traversal.h"

// One pair of triangles in contact. Its witness: points[first_point .. +point_count), in A's frame.
typedef struct Contact {
    int32_t a, b;
    uint8_t kind; // enum TriContact
    uint8_t point_count;
    uint32_t first_point;
} Contact;

// The caller keeps it and uses it again: count is reset, memory is kept.
typedef struct ContactList {
    Contact *items;
    size_t count, capacity;
    Vec3d *points;
    size_t point_count, point_capacity;
    bool truncated;      // more than the limit were found; that they meet still holds
    _Atomic int *owners; // of items and points; NULL: this list alone
} ContactList;
void contact_list_free(ContactList *list);
void contact_list_trim(ContactList *list); // of memory that it does not use, unless it is shared
// Another list of the same contacts, without copying them. A query that fills one of them leaves
// the other as it is. False: memory ran short, and *to is empty.
bool contact_list_share(ContactList *to, ContactList *from);

enum QueryMode { QUERY_FIRST, QUERY_ALL };

typedef struct Distance {
    double value; // +inf when one of the meshes is empty
    int32_t triangle_a, triangle_b;
    Vec3d on_a, on_b;                // closest points, both in A's frame
    TriFeature feature_a, feature_b; // corner, edge or face they lie on
} Distance;

// Zero is a sensible default.
typedef struct QueryDesc {
    enum QueryMode mode;
    int test; // index into the volume type's tests[]
    int rule; // index in descent_rules
    enum QueryOrder order;
    bool lift;          // node-specific work once per node, where the test has any
    const TriTest *tri; // NULL: the exact one
    bool witnesses;     // also where they meet
    // Contacts: end at the volumes of the leaves and compare no triangles, see volume_contacts.h.
    bool leaf_volumes;
    size_t limit; // most pairs kept; 0: as many as there are
    // Distance and tolerance: the answer of a near pose of the same meshes, whose triangles give
    // the first bound. Only speed depends on it. NULL: none.
    const Distance *last;
    // Distance and tolerance: maps A's frame to one in which lengths are true, as where A is scaled.
    // Distances are those there; points stay in A's frame. NULL: they are true in A's.
    const Affine *true_frame;
    // Contacts: large queries are shared out over its threads; NULL: they are not.
    struct Pool *pool;
    uint64_t parallel_from; // volume tests before that; 0 means QUERY_PARALLEL_FROM
    // Contacts: the share of the job's progress that is this query's. Both 0: it reports none.
    double progress_from, progress_to;
} QueryDesc;
#define QUERY_PARALLEL_FROM 2000 // some 0.1 ms: below, waking threads costs more than they save
// Checks the placement (finite, invertible) and that both trees are of one kind (bvh_comparable) and
// not stale.
bool query_begin(Query *query, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                 const QueryDesc *desc, LeafFn *leaf, void *user, Error *err);
enum QueryStatus query_run(Query *query, const Budget *budget);
void query_end(Query *query);

static inline NodeId query_entry_node(const Query *query, size_t entry, bool of_b)
{
    NodeId node;
    memcpy(&node,
           query->todo.entries + entry * query->entry.size +
               (of_b ? query->entry.node_b : query->entry.node_a),
           sizeof node);
    return node;
}

// Triangle pairs in contact, sorted by (a, b), each once. False on bad input, cancel or lack of
// memory. Which pairs a truncated list keeps, or which one the first is, depends on the order of
// the traversal and, with a pool, on chance; everything else does not.
bool query_contacts(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                    Job *job, ContactList *out, QueryStats *stats, Error *err);

// The same list, and less work when called again with a near placement: the traversal starts where
// the last one ended. It starts from the roots when a tree, a mesh, the test or the scale is
// another than last time, when too much has to be looked at again, and for tests that cannot
// (TEST_FRONT). Lists all contacts; lifts and runs in parallel only where it keeps no front.
bool query_contacts_again(FrontCache *cache, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                          const QueryDesc *desc, Job *job, ContactList *out, QueryStats *stats,
                          Error *err);

// Without a description, or with this one: best first, with the type's first test, which is the fastest
// (core/bench/peers); both sides opened at once, of blocks the larger one.
QueryDesc query_distance_desc(const BvType *type);
bool query_distance(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                    Job *job, Distance *out, QueryStats *stats, Error *err);

// least: what query_distance found. Of all pairs of triangles that are as near, but for rounding, the
// one with the lowest numbers: the same for every kind of tree.
bool query_distance_first(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                          const Distance *least, Job *job, Distance *out, Error *err);

// Is the distance at most `tolerance`? Stops at the first pair of triangles that is; *out is then
// that pair, which need not be the closest. Otherwise out->value is +inf. The same verdict as
// comparing query_distance, for less work. Tolerance 0 asks for contact.
bool query_tolerance(const Bvh *a, const Bvh *b, const Affine *b_to_a, double tolerance,
                     const QueryDesc *desc, Job *job, bool *closer, Distance *out,
                     QueryStats *stats, Error *err);

void query_stats_add(QueryStats *sum, const QueryStats *more);

#endif
