#include "aim.h"

#include "pick.h"

#include <math.h>

static const double FLAT_COSINE = 0.9998; // one degree: less is a flat face or a smooth one

static Vec3d corner(const Mesh *mesh, int32_t triangle, int k)
{
    return mesh->vertices[mesh->triangles[triangle][k % 3]];
}

static bool same_place(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static Vec3d normal_of(const Mesh *mesh, int32_t triangle)
{
    Triangle t = mesh_triangle(mesh, triangle);
    return vec3d_normalised(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
}

static bool has_corner(const Mesh *mesh, int32_t triangle, Vec3d at)
{
    for (int k = 0; k < 3; ++k)
        if (same_place(corner(mesh, triangle, k), at))
            return true;
    return false;
}

// Borders count, and edges where the surface turns. Looks through the whole mesh: about 1 ms for a
// million triangles, and only near an edge.
static bool is_sharp(const Mesh *mesh, int32_t triangle, Vec3d a, Vec3d b)
{
    Vec3d normal = normal_of(mesh, triangle);
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        if (i != triangle && has_corner(mesh, i, a) && has_corner(mesh, i, b))
            return vec3d_dot(normal, normal_of(mesh, i)) < FLAT_COSINE;
    return true;
}

typedef struct Screen {
    const Camera *camera;
    double width, height, x, y;
} Screen;

// Pixels from the cursor; *share: where along the line the nearest point is.
static double pixels_from(const Screen *s, Vec3d a, Vec3d b, double *share)
{
    double ax, ay, bx, by;
    *share = 0;
    if (!camera_project(s->camera, a, s->width, s->height, &ax, &ay) ||
        !camera_project(s->camera, b, s->width, s->height, &bx, &by))
        return INFINITY;
    double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double t = length > 0 ? ((s->x - ax) * dx + (s->y - ay) * dy) / length : 0;
    *share = fmin(fmax(t, 0), 1);
    return hypot(s->x - ax - *share * dx, s->y - ay - *share * dy);
}

static void look_at_edges(Aim *aim, const Screen *screen, const Mesh *mesh, const Affine *placement,
                          int32_t triangle, double slack, double *nearest)
{
    for (int k = 0; k < 3; ++k) {
        Vec3d a = corner(mesh, triangle, k), b = corner(mesh, triangle, k + 1);
        Vec3d from = affine_apply(placement, a), to = affine_apply(placement, b);
        double share, distance = pixels_from(screen, from, to, &share);
        if (!(distance <= slack && distance < *nearest) || same_place(a, b) ||
            !is_sharp(mesh, triangle, a, b))
            continue;
        *nearest = distance;
        aim->kind = AIM_EDGE;
        aim->ends[0] = from;
        aim->ends[1] = to;
        aim->direction = vec3d_normalised(vec3d_sub(to, from));
        aim->point = vec3d_lerp(from, to, share); // of the picture, so nearly that of space
    }
}

static void look_at_corners(Aim *aim, const Screen *screen, double slack)
{
    for (int end = 0; end < 2; ++end) {
        double share;
        if (pixels_from(screen, aim->ends[end], aim->ends[end], &share) > slack)
            continue;
        aim->kind = AIM_CORNER;
        aim->point = aim->ends[end];
        return;
    }
}

Aim aim_at(const App *app, const Box3d *local_bounds, const Camera *camera, double x, double y,
           double width, double height, double slack)
{
    Vec3d origin, direction;
    camera_ray(camera, x, y, width, height, &origin, &direction);
    Pick pick = pick_ray(app, local_bounds, origin, direction);
    Aim aim = {.part = pick.part, .point = pick.point};
    if (pick.part == NO_PART)
        return aim;
    const Mesh *mesh = app_part_mesh(app, pick.part);
    const Affine *placement = &app->document.parts[pick.part].placement;
    Triangle local = mesh_triangle(mesh, pick.triangle);
    Triangle t = triangle_transformed(&local, placement);
    aim.direction =
        vec3d_normalised(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
    if (vec3d_dot(aim.direction, direction) > 0) // out of the face that is seen
        aim.direction = vec3d_scale(aim.direction, -1);
    // All triangles of the polygon: its border may be another one's.
    const Screen screen = {camera, width, height, x, y};
    int32_t first = pick.triangle, last = pick.triangle;
    while (first > 0 && mesh->polygon_of[first - 1] == mesh->polygon_of[pick.triangle])
        --first;
    while (last + 1 < mesh->triangle_count &&
           mesh->polygon_of[last + 1] == mesh->polygon_of[pick.triangle])
        ++last;
    double nearest = INFINITY;
    for (int32_t i = first; i <= last; ++i)
        look_at_edges(&aim, &screen, mesh, placement, i, slack, &nearest);
    if (aim.kind == AIM_EDGE)
        look_at_corners(&aim, &screen, slack);
    return aim;
}
