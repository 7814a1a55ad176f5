// Feature edges over the surfaces: thin and dark, or in the accent colour where a part is selected.
#include "pass.h"

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    float model_view[16];
    LineStyle plain = {.opacity = 0.8f, .width = 1.1f * frame->pixel_scale, .hidden_opacity = 1};
    LineStyle selected = {.opacity = 1, .width = 2 * frame->pixel_scale, .hidden_opacity = 1};
    colour_to_screen(frame->theme->edge, plain.rgb);
    LineStyle blocker = {.opacity = 0.75f, .width = 1.6f * frame->pixel_scale, .hidden_opacity = 1};
    colour_to_screen(frame->theme->accent, selected.rgb);
    colour_to_screen(frame->theme->alert, blocker.rgb);
    line_program_begin(frame->lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        // A selected part shows its edges even where edges are switched off.
        if (!(part->flags & (DRAW_EDGES | DRAW_SELECTED | DRAW_BLOCKER)) ||
            part->flags & DRAW_WIREFRAME || frame_visibility(frame, part) == OUT_OF_VIEW)
            continue;
        frame_model_view(frame, &part->placement, model_view, NULL);
        LineStyle style = part->flags & DRAW_SELECTED  ? selected
                          : part->flags & DRAW_BLOCKER ? blocker
                                                       : plain;
        float gap = frame_pixels(frame, part, part->mesh->feature_spacing) / frame->pixel_scale;
        style.opacity *= line_density_opacity(gap, 5, 0.3f);
        if (part->flags & (DRAW_FADED | DRAW_GHOST))
            style.opacity *= 0.35f;
        line_program_set(frame->lines, model_view, NULL, &style);
        glBindVertexArray(part->mesh->edges);
        glDrawElements(GL_LINES, part->mesh->feature_count, GL_UNSIGNED_INT, NULL);
    }
    line_program_end();
}

const PassType pass_edges = {"edges", 0, NULL, draw, NULL};
