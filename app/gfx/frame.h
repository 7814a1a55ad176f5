// One picture being drawn: camera, viewport, theme. Private to app/gfx.
//
// Eye space has the eye at the origin, x right, y up, z towards the viewer, and the camera's
// distance as its unit. Placements are brought there in doubles and only then rounded: parts far
// from the origin do not tremble, and scenes of a nanometre or a light year fit into floats.
#ifndef SNUG_APP_GFX_FRAME_H
#define SNUG_APP_GFX_FRAME_H

#include "app/gfx/gpu.h"
#include "app/gfx/shader.h"

typedef struct Frame {
    const DrawScene *scene;
    const Theme *theme;
    const Program *lines, *thin_lines, *joined_lines;
    Affine world_to_eye;
    Vec3 up_in_eye;       // the world's up: where the sky is
    float projection[16]; // column by column, as GL wants it
    float pull[2];        // brings lines nearer without moving them on the screen: factor, summand
    float nearest;        // the near plane, in front of the eye
    float section[4];     // in eye space: dot(section, (x, y, z, 1)) < 0 is cut away
    bool perspective;
    bool batching;   // parts that are drawn alike go together
    bool own_target; // drawn into a framebuffer of ours, whose depths can be copied
    int x, y, width, height;
    float pixel_scale;
} Frame;

Frame frame_create(const DrawScene *scene, int x, int y, int width, int height);

// Part to eye space, and what normals are to be multiplied with (they are to be normalised after).
void frame_model_view(const Frame *frame, const Affine *placement, float model_view[16],
                      float normal_matrix[9]); // the latter may be NULL

// Where the part is in depth: wholly behind the near plane, cut by it, or before it or outside the
// picture otherwise, so that nothing of it can be seen.
enum Visibility { OUT_OF_VIEW, CUT_BY_NEAR_PLANE, IN_VIEW };
enum Visibility frame_visibility(const Frame *frame, const DrawPart *part);

// The same for anything within a ball in the frame of `placement`.
enum Visibility frame_ball_visibility(const Frame *frame, const Affine *placement, Vec3d centre,
                                      double radius);
// Pixels that a unit of the frame of `placement` takes at a point of it.
double frame_pixels_per_unit(const Frame *frame, const Affine *placement, Vec3d at);

// Cuts off what the section plane takes away, in a program with the uniform `section` (eye space)
// that writes gl_ClipDistance[0]; it is in use.
void section_begin(const Frame *frame, GLint uniform);
void section_end(void);
// Uses a program that does so, and sets what does not change within a picture.
void frame_use(const Frame *frame, const Program *program);

// How many pixels a length in the part's frame takes where the part is.
float frame_pixels(const Frame *frame, const DrawPart *part, float length);

// Red, green, blue in 0..1, as seen on the screen or, squared, as amounts of light.
void colour_to_screen(uint32_t colour, float rgb[3]);
void colour_to_light(uint32_t colour, float rgb[3]);

#endif
