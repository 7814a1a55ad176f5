// Lines and triangles that change more often than meshes: overlays, contacts, highlights.
#include "app/gfx/gpu.h"
#include "app/io/must.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

PointBatch *point_batch_create(void)
{
    PointBatch *batch = must(calloc(1, sizeof *batch));
    glGenVertexArrays(1, &batch->array);
    glGenBuffers(1, &batch->buffer);
    glBindVertexArray(batch->array);
    glBindBuffer(GL_ARRAY_BUFFER, batch->buffer);
    glEnableVertexAttribArray(ATTRIBUTE_POSITION);
    glVertexAttribPointer(ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), NULL);
    glBindVertexArray(0);
    return batch;
}

void point_batch_destroy(PointBatch *batch)
{
    if (!batch)
        return;
    glDeleteVertexArrays(1, &batch->array);
    glDeleteBuffers(1, &batch->buffer);
    glDeleteBuffers(1, &batch->fan); // 0 is left out
    free(batch);
}

// FNV-1a over words: far cheaper than sending them.
static uint64_t hash_points(const Vec3 *points, size_t count)
{
    uint64_t hash = 0xCBF29CE484222325u ^ count;
    for (size_t i = 0; i < count; ++i) {
        uint32_t words[3];
        memcpy(words, &points[i], sizeof words);
        for (int k = 0; k < 3; ++k)
            hash = (hash ^ words[k]) * 0x100000001B3u;
    }
    return hash ? hash : 1; // 0: nothing was ever sent
}

void point_batch_set(PointBatch *batch, const Vec3 *points, size_t count, enum PointGroup group)
{
    assert(count % group == 0);
    if (count > INT_MAX)
        count = INT_MAX - INT_MAX % group; // what GL can draw in one call
    uint64_t hash = hash_points(points, count);
    batch->count = (GLsizei)count;
    batch->joined = group == POINTS_JOINED;
    if (hash == batch->content)
        return;
    batch->content = hash;
    glBindBuffer(GL_ARRAY_BUFFER, batch->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *points), points, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

size_t line_join(const Vec3d *points, size_t count, bool closed, Vec3 *out)
{
    bool ring = closed && count > 2;
    size_t segments = count < 2 ? 0 : ring ? count : count - 1, used = 0;
    for (size_t i = 0; i < segments; ++i) {
        size_t next = (i + 1) % count;
        size_t before = ring ? (i + count - 1) % count : i > 0 ? i - 1 : i;
        size_t after = ring ? (next + 1) % count : next + 1 < count ? next + 1 : next;
        const size_t quad[4] = {before, i, next, after};
        for (int k = 0; k < 4; ++k)
            out[used++] = vec3_from(points[quad[k]]);
    }
    return used;
}

// Triangles from the first point to each segment: drawn with a count in the stencil, they fill what
// the segments enclose, convex or not.
void point_batch_set_cap(PointBatch *batch, const Vec3 *points, size_t count, enum CapFill fill)
{
    uint64_t before = batch->content;
    batch->fill = fill;
    point_batch_set(batch, points, count, POINTS_LINES);
    if (batch->content == before)
        return; // so is the fan
    size_t segments = (size_t)batch->count / 2, bytes = 3 * segments * sizeof(GLuint);
    GLuint *fan = bytes < INT_MAX ? malloc(bytes + 1) : NULL;
    if (!fan) {
        batch->fill = CAP_NONE;
        return;
    }
    for (size_t i = 0; i < segments; ++i) {
        fan[3 * i] = 0;
        fan[3 * i + 1] = (GLuint)(2 * i);
        fan[3 * i + 2] = (GLuint)(2 * i + 1);
    }
    if (!batch->fan)
        glGenBuffers(1, &batch->fan);
    glBindVertexArray(batch->array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, batch->fan);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, fan, GL_DYNAMIC_DRAW);
    glBindVertexArray(0);
    free(fan);
}
