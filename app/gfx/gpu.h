// What lives in graphics memory. Private to app/gfx.
#ifndef SNUG_APP_GFX_GPU_H
#define SNUG_APP_GFX_GPU_H

#include "gfx.h"

#include <glad/gl.h>

// Attribute numbers, the same in every shader.
enum { ATTRIBUTE_POSITION = 0, ATTRIBUTE_NORMAL = 1, ATTRIBUTE_COLOUR = 2, ATTRIBUTE_HUE = 3 };

// Of meshes and volumes: no two have the same one.
uint64_t gpu_serial(void);

struct GpuMesh {
    uint64_t serial;
    GLuint faces, edges;                            // vertex arrays
    GLuint buffers[4];                              // vertices, indices, points, edges
    GLsizei index_count, feature_count, edge_count; // counts of indices; features come first
    Vec3 centre;
    float radius, edge_spacing, feature_spacing; // see RenderMesh
    bool closed;                                 // back faces need not be drawn
};

// uploads.c
void uploads_count_mesh(size_t bytes);
void uploads_count_batch(size_t bytes);

struct LineBatch {
    GLuint array, buffer;
    uint64_t content; // hash of the points: the same ones are not sent again
    GLsizei count;    // points
    bool joined;      // four per segment: see line_batch_set_joined
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

struct CapBatch {
    GLuint array, buffer, fan;
    uint64_t content;
    GLsizei count; // points
    enum CapFill fill;
};

struct TriangleBatch {
    GLuint array, buffer;
    uint64_t content;
    GLsizei count;
};

#endif
