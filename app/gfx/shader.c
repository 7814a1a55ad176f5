// Shader sources come from the program itself, or from a folder while somebody works on them.
#include "app/gfx/shader.h"
#include "app/gfx/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHADER_MAX_BYTES = 1 << 16, LOG_MAX_BYTES = 512 };

static char *read_text(const char *folder, const char *name)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return NULL;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = malloc(SHADER_MAX_BYTES + 1);
    if (text)
        text[fread(text, 1, SHADER_MAX_BYTES, file)] = 0;
    fclose(file);
    return text;
}

// A copy that the caller frees; NULL when there is no such shader.
static char *find_source(const char *name)
{
    const char *folder = getenv("SNUG_SHADER_DIR");
    if (folder && *folder) {
        char *text = read_text(folder, name);
        if (text)
            return text;
    }
    for (int i = 0; i < embedded_shader_count; ++i)
        if (strcmp(embedded_shaders[i].name, name) == 0)
            return strdup(embedded_shaders[i].text);
    return NULL;
}

// The first line of a driver's log: errors are shown on one line.
static void first_line(char *log)
{
    log[strcspn(log, "\r\n")] = 0;
}

static bool attach(GLuint program, GLenum kind, const char *name, const char *suffix,
                   const char *lines, Error *err)
{
    char file[128];
    snprintf(file, sizeof file, "%s.%s", name, suffix);
    char *text = find_source(file);
    if (!text)
        return kind == GL_GEOMETRY_SHADER || error_set(err, "shader %s is missing", file);
    GLuint shader = glCreateShader(kind);
    size_t version = strcspn(text, "\n");
    const GLchar *sources[] = {text, "\n", lines, text + version};
    const GLint lengths[] = {(GLint)version, -1, -1, -1};
    glShaderSource(shader, 4, sources, lengths);
    glCompileShader(shader);
    free(text);
    GLint ok = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok) {
        glAttachShader(program, shader);
    } else {
        char log[LOG_MAX_BYTES] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        first_line(log);
        error_set(err, "shader %s does not compile: %s", file, log);
    }
    glDeleteShader(shader); // the program keeps what it needs
    return ok;
}

bool program_create(Program *program, const char *name, Error *err)
{
    return program_create_with(program, name, "", err);
}

static GLuint link(const char *name, const char *lines, Error *err)
{
    GLuint program = glCreateProgram();
    bool ok = attach(program, GL_VERTEX_SHADER, name, "vert", lines, err) &&
              attach(program, GL_GEOMETRY_SHADER, name, "geom.glsl", lines, err) &&
              attach(program, GL_FRAGMENT_SHADER, name, "frag", lines, err);
    if (ok) {
        glLinkProgram(program);
        GLint linked = GL_FALSE;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        if (!linked) {
            char log[LOG_MAX_BYTES] = "";
            glGetProgramInfoLog(program, sizeof log, NULL, log);
            first_line(log);
            error_set(err, "shader %s does not link: %s", name, log);
            ok = false;
        }
    }
    if (!ok) {
        glDeleteProgram(program);
        return 0;
    }
    return program;
}

bool program_create_with(Program *program, const char *name, const char *lines, Error *err)
{
    GLuint made = link(name, lines, err);
    *program = (Program){.program = made};
    if (!made)
        return false;
#define X(uniform) program->uniform = glGetUniformLocation(made, #uniform);
    UNIFORM_LIST(X)
#undef X
    return true;
}

void program_destroy(void *program)
{
    glDeleteProgram(((Program *)program)->program);
}
