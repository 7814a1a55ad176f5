#include "app/window/box_select.h"

#include "app/actions/list_parts.h"
#include "app/picture/theme.h"
#include "app/stages/explode.h"
#include "app/window/look.h"
#include "app/window/marks.h"

#include <math.h>

enum { PLANES = 5, MAX_CORNERS = 3 + PLANES };

typedef struct Plane {
    Vec3d point, normal; // inside: where the normal points to
} Plane;

bool select_box_touches(const SelectBox *box)
{
    return box->x1 < box->x0;
}

// Four sides through the edges of the rectangle, and one that cuts off what is behind the eye.
static void find_planes(const SelectBox *box, const Camera *camera, Plane planes[PLANES])
{
    double left = fmin(box->x0, box->x1), right = fmax(box->x0, box->x1);
    double top = fmin(box->y0, box->y1), bottom = fmax(box->y0, box->y1);
    const double x[4] = {left, right, right, left}, y[4] = {top, top, bottom, bottom};
    Vec3d o[4], d[4], middle = vec3d(0, 0, 0), axis_right, axis_up, forward;
    for (int i = 0; i < 4; ++i) {
        camera_ray(camera, x[i], y[i], box->width, box->height, &o[i], &d[i]);
        middle = vec3d_add_scaled(middle, vec3d_add(o[i], d[i]), 0.25);
    }
    for (int i = 0; i < 4; ++i) {
        // Right for rays from one eye and for parallel ones: the other ray's point spans the plane.
        Vec3d other = vec3d_add(o[(i + 1) % 4], d[(i + 1) % 4]);
        Vec3d normal = vec3d_cross(d[i], vec3d_sub(other, o[i]));
        if (vec3d_dot(normal, vec3d_sub(middle, o[i])) < 0)
            normal = vec3d_scale(normal, -1);
        planes[i] = (Plane){o[i], normal};
    }
    camera_axes(camera, &axis_right, &axis_up, &forward);
    planes[4] = (Plane){o[0], forward};
}

static double inside_by(const Plane *plane, Vec3d p)
{
    return vec3d_dot(plane->normal, vec3d_sub(p, plane->point));
}

static bool point_inside(const Plane planes[PLANES], Vec3d p)
{
    for (int i = 0; i < PLANES; ++i)
        if (!(inside_by(&planes[i], p) >= 0))
            return false;
    return true;
}

// Sutherland and Hodgman 1974: something is left of the triangle after cutting at all planes.
static bool triangle_meets(const Plane planes[PLANES], const Triangle *t)
{
    Vec3d corners[MAX_CORNERS] = {t->p[0], t->p[1], t->p[2]};
    int count = 3;
    for (int k = 0; k < PLANES && count > 0; ++k) {
        Vec3d kept[MAX_CORNERS];
        int kept_count = 0;
        for (int i = 0; i < count; ++i) {
            Vec3d a = corners[i], b = corners[(i + 1) % count];
            double from = inside_by(&planes[k], a), to = inside_by(&planes[k], b);
            if (from >= 0 && kept_count < MAX_CORNERS)
                kept[kept_count++] = a;
            if ((from < 0) != (to < 0) && kept_count < MAX_CORNERS)
                kept[kept_count++] = vec3d_add_scaled(a, vec3d_sub(b, a), from / (from - to));
        }
        count = kept_count;
        for (int i = 0; i < count; ++i)
            corners[i] = kept[i];
    }
    return count > 0;
}

static Vec3d box_corner(const Box3d *box, int corner)
{
    return vec3d(corner & 1 ? box->hi.x : box->lo.x, corner & 2 ? box->hi.y : box->lo.y,
                 corner & 4 ? box->hi.z : box->lo.z);
}

// 1: the world box lies wholly inside, -1: wholly outside one of the planes, 0: look closer.
static int box_verdict(const Plane planes[PLANES], const Box3d *world)
{
    bool all = true;
    for (int k = 0; k < PLANES; ++k) {
        int outside = 0;
        for (int corner = 0; corner < 8; ++corner)
            outside += inside_by(&planes[k], box_corner(world, corner)) < 0;
        if (outside == 8)
            return -1;
        all = all && outside == 0;
    }
    return all;
}

bool select_box_takes(const SelectBox *box, const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    const Mesh *mesh = app_part_rays(app, part)->mesh;
    if (!state->visible || mesh->triangle_count == 0)
        return false;
    Plane planes[PLANES];
    find_planes(box, &app->document.view.camera, planes);
    Affine shown = app_shown_placement(app, part);
    Box3d world = part_world_bounds(mesh, &shown);
    int verdict = box_verdict(planes, &world);
    if (verdict != 0)
        return verdict > 0;
    bool touches = select_box_touches(box);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle local = mesh_triangle(mesh, i);
        Triangle t = triangle_transformed(&local, &shown);
        if (touches ? triangle_meets(planes, &t)
                    : !(point_inside(planes, t.p[0]) && point_inside(planes, t.p[1]) &&
                        point_inside(planes, t.p[2])))
            return touches;
    }
    return !touches;
}

void select_box_submit(const SelectBox *box, const App *app, bool add, ActionQueue *out)
{
    if (!add)
        action_submit(out, &action_parts_select_none, NULL);
    // The first one in the list comes last and so becomes the primary one.
    for (int32_t i = app->document.part_count - 1; i >= 0; --i)
        if (select_box_takes(box, app, i))
            action_submit(out, &action_part_select_range, &(ActionArgs){.part = i, .other = i});
}

// Blue and green, as such boxes are elsewhere; readable on the scene, not on the panels.
static const uint32_t box_colours[THEME_COUNT][2] = {
    [THEME_LIGHT] = {0x1F559F, 0x1B7430}, [THEME_DARK] = {0x8FB8EC, 0x5CC46B}};

void select_box_draw(const SelectBox *box, double view_x, double view_y, double scale, int theme)
{
    bool touches = select_box_touches(box);
    uint32_t rgb = box_colours[theme][touches];
    ImU32 line = look_colour(rgb, 1), fill = look_colour(rgb, 0.14);
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImVec2 low = {(float)(view_x + fmin(box->x0, box->x1)),
                  (float)(view_y + fmin(box->y0, box->y1))};
    ImVec2 high = {(float)(view_x + fmax(box->x0, box->x1)),
                   (float)(view_y + fmax(box->y0, box->y1))};
    ImDrawList_AddRectFilled(list, low, high, fill, 0, 0);
    ImDrawList_AddRect(list, low, high, line, 0, 0, 1.5f * (float)scale);
    const char *words = touches ? "touched parts" : "parts wholly inside";
    float pad = 4 * (float)scale;
    mark_plate((ImVec2){low.x + pad, high.y + 2 * pad}, pad, pad / 2, 0.95f, words);
}
