// Static buffers: a volume's detail is chosen by drawing ranges of them, so moving a part, the
// camera or the zoom uploads nothing.
#include "app/gfx/gpu.h"
#include "core/base/array.h"

static bool upload(DetailBuffer *to, const VolumeDetailLines *from)
{
    if (from->count == 0)
        return true;
    to->ends = array_alloc(from->count, sizeof *from->ends);
    if (!to->ends)
        return false;
    memcpy(to->ends, from->ends, from->count * sizeof *from->ends);
    to->count = from->count;
    glGenVertexArrays(1, &to->array);
    glGenBuffers(1, &to->buffer);
    glBindVertexArray(to->array);
    glBindBuffer(GL_ARRAY_BUFFER, to->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(from->ends[from->count - 1] * sizeof(VolumePoint)),
                 from->points, GL_STATIC_DRAW);
    glEnableVertexAttribArray(ATTRIBUTE_POSITION);
    glVertexAttribPointer(ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof(VolumePoint), NULL);
    glEnableVertexAttribArray(ATTRIBUTE_HUE);
    glVertexAttribPointer(ATTRIBUTE_HUE, 1, GL_UNSIGNED_BYTE, GL_FALSE, sizeof(VolumePoint),
                          (const void *)offsetof(VolumePoint, hue));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return true;
}

VolumeBatch *volume_batch_create(const VolumeLines *lines, Error *err)
{
    VolumeBatch *batch = calloc(1, sizeof *batch);
    bool good = batch && (batch->sizes = array_alloc(lines->count, sizeof *batch->sizes));
    for (int k = 0; k < VOLUME_DETAIL_COUNT && good; ++k) {
        if (lines->detail[k].points) {
            good = upload(&batch->detail[k], &lines->detail[k]);
        } else if (k > 0) {
            batch->detail[k] = batch->detail[k - 1];
            batch->detail[k].shared = true;
        }
    }
    if (!good) {
        volume_batch_destroy(batch);
        error_set(err, "not enough memory to draw the volumes");
        return NULL;
    }
    memcpy(batch->sizes, lines->sizes, lines->count * sizeof *lines->sizes);
    batch->serial = gpu_serial();
    batch->count = lines->count;
    Vec3d lo = vec3d_from(lines->box.lo), hi = vec3d_from(lines->box.hi);
    batch->centre = vec3d_lerp(lo, hi, 0.5);
    batch->radius = vec3d_distance(lo, hi) / 2;
    return batch;
}

void volume_batch_destroy(VolumeBatch *batch)
{
    if (!batch)
        return;
    for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
        if (batch->detail[k].shared)
            continue;
        glDeleteVertexArrays(1, &batch->detail[k].array);
        glDeleteBuffers(1, &batch->detail[k].buffer);
        free(batch->detail[k].ends);
    }
    free(batch->sizes);
    free(batch);
}
