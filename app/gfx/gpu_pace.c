// Drawing at the pace of the driver. One that draws in software lists what it was given, some 350
// bytes for a triangle, until its threads come to it: calls return at once, and with millions of
// triangles the list takes gigabytes. So it is waited for every now and then. Graphics cards read
// from the buffers and need no such thing.
#include "app/gfx/gpu.h"

#include <stdint.h>

static size_t most = SIZE_MAX, listed; // indices; contexts belong to one thread

void gpu_pace_begin(size_t indices)
{
    most = indices < 6 ? 6 : indices / 6 * 6; // whole triangles, whole lines
    listed = 0;
}

size_t gpu_pace_most(void)
{
    return most;
}

void gpu_pace_drawn(size_t indices)
{
    listed += indices;
    if (listed < most)
        return;
    glFinish();
    listed = 0;
}

void gpu_draw(GLenum mode, const GpuStart *start, size_t first, GLsizei count)
{
    size_t end = first + (size_t)count;
    while (first < end) {
        size_t now = end - first < most ? end - first : most;
        glDrawElementsBaseVertex(mode, (GLsizei)now, GL_UNSIGNED_INT,
                                 (const void *)((start->index + first) * sizeof(uint32_t)),
                                 start->vertex);
        gpu_pace_drawn(now);
        first += now;
    }
}
