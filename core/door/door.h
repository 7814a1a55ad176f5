// What the files behind snug.h share. The door checks every argument before it calls in, since core
// answers broken contracts with asserts.
#ifndef SNUG_CORE_DOOR_DOOR_H
#define SNUG_CORE_DOOR_DOOR_H

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/query/node_balls.h"
#include "core/query/query.h"
#include "core/tree/bvh.h"

#define SNUG_BUILDING
#include "core/include/snug/snug.h"

struct snug_job {
    Job job;
};

// A snug_mesh is a Mesh.
struct snug_tree {
    Bvh *bvh;
    _Atomic(NodeBalls *) balls; // of searches, made by the first one; NULL: not yet
    _Atomic int references;
};

// Fills *error, tells the log, and returns the status.
snug_status door_fail(snug_error *error, snug_status status, const char *format, ...)
    SNUG_PRINTF(3, 4);
// For what core refused: cancelled if it said nothing, short of memory if it said so, else
// `otherwise`.
snug_status door_core_failed(snug_error *error, const Error *core, snug_status otherwise);
snug_status door_no_memory(snug_error *error);
void door_log(const char *format, ...) SNUG_PRINTF(1, 2);

// Copies a Desc of the caller's size into one of ours: what an older caller does not know is 0, and
// what a newer one sets that we do not know is refused. given may be NULL unless least > 0, the
// bytes that must be there. own is all zero before.
snug_status door_take(void *own, size_t own_size, const void *given, size_t least,
                      snug_error *error);
#define DOOR_TAKE(own, given, error) door_take(&(own), sizeof(own), given, 0, error)
// Can the caller's result be filled? Its first `least` bytes are needed.
snug_status door_ready(const void *result, size_t least, snug_error *error);
// As much of ours as the caller's has room for, but for its size.
void door_give(void *result, const void *own, size_t own_size);
#define DOOR_END_OF(type, field) (offsetof(type, field) + sizeof(((type *)NULL)->field))

// NULL is the identity.
snug_status door_placement(Affine *out, const double *numbers, snug_error *error);
void door_placement_numbers(const Affine *placement, double numbers[12]);

static inline Job *door_job(snug_job *job)
{
    return job ? &job->job : NULL;
}
// SNUG_CANCELLED if it has been.
snug_status door_job_open(const Job *job, snug_error *error);

void door_vector(Vec3d v, double out[3]);
snug_stats door_stats(const QueryStats *stats);

// Names to rows of the registries. NULL: the default stays.
snug_status door_tree_desc(BvhDesc *out, const snug_tree_desc *given, snug_job **job,
                           snug_error *error);
const BvType *door_volume(const char *name); // NULL: there is none

snug_tree *door_tree_retain(const snug_tree *tree);
// Made by the first who asks; NULL: memory ran short.
const NodeBalls *door_tree_balls(const snug_tree *tree);

// All that a query of two trees can be refused for.
typedef struct DoorQuery {
    Affine b_to_a;
    QueryDesc desc;
    bool descent_given;
    Job *job;
} DoorQuery;
snug_status door_query(DoorQuery *out, const snug_tree *a, const snug_tree *b, const double *b_to_a,
                       const snug_query_desc *given, bool bounded, snug_error *error);

#endif
