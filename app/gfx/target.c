// Renderbuffers suffice: nobody samples these pictures, they are only copied.
#include "app/gfx/target.h"

static void add_buffer(GLuint buffer, GLenum attachment, GLenum format, const Target *t,
                       int samples)
{
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    if (samples > 1)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, t->width, t->height);
    else
        glRenderbufferStorage(GL_RENDERBUFFER, format, t->width, t->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
}

bool target_create(Target *target, int width, int height, int samples, Error *err)
{
    GLint most = 1, largest = 0, bound;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    if (width < 1 || height < 1 || width > largest || height > largest)
        return error_set(err, "a picture of %d x %d pixels cannot be drawn (at most %d x %d)",
                         width, height, largest, largest);
    if (samples > most)
        samples = most;
    *target = (Target){.width = width, .height = height, .samples = samples < 1 ? 1 : samples};
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    glGenRenderbuffers(3, target->buffers);
    glGenFramebuffers(1, &target->draw);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    add_buffer(target->buffers[0], GL_COLOR_ATTACHMENT0, GL_RGBA8, target, target->samples);
    add_buffer(target->buffers[1], GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, target,
               target->samples);
    bool ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    target->resolved = target->draw;
    if (target->samples > 1) {
        glGenFramebuffers(1, &target->resolved);
        glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
        add_buffer(target->buffers[2], GL_COLOR_ATTACHMENT0, GL_RGBA8, target, 1);
        ok = ok && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
    if (!ok) {
        target_destroy(target);
        return error_set(err, "the framebuffer of %d x %d pixels cannot be made", width, height);
    }
    return true;
}

void target_resolve(const Target *t)
{
    if (t->resolved == t->draw)
        return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->draw);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->resolved);
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

void target_destroy(Target *target)
{
    if (target->resolved != target->draw)
        glDeleteFramebuffers(1, &target->resolved);
    glDeleteFramebuffers(1, &target->draw);
    glDeleteRenderbuffers(3, target->buffers);
    *target = (Target){0};
}
