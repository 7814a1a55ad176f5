#include "app/gfx/part_batch.h"

#include "core/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(BatchPart) == BATCH_VECTORS * 16, "as the shaders have it");
static_assert(sizeof(BatchPart) * BATCH_ALIGNMENT % 256 == 0 && BATCH_PARTS % BATCH_ALIGNMENT == 0,
              "runs begin where buffers may be bound");

enum { BINDING = 0 };

static bool has_draw_numbers(void)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const char *name = (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i);
        if (name && strcmp(name, "GL_ARB_shader_draw_parameters") == 0)
            return true;
    }
    return false;
}

void part_programs_batch(PartPrograms *programs, const char *name)
{
    static const char lines[] = "#extension GL_ARB_shader_draw_parameters : require\n"
                                "#define BATCH 1008\n"; // BATCH_VECTORS * BATCH_PARTS
    static_assert(BATCH_VECTORS * BATCH_PARTS == 1008, "the line above");
    Error ignored;
    GLuint block = GL_INVALID_INDEX;
    if (has_draw_numbers() && program_create_with(&programs->many, name, lines, &ignored)) {
        block = glGetUniformBlockIndex(programs->many.program, "Batch");
        programs->batch = calloc(1, sizeof *programs->batch);
    }
    if (block != GL_INVALID_INDEX)
        glUniformBlockBinding(programs->many.program, block, BINDING);
    if (programs->batch)
        glGenBuffers(1, &programs->batch->buffer);
}

bool part_programs_create(PartPrograms *programs, const char *name, Error *err)
{
    part_programs_batch(programs, name);
    return program_create(&programs->one, name, err);
}

void part_programs_destroy(void *state)
{
    PartPrograms *programs = state;
    PartBatch *batch = programs->batch;
    program_destroy(&programs->one);
    program_destroy(&programs->many);
    if (!batch)
        return;
    glDeleteBuffers(1, &batch->buffer);
    free(batch->parts);
    free(batch->counts);
    free((void *)batch->offsets);
    free(batch->bases);
    free(batch->runs);
    free(batch);
}

void part_batch_begin(PartBatch *batch)
{
    batch->part_count = batch->run_count = 0;
    batch->failed = false;
}

// Room for so many parts, and for a whole block behind the last one.
static bool reserve(PartBatch *batch, size_t count)
{
    if (count + BATCH_PARTS <= batch->part_capacity)
        return true;
    size_t wanted = 2 * count + BATCH_PARTS;
    BatchPart *parts = realloc(batch->parts, wanted * sizeof *parts);
    batch->parts = parts ? parts : batch->parts;
    GLsizei *counts = realloc(batch->counts, wanted * sizeof *counts);
    batch->counts = counts ? counts : batch->counts;
    const void **offsets = realloc((void *)batch->offsets, wanted * sizeof *offsets);
    batch->offsets = offsets ? offsets : batch->offsets;
    GLint *bases = realloc(batch->bases, wanted * sizeof *bases);
    batch->bases = bases ? bases : batch->bases;
    if (!parts || !counts || !offsets || !bases)
        return false;
    memset(parts + batch->part_capacity, 0, (wanted - batch->part_capacity) * sizeof *parts);
    batch->part_capacity = wanted;
    return true;
}

static BatchRun *run_for(PartBatch *batch, GLuint array, uint64_t look, size_t indices)
{
    BatchRun *last = batch->run_count > 0 ? &batch->runs[batch->run_count - 1] : NULL;
    if (last && last->array == array && last->look == look && last->count < BATCH_PARTS &&
        last->indices + indices <= gpu_pace_most())
        return last;
    if (!array_reserve(&batch->runs, &batch->run_capacity, batch->run_count + 1,
                       sizeof *batch->runs))
        return NULL;
    size_t from = (batch->part_count + BATCH_ALIGNMENT - 1) / BATCH_ALIGNMENT * BATCH_ALIGNMENT;
    batch->runs[batch->run_count] = (BatchRun){array, look, from, 0, 0};
    return &batch->runs[batch->run_count++];
}

void part_batch_add(PartBatch *batch, GLuint array, uint64_t look, const GpuStart *start,
                    GLsizei count, const Frame *frame, const Affine *placement,
                    const float extra[3])
{
    BatchRun *run = run_for(batch, array, look, (size_t)count);
    size_t at = run ? run->from + run->count : 0;
    if (!run || !reserve(batch, at + 1)) {
        batch->failed = true;
        return;
    }
    float model_view[16], normal_matrix[9];
    frame_model_view(frame, placement, model_view, normal_matrix);
    BatchPart *part = &batch->parts[at];
    memcpy(part->model_view, model_view, sizeof part->model_view);
    for (int k = 0; k < 3; ++k) {
        part->model_view[k][3] = extra[k];
        memcpy(part->normal_matrix[k], normal_matrix + 3 * k, 3 * sizeof(float));
    }
    batch->counts[at] = count;
    batch->offsets[at] = (const void *)(start->index * sizeof(uint32_t));
    batch->bases[at] = start->vertex;
    ++run->count;
    run->indices += (size_t)count;
    batch->part_count = at + 1;
}

void part_batch_send(PartBatch *batch)
{
    if (batch->failed || batch->part_count == 0)
        return;
    glBindBuffer(GL_UNIFORM_BUFFER, batch->buffer);
    glBufferData(GL_UNIFORM_BUFFER,
                 (GLsizeiptr)((batch->part_count + BATCH_PARTS) * sizeof *batch->parts),
                 batch->parts, GL_STREAM_DRAW);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
}

void part_batch_draw(const PartBatch *batch, const BatchRun *run, GLenum mode)
{
    glBindBufferRange(GL_UNIFORM_BUFFER, BINDING, batch->buffer,
                      (GLintptr)(run->from * sizeof *batch->parts),
                      (GLsizeiptr)(BATCH_PARTS * sizeof *batch->parts));
    glBindVertexArray(run->array);
    if (run->count == 1) { // it may be larger than is drawn at once; its number is 0 as well
        GpuStart start = {batch->bases[run->from],
                          (size_t)batch->offsets[run->from] / sizeof(uint32_t)};
        gpu_draw(mode, &start, 0, batch->counts[run->from]);
        return;
    }
    glMultiDrawElementsBaseVertex(mode, batch->counts + run->from, GL_UNSIGNED_INT,
                                  (const void *const *)batch->offsets + run->from,
                                  (GLsizei)run->count, batch->bases + run->from);
    gpu_pace_drawn(run->indices);
}
