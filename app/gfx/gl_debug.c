#include "app/gfx/gl_debug.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints = -1;

bool gl_debug_wanted(void)
{
    const char *value = getenv("SNUG_GL_DEBUG");
    return value && strcmp(value, "1") == 0;
}

static void GLAD_API_PTR on_message(GLenum source, GLenum type, GLuint id, GLenum severity,
                                    GLsizei length, const GLchar *message, const void *user)
{
    (void)source;
    (void)length;
    (void)user;
    if (severity != GL_DEBUG_SEVERITY_MEDIUM && severity != GL_DEBUG_SEVERITY_HIGH)
        return;
    ++complaints;
    fprintf(stderr, "snug: OpenGL (type 0x%x, number %u): %s\n", type, id, message);
}

void gl_debug_start(void)
{
    if (!gl_debug_wanted() || !GLAD_GL_KHR_debug || !glDebugMessageCallback)
        return;
    complaints = 0;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS); // with the culprit on the stack
    glDebugMessageCallback(on_message, NULL);
}

int gl_debug_count(void)
{
    return complaints;
}
