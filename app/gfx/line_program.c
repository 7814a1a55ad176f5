// Blending is on and depth writes are off while lines are drawn: their soft borders would
// otherwise cut holes into whatever comes behind.
#include "app/gfx/line_program.h"

void set_hues(const Program *program, const uint32_t *palette, int count)
{
    float rgb[VOLUME_PALETTE][3];
    for (int i = 0; i < count; ++i)
        colour_to_screen(palette[i], rgb[i]);
    glUniform3fv(program->hues, count, rgb[0]);
}

void line_program_begin(const Program *lines, const float projection[16], const float pull[2],
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

void line_program_begin_cut(const Program *lines, const Frame *frame)
{
    line_program_begin(lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    section_begin(frame, lines->section);
}

void line_program_set(const Program *lines, const float model_view[16],
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

void line_program_draw(const Frame *frame, const Program *lines, const Affine *placement,
                       const LineStyle *style, const PointBatch *batch)
{
    float model_view[16];
    frame_model_view(frame, placement, model_view, NULL);
    line_program_set(lines, model_view, NULL, style);
    glBindVertexArray(batch->array);
    glDrawArrays(batch->joined ? GL_LINES_ADJACENCY : GL_LINES, 0, batch->count);
}

void line_program_end(void)
{
    section_end();
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
