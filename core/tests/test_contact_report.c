// Containment, open parts, the words for it all, and the report over an assembly.
// ctest labels: threads
#include "core/base/angle.h"
#include "core/base/pool.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Mesh *without_a_triangle(Mesh *mesh)
{
    --mesh->triangle_count;
    return mesh;
}

static Mesh *two_boxes(Vec3d size, double apart)
{
    MeshBuilder b = {0};
    Mesh *box = shape_box(size);
    for (int side = -1; side <= 1; side += 2) {
        Affine at = affine_translation(vec3d(side * apart / 2, 0, 0));
        mesh_builder_append(&b, box, &at);
    }
    mesh_release(box);
    return mesh_builder_finish(&b);
}

typedef struct InsideCase {
    const char *name;
    Mesh *a, *b;
    Vec3d shift; // of b
    enum PairState state;
    enum Containment a_in_b, b_in_a;
} InsideCase;

static void containment_is_decided_or_called_unknown(void **state)
{
    (void)state;
    const Vec3d unit = vec3d(1, 1, 1), none = vec3d(0, 0, 0);
    const enum Containment out = CONTAINED_OUTSIDE, in = CONTAINED_INSIDE,
                           unknown = CONTAINED_UNKNOWN;
    InsideCase cases[] = {
        {"in a box", shape_box(vec3d(9, 9, 9)), shape_box(unit), vec3d(2, -3, 1), PAIR_INSIDE, out,
         in},
        {"around a box", shape_torus(1, 0.2, 12, 8), shape_ico_sphere(3, 2), none, PAIR_INSIDE, in,
         out},
        {"beside a box", shape_box(vec3d(9, 9, 9)), shape_box(unit), vec3d(6, 0, 0), PAIR_CLEAR,
         out, out},
        {"in the hole of a torus", shape_torus(3, 1, 24, 12), shape_box(unit), none, PAIR_CLEAR,
         out, out},
        {"in the ring of a torus", shape_torus(3, 1, 24, 12), shape_ico_sphere(0.5, 1),
         vec3d(0, 0, 3), PAIR_INSIDE, out, in},
        {"in a cavity", hollow_box(9, 5, true), shape_box(unit), vec3d(1, 1, 1), PAIR_CLEAR, out,
         out},
        {"in the wall around a cavity", hollow_box(9, 5, true), shape_box(unit), vec3d(3.5, 1, 1),
         PAIR_INSIDE, out, in},
        {"in a body inside a body", hollow_box(9, 5, false), shape_box(unit), none, PAIR_INSIDE,
         out, in},
        {"in a box without a triangle", without_a_triangle(shape_box(vec3d(9, 9, 9))),
         shape_box(unit), none, PAIR_INSIDE, out, in},
        {"in a box without a lid",
         without_a_triangle(without_a_triangle(shape_box(vec3d(9, 9, 9)))), shape_box(unit), none,
         PAIR_UNDECIDED, out, unknown},
        {"above a box without a lid",
         without_a_triangle(without_a_triangle(shape_box(vec3d(9, 9, 9)))), shape_box(unit),
         vec3d(0, 0, 5.5), PAIR_CLEAR, out, out},
        {"out of the box of an open part", without_a_triangle(shape_ico_sphere(4, 2)),
         shape_box(unit), vec3d(9, 0, 0), PAIR_CLEAR, out, out},
        {"sticking out of an open box's box", shape_grid(4, 4, 2, 2), shape_box(unit),
         vec3d(0, 2, 0), PAIR_CLEAR, out, out},
        {"an open part in a box", shape_box(vec3d(9, 9, 9)), shape_grid(1, 1, 2, 2), none,
         PAIR_INSIDE, out, in},
        {"one body of two", two_boxes(unit, 6), shape_box(vec3d(4, 4, 4)), vec3d(3, 0, 0),
         PAIR_INSIDE, CONTAINED_PARTLY, out},
        {"both bodies of two", two_boxes(unit, 2), shape_box(vec3d(8, 4, 4)), none, PAIR_INSIDE, in,
         out},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const InsideCase *c = &cases[i];
        ContactBench bench;
        contact_bench_create(&bench, c->a, c->b, NULL);
        for (uint64_t seed = 0; seed < 4; ++seed) {
            Rng rng = rng_create(seed);
            Affine world = seed == 0 ? affine_identity() : rng_rotation(&rng);
            world.p = seed == 0 ? none : rng_in_cube(&rng, 100);
            Affine shift = affine_translation(c->shift);
            bench.part[0].placement = world;
            bench.part[1].placement = affine_compose(&world, &shift);
            contact_bench_examine(&bench, &(ContactDesc){0});
            const ContactDetail *d = &bench.detail;
            if (d->state != c->state || d->a_in_b != c->a_in_b || d->b_in_a != c->b_in_a)
                fail_msg("%s, seed %llu: %s, %d, %d", c->name, (unsigned long long)seed,
                         pair_state_name(d->state), d->a_in_b, d->b_in_a);
        }
        contact_bench_free(&bench);
    }
    printf("RAN: %zu cases of containment, 4 placements each\n", sizeof cases / sizeof *cases);
}

// Random poses of two solids whose surfaces do not meet, against solid angles at every vertex.
static void containment_agrees_with_solid_angles(void **state)
{
    (void)state;
    int asked = 0, inside = 0;
    for (int pair = 0; pair < 3; ++pair) {
        ContactBench bench;
        Mesh *a = pair == 0   ? shape_torus(2, 1, 20, 12)
                  : pair == 1 ? hollow_box(5, 2.5, true)
                              : shape_knot(2, 3, 2, 1, 0.7, 60, 8);
        contact_bench_create(&bench, a, shape_ico_sphere(0.3, 1), NULL);
        Solid *solid = solid_build(a, NULL);
        for (uint64_t seed = 0; seed < (sanitised() ? 60u : 400u); ++seed) {
            Rng rng = rng_create(seed);
            bench.part[0].placement = rng_rotation(&rng);
            bench.part[1].placement = rng_rotation(&rng);
            bench.part[1].placement.p = rng_in_cube(&rng, 2.7);
            contact_bench_examine(&bench, &(ContactDesc){0});
            if (bench.contacts.count > 0)
                continue;
            PlacedSolid placed;
            assert_true(placed_solid_init(&placed, solid, &bench.part[0].placement));
            bool expected = false;
            for (int32_t v = 0; v < bench.mesh[1]->vertex_count; ++v) {
                Vec3d p = affine_apply(&bench.part[1].placement, bench.mesh[1]->vertices[v]);
                double winding = winding_by_angles(&placed, p);
                assert_true(v == 0 || expected == (fabs(winding) > 0.5));
                expected = fabs(winding) > 0.5;
            }
            if ((bench.detail.state == PAIR_INSIDE) != expected ||
                (bench.detail.b_in_a == CONTAINED_INSIDE) != expected)
                fail_msg("pair %d seed %llu: %s", pair, (unsigned long long)seed,
                         pair_state_name(bench.detail.state));
            ++asked;
            inside += expected;
        }
        solid_release(solid);
        contact_bench_free(&bench);
    }
    printf("RAN: %d poses without contact, %d of them inside\n", asked, inside);
    assert_true(asked > 60 && inside > 10);
}

// Touching the wall from inside is no touch: the other side of the part is deep in there.
static void a_part_that_touches_from_inside_interferes(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_box(vec3d(8, 8, 8)), shape_box(vec3d(2, 2, 2)), NULL);
    bench.part[1].placement.p = vec3d(3, 0, 0);
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_int_equal(bench.detail.state, PAIR_INTERFERENCE);
    assert_within(bench.detail.depth, 1.99, 2.0001, "depth below the wall");
    // From outside it is.
    bench.part[1].placement.p = vec3d(5, 0, 0);
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_int_equal(bench.detail.state, PAIR_TOUCH);
    assert_true(bench.detail.depth == 0);
    assert_within(bench.detail.clusters[0].normal.x, -1, -0.999, "the way out of b");
    contact_bench_free(&bench);
}

static void depths_in_open_parts(void **state)
{
    (void)state;
    ContactBench bench;
    // A ball without one triangle, 0.5 deep in a sheet; and the sheet turned over.
    for (int turned = 0; turned < 2; ++turned) {
        contact_bench_create(&bench, shape_grid(40, 40, 10, 10),
                             without_a_triangle(shape_ico_sphere(5, 3)), NULL);
        bench.part[0].placement = affine_rotation(vec3d(1, 0, 0), turned * PI);
        bench.part[1].placement.p = vec3d(0.3, 4.5, -0.2);
        contact_bench_examine(&bench, &(ContactDesc){0});
        assert_int_equal(bench.detail.state, PAIR_INTERFERENCE);
        assert_true(bench.detail.holes_closed);
        assert_within(bench.detail.depth, 0.4, 0.5001, "depth of the ball");
        contact_bench_free(&bench);
    }
    // A closed ball: the sheet's points in it are counted.
    contact_bench_create(&bench, shape_grid(40, 40, 10, 10), shape_ico_sphere(5, 3), NULL);
    bench.part[1].placement.p = vec3d(0.3, 4.5, -0.2);
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_false(bench.detail.holes_closed);
    assert_within(bench.detail.depth, 0.4, 0.5001, "depth of the closed ball");
    contact_bench_free(&bench);
    // The pin of the other test as two open pipes.
    contact_bench_create(&bench, without_a_triangle(shape_ring(10, 25, 20, 50)),
                         without_a_triangle(shape_cylinder(10, 30, 50)), NULL);
    bench.part[1].placement = affine_rotation(vec3d(0, 1, 0), PI / 50);
    contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.05});
    assert_int_equal(bench.detail.state, PAIR_TOUCH);
    bench.part[1].placement.p.x = 0.1;
    contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.05});
    assert_int_equal(bench.detail.state, PAIR_INTERFERENCE);
    assert_true(bench.detail.holes_closed);
    printf("RAN: open pin shifted by 0.1: %.4f\n", bench.detail.depth);
    assert_within(bench.detail.depth, 0.1138, 0.1189, "depth of the shifted pin"); // as if closed
    contact_bench_free(&bench);
}

enum { PARTS = 18, MESHES = 4 };

static void assert_same(const ContactReport *kept, const ContactReport *fresh, int step)
{
    bool same = kept->count == fresh->count;
    for (size_t i = 0; same && i < kept->count; ++i) {
        const ContactDetail *x = &kept->pairs[i], *y = &fresh->pairs[i];
        same = x->a == y->a && x->b == y->b && x->state == y->state && x->depth == y->depth &&
               x->cluster_count == y->cluster_count && x->curve_count == y->curve_count &&
               x->contact_count == y->contact_count && x->a_in_b == y->a_in_b &&
               x->b_in_a == y->b_in_a;
    }
    if (!same)
        fail_msg("step %d: reports differ (%zu and %zu pairs)", step, kept->count, fresh->count);
}

static bool skip_first(void *user, int32_t a, int32_t b)
{
    (void)user, (void)b;
    return a == 0;
}

static void an_updated_report_equals_a_fresh_one(void **state)
{
    (void)state;
    Mesh *meshes[MESHES] = {shape_torus(1, 0.4, 12, 8), shape_box(vec3d(2.5, 2.5, 2.5)),
                            shape_ico_sphere(0.3, 1),
                            without_a_triangle(without_a_triangle(shape_box(vec3d(4, 4, 4))))};
    Bvh *trees[MESHES];
    PosedPart parts[PARTS];
    Rng rng = rng_create(4711);
    for (int i = 0; i < MESHES; ++i)
        trees[i] = bvh_build(meshes[i], NULL, NULL, NULL);
    for (int i = 0; i < PARTS; ++i) {
        parts[i] = (PosedPart){trees[i % MESHES], rng_rotation(&rng), true, true};
        parts[i].placement.p = rng_in_cube(&rng, 2.5);
    }
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    AssemblyReport contacts = {0};
    ContactReport kept = {0};
    size_t counts[PAIR_STATE_COUNT] = {0}, less = 0;
    const int steps = sanitised() ? 10 : 30;
    Pool *pool = pool_create(3);
    for (int step = 0; step < steps; ++step) {
        AssemblyScope scope = {.skip = step % 7 == 6 ? skip_first : NULL};
        ContactDesc desc = {.tolerance = step >= steps / 2 ? 0.2 : 0};
        bool rules_changed = step % 7 == 6 || step % 7 == 0;
        for (int i = 0; i < PARTS; ++i)
            parts[i].changed |= rules_changed;
        assert_true(assembly_report_update_in(&contacts, &scope, parts, PARTS, &all, NULL, NULL));
        assert_true(
            contact_report_update(&kept, &contacts, &scope, parts, PARTS, &desc, NULL, NULL));
        size_t examined = kept.examined;
        ContactReport fresh = {0};
        PosedPart everything[PARTS];
        memcpy(everything, parts, sizeof everything);
        for (int i = 0; i < PARTS; ++i)
            everything[i].changed = true;
        desc.pool = pool; // threads do not show
        assert_true(
            contact_report_update(&fresh, &contacts, &scope, everything, PARTS, &desc, NULL, NULL));
        assert_same(&kept, &fresh, step);
        less += examined < fresh.examined / 2;
        for (size_t i = 0; i < kept.count; ++i) {
            ++counts[kept.pairs[i].state];
            assert_ptr_equal(contact_report_find(&kept, kept.pairs[i].b, kept.pairs[i].a),
                             &kept.pairs[i]);
            assert_true(kept.pairs[i].state != PAIR_CLEAR);
            assert_true(!scope.skip || kept.pairs[i].a != 0);
        }
        contact_report_free(&fresh);
        for (int i = 0; i < PARTS; ++i)
            parts[i].changed = false;
        int moved = rng_below(&rng, PARTS);
        parts[moved].changed = true;
        if (step % 5 == 4)
            parts[moved].active = !parts[moved].active;
        else
            parts[moved].placement.p = rng_in_cube(&rng, 2.5);
    }
    printf("RAN: %d updates: %zu touch, %zu interference, %zu inside, %zu unknown\n", steps,
           counts[PAIR_TOUCH], counts[PAIR_INTERFERENCE], counts[PAIR_INSIDE],
           counts[PAIR_UNDECIDED]);
    assert_true(counts[PAIR_INTERFERENCE] > 20 && counts[PAIR_INSIDE] > 5 &&
                counts[PAIR_UNDECIDED] > 0);
    assert_true(less > (size_t)steps / 3);

    // A cancelled update changes nothing.
    size_t count = kept.count;
    Job job = {0};
    job_cancel(&job);
    for (int i = 0; i < PARTS; ++i)
        parts[i].changed = true;
    assert_false(contact_report_update(&kept, &contacts, NULL, parts, PARTS,
                                       &(ContactDesc){.tolerance = 1e-6}, &job, NULL));
    assert_int_equal(kept.count, count);
    pool_free(pool);
    contact_report_free(&kept);
    assembly_report_free(&contacts);
    for (int i = 0; i < MESHES; ++i) {
        bvh_release(trees[i]);
        mesh_release(meshes[i]);
    }
}

static void a_deformed_mesh_is_looked_at_again(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_box(vec3d(2, 2, 2)), shape_box(vec3d(2, 2, 2)), NULL);
    bench.part[1].placement.p = vec3d(1.5, 0.5, 0.5);
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_within(bench.detail.depth, 0.49, 0.5001, "depth before");
    for (int32_t i = 0; i < 8; ++i)
        bench.mesh[0]->vertices[i].x *= 0.75;
    ++bench.mesh[0]->version;
    bvh_release(bench.tree[0]);
    bench.tree[0] = bvh_build(bench.mesh[0], NULL, NULL, NULL);
    bench.part[0].tree = bench.tree[0];
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_within(bench.detail.depth, 0.2474, 0.2501, "depth after");
    contact_bench_free(&bench);
}

static void pairs_are_told_in_plain_words(void **state)
{
    (void)state;
    char text[80];
    ContactCluster from_b = {.from_a = false};
    ContactDetail d = {.state = PAIR_INTERFERENCE, .depth = 0.4199, .polygons = 118};
    contact_sentence(&d, "Bolt 3", "Bracket", UNIT_MM, text, sizeof text);
    assert_string_equal(text, "Bolt 3 penetrates Bracket by 0.42 mm, 118 polygons");
    d.clusters = &from_b;
    d.cluster_count = 1;
    d.holes_closed = true;
    d.depth = 1234.4;
    contact_sentence(&d, "A", "B", UNIT_INCH, text, sizeof text);
    assert_string_equal(text, "B penetrates A by 1234 in, 118 polygons (holes closed)");
    d = (ContactDetail){.state = PAIR_INTERFERENCE, .depth = 2e-5, .depth_error = 1, .polygons = 1};
    contact_sentence(&d, "A", "B", UNIT_M, text, sizeof text);
    assert_string_equal(text, "A penetrates B by at least 0.00002 m, 1 polygon");
    d = (ContactDetail){.state = PAIR_TOUCH, .polygons = 2};
    contact_sentence(&d, "A", "B", UNIT_MM, text, sizeof text);
    assert_string_equal(text, "A touches B, 2 polygons");
    d = (ContactDetail){.state = PAIR_INSIDE, .b_in_a = CONTAINED_INSIDE};
    contact_sentence(&d, "Block", "Pin", UNIT_MM, text, sizeof text);
    assert_string_equal(text, "Pin is inside Block");
    d = (ContactDetail){.state = PAIR_INSIDE, .a_in_b = CONTAINED_PARTLY};
    contact_sentence(&d, "Balls", "Block", UNIT_MM, text, sizeof text);
    assert_string_equal(text, "Balls is partly inside Block");
    d = (ContactDetail){.state = PAIR_UNDECIDED, .b_in_a = CONTAINED_UNKNOWN};
    contact_sentence(&d, "Cover", "Pin", UNIT_MM, text, sizeof text);
    assert_string_equal(text, "Pin may be inside Cover, which is not closed");
    // Cut in the middle of a character, and names that look like formats.
    contact_sentence(&d, "%s%n", "\xC3\xA4\xC3\xA4", UNIT_MM, text, 4);
    assert_string_equal(text, "\xC3\xA4?");
    for (int i = 0; i < PAIR_STATE_COUNT; ++i)
        assert_true(strlen(pair_state_name((enum PairState)i)) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containment_is_decided_or_called_unknown),
        cmocka_unit_test(containment_agrees_with_solid_angles),
        cmocka_unit_test(a_part_that_touches_from_inside_interferes),
        cmocka_unit_test(depths_in_open_parts),
        cmocka_unit_test(an_updated_report_equals_a_fresh_one),
        cmocka_unit_test(a_deformed_mesh_is_looked_at_again),
        cmocka_unit_test(pairs_are_told_in_plain_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
