// Parts that are drawn alike, many in one call: what is different about each lies in a buffer, and
// the shader picks it by the number of the draw (GL_ARB_shader_draw_parameters, which most machines
// have; without it each part is drawn by itself, with uniforms). Private to app/gfx.
#ifndef SNUG_APP_GFX_PART_BATCH_H
#define SNUG_APP_GFX_PART_BATCH_H

#include "app/gfx/frame.h"

enum {
    BATCH_PARTS = 144,   // in one call: 16128 bytes, and every machine takes 16 KiB
    BATCH_VECTORS = 7,   // of four floats, per part
    BATCH_ALIGNMENT = 16 // in parts: multiples of 256 bytes, which every machine can begin at
};

// As the shaders read it: the columns of the matrix from the part to the eye, those of the one for
// normals; the fourth numbers of the first three are free: a colour, an opacity.
typedef struct BatchPart {
    float model_view[4][4], normal_matrix[3][4];
} BatchPart;

// Drawn in one call.
typedef struct BatchRun {
    GLuint array;
    uint64_t look; // the caller's: everything else that is the same
    size_t from, count;
    size_t indices; // of all of them
} BatchRun;

typedef struct PartBatch {
    GLuint buffer;
    BatchPart *parts;
    GLsizei *counts;
    const void **offsets;
    GLint *bases;
    size_t part_count, part_capacity;
    BatchRun *runs;
    size_t run_count, run_capacity;
    bool failed; // memory ran short in this frame
} PartBatch;

// A shader for parts by themselves and, with `#ifdef BATCH` in its vertex shader, for many of them.
typedef struct PartPrograms {
    Program one, many;
    PartBatch *batch; // NULL: each part by itself, since the machine cannot or memory is short
} PartPrograms;

bool part_programs_create(PartPrograms *programs, const char *name, Error *err);
void part_programs_batch(PartPrograms *programs, const char *name); // many and batch alone
void part_programs_destroy(void *programs);

void part_batch_begin(PartBatch *batch);
// In the order in which they are to be drawn; a run ends where array or look change.
void part_batch_add(PartBatch *batch, GLuint array, uint64_t look, const GpuStart *start,
                    GLsizei count, const Frame *frame, const Affine *placement,
                    const float extra[3]);
void part_batch_send(PartBatch *batch); // after the last one; false in `failed`
void part_batch_draw(const PartBatch *batch, const BatchRun *run, GLenum mode);

#endif
