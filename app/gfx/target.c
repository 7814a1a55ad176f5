// Renderbuffers suffice: nobody samples these pictures, they are only copied.
#include "app/gfx/target.h"

#include <stddef.h>

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

bool target_texture(GLuint frame, GLuint texture, bool depth, int width, int height)
{
    GLint filter = depth ? GL_NEAREST : GL_LINEAR;
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, depth ? GL_DEPTH24_STENCIL8 : GL_R8, width, height, 0,
                 depth ? GL_DEPTH_STENCIL : GL_RED, depth ? GL_UNSIGNED_INT_24_8 : GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER,
                           depth ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                           GL_TEXTURE_2D, texture, 0);
    if (depth) {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}
