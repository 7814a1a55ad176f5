// Compiling shaders: "name" stands for name.vert, name.frag and, if there is one, name.geom.glsl.
#ifndef SNUG_APP_GFX_SHADER_H
#define SNUG_APP_GFX_SHADER_H

#include "core/base/error.h"

#include <glad/gl.h>

// 0 on failure. Attribute locations are fixed by the shaders themselves.
GLuint shader_create(const char *name, Error *err);
// The same with lines of source after the one that says the version.
GLuint shader_create_with(const char *name, const char *lines, Error *err);

#endif
