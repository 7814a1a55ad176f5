// Outlines of round shapes in hidden-line pictures: a shaft has no edges along its sides, but a
// drawing shows where it ends. The back faces of the part, grown by a pixel, in ink; the surfaces,
// drawn after them, leave the rim.
#include "pass.h"
#include "shader.h"

static const float RIM_PIXELS = 1.3f, PULL_PIXELS = 1.5f; // the latter as in frame.c

typedef struct Hull {
    GLuint program;
    GLint model_view, normal_matrix, projection, section, grow, ink;
} Hull;

static bool create(void *state, Error *err)
{
    Hull *h = state;
    h->program = shader_create("hull", err);
    if (!h->program)
        return false;
    h->model_view = glGetUniformLocation(h->program, "model_view");
    h->normal_matrix = glGetUniformLocation(h->program, "normal_matrix");
    h->projection = glGetUniformLocation(h->program, "projection");
    h->section = glGetUniformLocation(h->program, "section");
    h->grow = glGetUniformLocation(h->program, "grow");
    h->ink = glGetUniformLocation(h->program, "ink");
    return true;
}

static void draw(const void *state, const Frame *frame)
{
    const Hull *h = state;
    float ink[3], rim = RIM_PIXELS * frame->pixel_scale / PULL_PIXELS;
    bool begun = false;
    colour_to_screen(frame->theme->ink, ink);
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        float model_view[16], normal_matrix[9];
        if (!(part->flags & DRAW_OUTLINED) || !part->mesh->closed ||
            part->flags & (DRAW_WIREFRAME | DRAW_GHOST) ||
            frame_visibility(frame, part) == OUT_OF_VIEW)
            continue;
        if (!begun) {
            glUseProgram(h->program);
            section_begin(frame, h->section);
            glUniformMatrix4fv(h->projection, 1, GL_FALSE, frame->projection);
            glUniform2f(h->grow, rim * (1 - frame->pull[0]), rim * frame->pull[1]);
            glUniform3fv(h->ink, 1, ink);
            glEnable(GL_CULL_FACE);
            glCullFace(GL_FRONT);
            begun = true;
        }
        glFrontFace(affine_determinant(&part->placement) < 0 ? GL_CW : GL_CCW);
        frame_model_view(frame, &part->placement, model_view, normal_matrix);
        glUniformMatrix4fv(h->model_view, 1, GL_FALSE, model_view);
        glUniformMatrix3fv(h->normal_matrix, 1, GL_FALSE, normal_matrix);
        glBindVertexArray(part->mesh->faces);
        gpu_draw(GL_TRIANGLES, &part->mesh->face_start, 0, part->mesh->index_count);
    }
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    section_end();
}

static void destroy(void *state)
{
    glDeleteProgram(((Hull *)state)->program);
}

const PassType pass_hull = {"hull", sizeof(Hull), create, draw, destroy};
