// Copies a prepared mesh into graphics memory: faces in one vertex array, edges in another.
#include "gpu.h"
#include "render_mesh.h"

#include <limits.h>
#include <stdlib.h>

static void upload(GLenum target, GLuint buffer, const void *data, size_t bytes)
{
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)bytes, data, GL_STATIC_DRAW);
}

static void attribute(GLuint index, GLint size, GLenum type, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, type, type != GL_FLOAT, (GLsizei)stride,
                          (const void *)offset);
}

static void clear_errors(void)
{
    for (int i = 0; i < 64 && glGetError() != GL_NO_ERROR; ++i)
        continue;
}

uint64_t gpu_serial(void)
{
    static uint64_t last; // contexts belong to one thread
    return ++last;
}

GpuMesh *gpu_mesh_create(const RenderMesh *mesh, Error *err)
{
    if (mesh->index_count > INT_MAX || 2 * mesh->edge_count > INT_MAX) {
        error_set(err, "the mesh is too large to be drawn");
        return NULL;
    }
    GpuMesh *gpu = calloc(1, sizeof *gpu);
    if (!gpu) {
        error_set(err, "out of memory");
        return NULL;
    }
    clear_errors();
    gpu->serial = gpu_serial();
    gpu->index_count = (GLsizei)mesh->index_count;
    gpu->feature_count = (GLsizei)(2 * mesh->feature_edge_count);
    gpu->edge_count = (GLsizei)(2 * mesh->edge_count);
    gpu->centre = mesh->centre;
    gpu->radius = mesh->radius;
    gpu->edge_spacing = mesh->edge_spacing;
    gpu->feature_spacing = mesh->feature_spacing;
    gpu->closed = mesh->closed;
    glGenVertexArrays(1, &gpu->faces);
    glGenVertexArrays(1, &gpu->edges);
    glGenBuffers(4, gpu->buffers);

    glBindVertexArray(gpu->faces);
    upload(GL_ARRAY_BUFFER, gpu->buffers[0], mesh->vertices,
           mesh->vertex_count * sizeof *mesh->vertices);
    attribute(ATTRIBUTE_POSITION, 3, GL_FLOAT, sizeof(RenderVertex),
              offsetof(RenderVertex, position));
    attribute(ATTRIBUTE_NORMAL, 3, GL_SHORT, sizeof(RenderVertex), offsetof(RenderVertex, normal));
    attribute(ATTRIBUTE_COLOUR, 4, GL_UNSIGNED_BYTE, sizeof(RenderVertex),
              offsetof(RenderVertex, colour));
    upload(GL_ELEMENT_ARRAY_BUFFER, gpu->buffers[1], mesh->indices,
           mesh->index_count * sizeof *mesh->indices);

    glBindVertexArray(gpu->edges);
    upload(GL_ARRAY_BUFFER, gpu->buffers[2], mesh->points,
           mesh->point_count * sizeof *mesh->points);
    attribute(ATTRIBUTE_POSITION, 3, GL_FLOAT, sizeof(RenderPoint),
              offsetof(RenderPoint, position));
    attribute(ATTRIBUTE_NORMAL, 3, GL_SHORT, sizeof(RenderPoint), offsetof(RenderPoint, normal));
    upload(GL_ELEMENT_ARRAY_BUFFER, gpu->buffers[3], mesh->edges,
           2 * mesh->edge_count * sizeof *mesh->edges);
    glBindVertexArray(0);
    uploads_count_mesh(
        mesh->vertex_count * sizeof *mesh->vertices + mesh->index_count * sizeof *mesh->indices +
        mesh->point_count * sizeof *mesh->points + 2 * mesh->edge_count * sizeof *mesh->edges);

    if (glGetError() == GL_OUT_OF_MEMORY) {
        error_set(err, "not enough graphics memory for %zu triangles", mesh->index_count / 3);
        gpu_mesh_destroy(gpu);
        return NULL;
    }
    return gpu;
}

void gpu_mesh_destroy(GpuMesh *mesh)
{
    if (!mesh)
        return;
    glDeleteVertexArrays(1, &mesh->faces);
    glDeleteVertexArrays(1, &mesh->edges);
    glDeleteBuffers(4, mesh->buffers);
    free(mesh);
}
