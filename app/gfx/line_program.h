// Lines of any width: core GL draws none wider than a pixel, so a geometry shader makes them into
// quads with soft borders. Private to app/gfx.
#ifndef SNUG_APP_GFX_LINE_PROGRAM_H
#define SNUG_APP_GFX_LINE_PROGRAM_H

#include "app/gfx/frame.h"

typedef struct LineStyle {
    float rgb[3];
    float opacity;
    float width;          // pixels of the framebuffer
    bool hues;            // colours by the vertices' hues instead of rgb
    float hidden_opacity; // factor for lines whose normals look away; 1 for lines without normals
    float fade; // 1 / how far from the origin of their frame they end in nothing; 0: never
} LineStyle;

// Factor for the opacity of lines this many pixels apart: so close together they would be a blot.
static inline float line_density_opacity(float gap_px, float enough_px, float least)
{
    return gap_px >= enough_px ? 1 : gap_px <= least * enough_px ? least : gap_px / enough_px;
}

// The lit edges of what the part in the hand runs into. Where they are many (a gear's teeth) they
// step back: the polygons that meet have the same colour and must stand out.
#define BLOCKER_OPACITY 0.75f
static inline float blocker_density_opacity(float gap_px)
{
    return line_density_opacity(gap_px, 40, 0.15f);
}

// The colours of a program that has the uniform hues[], at most VOLUME_PALETTE.
void set_hues(const Program *program, const uint32_t *palette, int count);

// Before a series of draws, and for each style and frame of reference. Then the caller binds a
// vertex array and draws GL_LINES. viewport: width and height in pixels.
void line_program_begin(const Program *lines, const float projection[16], const float pull[2],
                        float width, float height);
// The same over the whole picture; the section plane cuts until line_program_end.
void line_program_begin_cut(const Program *lines, const Frame *frame);
void line_program_set(const Program *lines, const float model_view[16],
                      const float normal_matrix[9], const LineStyle *style);
// All lines of a batch, for which the program is the right one.
void line_program_draw(const Frame *frame, const Program *lines, const Affine *placement,
                       const LineStyle *style, const PointBatch *batch);
void line_program_end(void);

#endif
