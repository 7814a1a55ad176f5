// How a mesh is drawn, as plain arrays; no GL. Private to app/gfx and its tests.
#ifndef SNUG_APP_PICTURE_RENDER_MESH_H
#define SNUG_APP_PICTURE_RENDER_MESH_H

#include "app/gfx/gfx.h"

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

struct RenderMesh {
    RenderVertex *vertices;
    size_t vertex_count;
    uint32_t *indices; // three per triangle of the mesh, in its order
    size_t index_count;
    RenderPoint *points;
    size_t point_count;
    uint32_t *edges; // pairs of points: first creases and borders, then other polygon boundaries
    size_t feature_edge_count, edge_count;
    // Mean gap between lines, all of them or the features: twice the area by their length.
    float edge_spacing, feature_spacing;
    Vec3 centre;  // of the bounding box
    float radius; // of a ball around the centre that holds everything
    bool closed;  // and its faces look outwards: none of its back faces can be seen
};

// Fills in spacing, centre and radius.
void render_mesh_measure(RenderMesh *out, const Mesh *mesh);

#endif
