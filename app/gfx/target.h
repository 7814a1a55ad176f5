// A multisampled framebuffer and the plain one it is resolved into. Private to app/gfx.
#ifndef SNUG_APP_GFX_TARGET_H
#define SNUG_APP_GFX_TARGET_H

#include "core/base/error.h"

#include <glad/gl.h>

typedef struct Target {
    int width, height, samples;
    GLuint draw, resolved; // framebuffers; the same one when samples is 1
    GLuint buffers[3];     // colour, depth with stencil, resolved colour
} Target;

bool target_create(Target *target, int width, int height, int samples, Error *err);
void target_resolve(const Target *target); // into the framebuffer `resolved`
void target_destroy(Target *target);

// A texture to be drawn into through `frame` and read from: brightness, or depth. False: it cannot be.
bool target_texture(GLuint frame, GLuint texture, bool depth, int width, int height);

#endif
