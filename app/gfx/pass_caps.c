// Where the section plane cuts parts open: the cut is filled and hatched in the part's colour, and
// has an outline. The triangles of a fan from one point to each segment of the outline go over
// every place inside once more in one direction than in the other: counted in the stencil buffer,
// they fill any outline, with holes and islands, wherever the eye is.
#include "app/gfx/pass.h"

static const float SHADE = 0.93f, PERIOD = 9, HATCH_WIDTH = 1.1f, CLEAR = 0.4f;

static bool create(void *state, Error *err)
{
    return program_create(state, "cap", err);
}

// Without a stencil buffer fans would cover more than the cut: outlines must do then.
static bool has_stencil(void)
{
    GLint bound = 0, kind = GL_NONE;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER,
                                          bound ? GL_STENCIL_ATTACHMENT : GL_STENCIL,
                                          GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
    return kind != GL_NONE;
}

static void set_colours(const Program *c, const Frame *frame, const DrawCap *cap)
{
    static const float slant[4][2] = {
        {0.7071f, 0.7071f}, {-0.7071f, 0.7071f}, {0.9659f, 0.2588f}, {-0.2588f, 0.9659f}};
    float rgb[3], ink[3];
    bool drawing = cap->flags & (DRAW_OUTLINED | DRAW_FADED);
    colour_to_screen(drawing ? frame->theme->faded : cap->colour, rgb);
    for (int k = 0; k < 3; ++k) {
        rgb[k] *= SHADE;
        ink[k] = 0.45f * rgb[k];
    }
    if (drawing)
        colour_to_screen(frame->theme->ink, ink);
    bool clear = cap->flags & (DRAW_GHOST | DRAW_WIREFRAME | DRAW_XRAY);
    int kind = (int)((unsigned)cap->hatching % 4);
    glUniform4f(c->colour, rgb[0], rgb[1], rgb[2], clear ? CLEAR : 1);
    glUniform3fv(c->ink, 1, ink);
    glUniform2fv(c->across, 1, slant[kind]);
    glUniform1f(c->period, PERIOD * frame->pixel_scale);
    glUniform1f(c->half_width, HATCH_WIDTH * frame->pixel_scale / 2);
}

static void fill(const Program *c, const Frame *frame, const DrawCap *cap)
{
    GLsizei count = cap->batch->count / 2 * 3;
    float model_view[16];
    frame_model_view(frame, &cap->placement, model_view, NULL);
    glUniformMatrix4fv(c->model_view, 1, GL_FALSE, model_view);
    glBindVertexArray(cap->batch->array);
    // Counting, through everything.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDisable(GL_DEPTH_TEST);
    glStencilFunc(GL_ALWAYS, 0, 0xFF);
    if (cap->batch->fill == CAP_WINDING) {
        glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
        glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
    } else {
        glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    }
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, NULL);
    // Drawing; whatever was counted is zero again afterwards, for the next part.
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glStencilFunc(GL_NOTEQUAL, 0, 0xFF);
    glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
    set_colours(c, frame, cap);
    bool clear = cap->flags & (DRAW_GHOST | DRAW_WIREFRAME | DRAW_XRAY);
    glDepthMask(clear ? GL_FALSE : GL_TRUE);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, NULL);
    glDepthMask(GL_TRUE);
}

static void outline(const Frame *frame)
{
    // The cut itself is not cut again: it lies in the plane.
    line_program_begin(frame->lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    for (size_t i = 0; i < frame->scene->cap_count; ++i) {
        const DrawCap *cap = &frame->scene->caps[i];
        bool selected = cap->flags & DRAW_SELECTED;
        LineStyle style = {.opacity = cap->flags & (DRAW_GHOST | DRAW_FADED) ? 0.4f : 0.9f,
                           .width = (selected ? 2.2f : 1.5f) * frame->pixel_scale,
                           .hidden_opacity = 1};
        uint32_t plain =
            cap->flags & (DRAW_OUTLINED | DRAW_XRAY) ? frame->theme->ink : frame->theme->edge;
        colour_to_screen(selected ? frame->theme->accent : plain, style.rgb);
        line_program_draw(frame, frame->lines, &cap->placement, &style, cap->batch);
    }
    line_program_end();
}

static void draw(const void *state, const Frame *frame)
{
    const Program *c = state;
    const DrawScene *scene = frame->scene;
    if (!scene->section.on || scene->cap_count == 0)
        return;
    glUseProgram(c->program);
    glUniformMatrix4fv(c->projection, 1, GL_FALSE, frame->projection);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    bool fills = has_stencil();
    for (size_t i = 0; fills && i < scene->cap_count; ++i)
        if (scene->caps[i].batch->fill != CAP_NONE && scene->caps[i].batch->count > 0)
            fill(c, frame, &scene->caps[i]);
    glDisable(GL_BLEND);
    glDisable(GL_STENCIL_TEST);
    outline(frame);
}

const PassType pass_caps = {"caps", sizeof(Program), create, draw, program_destroy};
