#include "app/scenes/solid.h"

#include "core/base/array.h"
#include "core/mesh/orient.h"

#include <assert.h>

static const double TAU = 6.283185307179586476925;

Vec3d solid_point(SolidFrame frame, double u, double v, double w)
{
    Vec3d p = frame.axis == AXIS_X   ? vec3d(w, u, v)
              : frame.axis == AXIS_Y ? vec3d(v, w, u)
                                     : vec3d(u, v, w);
    return vec3d_add(frame.origin, p);
}

static void contour_add(Contour *c, int32_t vertex)
{
    assert(c->count < CONTOUR_MAX);
    c->v[c->count++] = vertex;
}

void contour_point(MeshBuilder *b, Contour *c, SolidFrame frame, double u, double v, double w)
{
    contour_add(c, mesh_builder_vertex(b, solid_point(frame, u, v, w)));
}

// Exact at multiples of a right angle, so that faces which should meet in a plane do.
static Point2 direction(double angle)
{
    double quarters = angle / (TAU / 4), nearest = round(quarters);
    if (fabs(quarters - nearest) < 1e-12) {
        int q = ((int)nearest % 4 + 4) % 4;
        return (Point2){q == 0 ? 1 : q == 2 ? -1 : 0, q == 1 ? 1 : q == 3 ? -1 : 0};
    }
    return (Point2){cos(angle), sin(angle)};
}

void contour_arc(MeshBuilder *b, Contour *c, SolidFrame frame, double radius, double from,
                 double to, double w, int32_t segments)
{
    for (int32_t i = 0; i <= segments; ++i) {
        Point2 d = direction(from + (to - from) * i / segments);
        contour_point(b, c, frame, radius * d.u, radius * d.v, w);
    }
}

void contour_circle(MeshBuilder *b, Contour *c, SolidFrame frame, double radius, double w,
                    int32_t segments)
{
    contour_arc(b, c, frame, radius, 0, TAU * (segments - 1) / segments, w, segments - 1);
}

void contour_rounded_rectangle(MeshBuilder *b, Contour *c, SolidFrame frame, double half_u,
                               double half_v, double corner_radius, double w, int32_t segments)
{
    static const int8_t SIGNS[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int k = 0; k < 4; ++k) {
        double u = SIGNS[k][0] * (half_u - corner_radius),
               v = SIGNS[k][1] * (half_v - corner_radius);
        for (int32_t i = 0; i <= segments; ++i) {
            Point2 d = direction(TAU / 4 * (k + (double)i / segments));
            contour_point(b, c, frame, u + corner_radius * d.u, v + corner_radius * d.v, w);
        }
    }
}

void contour_append(Contour *c, const Contour *other, int32_t first, int32_t count)
{
    for (int32_t i = 0; i < abs(count); ++i)
        contour_add(c, other->v[count > 0 ? first + i : first - i]);
}

static void draw_quads(MeshBuilder *b, const Contour *low, const Contour *high, int32_t count,
                       bool flat)
{
    assert(low->count == high->count);
    if (flat)
        mesh_builder_polygon(b);
    for (int32_t i = 0; i < count; ++i) {
        int32_t next = (i + 1) % low->count;
        if (!flat)
            mesh_builder_polygon(b);
        mesh_builder_triangle(b, low->v[i], low->v[next], high->v[next]);
        mesh_builder_triangle(b, low->v[i], high->v[next], high->v[i]);
    }
}

void solid_strip(MeshBuilder *b, const Contour *low, const Contour *high)
{
    draw_quads(b, low, high, low->count - 1, false);
}

void solid_flat_strip(MeshBuilder *b, const Contour *low, const Contour *high)
{
    draw_quads(b, low, high, low->count - 1, true);
}

void solid_band(MeshBuilder *b, const Contour *low, const Contour *high)
{
    draw_quads(b, low, high, low->count, false);
}

void solid_face(MeshBuilder *b, SolidAxis axis, const Contour *outer, const Contour *const *holes,
                int32_t hole_count)
{
    if (b->failed)
        return;
    int32_t count = outer->count;
    for (int32_t i = 0; i < hole_count; ++i)
        count += holes[i]->count;
    int32_t triangle_count = count + 2 * hole_count - 2;
    Point2 *points = array_alloc((size_t)count, sizeof *points);
    int32_t *vertices = array_alloc((size_t)count, sizeof *vertices);
    int32_t *sizes = array_alloc((size_t)hole_count + 1, sizeof *sizes);
    int32_t(*triangles)[3] = array_alloc((size_t)triangle_count, sizeof *triangles);
    bool ok = points && vertices && sizes && triangles;
    for (int32_t i = 0, n = 0; ok && i <= hole_count; ++i) {
        const Contour *c = i == 0 ? outer : holes[i - 1];
        sizes[i] = c->count;
        for (int32_t k = 0; k < c->count; ++k, ++n) {
            Vec3d p = b->vertices[c->v[k]];
            vertices[n] = c->v[k];
            points[n] = axis == AXIS_X   ? (Point2){p.y, p.z}
                        : axis == AXIS_Y ? (Point2){p.z, p.x}
                                         : (Point2){p.x, p.y};
        }
    }
    ok = ok && triangulate_polygon(points, sizes, hole_count + 1, triangles);
    if (ok) {
        mesh_builder_polygon(b);
        for (int32_t i = 0; i < triangle_count; ++i)
            mesh_builder_triangle(b, vertices[triangles[i][0]], vertices[triangles[i][1]],
                                  vertices[triangles[i][2]]);
    }
    b->failed |= !ok;
    free(points);
    free(vertices);
    free(sizes);
    free(triangles);
}

void solid_disc(MeshBuilder *b, SolidAxis axis, const Contour *outer)
{
    solid_face(b, axis, outer, NULL, 0);
}

void solid_ring(MeshBuilder *b, SolidAxis axis, const Contour *outer, const Contour *inner)
{
    solid_face(b, axis, outer, &inner, 1);
}

static void revolve(MeshBuilder *b, SolidFrame frame, const ProfilePoint *profile, int32_t count,
                    int32_t segments, bool closed)
{
    Contour rings[2] = {{0}}, first = {0};
    contour_circle(b, &first, frame, profile[0].radius, profile[0].w, segments);
    rings[0] = first;
    for (int32_t i = 1; i < count; ++i) {
        Contour *here = &rings[i % 2];
        here->count = 0;
        contour_circle(b, here, frame, profile[i].radius, profile[i].w, segments);
        bool flat = profile[i].w == profile[i - 1].w;
        draw_quads(b, &rings[(i + 1) % 2], here, segments, flat);
    }
    const Contour *last = &rings[(count - 1) % 2];
    if (closed) {
        draw_quads(b, last, &first, segments, profile[0].w == profile[count - 1].w);
    } else {
        solid_disc(b, frame.axis, &first);
        solid_disc(b, frame.axis, last);
    }
}

void solid_revolve_ring(MeshBuilder *b, SolidFrame frame, const ProfilePoint *profile,
                        int32_t count, int32_t segments)
{
    assert(count >= 3);
    revolve(b, frame, profile, count, segments, true);
}

void solid_revolve_rod(MeshBuilder *b, SolidFrame frame, const ProfilePoint *profile, int32_t count,
                       int32_t segments)
{
    assert(count >= 2);
    revolve(b, frame, profile, count, segments, false);
}

void solid_through_hole(MeshBuilder *b, SolidFrame frame, double radius, double w_mouth,
                        double w_end, int32_t segments, Contour *mouth, Contour *other_mouth)
{
    mouth->count = other_mouth->count = 0;
    contour_circle(b, mouth, frame, radius, w_mouth, segments);
    contour_circle(b, other_mouth, frame, radius, w_end, segments);
    solid_band(b, mouth, other_mouth);
}

void solid_blind_hole(MeshBuilder *b, SolidFrame frame, double radius, double w_mouth, double w_end,
                      int32_t segments, Contour *mouth)
{
    Contour bottom;
    solid_through_hole(b, frame, radius, w_mouth, w_end, segments, mouth, &bottom);
    solid_disc(b, frame.axis, &bottom);
}

Mesh *solid_finish(MeshBuilder *b)
{
    Mesh *mesh = mesh_builder_finish(b);
    if (mesh && mesh_turn_outwards(mesh))
        return mesh;
    mesh_release(mesh);
    return NULL;
}
