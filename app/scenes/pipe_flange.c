// The ends of pipes: flanges with a neck and bolt holes, or the tube cut off.
#include "app/scenes/pipes.h"

#include <assert.h>

enum { HOLE_SEGMENTS = 16, BOLTS_MOST = 8 };
static const double TAU = 6.283185307179586476925;

const PipeSize pipe_dn50 = {30, 26, 82.5, 18, 62.5, 9, 4};
const PipeSize pipe_dn80 = {44.5, 40, 100, 20, 80, 9, 8};
const PipeSize pipe_dn100 = {57, 52, 110, 20, 90, 9, 8};
const PipeSize pipe_dn150 = {84, 78, 142.5, 22, 120, 11, 8};

PipeFrame pipe_frame_x(double x, double y, double z, double way)
{
    return (PipeFrame){vec3d(x, y, z), vec3d(way, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
}

// Exact at the quarters of a turn.
static Point2 direction(int32_t i, int32_t segments)
{
    static const int8_t QUARTERS[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    if (4 * i % segments == 0)
        return (Point2){QUARTERS[4 * i / segments % 4][0], QUARTERS[4 * i / segments % 4][1]};
    return (Point2){cos(TAU * i / segments), sin(TAU * i / segments)};
}

static void draw_ring(MeshBuilder *b, Contour *c, const PipeFrame *frame, Point2 centre,
                      double radius, double at, int32_t segments)
{
    c->count = 0;
    for (int32_t i = 0; i < segments; ++i) {
        Point2 d = direction(i, segments);
        Vec3d p = vec3d_add_scaled(frame->origin, frame->w, at);
        p = vec3d_add_scaled(p, frame->u, centre.u + radius * d.u);
        p = vec3d_add_scaled(p, frame->v, centre.v + radius * d.v);
        c->v[c->count++] = mesh_builder_vertex(b, p);
    }
}

void pipe_ring(MeshBuilder *b, Contour *c, const PipeFrame *frame, double radius, double at)
{
    draw_ring(b, c, frame, (Point2){0, 0}, radius, at, PIPE_SEGMENTS);
}

static SolidAxis axis_of(const PipeFrame *frame)
{
    return fabs(frame->w.x) > 0.5 ? AXIS_X : AXIS_Y;
}

// The holes of a flange and the contours that both of its faces leave out for them, after the first one.
typedef struct BoltHoles {
    Contour mouths[2][BOLTS_MOST];
    const Contour *left_out[2][BOLTS_MOST + 1];
} BoltHoles;

static void draw_bolt_holes(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size,
                            BoltHoles *out)
{
    assert(size->bolts <= BOLTS_MOST);
    for (int32_t i = 0; i < size->bolts; ++i) { // none on the main axes, as it is done
        double angle = TAU * (2 * i + 1) / (2 * size->bolts);
        Point2 at = {size->bolt_circle * cos(angle), size->bolt_circle * sin(angle)};
        for (int k = 0; k < 2; ++k) {
            draw_ring(b, &out->mouths[k][i], frame, at, size->bolt_hole, -k * size->thick,
                      HOLE_SEGMENTS);
            out->left_out[k][i + 1] = &out->mouths[k][i];
        }
        solid_band(b, &out->mouths[0][i], &out->mouths[1][i]);
    }
}

void pipe_flange(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size, Contour *tube,
                 Contour *mouth)
{
    Contour rim[2], neck;
    BoltHoles holes;
    holes.left_out[0][0] = mouth;
    holes.left_out[1][0] = &neck;
    draw_bolt_holes(b, frame, size, &holes);
    pipe_ring(b, mouth, frame, size->bore, 0);
    pipe_ring(b, &rim[0], frame, size->flange_radius, 0);
    pipe_ring(b, &rim[1], frame, size->flange_radius, -size->thick);
    pipe_ring(b, &neck, frame, size->radius + 0.45 * PIPE_NECK, -size->thick);
    pipe_ring(b, tube, frame, size->radius, -size->thick - PIPE_NECK);
    solid_band(b, &rim[0], &rim[1]);
    solid_band(b, &neck, tube);
    solid_face(b, axis_of(frame), &rim[0], holes.left_out[0], size->bolts + 1);
    solid_face(b, axis_of(frame), &rim[1], holes.left_out[1], size->bolts + 1);
}

void pipe_plain_end(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size, Contour *tube,
                    Contour *mouth)
{
    pipe_ring(b, mouth, frame, size->bore, 0);
    pipe_ring(b, tube, frame, size->radius, 0);
    solid_ring(b, axis_of(frame), tube, mouth);
}

Mesh *pipe_cover(const PipeSize *size, double gauge_hole)
{
    MeshBuilder b = {0};
    const PipeFrame down = {vec3d(0, 0, 0), vec3d(0, -1, 0), vec3d(1, 0, 0), vec3d(0, 0, 1)};
    const double boss = 3 * gauge_hole, height = 14;
    Contour rim[2], bore[2], boss_rings[2];
    BoltHoles holes;
    holes.left_out[0][0] = &bore[0];
    holes.left_out[1][0] = &boss_rings[0];
    draw_bolt_holes(&b, &down, size, &holes);
    for (int k = 0; k < 2; ++k) {
        pipe_ring(&b, &rim[k], &down, size->flange_radius, -k * size->thick);
        pipe_ring(&b, &bore[k], &down, gauge_hole, -k * (size->thick + height));
        pipe_ring(&b, &boss_rings[k], &down, boss, -size->thick - k * height);
    }
    solid_face(&b, AXIS_Y, &rim[0], holes.left_out[0], size->bolts + 1);
    solid_face(&b, AXIS_Y, &rim[1], holes.left_out[1], size->bolts + 1);
    solid_band(&b, &rim[0], &rim[1]);
    solid_band(&b, &boss_rings[0], &boss_rings[1]);
    solid_band(&b, &bore[0], &bore[1]);
    solid_ring(&b, AXIS_Y, &boss_rings[1], &bore[1]);
    return solid_finish(&b);
}
