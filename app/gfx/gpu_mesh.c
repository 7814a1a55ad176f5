// Copies a prepared mesh into graphics memory: faces in one vertex array, edges in another, of its
// own or of a page that it shares with others.
#include "app/gfx/gpu.h"
#include "app/picture/render_mesh.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void upload(GLenum target, GLuint buffer, const void *data, size_t bytes)
{
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)bytes, data, GL_STATIC_DRAW);
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

// Into buffers of its own.
static void set_own(GpuMesh *gpu, enum PageKind kind, GLuint *array, const PageData *data)
{
    GLuint *buffers = gpu->buffers + 2 * kind;
    glGenVertexArrays(1, array);
    glGenBuffers(2, buffers);
    glBindVertexArray(*array);
    upload(GL_ARRAY_BUFFER, buffers[0], data->vertices, data->vertex_count * data->vertex_bytes);
    gpu_set_attributes(kind);
    upload(GL_ELEMENT_ARRAY_BUFFER, buffers[1], data->indices,
           data->index_count * sizeof *data->indices);
}

static void set_data(GpuMesh *gpu, GpuPool *pool, enum PageKind kind, const PageData *data)
{
    GLuint *array = kind == PAGE_FACES ? &gpu->faces : &gpu->edges;
    GpuStart *start = kind == PAGE_FACES ? &gpu->face_start : &gpu->edge_start;
    GpuPage *page = gpu->pages[kind] = gpu_pool_put(pool, kind, data);
    if (page) {
        *array = page->array;
        start->vertex = (GLint)(page->vertices - data->vertex_count);
        start->index = page->indices - data->index_count;
    } else {
        set_own(gpu, kind, array, data);
    }
}

// taken: the mesh, if its arrays are not needed any more; or NULL.
static GpuMesh *create(GpuPool *pool, const RenderMesh *mesh, RenderMesh *taken, Error *err)
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
    memcpy(gpu->feature_counts, mesh->feature_counts, sizeof gpu->feature_counts);
    gpu->edge_count = (GLsizei)(2 * mesh->edge_count);
    gpu->centre = mesh->centre;
    gpu->radius = mesh->radius;
    gpu->edge_spacing = mesh->edge_spacing;
    gpu->feature_spacing = mesh->feature_spacing;
    gpu->closed = mesh->closed;
    const PageData faces = {mesh->vertices, mesh->vertex_count, sizeof *mesh->vertices,
                            mesh->indices, mesh->index_count};
    const PageData edges = {mesh->points, mesh->point_count, sizeof *mesh->points, mesh->edges,
                            2 * mesh->edge_count};
    set_data(gpu, pool, PAGE_FACES, &faces);
    if (taken)
        render_mesh_drop_faces(taken);
    set_data(gpu, pool, PAGE_EDGES, &edges);
    if (taken)
        render_mesh_drop_arrays(taken);
    glBindVertexArray(0);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        error_set(err, "not enough graphics memory for %zu triangles", mesh->index_count / 3);
        gpu_mesh_destroy(gpu);
        return NULL;
    }
    return gpu;
}

GpuMesh *gpu_mesh_create_in(GpuPool *pool, const RenderMesh *mesh, Error *err)
{
    return create(pool, mesh, NULL, err);
}

GpuMesh *gpu_mesh_take_in(GpuPool *pool, RenderMesh *mesh, Error *err)
{
    return create(pool, mesh, mesh, err);
}

GpuMesh *gpu_mesh_create(const RenderMesh *mesh, Error *err)
{
    return gpu_mesh_create_in(NULL, mesh, err);
}

void gpu_mesh_destroy(GpuMesh *mesh)
{
    if (!mesh)
        return;
    if (!mesh->pages[PAGE_FACES])
        glDeleteVertexArrays(1, &mesh->faces);
    if (!mesh->pages[PAGE_EDGES])
        glDeleteVertexArrays(1, &mesh->edges);
    glDeleteBuffers(4, mesh->buffers); // zeros are left out
    for (int kind = 0; kind < PAGE_KINDS; ++kind)
        gpu_page_leave(mesh->pages[kind]);
    free(mesh);
}
