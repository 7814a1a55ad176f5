// Compiling shaders: "name" stands for name.vert, name.frag and, if there is one, name.geom.glsl.
#ifndef SNUG_APP_GFX_SHADER_H
#define SNUG_APP_GFX_SHADER_H

#include "core/base/error.h"

#include <glad/gl.h>

// Uniforms of all shaders, which are called alike where they mean the same.
// clang-format off
#define UNIFORM_LIST(X)                                                                            \
    X(model_view) X(normal_matrix) X(projection) X(placement) X(to_clip) X(section) X(perspective) \
    X(viewport) X(pull) X(grow) X(half_width) X(fade) X(colour) X(part_colour) X(opacity)          \
    X(hidden_opacity) X(faded) X(accent) X(accent_amount) X(lift) X(xray) X(backlight) X(up)       \
    X(ink) X(across) X(period) X(use_hues) X(hues) X(top) X(bottom) X(tint) X(step_size)           \
    X(depth) X(occlusion) X(pixel) X(radius) X(most) X(strength)
// clang-format on

// A shader with the places of its uniforms; those that it has not are -1, where GL sets nothing.
typedef struct Program {
    GLuint program; // 0: none
#define X(name) GLint name;
    UNIFORM_LIST(X)
#undef X
} Program;

// Attribute locations are fixed by the shaders themselves.
bool program_create(Program *program, const char *name, Error *err);
// The same with lines of source after the one that says the version.
bool program_create_with(Program *program, const char *name, const char *lines, Error *err);
void program_destroy(void *program);

#endif
