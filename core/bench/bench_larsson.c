// The scenes of the slab cut ball paper (Larsson, Akenine-Moeller 2008): spheres that pass through
// each other, and intertwined knots that turn together without touching. Free parameters are fixed
// here: the axes and speeds of the spheres' own rotations, the knots' shape, the random rotation
// each model gets before its tree is built.
#include "bench.h"
#include "motion.h"

#include "../rng.h"
#include "../shapes.h"

static const double SPEED_A = 0.010, SPEED_B = 0.013; // radians per frame

static const MotionKind kinds[] = {
    {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 0}, NULL, 0},
    {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 1}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 0}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 1}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 2}, NULL, 0},
    {&bv_sphere, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius}, NULL, 0},
    {&bv_kdop, &split_spatial_median, {.mode = QUERY_ALL, .rule = DESCEND_volume}, NULL, 0},
    {&bv_aabb,
     &split_spatial_median,
     {.mode = QUERY_ALL, .rule = DESCEND_volume, .test = 1},
     NULL,
     0},
    {&bv_aabb,
     &split_spatial_median,
     {.mode = QUERY_ALL, .rule = DESCEND_volume, .test = 0},
     NULL,
     0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Turns the mesh itself, so that no tree profits from its axes; the map takes the turned one back.
static Affine rotate_mesh(Mesh *mesh, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Affine turn = rng_rotation(&rng), back;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply_vector(&turn, mesh->vertices[i]);
    ++mesh->version;
    affine_invert(&turn, &back);
    return back;
}

typedef struct Turned {
    Affine a_back, b_back;
} Turned;

static Affine relative(const Affine *a, const Affine *b)
{
    Affine inverse;
    affine_invert(a, &inverse);
    return affine_compose(&inverse, b);
}

// Centres at -1 and 1, equal steps towards and through each other: coincident in frame 250.
static Affine spheres_at(const void *user, int frame)
{
    const Turned *turned = user;
    Affine a = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), SPEED_A * frame);
    Affine b = affine_rotation(vec3d_normalised(vec3d(3, -1, 2)), SPEED_B * frame);
    a.p.x = -1 + frame / 250.0;
    b.p.x = 1 - frame / 250.0;
    a = affine_compose(&a, &turned->a_back);
    b = affine_compose(&b, &turned->b_back);
    return relative(&a, &b);
}

static Affine knots_at(const void *user, int frame)
{
    const Turned *turned = user;
    // They turn together, so the relative pose never changes; the frame is rounded anew all the
    // same.
    Affine common = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), SPEED_A * frame);
    Affine sixth = affine_rotation(vec3d(0, 1, 0), 3.14159265358979323846 / 3);
    Affine a = affine_compose(&common, &turned->a_back);
    Affine b = affine_compose(&common, &sixth);
    b = affine_compose(&b, &turned->b_back);
    return relative(&a, &b);
}

static bool run(FILE *out, Motion motion)
{
    bool ok = motion.a && motion.b;
    if (ok) {
        Turned turned = {rotate_mesh(motion.a, 1), rotate_mesh(motion.b, 2)};
        motion.user = &turned;
        MotionResult results[KINDS];
        ok = motion_run(out, &motion, kinds, KINDS, results);
    }
    mesh_release(motion.a);
    mesh_release(motion.b);
    return ok;
}

bool bench_larsson(FILE *out)
{
    motion_header(out);
    bool ok = run(out, (Motion){.scene = "Spheres-L1",
                                .a = shape_ico_sphere(0.95, 5),
                                .b = shape_ico_sphere(1, 5),
                                .frames = 500,
                                .rounds = 1,
                                .b_to_a = spheres_at});
    // The centre lines come as near as 0.89, so tubes of 0.42 leave a gap of about 0.06 all along.
    static const int points[] = {12, 14, 16}, rings[] = {3, 5, 7};
    static const char *const names[] = {"Knots-L1 (stand-in)", "Knots-L2 (stand-in)",
                                        "Knots-L3 (stand-in)"};
    for (int level = 0; ok && level < 3; ++level)
        ok =
            run(out, (Motion){.scene = names[level],
                              .a = shape_knot(2, 3, 2, 0.8, 0.42, 49 * rings[level], points[level]),
                              .b = shape_knot(2, 3, 2, 0.8, 0.42, 51 * rings[level], points[level]),
                              .frames = 100,
                              .rounds = 1,
                              .b_to_a = knots_at});
    return ok;
}
