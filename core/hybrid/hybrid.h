// Hybrid hierarchies over primitive volumes made by a person: boxes, balls, capsules and slab cut
// balls as leaves, groups of any number of children above them, each of the type that fits best
// (Andersen and Bay 2006). A group's volume encloses the primitives below it, not the groups
// between. To add a builder: hybrid_x.c here that defines `const HybridBuilder hybrid_x`, and X(x)
// in list.h.
#ifndef SNUG_CORE_HYBRID_HYBRID_H
#define SNUG_CORE_HYBRID_HYBRID_H

#include "core/base/job.h"
#include "core/base/named.h"
#include "core/base/param.h"
#include "core/tree/bv/hybrid/hybrid_fit.h"

#include <stddef.h>

// --- primitives

enum { PRIMITIVE_NAME_SIZE = 64, PRIMITIVES_MAX = 1 << 20 };
#define PRIMITIVE_MAX_REACH 1e30 // farthest point from the origin: volumes stay finite numbers

typedef struct Primitive {
    HybridVolume volume;
    char name[PRIMITIVE_NAME_SIZE]; // valid UTF-8; may be empty
} Primitive;

typedef struct PrimitiveSet {
    Primitive *items;
    int32_t count;
    size_t capacity;
} PrimitiveSet;

// False with the reason: not finite, a negative size, or too far out to compute with.
bool primitive_check(const HybridVolume *volume, Error *err);

// False: not finite, a negative size, too far out, too many, or memory is short; the set is
// unchanged then.
// A name that does not fit is cut at a character's border.
bool primitive_set_add(PrimitiveSet *set, const HybridVolume *volume, const char *name, Error *err);
void primitive_set_free(PrimitiveSet *set);

// --- trees

typedef int32_t HybridId;
#define HYBRID_NONE (-1)

typedef struct HybridNode {
    HybridVolume volume;
    enum VolumeType type;
    int32_t primitive;                              // of a leaf; HYBRID_NONE for a group
    HybridId parent, first_child, last_child, next; // HYBRID_NONE ends a list
    int32_t child_count;
} HybridNode;

// In order: parents before children, the root first, children together and in the order of their
// lists. Builders work on unordered trees and order them at the end.
typedef struct HybridTree {
    HybridNode *nodes;
    int32_t count;
    size_t capacity;
    HybridId root; // HYBRID_NONE: no primitives
} HybridTree;

HybridId hybrid_add_leaf(HybridTree *tree, const PrimitiveSet *set, int32_t primitive);
HybridId hybrid_add_group(HybridTree *tree); // both HYBRID_NONE: memory is short
void hybrid_link(HybridTree *tree, HybridId parent, HybridId child); // as the last child
void hybrid_unlink(HybridTree *tree, HybridId child);
bool hybrid_copy(HybridTree *to, const HybridTree *from); // uses the memory `to` has
void hybrid_tree_free(HybridTree *tree);

// Leaves of nodes that the root does not reach are dropped, the others brought into order.
bool hybrid_order(HybridTree *tree);

// The parent takes over the group's children; the group is left without any, and unlinked.
void hybrid_dissolve(HybridTree *tree, HybridId group);

// Primitives below a node, in the order of the leaves; out has room for all primitives.
int32_t hybrid_coverage(const HybridTree *tree, HybridId node, int32_t *out);

// Each primitive in one leaf with its own volume, links that agree, groups of two or more, every
// group's volume around all that it covers. The tree must be in order.
bool hybrid_validate(const HybridTree *tree, const PrimitiveSet *set, Error *err);

// --- cost and quality

// Sum over groups of children x measure; root_term is the root's alone, which the paper prints for
// some of its hierarchies.
typedef struct HybridCost {
    double full, root_term;
} HybridCost;
HybridCost hybrid_cost(const HybridTree *tree, enum Measure measure);

typedef struct HybridQuality {
    HybridCost volume, area;
    int32_t groups, leaves;
    int32_t depth; // levels, the leaves' included
    int32_t least_leaf_depth, most_children;
    double mean_leaf_depth;
    double tightness; // mean of the groups' that have one; 0 if none has
    int32_t group_types[VOLUME_TYPE_COUNT], leaf_types[VOLUME_TYPE_COUNT];
} HybridQuality;
HybridQuality hybrid_quality(const HybridTree *tree);

// Volume over the sum of the children's volumes; negative where that sum is 0.
double hybrid_tightness(const HybridTree *tree, HybridId group);

// --- building

enum { HYBRID_MAX_LEVELS = 8 };

typedef struct HybridBuilder HybridBuilder;

// Zero is a sensible default.
typedef struct HybridDesc {
    const HybridBuilder *builder; // NULL: the first of the list
    // Allowed types, as bits 1 << VOLUME_TYPE_x: [0] for groups of primitives, [1] for the level
    // above, ...; 0 means as below, all at the bottom. Builders that do not go by levels use [0].
    unsigned types[HYBRID_MAX_LEVELS];
    bool factors_set;                  // else all types count alike
    double factors[VOLUME_TYPE_COUNT]; // > 0; what a type's volume is multiplied by in comparisons
    bool by_area;                      // surface instead of volume, as in ray tracing
    bool params_set;
    double params[BV_MAX_PARAMS];
    double (*seconds)(void); // for time limits; NULL: the monotonic clock
} HybridDesc;

// What testing against a type costs, roughly: sphere 1, AABB 1.2, capsule 1.4, SCB 1.6, OBB 2.
extern const double hybrid_complexity[VOLUME_TYPE_COUNT];

typedef struct HybridStats {
    int32_t candidates, most_candidates; // of all levels; of one
    uint64_t nodes;                      // expanded by branch and bound
    int32_t levels;                      // solved by branch and bound
    int32_t blocks;                      // that a large set was cut into; 0: none were needed
    int32_t retries; // levels whose candidates had to be widened to cover all nodes
    bool proven;     // every level solved to the end; true where there was nothing to prove
    bool stopped;    // a limit ended the search of a level
    bool merged;     // and what it had found was worse than merging, whose tree was taken
    int32_t moves;   // regroupings that lowered the cost
    double seconds;
    enum Measure measure; // what cost was counted in: area or radius where all volumes vanish
} HybridStats;

typedef struct HybridFits HybridFits;     // fits made before
typedef struct HybridRecord HybridRecord; // record.h
HybridFits *hybrid_fits_create(void);
void hybrid_fits_free(HybridFits *fits);

// What a builder works with.
typedef struct HybridWork {
    HybridTree *tree;
    const PrimitiveSet *set;
    HybridDesc desc; // with every default filled in
    enum Measure measure;
    HybridStats *stats;
    Job *job;
    int32_t *covered; // room for all primitives, for the shortest time
    int32_t *sorted;  // the same, for hybrid_fit
    const HybridVolume **volumes;
    HybridFits *fits;
    HybridRecord *record; // of who wants to know how it is built; else NULL
} HybridWork;

struct HybridBuilder {
    const char *name, *note;
    const Param *params;
    int param_count;
    // The tree comes with a leaf for every primitive, leaf i for primitive i, and without a root;
    // there are two or more. False on cancel or lack of memory.
    bool (*build)(HybridWork *work);
};
extern const HybridBuilder *const hybrid_builders[];
extern const int hybrid_builder_count;
static inline int hybrid_builder_index(const HybridBuilder *row)
{
    return named_index(hybrid_builders, hybrid_builder_count, row);
}

HybridDesc hybrid_desc_filled(const HybridDesc *desc); // defaults filled in; NULL: all of them

// A new tree in order, for any number of primitives; stats may be NULL. On failure *tree is empty.
bool hybrid_build(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                  HybridStats *stats, Job *job, Error *err);

// The same, noted in the record, which may be NULL; see hybrid_build_recorded.
bool hybrid_build_noted(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                        HybridStats *stats, Job *job, HybridRecord *record, Error *err);

// --- collision of two trees, as far as their primitives' volumes go

typedef struct HybridPair {
    int32_t a, b;
} HybridPair;

// Keeps its memory from query to query. Zero-initialise it.
typedef struct HybridCollision {
    HybridPair *contacts; // primitives, unordered
    int32_t count;
    uint64_t tests;      // of volumes
    uint64_t leaf_tests; // those among them of two primitives
    uint64_t moves;      // of B's volumes into A's frame
    size_t capacity, todo_count, todo_capacity, moved_capacity;
    HybridPair *todo;
    HybridVolume *moved;
    bool *is_moved;
} HybridCollision;
void hybrid_collision_free(HybridCollision *collision);

// Pairs of primitives that are not separate: all of them, or the first found. False: memory.
bool hybrid_collide(const HybridTree *a, const HybridTree *b, const Affine *b_to_a, bool all,
                    HybridCollision *collision);

// --- for builders

// Leaves and memory for a builder; what hybrid_build does before and after it. False: memory.
bool hybrid_work_begin(HybridWork *work, HybridTree *tree, const PrimitiveSet *set,
                       const HybridDesc *desc, HybridStats *stats, Job *job);
void hybrid_work_end(HybridWork *work); // the tree stays

// The best volume around some primitives: of the allowed types the one whose measure x factor is
// least, the earlier type where they are equal.
typedef struct HybridFit {
    HybridVolume volume;
    enum VolumeType type;
    double measure; // without the factor
    double score;   // with it: what builders minimise
} HybridFit;
HybridFit hybrid_fit(const HybridWork *work, const int32_t *primitives, int32_t count, int level);
double hybrid_score(const HybridWork *work, HybridId node); // measure x factor, of any node

// Fits a group to what it covers, and every group above it.
void hybrid_refit(HybridWork *work, HybridId group, int level);
void hybrid_refit_up(HybridWork *work, HybridId group);

#endif
