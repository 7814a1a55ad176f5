#include "core/bench/peers/candidate.h"
#include "core/shape/triangle/variants.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <malloc.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

const PeerLibrary *const peer_libraries[] = {
#ifdef SNUG_PEER_FCL
    &peer_fcl,
#endif
#ifdef SNUG_PEER_EMBREE
    &peer_embree,
#endif
#ifdef SNUG_PEER_BULLET
    &peer_bullet,
#endif
#ifdef SNUG_PEER_ODE
    &peer_ode,
#endif
#ifdef SNUG_PEER_CGAL
    &peer_cgal,
#endif
    NULL};

static const Candidate builds[] = {
    {.name = "default kind"},
    {.name = "default kind, two threads", .two_threads = true},
    {.name = "AABB spatial median", .type = &bv_aabb, .split = &split_spatial_median},
    {.name = "OBB mean", .type = &bv_obb, .split = &split_obb_mean},
    {.name = "OBB blocks", .type = &bv_obb_blocks},
    {.name = "OBB blocks, two threads", .type = &bv_obb_blocks, .two_threads = true},
    {.name = "AABB blocks", .type = &bv_aabb_blocks},
    {.name = "boxtree least volume", .type = &bv_boxtree, .split = &split_zachmann},
    {.name = "24-DOP spatial median", .type = &bv_kdop, .split = &split_spatial_median},
    {.name = "ball spatial median", .type = &bv_sphere, .split = &split_spatial_median},
    {.name = "slab cut ball", .type = &bv_slabcutball, .split = &split_scb},
};

static const Candidate contacts[] = {
    {.name = "OBB blocks", .type = &bv_obb_blocks, .query = {.rule = DESCEND_radius}},
    {.name = "OBB blocks, SSE2",
     .type = &bv_obb_blocks,
     .query = {.rule = DESCEND_radius},
     .baseline = true},
    {.name = "AABB blocks", .type = &bv_aabb_blocks, .query = {.rule = DESCEND_radius}},
    {.name = "default kind"},
    {.name = "OBB SAT",
     .type = &bv_obb,
     .split = &split_sweep_area,
     .query = {.rule = DESCEND_radius}},
    {.name = "AABB SAT lite", .type = &bv_aabb, .split = &split_spatial_median},
    {.name = "24-DOP lifted",
     .type = &bv_kdop,
     .split = &split_spatial_median,
     .query = {.lift = true}},
    {.name = "slab cut ball lifted",
     .type = &bv_slabcutball,
     .split = &split_scb,
     .query = {.rule = DESCEND_radius, .lift = true}},
};

static const Candidate distances[] = {
    {.name = "OBB blocks",
     .type = &bv_obb_blocks,
     .query = {.rule = DESCEND_radius, .order = ORDER_BEST_FIRST}},
    {.name = "OBB blocks, SSE2",
     .type = &bv_obb_blocks,
     .query = {.rule = DESCEND_radius, .order = ORDER_BEST_FIRST},
     .baseline = true},
    {.name = "default kind"}, // and the default way to search it
    {.name = "OBB",
     .type = &bv_obb,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST}},
    {.name = "OBB, last pair",
     .type = &bv_obb,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST},
     .seeded = true},
    {.name = "24-DOP",
     .type = &bv_kdop,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST, .lift = true}},
    {.name = "slab cut ball",
     .type = &bv_slabcutball,
     .split = &split_scb,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST, .lift = true}},
};

static bool offers(const Peer *peer, Mode mode)
{
    return mode == MODE_BUILD   ? true
           : mode == MODE_FIRST ? peer->first != NULL
           : mode == MODE_ALL   ? peer->all != NULL
                                : peer->distance != NULL;
}

int candidates_of(Mode mode, Candidate out[MOST_CANDIDATES])
{
    const Candidate *ours = mode == MODE_BUILD      ? builds
                            : mode == MODE_DISTANCE ? distances
                                                    : contacts;
    int count = mode == MODE_BUILD      ? COUNT(builds)
                : mode == MODE_DISTANCE ? COUNT(distances)
                                        : COUNT(contacts);
    memcpy(out, ours, (size_t)count * sizeof *out);
    for (const PeerLibrary *const *library = peer_libraries; *library; ++library)
        for (const Peer *const *peer = (*library)->peers; *peer; ++peer)
            if (offers(*peer, mode))
                out[count++] = (Candidate){.name = (*peer)->name, .peer = *peer};
    return count;
}

static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

bool model_build(Model *model, const Candidate *candidate, Mesh *mesh, Job *job)
{
    _Static_assert(sizeof(Vec3d) == sizeof(double[3]), "vertices are handed over as they are");
    *model = (Model){.candidate = candidate,
                     .mesh = mesh,
                     .peer_mesh = {(const double(*)[3])(const void *)mesh->vertices,
                                   (size_t)mesh->vertex_count,
                                   (const int(*)[3])(const void *)mesh->triangles,
                                   (size_t)mesh->triangle_count}};
    BvhDesc desc = {.type = candidate->type, .split = candidate->split};
    const Peer *peer = candidate->peer;
    size_t before = peer ? allocated() : 0;
    model->tree = peer ? peer->build(&model->peer_mesh) : (void *)bvh_build(mesh, &desc, job, NULL);
    if (!model->tree)
        return false;
    model->bytes = !peer         ? bvh_bytes(model->tree)
                   : peer->bytes ? peer->bytes(model->tree)
                                 : allocated() - before;
    return true;
}

void model_release(Model *model)
{
    if (model->tree && model->candidate->peer)
        model->candidate->peer->release(model->tree);
    else
        bvh_release(model->tree);
    model->tree = NULL;
}

PeerPose peer_pose_of(const Affine *pose)
{
    PeerPose out;
    memcpy(out.m, pose->m, sizeof out.m);
    memcpy(out.t, pose->p.v, sizeof out.t);
    return out;
}

Triangle peer_triangle(const PeerMesh *mesh, int i)
{
    Triangle t;
    for (int c = 0; c < 3; ++c)
        memcpy(t.p[c].v, mesh->vertices[mesh->triangles[i][c]], sizeof t.p[c].v);
    return t;
}

static bool triangles_meet(const PeerMesh *a, int ia, const PeerMesh *b, int ib,
                           const PeerPose *pose)
{
    Affine to_a;
    memcpy(to_a.m, pose->m, sizeof to_a.m);
    memcpy(to_a.p.v, pose->t, sizeof pose->t);
    Triangle ta = peer_triangle(a, ia), tb = peer_triangle(b, ib);
    tb = triangle_transformed(&tb, &to_a);
    return tri_exact.contact(&ta, &tb, NULL) != TRI_DISJOINT;
}

PeerTriangles *peer_triangles = triangles_meet;
