// Lines given by the caller, and on top of everything the curves of intersection, in a dark casing
// that sets them off from any background.
#include "app/gfx/pass.h"

static void draw_batch(const Frame *frame, const DrawLines *lines, uint32_t colour, float extra)
{
    LineStyle style = {.opacity = lines->opacity, .width = lines->width_px + extra};
    colour_to_screen(colour, style.rgb);
    line_program_draw(frame, lines->batch->joined ? frame->joined_lines : frame->lines,
                      &lines->placement, &style, lines->batch);
}

static void draw_kind(const Frame *frame, bool joined, bool on_top, bool casing)
{
    const Program *program = joined ? frame->joined_lines : frame->lines;
    bool begun = false;
    for (size_t i = 0; i < frame->scene->line_count; ++i) {
        const DrawLines *lines = &frame->scene->lines[i];
        if (lines->on_top != on_top || lines->batch->joined != joined || lines->batch->count == 0)
            continue;
        if (!begun) {
            line_program_begin_cut(program, frame);
            begun = true;
        }
        if (casing)
            draw_batch(frame, lines, frame->theme->contact_rim, 2 * frame->pixel_scale);
        else
            draw_batch(frame, lines, lines->colour, 0);
    }
    if (begun)
        line_program_end();
}

static void draw_all(const Frame *frame, bool on_top, bool casing)
{
    draw_kind(frame, false, on_top, casing);
    draw_kind(frame, true, on_top, casing);
}

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    draw_all(frame, false, false);
    glDisable(GL_DEPTH_TEST);
    draw_all(frame, true, true);
    draw_all(frame, true, false);
    glEnable(GL_DEPTH_TEST);
}

const PassType pass_lines = {"lines", 0, NULL, draw, NULL};
