// Meshes as files bring them: what is missing, loose, repeated, turned over or cut up changes no
// verdict from interference to fit, and hardly any from fit to something else.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum Spoil { MISSING, LOOSE, SPLIT, SPLIT_EDGE, REVERSED, REPEATED, UNWELDED, SPOIL_COUNT };
static const char *const spoil_names[SPOIL_COUNT] = {
    "one missing",   "a loose one",   "split in three", "edges split on one side",
    "some reversed", "some repeated", "unwelded"};

static void add_triangle(MeshBuilder *b, const Vec3d p[3])
{
    int32_t v[3];
    for (int k = 0; k < 3; ++k)
        v[k] = mesh_builder_vertex(b, p[k]);
    mesh_builder_face3(b, v[0], v[1], v[2]);
}

// A copy in which something is wrong, with corners of its own for every triangle but where they
// are equal: as a reader leaves it.
static Mesh *spoiled(const Mesh *mesh, enum Spoil how, Rng *rng)
{
    MeshBuilder b = {0};
    int32_t chosen = rng_below(rng, mesh->triangle_count);
    double size = mesh_radius(mesh);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d p[3] = {t.p[0], t.p[1], t.p[2]};
        Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(p[0], p[1]), p[2]), 1.0 / 3);
        Vec3d half = vec3d_lerp(p[0], p[1], 0.5);
        bool here = i == chosen || (how >= SPLIT_EDGE && rng_below(rng, 4) == 0);
        if (!here || how == UNWELDED || how == LOOSE) {
            add_triangle(&b, p);
        } else if (how == SPLIT) {
            for (int k = 0; k < 3; ++k)
                add_triangle(&b, (Vec3d[3]){p[k], p[(k + 1) % 3], middle});
        } else if (how == SPLIT_EDGE) {
            add_triangle(&b, (Vec3d[3]){p[0], half, p[2]});
            add_triangle(&b, (Vec3d[3]){half, p[1], p[2]});
        } else if (how == REVERSED) {
            add_triangle(&b, (Vec3d[3]){p[1], p[0], p[2]});
        } else if (how == REPEATED) {
            add_triangle(&b, p);
            add_triangle(&b, (Vec3d[3]){p[2], p[0], p[1]});
        }
        if (how == LOOSE && here) {
            Vec3d at = rng_in_cube(rng, size);
            add_triangle(&b, (Vec3d[3]){at, vec3d_add(at, rng_in_cube(rng, 0.1 * size)),
                                        vec3d_add(at, rng_in_cube(rng, 0.1 * size))});
        }
    }
    return mesh_builder_finish(&b);
}

static Mesh *shape_number(int i)
{
    switch (i) {
    case 0:
        return shape_box(vec3d(40, 20, 2));
    case 1:
        return shape_cone(10, 20, 24);
    case 2:
        return shape_box(vec3d(20, 20, 20));
    case 3:
        return shape_cylinder(8, 30, 16);
    case 4:
        return shape_ico_sphere(12, 2);
    default:
        return shape_torus(12, 4, 16, 10);
    }
}
enum { SHAPES = 6 };

static bool is_fit(enum PairState state)
{
    return state == PAIR_CLEAR || state == PAIR_TOUCH || state == PAIR_FACETS;
}

static enum PairState state_of(Mesh *a, Mesh *b, const Affine placements[2], ContactDetail *detail)
{
    ContactBench bench;
    contact_bench_create(&bench, mesh_retain(a), mesh_retain(b), NULL);
    for (int i = 0; i < 2; ++i)
        bench.part[i].placement = placements[i];
    contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.01});
    enum PairState state = bench.detail.state;
    if (detail)
        *detail =
            (ContactDetail){.depth = bench.detail.depth, .depth_error = bench.detail.depth_error};
    contact_bench_free(&bench);
    return state;
}

static bool meet(const ContactBench *bench)
{
    ContactList list = {0};
    Affine inverse, b_to_a;
    assert_true(affine_invert(&bench->part[0].placement, &inverse));
    b_to_a = affine_compose(&inverse, &bench->part[1].placement);
    assert_true(query_contacts(bench->tree[0], bench->tree[1], &b_to_a, &(QueryDesc){0}, NULL,
                               &list, NULL, NULL));
    bool found = list.count > 0;
    contact_list_free(&list);
    return found;
}

// Moves the second part along its way to the first until they just meet, and a little further:
// where verdicts are narrow.
static void push_together(Mesh *const mesh[2], Affine placement[2], double further)
{
    ContactBench bench;
    contact_bench_create(&bench, mesh_retain(mesh[0]), mesh_retain(mesh[1]), NULL);
    Vec3d way = vec3d_normalised(vec3d_add_scaled(placement[1].p, vec3d(1, 0, 0), 1e-9));
    double apart = 100, meeting = 0;
    bench.part[0].placement = placement[0];
    for (int i = 0; i < 40; ++i) {
        double middle = 0.5 * (apart + meeting);
        bench.part[1].placement = placement[1];
        bench.part[1].placement.p = vec3d_scale(way, middle);
        if (meet(&bench))
            meeting = middle;
        else
            apart = middle;
    }
    placement[1].p = vec3d_scale(way, meeting - further);
    contact_bench_free(&bench);
}

static void interference_never_becomes_a_fit(void **state)
{
    (void)state;
    const int poses = sanitised() ? 40 : 400;
    int counts[SPOIL_COUNT][PAIR_STATE_COUNT] = {{0}}, wrong = 0, alarms = 0, fits = 0, deep = 0;
    for (int pose = 0; pose < poses; ++pose) {
        Rng rng = rng_create(9000 + (uint64_t)pose);
        Mesh *mesh[2] = {shape_number(pose % SHAPES), shape_number(rng_below(&rng, SHAPES))};
        Affine placement[2] = {rng_rotation(&rng), rng_rotation(&rng)};
        placement[1].p = rng_in_cube(&rng, 16);
        if (pose % 4 != 0)
            push_together(mesh, placement, pow(10, -3 + 3 * rng_unit(&rng)));
        ContactDetail true_one, other;
        enum PairState truth = state_of(mesh[0], mesh[1], placement, &true_one);
        for (int how = 0; how < SPOIL_COUNT; ++how) {
            Mesh *bad[2] = {spoiled(mesh[0], (enum Spoil)how, &rng),
                            spoiled(mesh[1], (enum Spoil)how, &rng)};
            enum PairState now = state_of(bad[0], bad[1], placement, &other);
            ++counts[how][now];
            if (!is_fit(truth) && is_fit(now))
                fail_msg("pose %d, %s: %s by %g becomes %s", pose, spoil_names[how],
                         pair_state_name(truth), true_one.depth, pair_state_name(now));
            wrong += !is_fit(truth);
            // A loose triangle may really run into the other part.
            if (is_fit(truth) && how != LOOSE) {
                ++fits;
                alarms += !is_fit(now);
            }
            // What is still called interference is as deep as it was.
            if (truth == PAIR_INTERFERENCE && now == PAIR_INTERFERENCE && how != LOOSE) {
                double least = true_one.depth - 1e-9, most = least + true_one.depth_error + 2e-9;
                if (other.depth > most || other.depth + other.depth_error < least)
                    fail_msg("pose %d, %s: depth %g + %g becomes %g + %g", pose, spoil_names[how],
                             true_one.depth, true_one.depth_error, other.depth, other.depth_error);
                ++deep;
            }
            mesh_release(bad[0]);
            mesh_release(bad[1]);
        }
        mesh_release(mesh[0]);
        mesh_release(mesh[1]);
    }
    for (int how = 0; how < SPOIL_COUNT; ++how)
        printf(
            "RAN: %s: %d interference, %d inside, %d crossing, %d undecided, %d touch, %d clear\n",
            spoil_names[how], counts[how][PAIR_INTERFERENCE], counts[how][PAIR_INSIDE],
            counts[how][PAIR_CROSSING], counts[how][PAIR_UNDECIDED], counts[how][PAIR_TOUCH],
            counts[how][PAIR_CLEAR]);
    printf("RAN: %d interferences spoiled, none fits; %d depths kept; %d of %d fits are not\n",
           wrong, deep, alarms, fits);
    assert_true(wrong > poses && deep > poses / 2);
    assert_true(50 * alarms <= fits);
}

// Of the parts at their places, the tolerance 0.01.
static void expect(const char *what, Mesh *a, Mesh *b, Vec3d shift, enum PairState wanted,
                   double depth)
{
    for (uint64_t seed = 0; seed < 4; ++seed) {
        Rng rng = rng_create(seed);
        Affine world = seed == 0 ? affine_identity() : rng_rotation(&rng);
        world.p = seed == 0 ? vec3d(0, 0, 0) : rng_in_cube(&rng, 100);
        Affine move = affine_translation(shift);
        Affine placement[2] = {world, affine_compose(&world, &move)};
        ContactDetail detail;
        enum PairState now = state_of(a, b, placement, &detail);
        if (now != wanted || (depth > 0 && fabs(detail.depth - depth) > 0.03 * depth))
            fail_msg("%s, seed %llu: %s by %g, expected %s by %g", what, (unsigned long long)seed,
                     pair_state_name(now), detail.depth, pair_state_name(wanted), depth);
    }
    mesh_release(a);
    mesh_release(b);
}

static Mesh *without(Mesh *mesh, int32_t triangle)
{
    MeshBuilder b = {0};
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        if (i != triangle)
            add_triangle(&b, t.p);
    }
    mesh_release(mesh);
    return mesh_builder_finish(&b);
}

// A rectangle without thickness, x by y, in its middle; split along a diagonal.
static Mesh *rectangle(Vec3d right, Vec3d up)
{
    MeshBuilder b = {0};
    int32_t v[4];
    for (int k = 0; k < 4; ++k) {
        Vec3d p = vec3d_scale(right, k == 1 || k == 2 ? 0.5 : -0.5);
        v[k] = mesh_builder_vertex(&b, vec3d_add_scaled(p, up, k >= 2 ? 0.5 : -0.5));
    }
    mesh_builder_face4(&b, v[0], v[1], v[2], v[3]);
    return mesh_builder_finish(&b);
}

static Mesh *together(Mesh *a, Mesh *b, Vec3d shift, bool turn)
{
    const Mesh *const meshes[2] = {a, b};
    const Affine at[2] = {affine_identity(), affine_translation(shift)};
    for (int32_t t = 0; turn && t < b->triangle_count; ++t) {
        int32_t swap = b->triangles[t][0];
        b->triangles[t][0] = b->triangles[t][1];
        b->triangles[t][1] = swap;
    }
    Mesh *both = combined(meshes, at, 2);
    mesh_release(a);
    mesh_release(b);
    return both;
}

static void cases_that_were_wrong(void **state)
{
    (void)state;
    const Vec3d plate = vec3d(40, 20, 2), none = vec3d(0, 0, 0);
    for (int32_t t = 0; t < 12; ++t)
        expect("plates that cross by 1, one triangle missing of each", without(shape_box(plate), t),
               without(shape_box(plate), (t + 5) % 12), vec3d(5, 3, 1), PAIR_INTERFERENCE, 1);
    expect("a cube in a box without a triangle", without(shape_box(vec3d(20, 20, 20)), 3),
           shape_box(vec3d(2, 2, 2)), none, PAIR_INSIDE, 9);
    // The same place twice.
    expect("a copy", shape_box(plate), shape_box(plate), none, PAIR_SAME_PLACE, 0);
    expect("a copy, not quite", shape_box(plate), shape_box(plate), vec3d(0.005, 0, 0.005),
           PAIR_SAME_PLACE, 0);
    expect("a copy cut up otherwise", shape_cylinder(8, 30, 16),
           unwelded(shape_cylinder(8, 30, 16)), none, PAIR_SAME_PLACE, 0);
    expect("one body of two is a copy", shape_box(plate),
           together(shape_box(plate), shape_box(vec3d(4, 4, 4)), vec3d(50, 0, 0), false), none,
           PAIR_SAME_PLACE, 0);
    expect("a sheet twice", rectangle(vec3d(9, 0, 0), vec3d(0, 9, 0)),
           rectangle(vec3d(9, 0, 0), vec3d(0, 9, 0)), none, PAIR_SAME_PLACE, 0);
    expect("beside each other", shape_box(plate), shape_box(plate), vec3d(39.999, 0, 0), PAIR_TOUCH,
           0);
    // A blade along the diagonal of what it cuts.
    Vec3d diagonal = vec3d(20, 10, 0);
    expect("a blade through an open plate", rectangle(vec3d(40, 0, 0), vec3d(0, 20, 0)),
           rectangle(diagonal, vec3d(0, 0, 6)), none, PAIR_CROSSING, 0);
    expect("a blade through a closed plate", shape_box(plate), rectangle(diagonal, vec3d(0, 0, 6)),
           none, PAIR_INTERFERENCE, 1);
    expect("a blade with an inside through an open plate",
           rectangle(vec3d(40, 0, 0), vec3d(0, 20, 0)), shape_box(vec3d(6, 0.1, 6)), none,
           PAIR_INTERFERENCE, 0.05);
    expect("a blade that stands on an open plate", rectangle(vec3d(40, 0, 0), vec3d(0, 20, 0)),
           rectangle(diagonal, vec3d(0, 0, 6)), vec3d(0, 0, 2.9999), PAIR_TOUCH, 0);
    expect("... and that is pressed into it by half the tolerance",
           rectangle(vec3d(40, 0, 0), vec3d(0, 20, 0)), rectangle(diagonal, vec3d(0, 0, 6)),
           vec3d(0, 0, 2.995), PAIR_TOUCH, 0);
    // Bodies of one part that overlap, one of them inside out: no hole in the material.
    expect(
        "in the overlap of two bodies, one inside out", shape_box(vec3d(2, 2, 2)),
        together(shape_box(vec3d(20, 20, 20)), shape_box(vec3d(20, 20, 20)), vec3d(10, 0, 0), true),
        vec3d(-5, 0, 0), PAIR_INSIDE, 0);
    expect("in the cavity of a part that is all inside out", shape_box(vec3d(2, 2, 2)),
           together(shape_box(vec3d(9, 9, 9)), shape_box(vec3d(20, 20, 20)), none, true), none,
           PAIR_CLEAR, 0);
    // A tray without thickness: on its floor, nobody knows; below it, something stands.
    Mesh *tray = without(without(shape_box(vec3d(20, 20, 20)), 11), 10); // open at +z
    expect("on the floor of a tray", mesh_retain(tray), shape_box(vec3d(4, 4, 4)),
           vec3d(1, 2, -8.001), PAIR_UNDECIDED, 0);
    expect("under a tray", tray, shape_box(vec3d(4, 4, 4)), vec3d(1, 2, -11.999), PAIR_TOUCH, 0);
}

// Parts that lie on each other or stick in each other without play.
static void flush_parts(int which, Rng *rng, Mesh *mesh[2], Affine placement[2])
{
    placement[0] = placement[1] = affine_identity();
    double shift = rng_uniform(rng, -5, 5);
    if (which == 0) { // a box on a box
        mesh[0] = shape_box(vec3d(20, 10, 15));
        mesh[1] = shape_box(vec3d(12, 6, 9));
        placement[1].p = vec3d(shift, 7.998, rng_uniform(rng, -5, 5));
    } else if (which == 1) { // a pin in its hole
        mesh[0] = shape_ring(8, 15, 12, 32);
        mesh[1] = shape_cylinder(8, 30, 32);
        placement[1].p = vec3d(0, shift, 0);
    } else if (which == 2) { // a disc on a plate
        mesh[0] = shape_box(vec3d(40, 4, 40));
        mesh[1] = shape_cylinder(8, 6, 24);
        placement[1].p = vec3d(shift, 4.998, shift);
    } else { // a ring on a cone's foot
        mesh[0] = shape_cone(10, 12, 24);
        mesh[1] = shape_ring(4, 9, 3, 24);
        placement[1].p = vec3d(shift * 0.1, -7.498, 0);
    }
}

static void a_missing_triangle_leaves_touch_as_it_is(void **state)
{
    (void)state;
    const int documents = sanitised() ? 60 : 240;
    int touching = 0, proven = 0;
    for (int i = 0; i < documents; ++i) {
        Rng rng = rng_create(500 + (uint64_t)i);
        Mesh *mesh[2];
        Affine placement[2], world = rng_rotation(&rng);
        world.p = rng_in_cube(&rng, 50);
        flush_parts(i % 4, &rng, mesh, placement);
        for (int k = 0; k < 2; ++k)
            placement[k] = affine_compose(&world, &placement[k]);
        ContactBench bench;
        contact_bench_create(&bench, mesh_retain(mesh[0]), mesh_retain(mesh[1]), NULL);
        for (int k = 0; k < 2; ++k)
            bench.part[k].placement = placement[k];
        contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.01});
        if (bench.detail.state != PAIR_TOUCH)
            fail_msg("document %d: flush parts are %s by %g", i,
                     pair_state_name(bench.detail.state), bench.detail.depth);
        for (int k = 0; k < 2; ++k) { // one that is in no contact
            for (int tries = 0; tries < 100; ++tries) {
                int32_t t = rng_below(&rng, mesh[k]->triangle_count);
                bool used = false;
                for (size_t c = 0; c < bench.contacts.count; ++c)
                    used |= (k ? bench.contacts.items[c].b : bench.contacts.items[c].a) == t;
                if (used)
                    continue;
                mesh[k] = without(mesh[k], t);
                break;
            }
        }
        contact_bench_free(&bench);
        enum PairState now = state_of(mesh[0], mesh[1], placement, NULL);
        ++touching;
        proven += now == PAIR_TOUCH;
        if (now != PAIR_TOUCH)
            printf("document %d (%d): %s\n", i, i % 4, pair_state_name(now));
        mesh_release(mesh[0]);
        mesh_release(mesh[1]);
    }
    printf("RAN: %d of %d touches stay proven\n", proven, touching);
    assert_true(100 * proven >= 95 * touching);
}

// Nothing is known of the depth of a soup, and nothing is claimed.
static void soups_cross_or_do_not(void **state)
{
    (void)state;
    int crossing = 0, clear = 0;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        Rng rng = rng_create(seed);
        Mesh *a = shape_soup(90, 10, 5, seed), *b = shape_soup(90, 10, 5, seed + 100);
        Affine placement[2] = {rng_rotation(&rng), rng_rotation(&rng)};
        placement[1].p = rng_in_cube(&rng, 6);
        ContactDetail detail;
        enum PairState now = state_of(a, b, placement, &detail);
        assert_true(now == PAIR_CROSSING || now == PAIR_CLEAR || now == PAIR_TOUCH ||
                    now == PAIR_UNDECIDED);
        assert_true(detail.depth == 0);
        crossing += now == PAIR_CROSSING;
        clear += now == PAIR_CLEAR;
        mesh_release(a);
        mesh_release(b);
    }
    printf("RAN: 30 pairs of soups: %d cross, %d are clear\n", crossing, clear);
    assert_true(crossing > 10);
}

// Two rings that touch by less than the tolerance: decided with enough samples, and never called a
// touch with too few.
static void limits_end_in_undecided(void **state)
{
    (void)state;
    int undecided = 0, decided = 0;
    for (int32_t samples = 1; samples <= 100000; samples *= 10) {
        ContactBench bench;
        Mesh *mesh[2] = {shape_torus(12, 4, 32, 20), shape_torus(12, 4, 32, 20)};
        Affine placement[2] = {affine_identity(), affine_rotation(vec3d(1, 0, 0), 0.3)};
        placement[1].p = vec3d(23.9, 2, 0);
        push_together(mesh, placement, 0.2);
        contact_bench_create(&bench, mesh[0], mesh[1], NULL);
        bench.part[1].placement = placement[1];
        contact_bench_examine(
            &bench, &(ContactDesc){.tolerance = 0.4, .samples = samples, .decide = samples});
        assert_true(bench.contacts.count > 0);
        const ContactDetail *d = &bench.detail;
        if (d->state == PAIR_TOUCH)
            assert_true(d->depth + d->depth_error <= d->tolerance * (1 + 1e-12));
        undecided += d->state == PAIR_UNDECIDED;
        decided += d->state != PAIR_UNDECIDED;
        printf("RAN: %d samples: %s, %.3f + %.3f\n", samples, pair_state_name(d->state), d->depth,
               d->depth_error);
        contact_bench_free(&bench);
    }
    assert_true(undecided > 0 && decided > 0);
}

// At default limits hardly any pair of closed parts stays undecided.
static void closed_parts_are_decided(void **state)
{
    (void)state;
    const int poses = sanitised() ? 100 : 1000;
    int undecided = 0;
    for (int pose = 0; pose < poses; ++pose) {
        Rng rng = rng_create(77000 + (uint64_t)pose);
        Mesh *mesh[2] = {shape_number(pose % SHAPES), shape_number(rng_below(&rng, SHAPES))};
        Affine placement[2] = {rng_rotation(&rng), rng_rotation(&rng)};
        placement[1].p = rng_in_cube(&rng, 16);
        // Right at the tolerance, where it is hardest.
        push_together(mesh, placement, 0.01 * rng_uniform(&rng, 0.5, 2));
        undecided += state_of(mesh[0], mesh[1], placement, NULL) == PAIR_UNDECIDED;
        mesh_release(mesh[0]);
        mesh_release(mesh[1]);
    }
    printf("RAN: %d of %d pairs of closed parts are undecided\n", undecided, poses);
    assert_true(1000 * undecided <= poses);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_that_were_wrong),
        cmocka_unit_test(a_missing_triangle_leaves_touch_as_it_is),
        cmocka_unit_test(soups_cross_or_do_not),
        cmocka_unit_test(limits_end_in_undecided),
        cmocka_unit_test(closed_parts_are_decided),
        cmocka_unit_test(interference_never_becomes_a_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
