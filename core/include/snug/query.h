// Part of snug.h: meshes, hierarchies, and what one can ask of two of them.
#ifndef SNUG_QUERY_H
#define SNUG_QUERY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

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

// An edge of one mesh meets a triangle of the other.
typedef struct snug_edge_contact {
    int32_t edge;     // 3 * triangle + corner where it begins; one number for all triangles at it
    int32_t triangle; // of the other mesh
    int32_t of_b;     // whose edge it is: 0 of the first mesh, 1 of the second
    double point[3];  // one where they meet, in the frame of the first mesh
} snug_edge_contact;
enum { SNUG_MOST_EDGES = 6 }; // of two triangles

// [any] Which edges bear witness that two triangles meet, such as those of a snug_contact. *count: how
// many of `edges` were filled; 0 exactly where the triangles do not meet.
SNUG_API snug_status snug_find_contact_edges(const snug_mesh *a, const snug_mesh *b,
                                             const double b_to_a[12], int32_t triangle_a,
                                             int32_t triangle_b,
                                             snug_edge_contact edges[SNUG_MOST_EDGES],
                                             int32_t *count, snug_error *error);

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
// of several the one of lowest index. From either side. The tree must be of AABBs or of
// blocks.
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

#ifdef __cplusplus
}
#endif

#endif
