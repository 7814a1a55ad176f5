// Simple bodies that the parts of the engine bay are put together from.
#include "app/scenes/bay.h"

enum { CORNER = 4, ROUND = 2 };
static const double TAU = 6.283185307179586476925;

void bay_block(MeshBuilder *b, Vec3d low, Vec3d high, double corner, double edge)
{
    Vec3d middle = vec3d_scale(vec3d_add(low, high), 0.5);
    SolidFrame frame = {AXIS_Y, vec3d(middle.x, 0, middle.z)};
    Contour rings[2] = {{0}};
    int n = 0;
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i <= ROUND; ++i, ++n) {
            double angle = TAU / 4 * (side ? i : ROUND - i) / ROUND;
            double inset = edge * (1 - cos(angle)), below = edge * (1 - sin(angle));
            double y = side ? high.y - below : low.y + below;
            Contour *here = &rings[n % 2];
            if (side == 1 && i == 0) // as high as the side goes straight up
                y = high.y - edge;
            here->count = 0;
            contour_rounded_rectangle(b, here, frame, (high.z - low.z) / 2 - inset,
                                      (high.x - low.x) / 2 - inset, corner - inset, y, CORNER);
            if (n > 0)
                solid_band(b, &rings[(n + 1) % 2], here);
            if (n == 0 || (side == 1 && i == ROUND))
                solid_disc(b, AXIS_Y, here);
        }
    }
}

void bay_bar(MeshBuilder *b, Vec3d from, Vec3d to, double height, double thick, Vec3d up)
{
    SweepCurve line = {2, {from, to}};
    SweepSection section = section_rectangle(height, thick, 0.15 * fmin(height, thick));
    solid_sweep(b, &line, &section, up);
}

void bay_pipe(MeshBuilder *b, const Vec3d *points, int32_t count, int32_t steps, double radius,
              int32_t segments)
{
    SweepCurve curve = {0};
    curve_through(&curve, points, count, steps);
    SweepSection section = section_circle(radius, segments);
    Vec3d along = vec3d_sub(points[1], points[0]);
    bool upright = fabs(along.y) > 0.8 * vec3d_length(along);
    solid_sweep(b, &curve, &section, upright ? vec3d(1, 0, 0) : vec3d(0, 1, 0));
}

void bay_rod(MeshBuilder *b, SolidAxis axis, Vec3d at, double from, double to, double radius,
             double edge, int32_t segments)
{
    const ProfilePoint profile[] = {
        {from, radius - edge}, {from + edge, radius}, {to - edge, radius}, {to, radius - edge}};
    solid_revolve_rod(b, (SolidFrame){axis, at}, profile, 4, segments);
}

void bay_tube(MeshBuilder *b, SolidAxis axis, Vec3d at, double from, double to, double outer,
              double inner, int32_t segments)
{
    const double edge = 0.15 * (outer - inner);
    const ProfilePoint profile[] = {{from, inner},      {from, outer - edge}, {from + edge, outer},
                                    {to - edge, outer}, {to, outer - edge},   {to, inner}};
    solid_revolve_ring(b, (SolidFrame){axis, at}, profile, 6, segments);
}

void bay_append(MeshBuilder *b, Mesh *mesh, Affine placement)
{
    if (mesh)
        mesh_builder_append(b, mesh, &placement);
    b->failed |= !mesh;
    mesh_release(mesh);
}
