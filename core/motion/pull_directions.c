#include "core/motion/pull_directions.h"

#include "core/base/array.h"
#include "core/motion/near_list.h"

#define SAME_NORMAL 0.9994     // cosine of two degrees
#define SAME_DIRECTION 0.99998 // of a third of a degree
#define OPPOSITE -0.95         // faces that lie against each other
#define AGAINST -0.01 // a contact is in the way of what goes into it by more than half a degree

enum { MOST_CYLINDERS = 6, MOST_NORMALS = 12, MOST_RAYS = 12, RAY_NORMALS = 96 };

void contact_normals_free(ContactNormals *normals)
{
    mem_free(normals->items);
    *normals = (ContactNormals){0};
}

static bool take_normal(ContactNormals *normals, Vec3d normal, double area, int32_t part,
                        Error *err)
{
    for (size_t i = 0; i < normals->count; ++i) {
        ContactNormal *at = &normals->items[i];
        if (at->part != part || vec3d_dot(at->normal, normal) < SAME_NORMAL)
            continue;
        at->area += area;
        return true;
    }
    if (normals->count >= CONTACT_NORMALS_MOST)
        return true;
    if (!array_reserve(&normals->items, &normals->capacity, normals->count + 1,
                       sizeof *normals->items))
        return error_set(err, "not enough memory for contacts");
    normals->items[normals->count++] = (ContactNormal){normal, area, part};
    return true;
}

static Triangle placed_triangle(const PosedPart *part, int32_t triangle)
{
    Triangle t = mesh_triangle(part->tree->mesh, triangle);
    return triangle_transformed(&t, &part->placement);
}

static Vec3d placed_normal(const PosedPart *part, const Triangle *placed, double *area)
{
    Vec3d cross =
        vec3d_cross(vec3d_sub(placed->p[1], placed->p[0]), vec3d_sub(placed->p[2], placed->p[0]));
    *area = 0.5 * vec3d_length(cross);
    bool mirrored = affine_determinant(&part->placement) < 0;
    return vec3d_scale(vec3d_normalised(cross), mirrored ? -1 : 1);
}

static bool take_near(ContactNormals *normals, const PosedPart *pulled, const PosedPart *other,
                      int32_t part, const NearPair *near, Error *err)
{
    double areas[2];
    Triangle t[2] = {placed_triangle(pulled, near->triangle[0]),
                     placed_triangle(other, near->triangle[1])};
    Vec3d own = placed_normal(pulled, &t[0], &areas[0]);
    Vec3d its = placed_normal(other, &t[1], &areas[1]);
    double area = fmin(areas[0], areas[1]);
    if (vec3d_dot(own, its) < OPPOSITE)
        return take_normal(normals, its, area, part, err);
    // A corner over a face, or a face over a corner.
    if (vec3d_dot(near->normal, its) > SAME_NORMAL)
        return take_normal(normals, its, area, part, err);
    if (vec3d_dot(near->normal, own) < -SAME_NORMAL)
        return take_normal(normals, vec3d_scale(own, -1), area, part, err);
    return true;
}

bool contact_normals_add(ContactNormals *normals, const PosedPart *pulled, const PosedPart *other,
                         int32_t other_part, double radius, Job *job, Error *err)
{
    const PosedPart *parts[2] = {pulled, other};
    MotionBody bodies[2];
    MotionPair pair = {.body = {0, 1}};
    for (int k = 0; k < 2; ++k) {
        bodies[k] = (MotionBody){.pose = rigid_pose_at(parts[k]->placement.p)};
        pair.tree[k] = parts[k]->tree;
        pair.rest[k] = rigid_rest(&parts[k]->placement, parts[k]->placement.p);
        bodies[k].reach = rigid_reach(parts[k]->tree->mesh, &pair.rest[k]);
    }
    MotionScene scene = {.bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1};
    NearList list = {0};
    Budget budget = {.job = job};
    enum NearStatus status = near_list_make(&list, &scene, radius, 0, &budget, err);
    bool ok = status == NEAR_WHOLE;
    for (size_t i = 0; ok && i < list.count; ++i)
        ok = take_near(normals, pulled, other, other_part, &list.items[i], err);
    near_list_free(&list);
    return ok;
}

int32_t contact_normals_against(const ContactNormals *normals, Vec3d direction)
{
    int32_t part = -1;
    double worst = AGAINST;
    for (size_t i = 0; i < normals->count; ++i) {
        double along = vec3d_dot(normals->items[i].normal, direction);
        if (along < worst)
            worst = along, part = normals->items[i].part;
    }
    return part;
}

// --- directions

void pull_directions_add(PullDirections *directions, Vec3d direction)
{
    Vec3d unit = vec3d_normalised(direction);
    if (!(vec3d_dot(unit, unit) > 0.5) || directions->count == PULL_DIRECTIONS_MOST)
        return;
    for (int32_t i = 0; i < directions->count; ++i)
        if (vec3d_dot(directions->items[i], unit) > SAME_DIRECTION)
            return;
    directions->items[directions->count++] = unit;
}

static void add_both(PullDirections *directions, Vec3d direction)
{
    pull_directions_add(directions, direction);
    pull_directions_add(directions, vec3d_scale(direction, -1));
}

void pull_directions_of_world(PullDirections *directions)
{
    add_both(directions, vec3d(1, 0, 0));
    add_both(directions, vec3d(0, 1, 0));
    add_both(directions, vec3d(0, 0, 1));
}

void pull_directions_of_part(PullDirections *directions, const Features *features,
                             const Affine *placement)
{
    for (int k = 0; k < 3; ++k)
        add_both(directions, vec3d(placement->m[0][k], placement->m[1][k], placement->m[2][k]));
    int cylinders = 0;
    for (int32_t i = 0; i < features->count && cylinders < MOST_CYLINDERS; ++i) {
        if (features->items[i].kind != FEATURE_CYLINDER)
            continue;
        int32_t before = directions->count;
        add_both(directions, affine_apply_vector(placement, features->items[i].axis));
        cylinders += directions->count > before;
    }
}

// Edges of the cone: along two contacts, against none. Their sum leads through its middle.
static void add_cone(PullDirections *directions, const ContactNormals *normals)
{
    Vec3d sum = vec3d(0, 0, 0);
    PullDirections rays = {0};
    size_t count = normals->count < RAY_NORMALS ? normals->count : RAY_NORMALS;
    for (size_t i = 0; i < count && rays.count < MOST_RAYS; ++i)
        for (size_t j = 0; j < i && rays.count < MOST_RAYS; ++j) {
            Vec3d along = vec3d_cross(normals->items[i].normal, normals->items[j].normal);
            if (vec3d_length(along) < 0.02)
                continue;
            along = vec3d_normalised(along);
            for (int sign = -1; sign <= 1; sign += 2) {
                Vec3d ray = vec3d_scale(along, sign);
                if (contact_normals_against(normals, ray) < 0)
                    pull_directions_add(&rays, ray);
            }
        }
    for (int32_t i = 0; i < rays.count; ++i) {
        pull_directions_add(directions, rays.items[i]);
        sum = vec3d_add(sum, rays.items[i]);
    }
    if (vec3d_length(sum) > 1e-3)
        pull_directions_add(directions, sum);
}

void pull_directions_of_contacts(PullDirections *directions, const ContactNormals *normals)
{
    Vec3d sum = vec3d(0, 0, 0);
    add_cone(directions, normals);
    int taken = 0;
    for (size_t i = 0; i < normals->count; ++i) {
        Vec3d normal = normals->items[i].normal;
        sum = vec3d_add(sum, normal);
        if (taken < MOST_NORMALS && contact_normals_against(normals, normal) < 0) {
            pull_directions_add(directions, normal);
            ++taken;
        }
    }
    if (vec3d_length(sum) > 1e-3)
        pull_directions_add(directions, sum);
}
