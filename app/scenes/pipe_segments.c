// Tubes between two ends: straight, narrowing, and bent by a quarter or half a turn.
#include "app/scenes/elements.h"
#include "app/scenes/pipes.h"
#include "core/mesh/shapes.h"

enum { BEND_STEPS = 12 }; // for a quarter of a turn
static const double TAU = 6.283185307179586476925;

// Joins two ends by straight walls.
static void join(MeshBuilder *b, const Contour tubes[2], const Contour mouths[2])
{
    solid_band(b, &tubes[0], &tubes[1]);
    solid_band(b, &mouths[0], &mouths[1]);
}

typedef void DrawEnd(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size, Contour *tube,
                     Contour *mouth);

static Mesh *straight(const PipeSize *size, double length, DrawEnd *draw_end)
{
    MeshBuilder b = {0};
    Contour tubes[2], mouths[2];
    PipeFrame ends[2] = {pipe_frame_x(0, 0, 0, -1), pipe_frame_x(length, 0, 0, 1)};
    for (int k = 0; k < 2; ++k)
        draw_end(&b, &ends[k], size, &tubes[k], &mouths[k]);
    join(&b, tubes, mouths);
    return solid_finish(&b);
}

Mesh *pipe_straight(const PipeSize *size, double length)
{
    return straight(size, length, pipe_flange);
}

Mesh *pipe_plain(const PipeSize *size, double length)
{
    return straight(size, length, pipe_plain_end);
}

Mesh *pipe_reducer(const PipeSize *wide, const PipeSize *narrow, double length)
{
    MeshBuilder b = {0};
    const PipeSize *sizes[2] = {wide, narrow};
    Contour tubes[2], mouths[2], cones[2];
    PipeFrame ends[2] = {pipe_frame_x(0, 0, 0, -1), pipe_frame_x(length, 0, 0, 1)};
    for (int k = 0; k < 2; ++k) {
        pipe_flange(&b, &ends[k], sizes[k], &tubes[k], &mouths[k]);
        pipe_ring(&b, &cones[k], &ends[k], sizes[k]->bore, -sizes[k]->thick - PIPE_NECK);
        solid_band(&b, &mouths[k], &cones[k]);
    }
    join(&b, tubes, cones);
    return solid_finish(&b);
}

Mesh *pipe_wall_end(const PipeSize *size, double to_wall, double behind)
{
    MeshBuilder b = {0};
    const double gap = 1, collar = size->radius + 40, thick = 10;
    Contour tubes[2], mouths[2], rings[4];
    PipeFrame front = pipe_frame_x(0, 0, 0, 1), back = pipe_frame_x(-to_wall - behind, 0, 0, -1);
    pipe_flange(&b, &front, size, &tubes[0], &mouths[0]);
    pipe_plain_end(&b, &back, size, &tubes[1], &mouths[1]);
    const double at[4] = {gap + thick, gap + thick, gap, gap};
    const double radii[4] = {size->radius, collar, collar, size->radius};
    for (int k = 0; k < 4; ++k)
        pipe_ring(&b, &rings[k], &front, radii[k], at[k] - to_wall);
    solid_band(&b, &tubes[0], &rings[0]);
    solid_ring(&b, AXIS_X, &rings[1], &rings[0]);
    solid_band(&b, &rings[1], &rings[2]);
    solid_ring(&b, AXIS_X, &rings[2], &rings[3]);
    solid_band(&b, &rings[3], &tubes[1]);
    solid_band(&b, &mouths[0], &mouths[1]);
    return solid_finish(&b);
}

// Bolts along x through both flanges of the joint, with nuts on the other side.
static void draw_bolts(MeshBuilder *b, const PipeSize *size, double middle)
{
    const BoltSize bolt = {
        size->bolt_hole - 0.5, 2 * size->thick + 22, 2.9 * size->bolt_hole, 9, 20, 2.5};
    Mesh *mesh = element_hex_bolt(&bolt), *nut = shape_cylinder(1.6 * size->bolt_hole, 12, 6);
    for (int32_t i = 0; mesh && nut && i < size->bolts; ++i) {
        double angle = TAU * (2 * i + 1) / (2 * size->bolts);
        Affine at = affine_rotation(vec3d(0, 0, 1), -TAU / 4); // head up: now along +x
        at.p = vec3d(middle + size->thick + 0.3, size->bolt_circle * cos(angle),
                     size->bolt_circle * sin(angle));
        mesh_builder_append(b, mesh, &at);
        at.p.x = middle - size->thick - 7.3;
        mesh_builder_append(b, nut, &at);
    }
    b->failed |= !mesh || !nut;
    mesh_release(mesh);
    mesh_release(nut);
}

Mesh *pipe_run(const PipeSize *size, double length)
{
    Mesh *half = pipe_straight(size, length / 2 - 1);
    MeshBuilder b = {0};
    Affine at = affine_identity();
    if (!half)
        return NULL;
    mesh_builder_append(&b, half, &at);
    at.p.x = length / 2 + 1;
    mesh_builder_append(&b, half, &at);
    mesh_release(half);
    draw_bolts(&b, size, length / 2);
    return solid_finish(&b);
}

// Carries a ring around an axis; in the end `ring` is the last one of them.
static void bend(MeshBuilder *b, const PipeFrame *start, Vec3d centre, Vec3d axis, double angle,
                 double radius, Contour *ring)
{
    int32_t steps = (int32_t)round(fabs(angle) / (TAU / 4) * BEND_STEPS);
    for (int32_t i = 1; i <= steps; ++i) {
        Affine turn = affine_rotation(axis, angle * i / steps);
        PipeFrame here = {.w = affine_apply_vector(&turn, start->w),
                          .u = affine_apply_vector(&turn, start->u),
                          .v = affine_apply_vector(&turn, start->v)};
        Vec3d arm = vec3d_sub(start->origin, centre);
        here.origin = vec3d_add(centre, affine_apply_vector(&turn, arm));
        Contour next;
        pipe_ring(b, &next, &here, radius, 0);
        solid_band(b, ring, &next);
        *ring = next;
    }
}

// Two flanges, each at the end of its straight leg, and the bend between.
static void draw_bent(MeshBuilder *b, const PipeSize *size, const PipeFrame ends[2],
                      const double legs[2], Vec3d centre, Vec3d axis, double angle)
{
    Contour tubes[2], mouths[2], outer, inner;
    for (int k = 0; k < 2; ++k)
        pipe_flange(b, &ends[k], size, &tubes[k], &mouths[k]);
    PipeFrame start = ends[0];
    start.origin = vec3d_add_scaled(start.origin, start.w, -legs[0]);
    pipe_ring(b, &outer, &start, size->radius, 0);
    pipe_ring(b, &inner, &start, size->bore, 0);
    solid_band(b, &tubes[0], &outer);
    solid_band(b, &mouths[0], &inner);
    bend(b, &start, centre, axis, angle, size->radius, &outer);
    bend(b, &start, centre, axis, angle, size->bore, &inner);
    solid_band(b, &outer, &tubes[1]);
    solid_band(b, &inner, &mouths[1]);
}

Mesh *pipe_elbow(const PipeSize *size, double radius, double leg, double up)
{
    MeshBuilder b = {0};
    PipeFrame ends[2] = {
        pipe_frame_x(0, 0, 0, -1),
        {vec3d(leg + radius, radius + up, 0), vec3d(0, 1, 0), vec3d(-1, 0, 0), vec3d(0, 0, 1)}};
    draw_bent(&b, size, ends, (double[]){leg, up}, vec3d(leg, radius, 0), vec3d(0, 0, 1), TAU / 4);
    return solid_finish(&b);
}

Mesh *pipe_return_bend(const PipeSize *size, double radius, double leg)
{
    MeshBuilder b = {0};
    PipeFrame ends[2] = {pipe_frame_x(0, 0, radius, -1), pipe_frame_x(0, 0, -radius, -1)};
    ends[1].v = vec3d(0, 0, -1); // as the rings arrive
    draw_bent(&b, size, ends, (double[]){leg, leg}, vec3d(leg, 0, 0), vec3d(0, 1, 0), TAU / 2);
    return solid_finish(&b);
}

Mesh *pipe_bend(const PipeSize *size, double radius, double leg, double angle)
{
    MeshBuilder b = {0};
    const double c = cos(angle), s = sin(angle);
    PipeFrame ends[2] = {pipe_frame_x(0, 0, 0, -1),
                         {vec3d(leg + radius * s + leg * c, radius * (1 - c) + leg * s, 0),
                          vec3d(c, s, 0), vec3d(-s, c, 0), vec3d(0, 0, 1)}};
    draw_bent(&b, size, ends, (double[]){leg, leg}, vec3d(leg, radius, 0), vec3d(0, 0, 1), angle);
    return solid_finish(&b);
}
