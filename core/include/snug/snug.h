// Snug: exact collision detection of triangle meshes, and fit checks of assemblies.
//
//     #include <snug/snug.h>
//     #include <stdio.h>
//
//     int main(void) // how many pairs of triangles of two overlapping tetrahedra meet?
//     {
//         const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
//         const int32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
//         const double moved[] = {1, 0, 0, 0.2, 0, 1, 0, 0.2, 0, 0, 1, 0.2};
//         const snug_mesh_desc shape = {.struct_size = sizeof shape, .vertices = corners,
//             .vertex_count = 4, .triangles = faces, .triangle_count = 4};
//         snug_contacts found = {.struct_size = sizeof found};
//         snug_mesh *mesh = NULL;
//         snug_tree *tree = NULL;
//         snug_error error;
//         if (snug_mesh_create(&shape, &mesh, &error) ||
//             snug_tree_build(mesh, NULL, &tree, &error) ||
//             snug_find_contacts(tree, tree, moved, NULL, &found, &error))
//             return fprintf(stderr, "%s\n", error.text), 1;
//         printf("%d pairs of triangles meet\n", (int)found.count);
//         snug_contacts_free(&found);
//         snug_tree_release(tree);
//         snug_mesh_release(mesh);
//         return 0;
//     }
//
//     cc program.c $(pkg-config --cflags --libs snug)
//
// Conventions
// - Every call that can fail returns a snug_status; SNUG_OK is 0. The last argument `error`, which
//   may be NULL, then gets the same status and a sentence for people. A call that fails changes
//   nothing: neither what it was given nor the result it was to fill. Nothing is ever printed, and
//   no NULL, number, name, mesh or struct that is wrong makes the library abort or exit.
// - A Desc goes in, a result comes out. Both begin with struct_size: set it to the sizeof of the
//   struct and all else to 0, which means the default, before you set what you want. So a struct
//   can grow in later versions, and programs compiled earlier go on working. A pointer to a
//   Desc may be NULL: all defaults.
// - A placement is 12 doubles, three rows of four: x' = p[0] x + p[1] y + p[2] z + p[3], and so on.
//   NULL is the identity. It maps a part to the world, or the second mesh to the first one's frame.
// - Objects are shared by counting: a tree keeps its mesh, an assembly its meshes, a search its
//   trees. Release yours when you need it no longer, in any order; NULL is fine.
// - Touching is contact. Whether triangles meet is decided exactly for the coordinates given (those
//   of the second mesh after its placement has been applied and rounded to double).
// - Threads. [any]: at any time, also several calls at once on the same objects. [own]: while no
//   other call uses an object that is not const here. [first]: before every other call.
//   What is const in a signature is only read: any number of threads may query one tree.
#ifndef SNUG_SNUG_H
#define SNUG_SNUG_H

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
#define SNUG_VERSION_MINOR 3
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

// --- meshes
typedef struct snug_mesh snug_mesh;
typedef struct snug_mesh_desc {
    size_t struct_size;
    const double *vertices; // x y z ... ; copied. Numbers nearer to 0 than 1e-40 become 0
    int32_t vertex_count;
    int32_t triangle_count;
    const int32_t *triangles;  // three indices each; counter-clockwise seen from outside
    const int32_t *polygon_of; // per triangle, ascending from 0: the face it belongs to; NULL: own
} snug_mesh_desc;

typedef struct snug_mesh_info {
    size_t struct_size;
    int32_t vertex_count, triangle_count, polygon_count;
    uint32_t version; // goes up with every snug_mesh_set_vertices
    double lo[3], hi[3];
} snug_mesh_info;

// [any] No topology is assumed: holes, double faces and degenerate triangles are fine. Queries are
// fastest with the origin near the middle of the mesh.
SNUG_API snug_status snug_mesh_create(const snug_mesh_desc *desc, snug_mesh **mesh,
                                      snug_error *error); // [any]
SNUG_API void snug_mesh_release(snug_mesh *mesh);
// [own], and no query may use a tree of it. As many vertices as before. Its trees are stale then.
SNUG_API snug_status snug_mesh_set_vertices(snug_mesh *mesh, const double *vertices, int32_t count,
                                            snug_error *error);
// [any]
SNUG_API snug_status snug_mesh_get_info(const snug_mesh *mesh, snug_mesh_info *info,
                                        snug_error *error);

// --- hierarchies of bounding volumes
typedef struct snug_tree snug_tree;
typedef struct snug_tree_desc {
    size_t struct_size;
    const char *volume, *criterion, *builder; // names; NULL: the first, and the volume's criterion
    int32_t leaf_size;                        // most triangles in a leaf: 1 to 16; 0 means 1
    int32_t arity;                            // most children of a node: 2, 4 or 8; 0 means 2
    const double *params; // of the volume, as many as it has; NULL: their normal values
    int32_t param_count;
    snug_job *job; // may be NULL, here and below
} snug_tree_desc;

typedef struct snug_tree_info {
    size_t struct_size;
    const char *volume, *criterion, *builder;
    int32_t leaf_size, arity;
    uint32_t node_count, depth;
    uint64_t bytes;
    double build_ms;
    int32_t stale; // its mesh has changed since
} snug_tree_info;

// [any]
SNUG_API snug_status snug_tree_build(snug_mesh *mesh, const snug_tree_desc *desc, snug_tree **tree,
                                     snug_error *error);
// [any]
SNUG_API void snug_tree_release(snug_tree *tree);
// [own] After snug_mesh_set_vertices. Much faster than building, but the tree gets looser the more
// the shape has changed. Fails or is cancelled: the tree stays stale.
SNUG_API snug_status snug_tree_refit(snug_tree *tree, snug_job *job, snug_error *error);
// [any]
SNUG_API snug_status snug_tree_get_info(const snug_tree *tree, snug_tree_info *info,
                                        snug_error *error);

// --- queries of two trees, which must be of the same volume with the same parameters
typedef struct snug_query_desc {
    size_t struct_size;
    const char *overlap_test;  // of the volume; NULL: its first
    const char *descent;       // NULL: what suits the query
    const char *triangle_test; // NULL: the exact one
    snug_job *job;
    uint64_t limit;     // contacts: most that are kept; 0: all of them
    int32_t first_only; // contacts: one is enough
    int32_t points;     // contacts: also where they meet
} snug_query_desc;

typedef struct snug_stats {
    uint64_t volume_tests, triangle_tests;
    uint64_t updates; // volumes transformed
    double ms;
} snug_stats;

enum { SNUG_TOUCH = 1, SNUG_CROSS = 2, SNUG_COPLANAR = 3 }; // kinds of contact

typedef struct snug_contact {
    int32_t a, b; // triangles
    uint8_t kind;
    uint8_t point_count; // a point, a segment or a convex polygon, in order
    uint32_t first_point;
} snug_contact;

typedef struct snug_contacts {
    size_t struct_size;
    void *memory;                 // the library's
    const snug_contact *contacts; // sorted by (a, b), each pair once
    uint64_t count;
    const double *points; // x y z ..., in the frame of the first mesh
    uint64_t point_count;
    int32_t truncated; // there are more than the limit
    snug_stats stats;
} snug_contacts;

// [any] What *found held before is freed when the call succeeds.
SNUG_API snug_status snug_find_contacts(const snug_tree *a, const snug_tree *b,
                                        const double b_to_a[12], const snug_query_desc *desc,
                                        snug_contacts *found, snug_error *error);
// [own] Leaves it empty, ready for the next query.
SNUG_API void snug_contacts_free(snug_contacts *found);

typedef struct snug_distance {
    size_t struct_size;
    double value;                   // infinite when a mesh has no triangles
    int32_t triangle_a, triangle_b; // -1 then
    double on_a[3], on_b[3];        // the closest points, both in the frame of the first mesh
    snug_stats stats;
} snug_distance;

// [any] 0 exactly where triangles meet.
SNUG_API snug_status snug_find_distance(const snug_tree *a, const snug_tree *b,
                                        const double b_to_a[12], const snug_query_desc *desc,
                                        snug_distance *found, snug_error *error);
// [any] *within: is the distance at most the tolerance? Less work than finding the distance. *found
// (may be NULL) is then a pair of triangles that is so near, not the closest one; else infinite.
SNUG_API snug_status snug_is_within(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                                    double tolerance, const snug_query_desc *desc, int32_t *within,
                                    snug_distance *found, snug_error *error);

typedef struct snug_ray_hit {
    size_t struct_size;
    int32_t triangle; // -1: none
    double t;         // infinite then
} snug_ray_hit;

// [any] The first triangle that origin + t * direction meets, 0 <= t <= longest (may be infinite);
// of several the one of lowest index. From either side. The tree must be of the first volume, AABB.
SNUG_API snug_status snug_find_ray_hit(const snug_tree *tree, const double origin[3],
                                       const double direction[3], double longest, snug_ray_hit *hit,
                                       snug_error *error);

// --- an operation of your own on the pairs of triangles that a traversal comes to
typedef struct snug_traversal snug_traversal;

typedef struct snug_triangle_pair {
    int32_t triangle_a, triangle_b;
    const double *a, *b; // 9 numbers each: three corners in the frame of the first mesh
} snug_triangle_pair;

// 0 stops the traversal. *reach: what is farther apart than this need not come; it may be made
// smaller. Volumes that repeat triangles (BoxTree 1997) may come with a pair more than once.
typedef int32_t snug_visit_fn(void *user, const snug_triangle_pair *pair, double *reach);

typedef enum snug_outcome {
    SNUG_DONE = 0,     // everything was looked at
    SNUG_STOPPED = 1,  // the visitor had enough
    SNUG_UNDECIDED = 2 // the time was up; run again to go on
} snug_outcome;

typedef struct snug_progress {
    size_t struct_size;
    snug_outcome outcome;
    snug_stats stats; // since the beginning
} snug_progress;

// [any] reach 0: pairs whose volumes overlap. reach > 0 (or infinite): pairs whose volumes are
// nearer than that, the nearest ones first.
SNUG_API snug_status snug_traversal_begin(const snug_tree *a, const snug_tree *b,
                                          const double b_to_a[12], const snug_query_desc *desc,
                                          double reach, snug_visit_fn *visit, void *user,
                                          snug_traversal **traversal, snug_error *error);
// [own] For so long (and at most 64 volume tests beyond, which it always makes), or to the end if
// microseconds is 0. The visitor runs on this thread and must not end the traversal. After
// SNUG_NO_MEMORY it cannot go on.
SNUG_API snug_status snug_traversal_run(snug_traversal *traversal, double microseconds,
                                        snug_progress *progress, snug_error *error);
// [own]
SNUG_API void snug_traversal_end(snug_traversal *traversal);

// --- do two meshes meet, within a time budget?
typedef struct snug_search snug_search;
typedef enum snug_verdict {
    SNUG_APART = 0,
    SNUG_MEETING = 1,
    SNUG_NOT_YET_KNOWN = 2 // the time was up; run again to go on
} snug_verdict;

typedef struct snug_answer {
    size_t struct_size;
    snug_verdict verdict;
    int32_t level;                  // NOT_YET_KNOWN: all levels of both trees above it were opened
    uint64_t unresolved;            // ...: pairs of nodes left
    double error;                   // ...: no deeper than this can they penetrate
    double point[3], normal[3];     // where they meet, or where they may, in the first one's frame
    int32_t triangle_a, triangle_b; // MEETING; else -1
    snug_stats stats;
} snug_answer;

// [any] The first search over a tree prepares it, in time proportional to its size.
SNUG_API snug_status snug_search_begin(const snug_tree *a, const snug_tree *b,
                                       const double b_to_a[12], const snug_query_desc *desc,
                                       snug_search **search, snug_error *error);
// [own] As snug_traversal_run.
SNUG_API snug_status snug_search_run(snug_search *search, double microseconds, snug_answer *answer,
                                     snug_error *error);
// [own]
SNUG_API void snug_search_end(snug_search *search);

// --- assemblies
typedef struct snug_assembly snug_assembly;
typedef struct snug_assembly_desc {
    size_t struct_size;
    const char *unit; // of all coordinates: "mm" (NULL), "cm", "m", "um", "in", "ft"
} snug_assembly_desc;

typedef struct snug_part_desc {
    size_t struct_size;
    const char *name; // made unique: "Bolt", "Bolt (2)"; rules go by it
    snug_mesh *mesh;  // equal parts should share one
    const double *placement;
} snug_part_desc;

typedef struct snug_part_info {
    size_t struct_size;
    const char *name; // lives as long as the assembly
    double placement[12];
    int32_t active;
} snug_part_info;

// [any]
SNUG_API snug_status snug_assembly_create(const snug_assembly_desc *desc, snug_assembly **assembly,
                                          snug_error *error);
// [own]
SNUG_API void snug_assembly_release(snug_assembly *assembly);
// [own] Parts are numbered from 0 in the order they come; *part may be NULL.
SNUG_API snug_status snug_assembly_add(snug_assembly *assembly, const snug_part_desc *desc,
                                       int32_t *part, snug_error *error);
// [own]
SNUG_API snug_status snug_assembly_place(snug_assembly *assembly, int32_t part,
                                         const double placement[12], snug_error *error);
// [own] A part that is not active is not checked.
SNUG_API snug_status snug_assembly_activate(snug_assembly *assembly, int32_t part, int32_t active,
                                            snug_error *error);
// [any]
SNUG_API int32_t snug_assembly_count(const snug_assembly *assembly);
// [any] By the unique name; -1: there is none.
SNUG_API int32_t snug_assembly_find(const snug_assembly *assembly, const char *name);
// [any]
SNUG_API snug_status snug_assembly_get_part(const snug_assembly *assembly, int32_t part,
                                            snug_part_info *info, snug_error *error);

// What is said about pairs of parts; the last rule that matches a pair holds.
typedef enum snug_rule {
    SNUG_RULE_CHECK = 0,       // nothing special
    SNUG_RULE_IGNORE = 1,      // not even looked at
    SNUG_RULE_INTENTIONAL = 2, // listed, never counted: a press fit
    SNUG_RULE_FORBID = 3,      // touching counts, too
    SNUG_RULE_BASELINE = 4     // counts only when deeper than it was
} snug_rule;

// [own] Replaces all rules by those of the text, one per line as in the rules files of `snug
// check`: `intentional "Bolt*" Plate`. "" removes them. size: bytes, or SIZE_MAX up to the 0.
SNUG_API snug_status snug_assembly_set_rules(snug_assembly *assembly, const char *text, size_t size,
                                             snug_error *error);
// [own] One rule more. Patterns of names with * and ?. depth: of a baseline, in the assembly's unit.
SNUG_API snug_status snug_assembly_add_rule(snug_assembly *assembly, snug_rule rule,
                                            const char *pattern_a, const char *pattern_b,
                                            double depth, snug_error *error);

typedef struct snug_check_desc {
    size_t struct_size;
    double tolerance; // touches up to this depth are no interference; 0: 1/2000 of the size
    double clearance; // wanted between parts; 0: none
    const snug_tree_desc *tree; // the hierarchies to use; NULL: defaults. Its job is not used
    snug_job *job;
} snug_check_desc;

typedef enum snug_state {
    SNUG_STATE_CLEAR = 0, // they do not meet, but are nearer than the clearance
    SNUG_STATE_TOUCH = 1,
    SNUG_STATE_INTERFERENCE = 2, // deeper than the tolerance
    SNUG_STATE_INSIDE = 3,       // one lies inside the other
    SNUG_STATE_UNDECIDED = 4,    // nothing could be proven: no pass
    SNUG_STATE_CROSSING = 5,     // a surface without an inside is crossed: depth unknown
    SNUG_STATE_SAME_PLACE = 6,   // flush, but material of one lies in that of the other
    SNUG_STATE_FACETS = 7        // deeper, but finer than facets can tell; no tolerance was given
} snug_state;

// A pair of parts that a person should know of. Lengths are in the assembly's unit. Fields may
// be added at its end: read rows where they are.
typedef struct snug_check_row {
    int32_t a, b; // parts, a < b
    uint64_t id;  // of the pair, by the names of its parts: the same in every run
    snug_state state;
    snug_rule rule;
    int32_t violation;                  // counts against the fit
    int32_t worse;                      // a baseline pair that is deeper than it was
    double depth, depth_error;          // the true depth lies between depth and depth + depth_error
    int32_t holes_closed;               // holes of a part were closed to know what is inside
    int32_t polygons;                   // in contact
    double distance;                    // 0 where they meet
    double tolerance;                   // the one that decided
    double lo[3], hi[3];                // where, in the world
    double closest[2][3];               // of CLEAR: on a and on b, in the world
    int32_t closed_curves, open_curves; // along which they meet
    double curve_length;                // of all of them
    const char *verdict; // "interference", "too near", "intentional", "as in the baseline" ...
    const char *text;    // "Bolt 3 penetrates Bracket by 0.42 mm, 118 polygons"
    double facet_error;  // how far facets of both lie off the true surfaces, together; an estimate
} snug_check_row;

typedef struct snug_check {
    size_t struct_size;
    void *memory;        // the library's
    uint64_t row_count;  // rows are sorted by gravity: what counts comes first
    uint64_t violations; // rows that count; it fits when none does and none is undecided
    uint64_t near_pairs; // pairs of parts that were looked at
    uint64_t ignored;    // pairs that came near but are ignored
    const char *summary; // "fits", "2 interferences, 1 clearance below 2 mm"
    snug_stats stats;    // of the queries made this time
    uint64_t undecided;  // rows of which nobody knows whether they count
    uint64_t facets;     // rows in SNUG_STATE_FACETS
} snug_check;

// [own] The check that `snug check` makes. A second one costs only what has changed since. What
// *check held before is freed when the call succeeds.
SNUG_API snug_status snug_assembly_check(snug_assembly *assembly, const snug_check_desc *desc,
                                         snug_check *check, snug_error *error);
// [any] NULL: there is no such row.
SNUG_API const snug_check_row *snug_check_row_at(const snug_check *check, uint64_t index);
// [own]
SNUG_API void snug_check_free(snug_check *check);

#ifdef __cplusplus
}
#endif

#endif
