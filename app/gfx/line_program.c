// Blending is on and depth writes are off while lines are drawn: their soft borders would
// otherwise cut holes into whatever comes behind.
#include "app/gfx/line_program.h"
#include "app/gfx/shader.h"

bool line_program_create(LineProgram *lines, const char *name, Error *err)
{
    return line_program_take(lines, shader_create(name, err));
}

bool line_program_take(LineProgram *lines, GLuint program)
{
    *lines = (LineProgram){.program = program};
    if (!program)
        return false;
    lines->model_view = glGetUniformLocation(program, "model_view");
    lines->normal_matrix = glGetUniformLocation(program, "normal_matrix");
    lines->projection = glGetUniformLocation(program, "projection");
    lines->viewport = glGetUniformLocation(program, "viewport");
    lines->half_width = glGetUniformLocation(program, "half_width");
    lines->pull = glGetUniformLocation(program, "pull");
    lines->colour = glGetUniformLocation(program, "colour");
    lines->use_hues = glGetUniformLocation(program, "use_hues");
    lines->section = glGetUniformLocation(program, "section");
    lines->fade = glGetUniformLocation(program, "fade");
    lines->hidden_opacity = glGetUniformLocation(program, "hidden_opacity");
    return true;
}

void line_program_destroy(LineProgram *lines)
{
    glDeleteProgram(lines->program);
    lines->program = 0;
}

void set_hues(GLuint program, const Theme *theme)
{
    float rgb[THEME_HUES][3];
    for (int i = 0; i < THEME_HUES; ++i)
        colour_to_screen(theme->hues[i], rgb[i]);
    glUniform3fv(glGetUniformLocation(program, "hues"), THEME_HUES, rgb[0]);
}

void line_program_begin(const LineProgram *lines, const float projection[16], const float pull[2],
                        float width, float height)
{
    glUseProgram(lines->program);
    glUniformMatrix4fv(lines->projection, 1, GL_FALSE, projection);
    glUniform2fv(lines->pull, 1, pull);
    glUniform2f(lines->viewport, width, height);
    glUniform4f(lines->section, 0, 0, 0, 1);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
}

void line_program_cut(const LineProgram *lines, const Frame *frame)
{
    section_begin(frame, lines->section);
}

void line_program_set(const LineProgram *lines, const float model_view[16],
                      const float normal_matrix[9], const LineStyle *style)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    glUniformMatrix4fv(lines->model_view, 1, GL_FALSE, model_view);
    glUniformMatrix3fv(lines->normal_matrix, 1, GL_FALSE, normal_matrix ? normal_matrix : identity);
    glUniform1i(lines->use_hues, style->hues);
    glUniform1f(lines->fade, style->fade);
    glUniform1f(lines->half_width, style->width / 2);
    glUniform4f(lines->colour, style->rgb[0], style->rgb[1], style->rgb[2], style->opacity);
    glUniform1f(lines->hidden_opacity, normal_matrix ? style->hidden_opacity : 1);
}

void line_program_end(void)
{
    section_end();
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
