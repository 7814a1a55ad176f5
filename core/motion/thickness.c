#include "core/motion/thickness.h"

#include "core/shape/triangle/tri.h"

#include <assert.h>

enum { MOST_PAIRS = 40000000 }; // of triangles: half a second

typedef struct Search {
    const ThicknessDesc *desc;
    double *share;
    int64_t pairs;
    int32_t around; // the triangle whose neighbours are looked at
} Search;

static double inset_of(const Search *search, int32_t triangle)
{
    return search->desc->insets ? search->desc->insets[triangle] : search->desc->inset;
}

static int32_t corner(const Search *search, int32_t triangle, int k)
{
    const Solid *solid = search->desc->solid;
    return side_point(solid->topology, solid->mesh, 3 * triangle + k);
}

static bool share_a_point(const Search *search, int32_t i, int32_t j)
{
    for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
            if (corner(search, i, k) == corner(search, j, l))
                return true;
    return false;
}

static void lower(Search *search, int32_t triangle, double to)
{
    for (int k = 0; k < 3; ++k) {
        double *at = &search->share[corner(search, triangle, k)];
        *at = to < *at ? to : *at;
    }
}

static void look_at(Search *search, int32_t i, int32_t j)
{
    const Vec3d *normal = search->desc->normal;
    const Mesh *mesh = search->desc->solid->mesh;
    double wanted = 2 * (inset_of(search, i) + inset_of(search, j));
    if (vec3d_dot(normal[i], normal[j]) > -0.5 || share_a_point(search, i, j))
        return;
    Triangle one = mesh_triangle(mesh, i), other = mesh_triangle(mesh, j);
    TriClosest found;
    double distance = tri_closest(&one, &other, wanted, &found);
    if (!(distance < wanted))
        return;
    // Where they touch nobody can say what is between them: taken as thin.
    Vec3d across = vec3d_sub(found.on_b, found.on_a);
    if (distance > 0 && vec3d_dot(across, normal[i]) >= 0 && vec3d_dot(across, normal[j]) <= 0)
        return;
    lower(search, i, distance / wanted);
    lower(search, j, distance / wanted);
}

// Each pair is found once, from the triangle that goes in further: where few do, few look far.
static bool comes_first(const Search *search, int32_t i, int32_t j)
{
    double a = inset_of(search, i), b = inset_of(search, j);
    return a != b ? a > b : i < j;
}

static bool look_from(void *user, int32_t other)
{
    Search *search = user;
    ++search->pairs;
    if (comes_first(search, search->around, other))
        look_at(search, search->around, other);
    return true;
}

static void look_around(Search *search, int32_t triangle)
{
    const Solid *solid = search->desc->solid;
    Triangle t = mesh_triangle(solid->mesh, triangle);
    Box3d box = box3d_empty();
    for (int k = 0; k < 3; ++k)
        box = box3d_including(box, t.p[k]);
    box = box3d_grown(box, 4 * inset_of(search, triangle));
    search->around = triangle;
    solid_visit_near(solid, &box, look_from, search);
}

bool thickness_find(const ThicknessDesc *desc, double *share, bool *done, Job *job)
{
    assert(desc && desc->solid && desc->normal && share && done);
    const Mesh *mesh = desc->solid->mesh;
    Search search = {.desc = desc, .share = share};
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        share[i] = 1;
    *done = true;
    for (int32_t i = 0; *done && i < mesh->triangle_count; ++i) {
        if ((i & 63) == 0 && job_cancelled(job))
            return false;
        if (inset_of(&search, i) > 0 && vec3d_dot(desc->normal[i], desc->normal[i]) > 0)
            look_around(&search, i);
        *done = search.pairs <= MOST_PAIRS;
    }
    return true;
}
