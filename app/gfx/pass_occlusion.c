// Ambient occlusion: corners and gaps are darker, as under an overcast sky, so that shapes read at
// a glance. From the depths of what is solid, at half the resolution, before edges are drawn. Only
// in a framebuffer whose depths can be copied (renderer.c sees to it), and only when it is asked
// for.
#include "app/gfx/pass.h"
#include "app/gfx/target.h"

#include <stdlib.h>

// Of the diagonal of what is shown, and in points of the screen.
static const double REACH = 0.045, MOST_POINTS = 56;
static const float STRENGTH = 0.62f;

typedef struct Buffers {
    int width, height; // of the picture
    GLuint depth, half_size[2];
    GLuint depth_frame, half_frame[2];
} Buffers;

typedef struct Occlusion {
    Program look, blur, apply;
    GLuint array;
    Buffers *buffers; // made when they are first wanted, as large as the picture
} Occlusion;

static bool create(void *state, Error *err)
{
    Occlusion *o = state;
    if (!program_create(&o->look, "occlusion", err) ||
        !program_create(&o->blur, "occlusion_blur", err) ||
        !program_create(&o->apply, "occlusion_apply", err))
        return false;
    o->buffers = calloc(1, sizeof *o->buffers);
    if (!o->buffers)
        return error_set(err, "out of memory");
    glGenVertexArrays(1, &o->array);
    return true;
}

static void release(Buffers *b)
{
    glDeleteTextures(1, &b->depth);
    glDeleteTextures(2, b->half_size);
    glDeleteFramebuffers(1, &b->depth_frame);
    glDeleteFramebuffers(2, b->half_frame);
    *b = (Buffers){0};
}

static bool prepare(Buffers *b, int width, int height)
{
    if (b->width == width && b->height == height)
        return true;
    release(b);
    glGenTextures(1, &b->depth);
    glGenTextures(2, b->half_size);
    glGenFramebuffers(1, &b->depth_frame);
    glGenFramebuffers(2, b->half_frame);
    bool ok = target_texture(b->depth_frame, b->depth, true, width, height);
    for (int i = 0; i < 2; ++i)
        ok = target_texture(b->half_frame[i], b->half_size[i], false, (width + 1) / 2,
                            (height + 1) / 2) &&
             ok;
    b->width = width; // also where it failed: not tried again in every frame
    b->height = height;
    return ok;
}

static void use_textures(const Program *program, GLuint occlusion, GLuint depth)
{
    glUseProgram(program->program);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, occlusion);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, depth);
    glUniform1i(program->depth, 0);
    glUniform1i(program->occlusion, 1);
}

static void look(const Occlusion *o, const Frame *frame)
{
    const Buffers *b = o->buffers;
    const Box3d *box = &frame->scene->bounds;
    double diagonal = vec3d_distance(box->lo, box->hi) / frame->scene->camera.distance;
    const float *p = frame->projection;
    use_textures(&o->look, 0, b->depth);
    glUniform2f(o->look.pixel, 1.0f / (float)b->width, 1.0f / (float)b->height);
    glUniform4f(o->look.projection, p[0], p[5], p[10], p[14]);
    glUniform1f(o->look.perspective, frame->perspective);
    glUniform1f(o->look.radius, (float)(REACH * diagonal));
    glUniform1f(o->look.most, (float)(MOST_POINTS * (double)frame->pixel_scale));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void blur(const Occlusion *o)
{
    const Buffers *b = o->buffers;
    use_textures(&o->blur, b->half_size[0], b->depth);
    glUniform2f(o->blur.pixel, 2.0f / (float)b->width, 2.0f / (float)b->height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void apply(const Occlusion *o)
{
    use_textures(&o->apply, o->buffers->half_size[1], 0);
    glUniform1f(o->apply.strength, STRENGTH);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_COLOR, GL_ZERO);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

static void draw(const void *state, const Frame *frame)
{
    const Occlusion *o = state;
    const DrawScene *scene = frame->scene;
    if (!scene->occlusion || !frame->own_target || !(scene->bounds.lo.x <= scene->bounds.hi.x))
        return;
    GLint draws, reads;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draws);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads);
    Buffers *b = o->buffers;
    if (prepare(b, frame->width, frame->height)) {
        glDisable(GL_SCISSOR_TEST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)draws);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, b->depth_frame);
        glBlitFramebuffer(0, 0, b->width, b->height, 0, 0, b->width, b->height, GL_DEPTH_BUFFER_BIT,
                          GL_NEAREST);
        glDisable(GL_DEPTH_TEST);
        glBindVertexArray(o->array);
        glViewport(0, 0, (b->width + 1) / 2, (b->height + 1) / 2);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, b->half_frame[0]);
        look(o, frame);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, b->half_frame[1]);
        blur(o);
        glViewport(frame->x, frame->y, frame->width, frame->height);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draws);
        apply(o);
        use_textures(&o->apply, 0, 0); // none stays bound
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_SCISSOR_TEST);
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draws);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)reads);
}

static void destroy(void *state)
{
    Occlusion *o = state;
    if (o->buffers)
        release(o->buffers);
    free(o->buffers);
    program_destroy(&o->look);
    program_destroy(&o->blur);
    program_destroy(&o->apply);
    glDeleteVertexArrays(1, &o->array);
}

const PassType pass_occlusion = {"occlusion", sizeof(Occlusion), create, draw, destroy};
