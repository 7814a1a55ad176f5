#include "core/bench/bergen.h"

#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

const MotionKind bergen_kinds[BERGEN_KINDS] = {
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_extent, .test = 1}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_extent, .test = 1}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
};
const char *const bergen_kind_names[BERGEN_KINDS] = {"OBB SAT", "OBB SAT lite", "AABB SAT",
                                                     "AABB SAT lite"};
const char *const bergen_model_names[BERGEN_MODELS] = {"torus", "X-wing (stand-in)",
                                                       "teapot (stand-in)"};

const BergenPublished bergen_published[BERGEN_MODELS][BERGEN_KINDS] = {
    [BERGEN_TORUS] = {{10178961, 4.9, 197314, 15, 52.6},
                      {13116295, 3.7, 371345, 12, 52.3},
                      {32913297, 3.7, 3996806, 7.2, 151.0},
                      {40238149, 2.4, 5222836, 7.4, 134.5}},
    [BERGEN_X_WING] = {{48890612, 4.6, 975217, 10, 234.0},
                       {65041340, 3.4, 2451543, 9.3, 244.3},
                       {92376250, 3.1, 8601433, 7.1, 350.1},
                       {121462120, 1.9, 13066095, 7.0, 328.0}},
    [BERGEN_TEAPOT] = {{12025710, 4.8, 186329, 14, 60.3},
                       {14404588, 3.5, 279987, 13, 54.3},
                       {25810569, 3.3, 1874830, 7.4, 98.7},
                       {30127623, 2.1, 2214671, 7.0, 78.1}},
};
const BergenTimes bergen_times[BERGEN_MODELS] = {
    [BERGEN_TORUS] = {350, 110, 15, 0.5, 1.3},
    [BERGEN_X_WING] = {460, 180, 18, 2.3, 3.3},
    [BERGEN_TEAPOT] = {270, 80, 11, 0.6, 0.8},
};

Affine bergen_placement(const void *user, int frame)
{
    double half = *(const double *)user;
    Rng rng = rng_create(BERGEN_SEED + (uint64_t)frame);
    Affine a = rng_rotation(&rng);
    a.p = rng_in_cube(&rng, half);
    Affine b = rng_rotation(&rng), a_inverse;
    b.p = rng_in_cube(&rng, half);
    affine_invert(&a, &a_inverse);
    return affine_compose(&a_inverse, &b);
}

Mesh *bergen_model(enum BergenModel model)
{
    return model == BERGEN_TORUS    ? shape_torus(1, 0.2, 50, 50)
           : model == BERGEN_X_WING ? stand_in(STAND_IN_X_WING, 1, 1)
                                    : stand_in(STAND_IN_TEAPOT, 1, 1);
}

// Of the placements; NAN: a failure.
static double share_colliding(Bvh *tree, double half, int placements, ContactList *list, Job *job)
{
    int hits = 0;
    for (int i = 0; i < placements; ++i) {
        Affine pose = bergen_placement(&half, i);
        if (job_cancelled(job) ||
            !query_contacts(tree, tree, &pose, &bergen_kinds[BERGEN_OBB].query, NULL, list, NULL,
                            NULL))
            return NAN;
        hits += list->count > 0;
    }
    return (double)hits / placements;
}

double bergen_cube_half(Mesh *mesh, int placements, Job *job)
{
    BvhDesc desc = {.type = &bv_obb, .split = &split_obb_mean};
    Bvh *tree = mesh ? bvh_build(mesh, &desc, job, NULL) : NULL;
    ContactList list = {0};
    double least = 0, most = tree ? 4 * mesh_radius(mesh) : NAN;
    for (int i = 0; tree && i < 12; ++i) {
        double half = (least + most) / 2,
               share = share_colliding(tree, half, placements, &list, job);
        if (share > 0.6)
            least = half;
        else
            most = isnan(share) ? NAN : half;
    }
    contact_list_free(&list);
    bvh_release(tree);
    return (least + most) / 2;
}

double bergen_refit_ms(Bvh *tree, int rounds)
{
    double least = INFINITY;
    for (int i = 0; i < rounds; ++i) {
        double start = clock_cpu_seconds();
        ++tree->mesh->version;
        if (!tree->type->refit(tree, NULL))
            return NAN;
        least = fmin(least, 1e3 * (clock_cpu_seconds() - start));
    }
    return least;
}
