#include "core/motion/thickness.h"

#include "core/query/query.h"
#include "core/tree/build/build.h"

#include <assert.h>

// A 60,000-triangle part against a twentieth of its size needs some 10 million.
enum { MOST_PAIRS = 40000000 };

typedef struct Search {
    const ThicknessDesc *desc;
    double *share;
    int64_t pairs;
} Search;

static double inset_of(const ThicknessDesc *desc, int32_t triangle)
{
    return desc->insets ? desc->insets[triangle] : desc->inset;
}

static bool share_a_point(const Search *search, const Mesh *mesh, int32_t i, int32_t j)
{
    for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
            if (side_point(search->desc->topology, mesh, 3 * i + k) ==
                side_point(search->desc->topology, mesh, 3 * j + l))
                return true;
    return false;
}

static void lower(Search *search, const Mesh *mesh, int32_t triangle, double to)
{
    for (int k = 0; k < 3; ++k) {
        double *at = &search->share[side_point(search->desc->topology, mesh, 3 * triangle + k)];
        *at = to < *at ? to : *at;
    }
}

static void look_at(Query *query, Search *search, int32_t i, int32_t j)
{
    const Mesh *mesh = query->a->mesh;
    double wanted = 2 * (inset_of(search->desc, i) + inset_of(search->desc, j));
    if (vec3d_dot(search->desc->normal[i], search->desc->normal[j]) > -0.5 ||
        share_a_point(search, mesh, i, j))
        return;
    Triangle one = mesh_triangle(mesh, i), other = mesh_triangle(mesh, j);
    TriClosest found;
    double distance = tri_closest(&one, &other, wanted, &found);
    if (!(distance < wanted))
        return;
    // Where they touch nobody can say what is between them: taken as thin.
    Vec3d across = vec3d_sub(found.on_b, found.on_a);
    if (distance > 0 && vec3d_dot(across, search->desc->normal[i]) >= 0 &&
        vec3d_dot(across, search->desc->normal[j]) <= 0)
        return;
    lower(search, mesh, i, distance / wanted);
    lower(search, mesh, j, distance / wanted);
}

static bool leaf(Query *query, NodeLinks a, NodeLinks b)
{
    Search *search = query->user;
    search->pairs += (int64_t)a.count * b.count;
    for (uint32_t i = a.first; i < a.first + a.count; ++i)
        for (uint32_t j = b.first; j < b.first + b.count; ++j)
            if (query->a->slots[i] < query->b->slots[j]) // each pair comes twice
                look_at(query, search, query->a->slots[i], query->b->slots[j]);
    return search->pairs <= MOST_PAIRS;
}

static bool search_pairs(const Bvh *tree, Search *search, double reach, bool *done, Job *job,
                         Error *err)
{
    Affine here = affine_identity();
    Query query;
    if (!query_begin(&query, tree, tree, &here, &(QueryDesc){0}, leaf, search, err))
        return false;
    query.bounded = true;
    query.bound = reach;
    enum QueryStatus status = query_run(&query, &(Budget){.job = job});
    query_end(&query);
    *done = status == QUERY_DONE;
    if (status == QUERY_FAILED)
        return error_set(err, "not enough memory to measure thin places");
    return status != QUERY_UNDECIDED;
}

bool thickness_find(const ThicknessDesc *desc, double *share, bool *done, Job *job, Error *err)
{
    assert(desc && desc->tree && desc->topology && desc->normal && share && done);
    const Bvh *tree = desc->tree;
    Search search = {desc, share, 0};
    double most = 0;
    for (int32_t i = 0; i < tree->mesh->vertex_count; ++i)
        share[i] = 1;
    for (int32_t i = 0; i < tree->mesh->triangle_count; ++i)
        most = fmax(most, inset_of(desc, i));
    *done = true;
    if (tree->node_count == 0 || !(most > 0))
        return true;
    if (tree->type->tests[0].can & TEST_BOUND)
        return search_pairs(tree, &search, 4 * most, done, job, err);
    Bvh *own = bvh_build(tree->mesh, NULL, job, err);
    bool ok = own && search_pairs(own, &search, 4 * most, done, job, err);
    bvh_release(own);
    return ok;
}
