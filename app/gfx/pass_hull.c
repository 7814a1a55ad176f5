// Outlines of round shapes in hidden-line pictures: a shaft has no edges along its sides, but a
// drawing shows where it ends. The back faces of the part, grown by a pixel, in ink; the surfaces,
// drawn after them, leave the rim.
#include "app/gfx/part_batch.h"
#include "app/gfx/pass.h"

static const float RIM_PIXELS = 1.3f, PULL_PIXELS = 1.5f; // the latter as in frame.c

static bool create(void *state, Error *err)
{
    return part_programs_create(state, "hull", err);
}

static bool has_hull(const Frame *frame, const DrawPart *part)
{
    return part->flags & DRAW_OUTLINED && part->mesh->closed &&
           !(part->flags & (DRAW_WIREFRAME | DRAW_GHOST)) &&
           frame_visibility(frame, part) != OUT_OF_VIEW;
}

static void begin(const Program *h, const Frame *frame)
{
    float ink[3], rim = RIM_PIXELS * frame->pixel_scale / PULL_PIXELS;
    colour_to_screen(frame->theme->ink, ink);
    frame_use(frame, h);
    glUniform2f(h->grow, rim * (1 - frame->pull[0]), rim * frame->pull[1]);
    glUniform3fv(h->ink, 1, ink);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
}

static void end(void)
{
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    section_end();
}

static void draw_part(const Program *h, const Frame *frame, const DrawPart *part)
{
    float model_view[16], normal_matrix[9];
    glFrontFace(affine_determinant(&part->placement) < 0 ? GL_CW : GL_CCW);
    frame_model_view(frame, &part->placement, model_view, normal_matrix);
    glUniformMatrix4fv(h->model_view, 1, GL_FALSE, model_view);
    glUniformMatrix3fv(h->normal_matrix, 1, GL_FALSE, normal_matrix);
    glBindVertexArray(part->mesh->faces);
    gpu_draw(GL_TRIANGLES, &part->mesh->face_start, 0, part->mesh->index_count);
}

static void gather(PartBatch *batch, const Frame *frame)
{
    static const float nothing[3] = {0, 0, 0};
    part_batch_begin(batch);
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        if (has_hull(frame, part))
            part_batch_add(batch, part->mesh->faces, affine_determinant(&part->placement) < 0,
                           &part->mesh->face_start, part->mesh->index_count, frame,
                           &part->placement, nothing);
    }
    part_batch_send(batch);
}

static void draw(const void *state, const Frame *frame)
{
    const PartPrograms *h = state;
    bool many = frame->batching && h->batch, any = false;
    if (many) {
        gather(h->batch, frame);
        many = !h->batch->failed;
    }
    for (size_t i = 0; many && i < h->batch->run_count; ++i) {
        if (!any)
            begin(&h->many, frame);
        any = true;
        glFrontFace(h->batch->runs[i].look ? GL_CW : GL_CCW);
        part_batch_draw(h->batch, &h->batch->runs[i], GL_TRIANGLES);
    }
    for (size_t i = 0; !many && i < frame->scene->part_count; ++i) {
        if (!has_hull(frame, &frame->scene->parts[i]))
            continue;
        if (!any)
            begin(&h->one, frame);
        any = true;
        draw_part(&h->one, frame, &frame->scene->parts[i]);
    }
    if (any)
        end();
}

const PassType pass_hull = {"hull", sizeof(PartPrograms), create, draw, part_programs_destroy};
