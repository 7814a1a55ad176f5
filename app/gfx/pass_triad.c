// The world's axes in the lower left corner, with letters, turned as the scene is.
#include "app/gfx/pass.h"
#include "app/picture/triad.h"
#include "core/shape/up_axis.h"

#include <string.h>

enum { RING_LINES = 16 };

typedef struct Triad {
    PointBatch *axis;       // from the origin along x
    PointBatch *letters[3]; // X, Y, Z within -1..1
    PointBatch *ring;       // of radius 1: the far ends
} Triad;

static bool create(void *state, Error *err)
{
    (void)err;
    static const Vec3 axis[] = {{{0, 0, 0}}, {{1, 0, 0}}};
    static const Vec3 x[] = {{{-.7f, -1, 0}}, {{.7f, 1, 0}}, {{-.7f, 1, 0}}, {{.7f, -1, 0}}};
    static const Vec3 y[] = {{{-.7f, 1, 0}}, {{0, 0, 0}}, {{.7f, 1, 0}},
                             {{0, 0, 0}},    {{0, 0, 0}}, {{0, -1, 0}}};
    static const Vec3 z[] = {{{-.7f, 1, 0}},  {{.7f, 1, 0}},   {{.7f, 1, 0}},
                             {{-.7f, -1, 0}}, {{-.7f, -1, 0}}, {{.7f, -1, 0}}};
    Triad *t = state;
    t->axis = point_batch_create();
    point_batch_set(t->axis, axis, 2, POINTS_LINES);
    for (int k = 0; k < 3; ++k)
        t->letters[k] = point_batch_create();
    point_batch_set(t->letters[0], x, 4, POINTS_LINES);
    point_batch_set(t->letters[1], y, 6, POINTS_LINES);
    point_batch_set(t->letters[2], z, 6, POINTS_LINES);
    Vec3 ring[2 * RING_LINES];
    for (int i = 0; i < 2 * RING_LINES; ++i) {
        float angle = (float)((i + 1) / 2) * (6.2831853f / RING_LINES);
        ring[i] = vec3(cosf(angle), sinf(angle), 0);
    }
    t->ring = point_batch_create();
    point_batch_set(t->ring, ring, 2 * RING_LINES, POINTS_LINES);
    return true;
}

static void draw_lines(const Frame *frame, const PointBatch *batch, const float m[16],
                       uint32_t colour, float width)
{
    LineStyle style = {.opacity = 1, .width = width * frame->pixel_scale};
    colour_to_screen(colour, style.rgb);
    line_program_set(frame->lines, m, NULL, &style);
    glBindVertexArray(batch->array);
    glDrawArrays(GL_LINES, 0, batch->count);
}

static void draw_axis(const Triad *t, const Frame *frame, int axis, const Vec3d seen[3])
{
    const float length = (float)TRIAD_LENGTH, letter = 0.085f, ring = 0.055f;
    const int marked = frame->scene->triad_marked - 1;
    Vec3d d = seen[axis];
    float m[16] = {0}, at[16] = {0}, far_end[16] = {0};
    for (int k = 0; k < 3; ++k) {
        m[k] = length * (float)d.v[k]; // the batch's x becomes this axis
        at[12 + k] = length * (float)(TRIAD_LETTER * d.v[k]);
        far_end[12 + k] = -length * (float)d.v[k];
    }
    m[15] = at[15] = far_end[15] = 1;
    at[0] = at[5] = letter;
    far_end[0] = far_end[5] = ring;
    bool near_marked = marked == (int)triad_view(frame->scene->up, axis, false);
    bool far_marked = marked == (int)triad_view(frame->scene->up, axis, true);
    draw_lines(frame, t->ring, far_end, frame->theme->axis[axis], far_marked ? 4 : 1.5f);
    draw_lines(frame, t->axis, m, frame->theme->axis[axis], near_marked ? 4 : 2.5f);
    draw_lines(frame, t->letters[axis], at, frame->theme->axis[axis], near_marked ? 2.5f : 1.5f);
}

static void draw(const void *state, const Frame *frame)
{
    const Triad *t = state;
    int size = (int)(TRIAD_POINTS * frame->pixel_scale);
    if (frame->scene->hide_triad || frame->width < 3 * size || frame->height < 3 * size)
        return;
    Vec3d right, up, forward, seen[3];
    camera_axes(&frame->scene->camera, &right, &up, &forward);
    for (int k = 0; k < 3; ++k) {
        Vec3d along = up_axis_direction(frame->scene->up, k);
        seen[k] = vec3d(vec3d_dot(right, along), vec3d_dot(up, along), -vec3d_dot(forward, along));
    }
    // Orthographic, -1..1 in all directions; far axes first, since there is no depth test.
    const float flat[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -0.5f, 0, 0, 0, 0, 1};
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2 - i; ++j) {
            if (seen[order[j]].z > seen[order[j + 1]].z) {
                int swap = order[j];
                order[j] = order[j + 1];
                order[j + 1] = swap;
            }
        }
    }
    glViewport(frame->x, frame->y, size, size);
    glDisable(GL_DEPTH_TEST);
    line_program_begin(frame->lines, flat, (const float[]){1, 0}, (float)size, (float)size);
    for (int i = 0; i < 3; ++i)
        draw_axis(t, frame, order[i], seen);
    line_program_end();
    glEnable(GL_DEPTH_TEST);
    glViewport(frame->x, frame->y, frame->width, frame->height);
}

static void destroy(void *state)
{
    Triad *t = state;
    point_batch_destroy(t->axis);
    point_batch_destroy(t->ring);
    for (int k = 0; k < 3; ++k)
        point_batch_destroy(t->letters[k]);
}

const PassType pass_triad = {"triad", sizeof(Triad), create, draw, destroy};
