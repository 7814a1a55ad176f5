// Parts in contact: the boundaries of their polygons in the part's colour, nothing filled, so that
// the contact inside can be seen. Lines on the far side are fainter, which keeps the shape
// readable.
#include "app/gfx/pass.h"

// Thin lines lose colour to what is behind them. More saturated, and darker on a light background
// or lighter on a dark one, they still read as the part's colour.
static void wire_colour(uint32_t colour, enum ThemeId theme, float rgb[3])
{
    colour_to_screen(colour, rgb);
    float grey = 0.3f * rgb[0] + 0.6f * rgb[1] + 0.1f * rgb[2];
    for (int k = 0; k < 3; ++k) {
        float c = grey + 1.5f * (rgb[k] - grey);
        c = theme == THEME_LIGHT ? 0.7f * c : 0.25f + 0.75f * c;
        rgb[k] = c < 0 ? 0 : c > 1 ? 1 : c;
    }
}

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    float model_view[16], normal_matrix[9], accent[3], alert[3];
    colour_to_screen(frame->theme->accent, accent);
    colour_to_screen(frame->theme->alert, alert);
    const Program *lines = frame->scene->thin_wires ? frame->thin_lines : frame->lines;
    line_program_begin_cut(lines, frame);
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        const GpuMesh *mesh = part->mesh;
        if (!(part->flags & DRAW_WIREFRAME) || frame_visibility(frame, part) == OUT_OF_VIEW)
            continue;
        bool selected = part->flags & DRAW_SELECTED;
        bool lit = selected || part->flags & DRAW_BLOCKER;
        LineStyle style = {.width = frame->pixel_scale, .hidden_opacity = 0.4f};
        wire_colour(part->colour, frame->scene->theme, style.rgb);
        float gap = frame_pixels(frame, part, mesh->edge_spacing) / frame->pixel_scale;
        style.opacity = 0.75f * line_density_opacity(gap, 8, 0.12f);
        frame_model_view(frame, &part->placement, model_view, normal_matrix);
        line_program_set(lines, model_view, normal_matrix, &style);
        glBindVertexArray(mesh->edges);
        gpu_draw(GL_LINES, &mesh->edge_start, (size_t)mesh->feature_count,
                 mesh->edge_count - mesh->feature_count);
        gap = frame_pixels(frame, part, mesh->feature_spacing) / frame->pixel_scale;
        style.opacity = lit && !selected ? BLOCKER_OPACITY * blocker_density_opacity(gap)
                                         : line_density_opacity(gap, 5, 0.25f);
        style.width = (selected ? 2.25f : 1.5f) * frame->pixel_scale;
        if (lit && !selected)
            style.hidden_opacity = 0.15f;
        for (int k = 0; k < 3 && lit; ++k)
            style.rgb[k] = selected ? accent[k] : alert[k];
        line_program_set(lines, model_view, normal_matrix, &style);
        gpu_draw(GL_LINES, &mesh->edge_start, 0, mesh->feature_count);
    }
    line_program_end();
}

const PassType pass_wireframe = {"wireframe", 0, NULL, draw, NULL};
