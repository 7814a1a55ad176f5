// Shader sources, put into the program at build time by embed.cmake.
#ifndef SNUG_APP_GFX_EMBEDDED_H
#define SNUG_APP_GFX_EMBEDDED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *name; // file name without folder, as "mesh.vert"
    const char *text;
} EmbeddedFile;

extern const EmbeddedFile embedded_shaders[]; // ended by a row of NULLs
extern const int embedded_shader_count;

#endif
