// Parts that share meshes, their trees, and the query over all of them.
#ifndef SNUG_CORE_ASSEMBLY_ASSEMBLY_H
#define SNUG_CORE_ASSEMBLY_ASSEMBLY_H

#include "core/assembly/broad_phase.h"
#include "core/base/address_table.h"
#include "core/base/units.h"
#include "core/query/query.h"

typedef struct Part {
    char *key;    // valid UTF-8, unique within the assembly, never changes: rules and ids go by it
    char *name;   // what people call it; the key unless it was renamed
    Mesh *mesh;   // shared: equal bolts have one mesh and one tree
    Mesh *loaded; // the mesh that it came with; another one may be in its place
    Affine rest;  // placement as loaded
    uint32_t colour;     // 0xRRGGBB, as it is shown
    uint32_t own_colour; // as loaded
    bool gone;           // was deleted: keeps its number, but does not count
    int32_t next_number; // to try for the next part that wants this name
} Part;

typedef struct Assembly {
    char *title; // what was opened, for the window's title
    Part *parts;
    int32_t part_count;
    size_t part_capacity;
    enum LengthUnit unit; // coordinates are in this unit, and so are reports
    enum UpAxis up;
    int32_t *name_slots; // hash table of part indices + 1; 0: free
    size_t name_slot_count;
} Assembly;

// Takes over one reference of mesh unless it fails. The key is the name, sanitised and made unique:
// "Bolt", "Bolt (2)".
bool assembly_add(Assembly *assembly, const char *name, Mesh *mesh, const Affine *rest,
                  uint32_t colour);
// Another mesh in its place, which is retained.
void assembly_exchange(Assembly *assembly, int32_t part, Mesh *mesh);
bool assembly_rename(Assembly *assembly, int32_t part, const char *name); // false: no memory
void assembly_free(Assembly *assembly);
int32_t assembly_find(const Assembly *assembly, const char *key); // part index, -1: none
// Without those that are gone.
int32_t assembly_live_parts(const Assembly *assembly);
int64_t assembly_triangles(const Assembly *assembly);

// Trees by (mesh, version, description). Not thread-safe: one owner puts and gets; the trees
// themselves are shared and may be in use on other threads after they left the cache.
typedef struct TreeCache {
    Bvh **trees; // the oldest first
    size_t count, capacity;
    AddressTable by_mesh; // their indices
} TreeCache;
Bvh *tree_cache_find(const TreeCache *cache, const Mesh *mesh, const BvhDesc *desc); // not retained
bool tree_cache_keep(TreeCache *cache, Bvh *bvh); // takes over one reference
// Those it says no to go; it is asked from the oldest on.
typedef bool TreeKeepFn(void *user, const Bvh *tree);
void tree_cache_filter(TreeCache *cache, TreeKeepFn *keeps, void *user);
void tree_cache_free(TreeCache *cache);

typedef struct PosedPart {
    const Bvh *tree;
    Affine placement; // part to world
    bool active;      // hidden parts take no part in queries
    bool changed;     // moved or rebuilt since the report was last updated
} PosedPart;

typedef struct PairReport {
    int32_t a, b;         // a < b
    ContactList contacts; // points in a's frame
    uint8_t worst;        // the gravest TriContact: proper, then coplanar, then touch
} PairReport;

// What the search of a pair took in the last update.
typedef struct PairSearch {
    int32_t a, b;          // a < b
    uint64_t volume_tests; // as in QueryStats, those at fronts included
} PairSearch;

typedef struct AssemblyReport {
    PairReport *pairs; // pairs of parts in contact, sorted by (a, b)
    size_t count, capacity;
    size_t near_pairs;     // pairs whose boxes met: those that were queried this time
    PairSearch *searched;  // each of these, sorted by (a, b); NULL in a copy that shares the rest
    QueryStats stats;      // sum over the queries of this update
    int64_t contact_count; // triangle pairs over all pairs of parts
    BroadPhase boxes;      // world boxes of the active parts at the last update
} AssemblyReport;

// True: this pair of parts is of no interest. a < b.
typedef bool PairFn(void *user, int32_t a, int32_t b);
// What of the assembly is looked at; all zero means all of it.
typedef struct AssemblyScope {
    const int32_t *changed; // the parts that moved, were rebuilt, shown or hidden; NULL: by flags
    int32_t changed_count;
    PairFn *skip; // pairs that are not queried; may be NULL
    void *skip_user;
    // Where the pairs' last traversals ended: the next ones start there while parts move little.
    // The same contacts for less work. NULL: each starts from its roots.
    struct FrontBook *fronts;
} AssemblyScope;

// Queries each pair of active parts of which at least one changed and whose world boxes meet; the
// results of other pairs are kept. The part with the lower index is always A, so rounding at
// touching contacts depends on nothing else. On failure or cancel the report is left as it was.
// Costs what the changed parts come near, and one look at each part's flags.
bool assembly_report_update(AssemblyReport *report, const PosedPart *parts, int32_t part_count,
                            const QueryDesc *desc, Job *job, Error *err);
// The same for a part of the assembly. With a list of the changed parts, the others are not even
// looked at.
bool assembly_report_update_in(AssemblyReport *report, const AssemblyScope *scope,
                               const PosedPart *parts, int32_t part_count, const QueryDesc *desc,
                               Job *job, Error *err);
void assembly_report_free(AssemblyReport *report);
// A copy that shares the lists of contacts, for another thread to read and to update. Costs a look
// at each part and each pair. False: memory ran short, and *to is empty.
bool assembly_report_share(AssemblyReport *to, AssemblyReport *from);
const PairReport *assembly_report_find(const AssemblyReport *report, int32_t a, int32_t b);
// Volume tests of the last update about this pair, or about all pairs of `part` where other is
// negative: none where neither had changed.
uint64_t assembly_report_tests(const AssemblyReport *report, int32_t part, int32_t other);

// Smallest distance between two posed parts; closest points in world coordinates.
bool assembly_distance(const PosedPart *a, const PosedPart *b, const QueryDesc *desc, Job *job,
                       Distance *out, Error *err);

// The same where it is at most `limit`, +inf otherwise; parts far apart cost little.
bool assembly_distance_within(const PosedPart *a, const PosedPart *b, double limit, Job *job,
                              Distance *out, Error *err);

// Of equally near places the one that is the same for every kind of tree; least: one of them.
bool assembly_distance_first(const PosedPart *a, const PosedPart *b, const Distance *least,
                             Job *job, Distance *out, Error *err);

// Frame of b to frame of a. False: singular or not finite.
bool placement_between(const Affine *a, const Affine *b, Affine *b_to_a);
Box3d box3d_moved(const Box3d *box, const Affine *placement); // rounded outward
Box3d part_world_bounds(const Mesh *mesh, const Affine *placement);

#endif
