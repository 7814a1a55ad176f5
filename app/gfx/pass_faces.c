// The lit surfaces of parts that are not in contact.
#include "app/gfx/part_batch.h"
#include "app/gfx/pass.h"

static const float FADE = 0.42f, GHOST_OPACITY = 0.22f, DIMMED_OPACITY = 0.07f,
                   XRAY_OPACITY = 0.16f, PAPER = 0.9f;

enum { TRANSPARENT = DRAW_GHOST | DRAW_XRAY };

static bool create(void *state, Error *err)
{
    return part_programs_create(state, "faces", err);
}

// What is the same for all parts of a batch: flags, and how its faces are wound.
enum {
    LOOK_FLAGS = DRAW_SELECTED | DRAW_FADED | DRAW_OUTLINED | DRAW_DIMMED | DRAW_XRAY | DRAW_GHOST |
                 DRAW_HOVERED,
    LOOK_CULLED = 1 << 16,
    LOOK_MIRRORED = 1 << 17
};

// False: nothing of it is to be seen.
static bool look_of(const Frame *frame, const DrawPart *part, unsigned *look)
{
    enum Visibility visibility = frame_visibility(frame, part);
    if (part->flags & DRAW_WIREFRAME || visibility == OUT_OF_VIEW)
        return false;
    *look = part->flags & LOOK_FLAGS;
    // Mirrored parts are wound the other way. Solids hide their insides, unless the near plane
    // cuts them open.
    if (part->mesh->closed && visibility == IN_VIEW && !(part->flags & DRAW_XRAY))
        *look |= LOOK_CULLED;
    if (affine_determinant(&part->placement) < 0)
        *look |= LOOK_MIRRORED;
    return true;
}

static void set_look(const Program *f, unsigned look)
{
    if (look & LOOK_CULLED)
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
    glFrontFace(look & LOOK_MIRRORED ? GL_CW : GL_CCW);
    glUniform1f(f->accent_amount, look & DRAW_SELECTED ? 1.0f : 0.0f);
    glUniform1f(f->fade, look & DRAW_OUTLINED ? PAPER : look & DRAW_FADED ? FADE : 0.0f);
    glUniform1f(f->opacity, look & DRAW_DIMMED  ? DIMMED_OPACITY
                            : look & DRAW_XRAY  ? XRAY_OPACITY
                            : look & DRAW_GHOST ? GHOST_OPACITY
                                                : 1.0f);
    glUniform1f(f->xray, look & DRAW_XRAY ? 1.0f : 0.0f);
    glUniform1f(f->lift, look & DRAW_HOVERED ? 0.06f : 0.0f);
}

static void begin(const Program *f, const Frame *frame)
{
    float accent[3], faded[3];
    colour_to_light(frame->theme->accent, accent);
    colour_to_screen(frame->theme->faded, faded);
    frame_use(frame, f);
    glUniform3fv(f->faded, 1, faded);
    glUniform1f(f->backlight, frame->theme->backlight);
    glUniform3f(f->up, frame->up_in_eye.x, frame->up_in_eye.y, frame->up_in_eye.z);
    glUniform3fv(f->accent, 1, accent);
}

// Ghosts after all that is solid; they hide nothing, not even each other.
static void begin_ghosts(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
}

static void end(void)
{
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    section_end();
}

static void draw_part(const Program *f, const Frame *frame, const DrawPart *part)
{
    float colour[3], model_view[16], normal_matrix[9];
    unsigned look;
    if (!look_of(frame, part, &look))
        return;
    set_look(f, look);
    frame_model_view(frame, &part->placement, model_view, normal_matrix);
    colour_to_light(part->colour, colour);
    glUniformMatrix4fv(f->model_view, 1, GL_FALSE, model_view);
    glUniformMatrix3fv(f->normal_matrix, 1, GL_FALSE, normal_matrix);
    glUniform3fv(f->part_colour, 1, colour);
    glBindVertexArray(part->mesh->faces);
    gpu_draw(GL_TRIANGLES, &part->mesh->face_start, 0, part->mesh->index_count);
}

static void draw_singly(const PartPrograms *f, const Frame *frame)
{
    const DrawScene *scene = frame->scene;
    begin(&f->one, frame);
    for (size_t i = 0; i < scene->part_count; ++i)
        if (!(scene->parts[i].flags & TRANSPARENT))
            draw_part(&f->one, frame, &scene->parts[i]);
    begin_ghosts();
    for (size_t i = 0; i < scene->part_count; ++i)
        if (scene->parts[i].flags & TRANSPARENT)
            draw_part(&f->one, frame, &scene->parts[i]);
    end();
}

static void gather(PartBatch *batch, const Frame *frame, bool ghosts)
{
    const DrawScene *scene = frame->scene;
    for (size_t i = 0; i < scene->part_count; ++i) {
        const DrawPart *part = &scene->parts[i];
        unsigned look;
        float colour[3];
        if (ghosts != ((part->flags & TRANSPARENT) != 0) || !look_of(frame, part, &look))
            continue;
        colour_to_light(part->colour, colour);
        part_batch_add(batch, part->mesh->faces, look, &part->mesh->face_start,
                       part->mesh->index_count, frame, &part->placement, colour);
    }
}

static void draw(const void *state, const Frame *frame)
{
    const PartPrograms *f = state;
    if (frame->batching && f->batch) {
        part_batch_begin(f->batch);
        gather(f->batch, frame, false);
        gather(f->batch, frame, true);
        part_batch_send(f->batch);
    }
    if (!frame->batching || !f->batch || f->batch->failed) {
        draw_singly(f, frame);
        return;
    }
    bool ghosts = false;
    begin(&f->many, frame);
    for (size_t i = 0; i < f->batch->run_count; ++i) {
        const BatchRun *run = &f->batch->runs[i];
        if (!ghosts && run->look & TRANSPARENT) {
            ghosts = true;
            begin_ghosts();
        }
        set_look(&f->many, (unsigned)run->look);
        part_batch_draw(f->batch, run, GL_TRIANGLES);
    }
    end();
}

const PassType pass_faces = {"faces", sizeof(PartPrograms), create, draw, part_programs_destroy};
