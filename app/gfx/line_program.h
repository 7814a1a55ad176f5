// Lines of any width: core GL draws none wider than a pixel, so a geometry shader makes them into
// quads with soft borders. Private to app/gfx.
#ifndef SNUG_APP_GFX_LINE_PROGRAM_H
#define SNUG_APP_GFX_LINE_PROGRAM_H

#include "app/gfx/frame.h"

struct LineProgram {
    GLuint program;
    GLint model_view, projection, normal_matrix, viewport, half_width, colour, hidden_opacity, pull,
        use_hues, section, fade;
};

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

// name: of the shader: "line", or "line_thin" for lines of one pixel.
bool line_program_create(LineProgram *lines, const char *name, Error *err);
bool line_program_take(LineProgram *lines, GLuint program); // false: it is 0
void line_program_destroy(LineProgram *lines);

// The colours of a program that has the uniform hues[].
void set_hues(GLuint program, const Theme *theme);

// Before a series of draws, and for each style and frame of reference. Then the caller binds a
// vertex array and draws GL_LINES. viewport: width and height in pixels.
void line_program_begin(const LineProgram *lines, const float projection[16], const float pull[2],
                        float width, float height);
// From here on the section plane cuts, until line_program_end.
void line_program_cut(const LineProgram *lines, const Frame *frame);
void line_program_set(const LineProgram *lines, const float model_view[16],
                      const float normal_matrix[9], const LineStyle *style);
void line_program_end(void);

#endif
