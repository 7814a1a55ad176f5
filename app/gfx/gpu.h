// What lives in graphics memory. Private to app/gfx.
#ifndef SNUG_APP_GFX_GPU_H
#define SNUG_APP_GFX_GPU_H

#include "app/gfx/gfx.h"

#include <glad/gl.h>

// Attribute numbers, the same in every shader.
enum { ATTRIBUTE_POSITION = 0, ATTRIBUTE_NORMAL = 1, ATTRIBUTE_COLOUR = 2, ATTRIBUTE_HUE = 3 };

// Of meshes and volumes: no two have the same one.
uint64_t gpu_serial(void);

// Small meshes lie together in buffers: one vertex array serves them all, and a series of them is
// one call. gpu_pool.c.
enum PageKind { PAGE_FACES, PAGE_EDGES, PAGE_KINDS };
typedef struct GpuPage {
    GLuint array, buffers[2]; // vertices, indices
    size_t vertices, indices; // used so far
    int users;                // meshes in it
    enum PageKind kind;
    GpuPool *pool; // whose open page it is, or NULL: it is full
} GpuPage;

struct GpuPool {
    GpuPage *open[PAGE_KINDS]; // where the next mesh goes; full ones belong to their meshes
};

// Data of one kind of vertices with indices, from render_mesh.h.
typedef struct PageData {
    const void *vertices;
    size_t vertex_count, vertex_bytes;
    const uint32_t *indices;
    size_t index_count;
} PageData;
// NULL: too large for a page, or memory is short.
GpuPage *gpu_pool_put(GpuPool *pool, enum PageKind kind, const PageData *data);
void gpu_page_leave(GpuPage *page); // a mesh in it is gone; NULL: nothing
// For the vertex array that is bound.
void gpu_set_attributes(enum PageKind kind);

// Where a mesh begins in the vertex array's buffers.
typedef struct GpuStart {
    GLint vertex;
    size_t index;
} GpuStart;

struct GpuMesh {
    uint64_t serial;
    GLuint faces, edges; // vertex arrays: of its own, or of its page
    GpuStart face_start, edge_start;
    GpuPage *pages[PAGE_KINDS];                     // NULL: of its own
    GLuint buffers[4];                              // of its own: vertices, indices, points, edges
    GLsizei index_count, feature_count, edge_count; // counts of indices; features come first
    uint32_t feature_counts[EDGE_SIZES];            // see RenderMesh
    Vec3 centre;
    float radius, edge_spacing, feature_spacing; // see RenderMesh
    bool closed;                                 // back faces need not be drawn
};

// With the mesh's vertex array bound: `count` indices from `first` on, in several calls if they are
// more than a driver is given at once (gpu_pace.c).
void gpu_draw(GLenum mode, const GpuStart *start, size_t first, GLsizei count);
void gpu_pace_begin(size_t most); // of a frame: indices at once
size_t gpu_pace_most(void);
void gpu_pace_drawn(size_t indices); // whoever draws otherwise says how many

struct PointBatch {
    GLuint array, buffer, fan; // fan: indices of what fills a cap
    uint64_t content;          // hash of the points: the same ones are not sent again
    GLsizei count;             // points
    bool joined;               // four per segment: see point_batch_set_joined
    enum CapFill fill;
};

typedef struct DetailBuffer {
    GLuint array, buffer;
    size_t *ends, count; // as in VolumeDetailLines
    bool shared;         // belongs to the detail before, which is the same
} DetailBuffer;

struct VolumeBatch {
    uint64_t serial;
    DetailBuffer detail[VOLUME_DETAIL_COUNT];
    float *sizes;
    size_t count;
    Vec3d centre;
    double radius;
};

#endif
