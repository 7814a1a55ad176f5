// Input that is hard or odd, row by row: no triangle, one, copies of one, sizes in a geometric
// series, features of a micrometre a thousand kilometres away, mixed scales, segments and points,
// flat and thin meshes, each against itself and others: coinciding, touching in a corner to the
// last bit, mirrored, scaled. Every volume and every overlap test finds what brute force finds, or
// refuses with a reason.
#include "core/mesh/shapes.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/brute_force.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MESHES = 16 };
enum Placing { COINCIDING, CORNER_TO_CORNER, MIRRORED, SCALED, PLACINGS };
static const char *const placing_names[] = {"coinciding", "corner to corner", "mirrored", "scaled"};

static Affine placing(enum Placing kind, const Mesh *a, const Mesh *b, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Affine pose = affine_identity();
    if (kind == COINCIDING)
        return pose;
    pose = rng_rotation(&rng);
    for (int i = 0; i < 3; ++i) {
        pose.m[i][0] *= kind == MIRRORED ? -1 : 1;
        pose.m[i][1] *= kind == SCALED ? 1.75 : 1;
        pose.m[i][2] *= kind == SCALED ? 0.5 : 1;
    }
    if (a->triangle_count == 0 || b->triangle_count == 0)
        return pose;
    // Of triangles: vertices need not be used.
    const int32_t *t = a->triangles[rng_below(&rng, a->triangle_count)];
    const int32_t *u = b->triangles[rng_below(&rng, b->triangle_count)];
    Vec3d corner = affine_apply(&pose, b->vertices[u[rng_below(&rng, 3)]]);
    pose.p = vec3d_sub(a->vertices[t[rng_below(&rng, 3)]], corner);
    return pose;
}

static bool same_contacts(const ContactList *a, const ContactList *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; ++i)
        same = a->items[i].a == b->items[i].a && a->items[i].b == b->items[i].b &&
               a->items[i].kind == b->items[i].kind;
    return same;
}

typedef struct Counts {
    int queries, refused, with_contact, placings;
} Counts;

// All tests of one volume; their verdicts are those of the oracle.
static void check_volume(const Bvh *a, const Bvh *b, const Affine *pose, enum Placing kind,
                         const ContactList *oracle, ContactList *found, Counts *counts,
                         const char *names[2], uint64_t seed)
{
    for (int test = 0; test < a->type->test_count; ++test) {
        QueryDesc desc = {.mode = QUERY_ALL, .test = test};
        Error err = {""};
        bool may_refuse = kind == SCALED && !(a->type->tests[test].can & TEST_SCALE);
        bool good = query_contacts(a, b, pose, &desc, NULL, found, NULL, &err);
        if (good != !may_refuse || (!good && !err.text[0]))
            fail_msg("%s / %s, %s and %s, %s: %s", a->type->name, a->type->tests[test].name,
                     names[0], names[1], placing_names[kind],
                     good ? "answered under scale" : err.text);
        if (good && !same_contacts(oracle, found))
            fail_msg("%s / %s, %s and %s, %s, seed %llu: %zu contacts, brute force %zu",
                     a->type->name, a->type->tests[test].name, names[0], names[1],
                     placing_names[kind], (unsigned long long)seed, found->count, oracle->count);
        counts->queries += good;
        counts->refused += !good;
    }
}

static void every_volume_copes(void **state)
{
    (void)state;
    assert_true(test_mesh_count <= MOST_MESHES);
    Mesh *meshes[MOST_MESHES];
    static Bvh *trees[MOST_MESHES][NAMED_MOST];
    for (int m = 0; m < test_mesh_count; ++m) {
        meshes[m] = test_meshes[m].make();
        for (int t = 0; t < bv_type_count; ++t) {
            Error err = {""};
            trees[m][t] = bvh_build(meshes[m], &(BvhDesc){.type = bv_types[t]}, NULL, &err);
            if (!trees[m][t])
                fail_msg("%s of %s: %s", bv_types[t]->name, test_meshes[m].name, err.text);
        }
    }
    Counts counts = {0};
    ContactList oracle = {0}, found = {0};
    int partners = long_tier() ? test_mesh_count : sanitised() ? 2 : 4;
    for (int m = 0; m < test_mesh_count; ++m) {
        for (int p = 0; p < partners; ++p) {
            int n = (m + p) % test_mesh_count;
            const char *names[2] = {test_meshes[m].name, test_meshes[n].name};
            for (int kind = 0; kind < PLACINGS; ++kind) {
                uint64_t seed = (uint64_t)(1000 * m + 10 * p + kind);
                Affine pose = placing((enum Placing)kind, meshes[m], meshes[n], seed);
                assert_true(
                    brute_force_contacts(meshes[m], meshes[n], &pose, &tri_exact, &oracle, NULL));
                counts.with_contact += oracle.count > 0;
                ++counts.placings;
                for (int t = 0; t < bv_type_count; ++t)
                    check_volume(trees[m][t], trees[n][t], &pose, (enum Placing)kind, &oracle,
                                 &found, &counts, names, seed);
            }
        }
    }
    printf("RAN: %d placings of hard meshes, %d with contact: %d queries equal to brute force, %d "
           "refused under scale\n",
           counts.placings, counts.with_contact, counts.queries, counts.refused);
    assert_true(2 * counts.with_contact > counts.placings);
    contact_list_free(&oracle);
    contact_list_free(&found);
    for (int m = 0; m < test_mesh_count; ++m) {
        for (int t = 0; t < bv_type_count; ++t)
            bvh_release(trees[m][t]);
        mesh_release(meshes[m]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_volume_copes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
