#include "core/tests/random_parts.h"
#include "core/base/rng.h"
#include "core/mesh/chord_error.h"
#include "core/tests/contact_bench.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static Mesh *two_bodies(Rng *rng)
{
    Mesh *box = shape_box(vec3d(8, 6, 10)), *ball = shape_ico_sphere(5, 1);
    const Mesh *const meshes[2] = {box, ball};
    // From one in the other to well apart.
    const Affine at[2] = {affine_identity(), affine_translation(rng_in_cube(rng, 9))};
    Mesh *both = combined(meshes, at, 2);
    mesh_release(box);
    mesh_release(ball);
    return both;
}

static Mesh *closed_shape(Rng *rng)
{
    switch (rng_below(rng, 9)) {
    case 0:
        return shape_box(vec3d(24, 12, 2));
    case 1:
        return shape_cone(8, 14, 12);
    case 2:
        return shape_cylinder(6, 20, 10);
    case 3:
        return shape_ico_sphere(8, 1);
    case 4:
        return shape_torus(8, 3, 12, 8);
    case 5:
        return hollow_box(18, 12, true);
    case 6:
        return two_bodies(rng);
    case 7: // it finds room in the others
        return shape_box(vec3d(2, 1, 3));
    default:
        return shape_box(vec3d(12, 12, 12));
    }
}

static Mesh *open_shape(Rng *rng)
{
    Mesh *mesh;
    switch (rng_below(rng, 4)) {
    case 0:
        return shape_grid(16, 12, 3, 3);
    case 1:
        return shape_soup(40, 14, 6, rng_next(rng));
    case 2: // one triangle is missing
        mesh = closed_shape(rng);
        --mesh->triangle_count;
        return mesh;
    default: // a whole side is
        mesh = shape_box(vec3d(14, 14, 14));
        mesh->triangle_count -= 2;
        return mesh;
    }
}

static void round_to_grid(Mesh *mesh)
{
    const double grid = 1.0 / 4096;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            mesh->vertices[i].v[k] = grid * floor(mesh->vertices[i].v[k] / grid + 0.5);
}

// Moves part b along the shortest way between the two until their surfaces are `gap` apart;
// negative: as deep in each other.
static void bring_near(RandomParts *out, int a, int b, double gap)
{
    Distance d;
    assert_true(assembly_distance(&out->parts[a], &out->parts[b], NULL, NULL, &d, NULL));
    if (!(d.value > 0) || !isfinite(d.value))
        return;
    Vec3d way = vec3d_scale(vec3d_sub(d.on_a, d.on_b), (d.value - gap) / d.value);
    out->parts[b].placement.p = vec3d_add(out->parts[b].placement.p, way);
}

enum Relation { APART, NEARLY, FLUSH, CROSSING, SAME, RELATION_COUNT };

// Part b beside part a.
static void place(RandomParts *out, int a, int b, Rng *rng)
{
    static const double gaps[] = {1e-3, 1e-9, 1e-14, 0, -1e-14, -1e-9, -1e-3, -0.0099, -0.0101, -1};
    Affine *at = &out->parts[b].placement;
    *at = rng_rotation(rng);
    switch (rng_below(rng, RELATION_COUNT)) {
    case APART:
        at->p = vec3d_scale(rng_direction(rng), 30);
        break;
    case NEARLY:
        at->p = vec3d_scale(rng_direction(rng), 40);
        bring_near(out, a, b, gaps[rng_below(rng, (int32_t)(sizeof gaps / sizeof *gaps))]);
        break;
    case FLUSH: // unturned and on a grid: faces lie in one plane
        *at = affine_identity();
        for (int k = 0; k < 3; ++k)
            at->p.v[k] = (k + 1) * rng_below(rng, 6);
        break;
    case CROSSING:
        at->p = rng_in_cube(rng, 10);
        break;
    default:
        *at = out->parts[a].placement;
        at->p = vec3d_add(at->p, rng_in_cube(rng, rng_below(rng, 2) ? 0.008 : 0));
    }
}

static Mesh *round_shape(Rng *rng)
{
    switch (rng_below(rng, 3)) {
    case 0:
        return shape_cylinder(5, 14, 24);
    case 1:
        return shape_ico_sphere(6, 2);
    default:
        return shape_torus(8, 2.5, 24, 16);
    }
}

static void add_part(RandomParts *out, int i, Mesh *mesh)
{
    static const char *const names[RANDOM_PARTS] = {"Base", "Bolt", "Cover"};
    Affine rest = affine_identity();
    assert_true(assembly_add(&out->assembly, names[i], mesh, &rest, 0));
    // Where parts are brought to must not depend on the usual kind.
    out->trees[i] = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    assert_non_null(out->trees[i]);
    out->parts[i] = (PosedPart){out->trees[i], affine_identity(), true, true};
}

void random_round_parts_create(RandomParts *out, uint64_t seed)
{
    Rng rng = rng_create(seed);
    *out = (RandomParts){.assembly = {.unit = UNIT_MM}};
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        Mesh *mesh = round_shape(&rng);
        assert_non_null(mesh);
        round_to_grid(mesh);
        add_part(out, i, mesh);
        out->closed[i] = true;
        if (i == 0)
            continue;
        double error[2];
        for (int k = 0; k < 2; ++k)
            assert_true(mesh_chord_error(out->trees[i - k]->mesh, NULL, &error[k]));
        Affine *at = &out->parts[i].placement;
        *at = rng_rotation(&rng);
        at->p = vec3d_add(out->parts[i - 1].placement.p, vec3d_scale(rng_direction(&rng), 40));
        bring_near(out, i - 1, i, rng_uniform(&rng, -1.2, 0.1) * (error[0] + error[1]));
    }
    random_parts_rebuild(out, NULL);
}

void random_parts_create(RandomParts *out, uint64_t seed)
{
    Rng rng = rng_create(seed);
    *out = (RandomParts){.assembly = {.unit = UNIT_MM}, .tolerance = RANDOM_PARTS_TOLERANCE};
    Mesh *last = NULL;
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        bool again = last && rng_below(&rng, 4) == 0;
        out->closed[i] = again ? out->closed[i - 1] : rng_below(&rng, 3) > 0;
        Mesh *mesh = again            ? mesh_retain(last)
                     : out->closed[i] ? closed_shape(&rng)
                                      : open_shape(&rng);
        assert_non_null(mesh);
        if (!again)
            round_to_grid(mesh);
        last = mesh;
        add_part(out, i, mesh);
        if (i > 0)
            place(out, i - 1, i, &rng);
    }
    random_parts_rebuild(out, NULL);
}

void random_parts_rebuild(RandomParts *parts, const BvhDesc *desc)
{
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        bvh_release(parts->trees[i]);
        parts->trees[i] = bvh_build(parts->assembly.parts[i].mesh, desc, NULL, NULL);
        assert_non_null(parts->trees[i]);
        parts->parts[i].tree = parts->trees[i];
    }
}

void random_parts_free(RandomParts *parts)
{
    for (int i = 0; i < RANDOM_PARTS; ++i)
        bvh_release(parts->trees[i]);
    assembly_free(&parts->assembly);
}

void random_parts_check(const RandomParts *parts, double clearance, struct Pool *pool,
                        FitCheck *check)
{
    Error err = {""};
    *check = (FitCheck){.assembly = &parts->assembly,
                        .parts = parts->parts,
                        .query = {.pool = pool, .parallel_from = 1},
                        .contact = {.tolerance = parts->tolerance},
                        .desc = {.clearance = clearance}};
    if (!fit_check_run(check, NULL, &err))
        fail_msg("%s", err.text);
}
