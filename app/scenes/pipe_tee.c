// Tubes that branch, the T-piece and the valve. Run and branch are equally wide, so that their walls meet
// in two flat curves, 45 degrees to both.
#include "app/scenes/pipes.h"

#include "core/mesh/shapes.h"

enum { N = PIPE_SEGMENTS, SPOKES = 5 };
static const double TAU = 6.283185307179586476925;

// Where the branch meets the run, on a wall of this radius, to the right and to the left. On the lower half
// both are the same line around the run.
typedef struct Seam {
    Contour right, left, branch; // the last one as the ring of the branch goes
} Seam;

static void draw_seam(MeshBuilder *b, double radius, Seam *seam)
{
    seam->right.count = seam->left.count = seam->branch.count = N;
    for (int32_t i = 0; i < N; ++i) {
        bool upper = 4 * i < N || 4 * i > 3 * N, side = 4 * i == N || 4 * i == 3 * N;
        double y = side ? 0 : radius * cos(TAU * i / N), x = upper ? y : 0;
        double z = 2 * i % N == 0 ? 0 : radius * sin(TAU * i / N);
        seam->right.v[i] = mesh_builder_vertex(b, vec3d(x, y, z));
        seam->left.v[i] = upper ? mesh_builder_vertex(b, vec3d(-x, y, z)) : seam->right.v[i];
    }
    for (int32_t i = 0; i < N; ++i) // the ring starts at +x and goes to +z
        seam->branch.v[i] =
            4 * i <= N || 4 * i >= 3 * N ? seam->right.v[i] : seam->left.v[(N + N / 2 - i) % N];
}

static void draw_walls(MeshBuilder *b, const Seam *seam, const Contour ends[3])
{
    solid_band(b, &ends[0], &seam->right);
    solid_band(b, &ends[1], &seam->left);
    solid_band(b, &ends[2], &seam->branch);
}

static void draw_tee(MeshBuilder *b, const PipeSize *run, const PipeSize *branch, double reach,
                     double up)
{
    PipeFrame ends[3] = {
        pipe_frame_x(reach, 0, 0, 1),
        pipe_frame_x(-reach, 0, 0, -1),
        {vec3d(0, up, 0), vec3d(0, 1, 0), vec3d(1, 0, 0), vec3d(0, 0, 1)},
    };
    Contour tubes[3], mouths[3];
    Seam outside, inside;
    draw_seam(b, run->radius, &outside);
    draw_seam(b, run->bore, &inside);
    for (int k = 0; k < 3; ++k)
        pipe_flange(b, &ends[k], k < 2 ? run : branch, &tubes[k], &mouths[k]);
    draw_walls(b, &outside, tubes);
    draw_walls(b, &inside, mouths);
}

Mesh *pipe_tee(const PipeSize *size, double reach)
{
    MeshBuilder b = {0};
    draw_tee(&b, size, size, reach, reach);
    return solid_finish(&b);
}

Mesh *pipe_valve_body(const PipeSize *size, const ValveSize *valve)
{
    MeshBuilder b = {0};
    PipeSize top = *size; // the bonnet's flange is smaller
    top.flange_radius = size->radius + 34;
    top.bolt_circle = size->radius + 22;
    top.bolt_hole = 6;
    top.thick = 16;
    draw_tee(&b, size, &top, valve->reach, valve->neck);
    const double low = valve->neck - 1, bore = valve->stem + valve->play, gland = 24;
    const ProfilePoint bonnet[] = {{low, bore},
                                   {low, top.flange_radius - 1.5},
                                   {low + 15, top.flange_radius - 1.5},
                                   {low + 15, size->radius},
                                   {low + valve->bonnet * 0.55, size->radius - 4},
                                   {low + valve->bonnet * 0.8, gland + 4},
                                   {low + valve->bonnet * 0.8, gland},
                                   {low + valve->bonnet - 2, gland},
                                   {low + valve->bonnet, gland - 2},
                                   {low + valve->bonnet, bore}};
    SolidFrame upright = {AXIS_Y, vec3d(0, 0, 0)};
    solid_revolve_ring(&b, upright, bonnet, sizeof bonnet / sizeof *bonnet, N);
    Mesh *nut = shape_cylinder(10, 12, 6);
    for (int32_t i = 0; nut && i < top.bolts; ++i) {
        double angle = TAU * (2 * i + 1) / (2 * top.bolts);
        Affine at = affine_translation(
            vec3d(top.bolt_circle * cos(angle), low + 20, top.bolt_circle * sin(angle)));
        mesh_builder_append(&b, nut, &at);
    }
    b.failed |= !nut;
    mesh_release(nut);
    return solid_finish(&b);
}

// Spokes from the hub into the rim: one part, so they may bite into each other.
static void draw_wheel(MeshBuilder *b, const ValveSize *valve)
{
    const double rim = 9, from = 16;
    Mesh *ring = shape_torus(valve->wheel - rim, rim, 64, 16);
    Mesh *spoke = shape_cylinder(6, valve->wheel - rim - from, 16);
    Affine at = affine_translation(vec3d(0, valve->above, 0));
    if (ring)
        mesh_builder_append(b, ring, &at);
    for (int i = 0; spoke && i < SPOKES; ++i) {
        Affine lay = affine_rotation(vec3d(0, 0, 1), -TAU / 4);
        Affine around = affine_rotation(vec3d(0, 1, 0), TAU * i / SPOKES);
        at = affine_compose(&around, &lay);
        double middle = (valve->wheel - rim + from) / 2;
        at.p = vec3d_scale(affine_apply_vector(&around, vec3d(1, 0, 0)), middle);
        at.p.y = valve->above;
        mesh_builder_append(b, spoke, &at);
    }
    b->failed |= !ring || !spoke;
    mesh_release(ring);
    mesh_release(spoke);
}

Mesh *pipe_valve_wheel(const PipeSize *size, const ValveSize *valve)
{
    MeshBuilder b = {0};
    const double low = size->bore + 4, plug = size->bore - 4, hub = 20, high = valve->above + 16;
    const ProfilePoint profile[] = {
        {low, plug - 4},          {low + 4, plug},         {low + 34, plug},
        {low + 40, plug - 8},     {low + 40, valve->stem}, {valve->above - 16, valve->stem},
        {valve->above - 16, hub}, {high - 2, hub},         {high, hub - 2}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_Y, vec3d(0, 0, 0)}, profile,
                      sizeof profile / sizeof *profile, N);
    draw_wheel(&b, valve);
    return solid_finish(&b);
}
