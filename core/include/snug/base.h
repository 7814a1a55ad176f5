// Part of snug.h: versions, errors, hooks, the names one can choose from, jobs.
#ifndef SNUG_BASE_H
#define SNUG_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(SNUG_BUILDING) && defined(__GNUC__)
#define SNUG_API __attribute__((visibility("default")))
#else
#define SNUG_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define SNUG_VERSION_MAJOR 0
#define SNUG_VERSION_MINOR 4
#define SNUG_VERSION_PATCH 0
#define SNUG_VERSION (SNUG_VERSION_MAJOR * 10000 + SNUG_VERSION_MINOR * 100 + SNUG_VERSION_PATCH)

// --- errors, hooks, version
typedef enum snug_status {
    SNUG_OK = 0,
    SNUG_BAD_ARGUMENT = 1,  // NULL where there must be something, a number out of range
    SNUG_BAD_SIZE = 2,      // a struct_size that no version of the struct has
    SNUG_BAD_NAME = 3,      // no volume, criterion, test, unit, part ... of that name
    SNUG_BAD_MESH = 4,      // coordinates or indices out of range
    SNUG_BAD_PLACEMENT = 5, // not finite, singular, or scaled where the test wants rigid ones
    SNUG_BAD_KIND = 6,      // choices that do not go together
    SNUG_BAD_RULES = 7,     // the rules cannot be understood
    SNUG_STALE = 8,         // the mesh has changed since: refit the tree first
    SNUG_NO_MEMORY = 9,
    SNUG_CANCELLED = 10,
    SNUG_TOO_LATE = 11 // hooks are set before the first use
} snug_status;

typedef struct snug_error {
    snug_status status;
    char text[508]; // always terminated, valid UTF-8
} snug_error;

// [any] SNUG_VERSION of the library, which may be newer than that of this header.
SNUG_API int32_t snug_version(void);
// [any] "bad argument"
SNUG_API const char *snug_status_name(snug_status status);

// All three are given and may be called by several threads at once. Blocks are aligned as malloc's
// are; resize is realloc, its size is not 0; release may be given NULL.
typedef struct snug_allocator {
    size_t struct_size;
    void *(*allocate)(void *user, size_t size);
    void *(*resize)(void *user, void *block, size_t size);
    void (*release)(void *user, void *block);
    void *user;
} snug_allocator;

// [first] NULL: malloc. SNUG_TOO_LATE once the library has allocated something.
SNUG_API snug_status snug_set_allocator(const snug_allocator *allocator, snug_error *error);

typedef enum snug_log_level { SNUG_LOG_INFO = 0, SNUG_LOG_ERROR = 1 } snug_log_level;
typedef void snug_log_fn(void *user, snug_log_level level, const char *text);

// [first] Hears of every call that fails (ERROR) and of trees built and checks made (INFO), on the
// thread of that call. NULL: nobody does.
SNUG_API void snug_set_log(snug_log_fn *log, void *user);

// --- what there is to choose from: names for the Descs below
typedef enum snug_registry {
    SNUG_VOLUMES = 0, // bounding volumes
    SNUG_CRITERIA = 1,
    SNUG_BUILDERS = 2,
    SNUG_DESCENTS = 3, // which side of a pair of nodes is opened first
    SNUG_TRIANGLE_TESTS = 4
} snug_registry;

typedef struct snug_param_info {
    size_t struct_size;
    const char *name, *note;
    double least, most, normal;
} snug_param_info;

typedef struct snug_kind_info {
    size_t struct_size;
    const char *name, *note;
    int32_t param_count; // of volumes: numbers that can be set
    int32_t test_count;  // of volumes: overlap tests
    int32_t can_refit;   // of volumes: otherwise snug_tree_refit builds anew
} snug_kind_info;

// [any] How many; 0 for a registry that does not exist. The first one is the default.
SNUG_API int32_t snug_kind_count(snug_registry registry);
// [any]
SNUG_API snug_status snug_kind_at(snug_registry registry, int32_t index, snug_kind_info *info,
                                  snug_error *error);
// [any] The parameters of a volume, by its name.
SNUG_API snug_status snug_param_at(const char *volume, int32_t index, snug_param_info *info,
                                   snug_error *error);
// [any] The name of an overlap test of a volume; NULL: it has no such test.
SNUG_API const char *snug_overlap_test_at(const char *volume, int32_t index);

// --- jobs: threads that help, progress, cancelling
typedef struct snug_job snug_job;
typedef struct snug_job_desc {
    size_t struct_size;
    int32_t threads; // that work at once, the caller included: 1 to 64; 0 means 1
} snug_job_desc;

// [any] Given to several calls at once, only one of them gets the threads.
SNUG_API snug_status snug_job_create(const snug_job_desc *desc, snug_job **job, snug_error *error);
// [own] After the calls, traversals and searches that were given it.
SNUG_API void snug_job_release(snug_job *job);
// [any] Calls that were given this job end in milliseconds, later ones at once: SNUG_CANCELLED.
SNUG_API void snug_job_cancel(snug_job *job);
// [any] 0 to 1 of the present step, whose name goes to *step (may be NULL).
SNUG_API double snug_job_progress(const snug_job *job, const char **step);

#ifdef __cplusplus
}
#endif

#endif
