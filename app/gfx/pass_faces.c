// The lit surfaces of parts that are not in contact.
#include "pass.h"
#include "shader.h"

static const float FADE = 0.42f, GHOST_OPACITY = 0.22f, DIMMED_OPACITY = 0.07f,
                   XRAY_OPACITY = 0.16f, PAPER = 0.9f;

enum { TRANSPARENT = DRAW_GHOST | DRAW_XRAY };

typedef struct Faces {
    GLuint program;
    GLint model_view, normal_matrix, projection, colour, up, accent, accent_amount, lift,
        perspective, faded, fade, opacity, section, xray;
} Faces;

static bool create(void *state, Error *err)
{
    Faces *f = state;
    f->program = shader_create("faces", err);
    if (!f->program)
        return false;
    f->model_view = glGetUniformLocation(f->program, "model_view");
    f->normal_matrix = glGetUniformLocation(f->program, "normal_matrix");
    f->projection = glGetUniformLocation(f->program, "projection");
    f->colour = glGetUniformLocation(f->program, "part_colour");
    f->up = glGetUniformLocation(f->program, "up");
    f->accent = glGetUniformLocation(f->program, "accent");
    f->accent_amount = glGetUniformLocation(f->program, "accent_amount");
    f->perspective = glGetUniformLocation(f->program, "perspective");
    f->opacity = glGetUniformLocation(f->program, "opacity");
    f->faded = glGetUniformLocation(f->program, "faded");
    f->fade = glGetUniformLocation(f->program, "fade");
    f->xray = glGetUniformLocation(f->program, "xray");
    f->lift = glGetUniformLocation(f->program, "lift");
    f->section = glGetUniformLocation(f->program, "section");
    return true;
}

static void draw_part(const Faces *f, const Frame *frame, const DrawPart *part)
{
    float colour[3], model_view[16], normal_matrix[9];
    enum Visibility visibility = frame_visibility(frame, part);
    if (part->flags & DRAW_WIREFRAME || visibility == OUT_OF_VIEW)
        return;
    // Mirrored parts are wound the other way. Solids hide their insides, unless the near plane
    // cuts them open.
    if (part->mesh->closed && visibility == IN_VIEW && !(part->flags & DRAW_XRAY))
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
    glFrontFace(affine_determinant(&part->placement) < 0 ? GL_CW : GL_CCW);
    frame_model_view(frame, &part->placement, model_view, normal_matrix);
    colour_to_light(part->colour, colour);
    glUniformMatrix4fv(f->model_view, 1, GL_FALSE, model_view);
    glUniformMatrix3fv(f->normal_matrix, 1, GL_FALSE, normal_matrix);
    glUniform3fv(f->colour, 1, colour);
    glUniform1f(f->accent_amount, part->flags & DRAW_SELECTED ? 1.0f : 0.0f);
    glUniform1f(f->fade, part->flags & DRAW_OUTLINED ? PAPER
                         : part->flags & DRAW_FADED  ? FADE
                                                     : 0.0f);
    glUniform1f(f->opacity, part->flags & DRAW_DIMMED  ? DIMMED_OPACITY
                            : part->flags & DRAW_XRAY  ? XRAY_OPACITY
                            : part->flags & DRAW_GHOST ? GHOST_OPACITY
                                                       : 1.0f);
    glUniform1f(f->xray, part->flags & DRAW_XRAY ? 1.0f : 0.0f);
    glUniform1f(f->lift, part->flags & DRAW_HOVERED ? 0.06f : 0.0f);
    glBindVertexArray(part->mesh->faces);
    glDrawElements(GL_TRIANGLES, part->mesh->index_count, GL_UNSIGNED_INT, NULL);
}

static void draw(const void *state, const Frame *frame)
{
    const Faces *f = state;
    const DrawScene *scene = frame->scene;
    float accent[3], faded[3];
    colour_to_light(frame->theme->accent, accent);
    colour_to_screen(frame->theme->faded, faded);
    glUseProgram(f->program);
    section_begin(frame, f->section);
    glUniform3fv(f->faded, 1, faded);
    glUniformMatrix4fv(f->projection, 1, GL_FALSE, frame->projection);
    glUniform3f(f->up, frame->up_in_eye.x, frame->up_in_eye.y, frame->up_in_eye.z);
    glUniform3fv(f->accent, 1, accent);
    glUniform1f(f->perspective, frame->perspective);
    for (size_t i = 0; i < scene->part_count; ++i)
        if (!(scene->parts[i].flags & TRANSPARENT))
            draw_part(f, frame, &scene->parts[i]);
    // Ghosts after all that is solid; they hide nothing, not even each other.
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (size_t i = 0; i < scene->part_count; ++i)
        if (scene->parts[i].flags & TRANSPARENT)
            draw_part(f, frame, &scene->parts[i]);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    section_end();
}

static void destroy(void *state)
{
    glDeleteProgram(((Faces *)state)->program);
}

const PassType pass_faces = {"faces", sizeof(Faces), create, draw, destroy};
