// Clipping by the section plane, for the passes that draw triangles and thin lines.
#include "app/gfx/frame.h"

void section_begin(const Frame *frame, GLint uniform)
{
    glUniform4fv(uniform, 1, frame->section);
    if (frame->scene->section.on)
        glEnable(GL_CLIP_DISTANCE0);
}

void frame_use(const Frame *frame, const Program *program)
{
    glUseProgram(program->program);
    section_begin(frame, program->section);
    glUniformMatrix4fv(program->projection, 1, GL_FALSE, frame->projection);
    glUniform1f(program->perspective, frame->perspective);
}

void section_end(void)
{
    glDisable(GL_CLIP_DISTANCE0);
}
