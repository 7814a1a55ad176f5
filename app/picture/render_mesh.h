// How a mesh is drawn, as plain arrays: vertices split at creases with their normals, feature and
// border edges. Made on a worker, no GL.
#ifndef SNUG_APP_PICTURE_RENDER_MESH_H
#define SNUG_APP_PICTURE_RENDER_MESH_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"

#include <stddef.h>

// Signed bytes and colours keep a vertex at 20 bytes: large meshes are bound by bandwidth.
typedef struct RenderVertex {
    Vec3 position;
    int16_t normal[3]; // times 32767
    int16_t unused;
    uint8_t colour[4]; // red, green, blue of the file; last byte 255, or 0: the file names none
} RenderVertex;

// A place where vertices meet, whatever their normals: ends of edges.
typedef struct RenderPoint {
    Vec3 position;
    int16_t normal[3]; // mean of all faces around, times 32767: tells lines in front from behind
    int16_t unused;
} RenderPoint;

enum { EDGE_SIZES = 24 };

typedef struct RenderMesh {
    uint64_t serial; // no two have the same
    // The arrays down to `edges` are there until somebody has them in graphics memory and
    // drops them; what else is said stays.
    RenderVertex *vertices;
    size_t vertex_count;
    uint32_t *indices; // three per triangle of the mesh, in its order
    size_t index_count;
    RenderPoint *points;
    size_t point_count;
    // Pairs of points: first creases and borders as drawn_creases.h chooses them, those first that are
    // pieces of something long; then other polygon boundaries.
    uint32_t *edges;
    size_t feature_edge_count, edge_count;
    uint32_t feature_counts[EDGE_SIZES]; // [k]: of wholes that are at least radius / 2^k long
    // Some edges, or all of few, features if there are any: enough to see where a part would be.
    Vec3 (*outline)[2];
    size_t outline_count;
    // Mean gap between lines, all of them or the features: twice the area by their length.
    float edge_spacing, feature_spacing;
    Vec3 centre;  // of the bounding box
    float radius; // of a ball around the centre that holds everything
    bool closed;  // and its faces look outwards: none of its back faces can be seen
} RenderMesh;

// How many feature edges are seen where a length of 1 is so many pixels.
size_t render_mesh_features_seen(const uint32_t counts[EDGE_SIZES], double radius, double pixels);

// Fills in spacing, centre and radius, and sorts the features by size. False: memory is short.
bool render_mesh_measure(RenderMesh *out, const Mesh *mesh);

// NULL: cancelled or no memory.
RenderMesh *render_mesh_create(const Mesh *mesh, Job *job);
void render_mesh_free(RenderMesh *mesh);
// Once they are in graphics memory: vertices and indices; points and edges as well.
void render_mesh_drop_faces(RenderMesh *mesh);
void render_mesh_drop_arrays(RenderMesh *mesh);
bool render_mesh_has_arrays(const RenderMesh *mesh);

#endif
