// A soft vertical gradient behind everything.
#include "app/gfx/pass.h"

typedef struct Background {
    Program program;
    GLuint array;
} Background;

static bool create(void *state, Error *err)
{
    Background *b = state;
    glGenVertexArrays(1, &b->array); // empty: the corners follow from their numbers
    return program_create(&b->program, "background", err);
}

static void draw(const void *state, const Frame *frame)
{
    const Background *b = state;
    float top[3], bottom[3];
    colour_to_screen(frame->theme->background_top, top);
    colour_to_screen(frame->theme->background_bottom, bottom);
    glUseProgram(b->program.program);
    glUniform3fv(b->program.top, 1, top);
    glUniform3fv(b->program.bottom, 1, bottom);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(b->array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}

static void destroy(void *state)
{
    Background *b = state;
    program_destroy(&b->program);
    glDeleteVertexArrays(1, &b->array);
}

const PassType pass_background = {"background", sizeof(Background), create, draw, destroy};
