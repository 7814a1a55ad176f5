// Pages of graphics memory that small meshes share. A page is filled from front to back and freed
// when the last mesh in it is gone; what is freed in between stays empty, since meshes come and go
// together.
#include "app/gfx/gpu.h"
#include "app/picture/render_mesh.h"

#include <stdlib.h>

enum { PAGE_VERTICES = 1 << 16, PAGE_INDICES = 3 << 16, MOST_SHARE = 8 };

GpuPool *gpu_pool_create(void)
{
    return calloc(1, sizeof(GpuPool));
}

static void attribute(GLuint index, GLint size, GLenum type, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, type, type != GL_FLOAT, (GLsizei)stride,
                          (const void *)offset);
}

void gpu_set_attributes(enum PageKind kind)
{
    if (kind == PAGE_EDGES) {
        attribute(ATTRIBUTE_POSITION, 3, GL_FLOAT, sizeof(RenderPoint),
                  offsetof(RenderPoint, position));
        attribute(ATTRIBUTE_NORMAL, 3, GL_SHORT, sizeof(RenderPoint),
                  offsetof(RenderPoint, normal));
        return;
    }
    attribute(ATTRIBUTE_POSITION, 3, GL_FLOAT, sizeof(RenderVertex),
              offsetof(RenderVertex, position));
    attribute(ATTRIBUTE_NORMAL, 3, GL_SHORT, sizeof(RenderVertex), offsetof(RenderVertex, normal));
    attribute(ATTRIBUTE_COLOUR, 4, GL_UNSIGNED_BYTE, sizeof(RenderVertex),
              offsetof(RenderVertex, colour));
}

static GpuPage *open_page(GpuPool *pool, enum PageKind kind, size_t vertex_bytes)
{
    GpuPage *page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    *page = (GpuPage){.kind = kind, .pool = pool};
    glGenVertexArrays(1, &page->array);
    glGenBuffers(2, page->buffers);
    glBindVertexArray(page->array);
    glBindBuffer(GL_ARRAY_BUFFER, page->buffers[0]); // filled mesh by mesh, so not static
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(PAGE_VERTICES * vertex_bytes), NULL,
                 GL_DYNAMIC_DRAW);
    gpu_set_attributes(kind);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, page->buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(PAGE_INDICES * sizeof(uint32_t)), NULL,
                 GL_DYNAMIC_DRAW);
    return page;
}

// From here on it belongs to the meshes in it.
static void close_page(GpuPool *pool, enum PageKind kind)
{
    GpuPage *page = pool->open[kind];
    pool->open[kind] = NULL;
    if (!page)
        return;
    page->pool = NULL;
    ++page->users;
    gpu_page_leave(page); // frees it if nobody is in it
}

void gpu_pool_destroy(GpuPool *pool)
{
    for (int kind = 0; pool && kind < PAGE_KINDS; ++kind)
        close_page(pool, (enum PageKind)kind);
    free(pool);
}

GpuPage *gpu_pool_put(GpuPool *pool, enum PageKind kind, const PageData *data)
{
    if (!pool || data->vertex_count > PAGE_VERTICES / MOST_SHARE ||
        data->index_count > PAGE_INDICES / MOST_SHARE)
        return NULL;
    GpuPage *page = pool->open[kind];
    if (page && (page->vertices + data->vertex_count > PAGE_VERTICES ||
                 page->indices + data->index_count > PAGE_INDICES)) {
        close_page(pool, kind);
        page = NULL;
    }
    if (!page && !(page = pool->open[kind] = open_page(pool, kind, data->vertex_bytes)))
        return NULL;
    glBindVertexArray(page->array);
    glBindBuffer(GL_ARRAY_BUFFER, page->buffers[0]);
    glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(page->vertices * data->vertex_bytes),
                    (GLsizeiptr)(data->vertex_count * data->vertex_bytes), data->vertices);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)(page->indices * sizeof(uint32_t)),
                    (GLsizeiptr)(data->index_count * sizeof(uint32_t)), data->indices);
    page->vertices += data->vertex_count;
    page->indices += data->index_count;
    ++page->users;
    return page;
}

void gpu_page_leave(GpuPage *page)
{
    if (!page || --page->users > 0)
        return;
    if (page->pool) {                       // the open one
        page->vertices = page->indices = 0; // from the front again
        return;
    }
    glDeleteVertexArrays(1, &page->array);
    glDeleteBuffers(2, page->buffers);
    free(page);
}
