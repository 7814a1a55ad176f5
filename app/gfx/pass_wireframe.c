// Parts in contact: the boundaries of their polygons in the part's colour, nothing filled, so that
// the contact inside can be seen. Lines on the far side are fainter, which keeps the shape
// readable.
#include "pass.h"

static void draw(const void *state, const Frame *frame)
{
    (void)state;
    float model_view[16], normal_matrix[9], accent[3];
    colour_to_screen(frame->theme->accent, accent);
    line_program_begin(frame->lines, frame->projection, frame->pull, (float)frame->width,
                       (float)frame->height);
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        const GpuMesh *mesh = part->mesh;
        if (!(part->flags & DRAW_WIREFRAME) || frame_visibility(frame, part) == OUT_OF_VIEW)
            continue;
        bool selected = part->flags & DRAW_SELECTED;
        LineStyle style = {.opacity = 0.7f, .width = frame->pixel_scale, .hidden_opacity = 0.4f};
        colour_to_screen(part->colour, style.rgb);
        // Pale parts would drown in a light background, dark ones in a dark one.
        float darken = frame->scene->theme == THEME_LIGHT ? 0.72f : 1;
        for (int k = 0; k < 3; ++k)
            style.rgb[k] *= darken;
        frame_model_view(frame, &part->placement, model_view, normal_matrix);
        line_program_set(frame->lines, model_view, normal_matrix, &style);
        glBindVertexArray(mesh->edges);
        glDrawElements(GL_LINES, mesh->edge_count - mesh->feature_count, GL_UNSIGNED_INT,
                       (const void *)((size_t)mesh->feature_count * sizeof(uint32_t)));
        style.opacity = 1;
        style.width = (selected ? 2.25f : 1.5f) * frame->pixel_scale;
        for (int k = 0; k < 3 && selected; ++k)
            style.rgb[k] = accent[k];
        line_program_set(frame->lines, model_view, normal_matrix, &style);
        glDrawElements(GL_LINES, mesh->feature_count, GL_UNSIGNED_INT, NULL);
    }
    line_program_end();
}

const PassType pass_wireframe = {"wireframe", 0, NULL, draw, NULL};
