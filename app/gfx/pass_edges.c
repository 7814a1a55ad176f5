// Feature edges over the surfaces: thin and dark, or in the accent colour where a part is selected.
#include "pass.h"

// Whether the part shows its edges, and how.
static bool edge_style(const Frame *frame, const DrawPart *part, LineStyle *style)
{
    bool selected = part->flags & DRAW_SELECTED, blocker = part->flags & DRAW_BLOCKER;
    bool drawing = part->flags & (DRAW_OUTLINED | DRAW_XRAY);
    // A selected part shows its edges even where edges are switched off.
    bool edges = part->flags & DRAW_EDGES && !frame->scene->no_edges;
    if (!edges && !selected && !drawing && !blocker)
        return false;
    if (part->flags & DRAW_WIREFRAME || frame_visibility(frame, part) == OUT_OF_VIEW)
        return false;
    const Theme *theme = frame->theme;
    *style = (LineStyle){.opacity = 0.8f, .width = 1.1f, .hidden_opacity = 1};
    uint32_t colour = theme->edge;
    if (selected) {
        *style = (LineStyle){.opacity = 1, .width = 2, .hidden_opacity = 1};
        colour = theme->accent;
    } else if (blocker) {
        *style = (LineStyle){.opacity = BLOCKER_OPACITY, .width = 1.6f, .hidden_opacity = 1};
        colour = theme->alert;
    } else if (drawing) {
        *style = (LineStyle){.opacity = 1, .width = 1.3f, .hidden_opacity = 1};
        colour = theme->ink;
    }
    style->width *= frame->pixel_scale;
    colour_to_screen(colour, style->rgb);
    float gap = frame_pixels(frame, part, part->mesh->feature_spacing) / frame->pixel_scale;
    style->opacity *=
        blocker && !selected ? blocker_density_opacity(gap) : line_density_opacity(gap, 5, 0.3f);
    if (part->flags & (DRAW_FADED | DRAW_GHOST))
        style->opacity *= 0.35f;
    return true;
}

static void draw_all(const Frame *frame, bool through)
{
    float model_view[16];
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        LineStyle style;
        // Lines of an x-ray are seen through everything else, at half strength.
        if ((through && !(part->flags & DRAW_XRAY)) || !edge_style(frame, part, &style))
            continue;
        if (part->flags & DRAW_XRAY)
            style.opacity *= 0.5f;
        frame_model_view(frame, &part->placement, model_view, NULL);
        line_program_set(frame->lines, model_view, NULL, &style);
        glBindVertexArray(part->mesh->edges);
        glDrawElements(GL_LINES, part->mesh->feature_count, GL_UNSIGNED_INT, NULL);
    }
}

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    line_program_begin(frame->lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    line_program_cut(frame->lines, frame);
    draw_all(frame, false);
    glDepthFunc(GL_GREATER);
    draw_all(frame, true);
    glDepthFunc(GL_LEQUAL);
    line_program_end();
}

const PassType pass_edges = {"edges", 0, NULL, draw, NULL};
