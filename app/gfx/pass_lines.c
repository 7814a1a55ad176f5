// Lines given by the caller: volumes of a hierarchy, and on top of everything the exact
// intersection line, in a dark casing that sets it off from any background.
#include "pass.h"

static void draw_batch(const Frame *frame, const DrawLines *lines, uint32_t colour, float extra)
{
    float model_view[16];
    LineStyle style = {.opacity = lines->opacity, .width = lines->width_px + extra};
    colour_to_screen(colour, style.rgb);
    frame_model_view(frame, &lines->placement, model_view, NULL);
    line_program_set(frame->lines, model_view, NULL, &style);
    glBindVertexArray(lines->batch->array);
    glDrawArrays(GL_LINES, 0, lines->batch->count);
}

static void draw_all(const Frame *frame, bool on_top, bool casing)
{
    for (size_t i = 0; i < frame->scene->line_count; ++i) {
        const DrawLines *lines = &frame->scene->lines[i];
        if (lines->on_top != on_top || lines->batch->count == 0)
            continue;
        if (casing)
            draw_batch(frame, lines, frame->theme->contact_rim, 2 * frame->pixel_scale);
        else
            draw_batch(frame, lines, lines->colour, 0);
    }
}

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    line_program_begin(frame->lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    line_program_cut(frame->lines, frame);
    draw_all(frame, false, false);
    glDisable(GL_DEPTH_TEST);
    draw_all(frame, true, true);
    draw_all(frame, true, false);
    glEnable(GL_DEPTH_TEST);
    line_program_end();
}

const PassType pass_lines = {"lines", 0, NULL, draw, NULL};
