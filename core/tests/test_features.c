// Planes, cylinders and circles of meshes of known shape: found where they are, not where they are not,
// and however the mesh is turned, cut into triangles, numbered and written.
#include "core/base/angle.h"
#include "core/feature/connector.h"
#include "core/feature/thread.h"
#include "core/tests/feature_shapes.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static Features find(const Mesh *mesh)
{
    Features features;
    Error err = {""};
    assert_true(features_find(mesh, NULL, &features, &err));
    return features;
}

// Takes over the mesh.
static Features features_of(Mesh *mesh)
{
    assert_non_null(mesh);
    Features features = find(mesh);
    mesh_release(mesh);
    return features;
}

static int32_t count_of(const Features *features, enum FeatureKind kind)
{
    int32_t count = 0;
    for (int32_t i = 0; i < features->count; ++i)
        count += features->items[i].kind == kind;
    return count;
}

static const Feature *round_of(const Features *features, bool inward)
{
    for (int32_t i = 0; i < features->count; ++i)
        if (features->items[i].kind == FEATURE_CYLINDER && features->items[i].inward == inward)
            return &features->items[i];
    return NULL;
}

static Affine any_place(Rng *rng)
{
    Affine place = rng_rotation(rng);
    place.p = rng_in_cube(rng, 10);
    return place;
}

static void a_box_has_six_planes(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(20, 30, 40));
    Features features = find(box);
    assert_int_equal(features.count, 6);
    for (int32_t i = 0; i < 6; ++i) {
        const Feature *plane = &features.items[i];
        assert_int_equal(plane->kind, FEATURE_PLANE);
        assert_int_equal(plane->count, 2);
        double half[3] = {10, 15, 20};
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(plane->origin.v[k] - plane->axis.v[k] * half[k]) < 1e-12);
        assert_true(fabs(vec3d_dot(plane->side, plane->axis)) < 1e-15);
        assert_true(plane->residual < 1e-13);
        for (int32_t k = plane->first; k < plane->first + plane->count; ++k)
            assert_int_equal(features_at(&features, features.triangles[k]), i);
    }
    assert_int_equal(features_at(&features, -1), -1);
    assert_int_equal(features_at(&features, 12), -1);
    features_free(&features);
    mesh_release(box);
}

// How far a cylinder's axis is from the true one, over its length.
static double axis_error(const Feature *found, Vec3d at, Vec3d axis)
{
    Vec3d from = vec3d_sub(found->origin, at);
    Vec3d beside = vec3d_add_scaled(from, axis, -vec3d_dot(from, axis));
    return vec3d_length(beside) + vec3d_length(vec3d_cross(found->axis, axis)) * found->length / 2;
}

static void expect_round(const Feature *found, const Affine *place, double radius, double length,
                         int32_t facets, double error)
{
    Vec3d axis = affine_apply_vector(place, vec3d(0, 1, 0));
    assert_non_null(found);
    double off = axis_error(found, place->p, axis);
    if (off > error || fabs(found->radius - radius) > error ||
        fabs(found->length - length) > 4 * error || found->residual > 4 * error ||
        found->facets != facets || found->arc != 2 * PI || !found->even)
        fail_msg("%d facets, error %.3g: axis %.3g, radius %.9g, length %.9g, %d facets, arc %.9g",
                 facets, error, off, found->radius, found->length, found->facets, found->arc);
    // The side leads to a corner.
    Affine back;
    assert_true(affine_invert(place, &back));
    Vec3d side = affine_apply_vector(&back, found->side);
    double angle = remainder(atan2(side.z, side.x), 2 * PI / facets);
    assert_true(fabs(angle) <= 2 * error / radius);
    assert_true(fabs(vec3d_dot(found->side, found->axis)) < 1e-14);
}

static void pins_and_holes_have_any_number_of_facets(void **state)
{
    (void)state;
    const int32_t facets[] = {6, 7, 8, 11, 12, 13, 16, 24, 48, 96, 200};
    Rng rng = rng_create(1);
    for (size_t i = 0; i < sizeof facets / sizeof *facets; ++i) {
        for (int digits = 0; digits <= 6; digits += 6) {
            Affine place = any_place(&rng);
            Mesh *ring = shape_ring(5, 12, 20, facets[i]);
            Features f = features_of(mesh_written_anew(ring, &place, digits, &rng));
            // Half of the last digit of coordinates up to 30, in all three; the fit has many of them.
            double error = digits ? 1.5e-4 : 1e-12;
            assert_int_equal(count_of(&f, FEATURE_CYLINDER), 2);
            assert_int_equal(count_of(&f, FEATURE_CIRCLE), 4);
            assert_int_equal(count_of(&f, FEATURE_PLANE), facets[i] < 12 ? 2 + 2 * facets[i] : 2);
            expect_round(round_of(&f, true), &place, 5, 20, facets[i], error);
            expect_round(round_of(&f, false), &place, 12, 20, facets[i], error);
            for (int32_t k = 0; k < f.count; ++k) {
                const Feature *circle = &f.items[k];
                if (circle->kind != FEATURE_CIRCLE)
                    continue;
                assert_true(circle->convex && circle->face >= 0);
                assert_true(vec3d_dot(f.items[circle->face].axis, circle->axis) > 0.999);
                Vec3d out = vec3d_sub(circle->origin, f.items[circle->parent].origin);
                assert_true(fabs(vec3d_dot(out, circle->axis) - 10) < 4 * error);
            }
            features_free(&f);
        }
    }
}

static void expect_rounds(Mesh *mesh, int32_t wanted, const char *what)
{
    Features f = features_of(mesh);
    int32_t found = count_of(&f, FEATURE_CYLINDER);
    if (found != wanted)
        fail_msg("%s: %d cylinders, not %d", what, found, wanted);
    features_free(&f);
}

static void pieces_need_a_quarter_and_six_facets(void **state)
{
    (void)state;
    Rng rng = rng_create(2);
    for (int digits = 0; digits <= 6; digits += 6) {
        for (int degrees = 80; degrees <= 180; degrees += 10) {
            Affine place = any_place(&rng);
            Mesh *sector = shape_sector(5, degrees * PI / 180, 8, 20);
            Features f = features_of(mesh_written_anew(sector, &place, digits, &rng));
            const Feature *pin = round_of(&f, false);
            assert_int_equal(pin != NULL, degrees >= 90);
            if (pin) {
                assert_true(fabs(pin->arc - degrees * PI / 180) < 1e-3);
                assert_int_equal(pin->facets, 8);
                assert_false(pin->even);
                // Of a short arc the rounding moves the middle by much more than the corners.
                double error = digits ? 2e-3 : 1e-9;
                assert_true(axis_error(pin, place.p, affine_apply_vector(&place, vec3d(0, 1, 0))) <
                            error);
            }
            features_free(&f);
        }
        for (int32_t facets = 4; facets <= 7; ++facets) {
            Affine place = any_place(&rng);
            expect_rounds(mesh_written_anew(shape_sector(5, 1.9, facets, 20), &place, digits, &rng),
                          facets >= 6, "few facets");
        }
        for (int32_t facets = 6; facets <= 40; facets += 7) { // tangent planes go on where they end
            Affine place = any_place(&rng);
            expect_rounds(mesh_written_anew(shape_slot(5, 20, facets, 10), &place, digits, &rng), 2,
                          "slot");
        }
    }
    for (int32_t sides = 3; sides <= 5; ++sides)
        expect_rounds(shape_cylinder(5, 20, sides), 0, "prism");
}

static void cones_balls_and_rings_are_not_cylinders(void **state)
{
    (void)state;
    // The last one is within the rounding of a file, but for what its corners have in common.
    const double tapers[] = {10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.002};
    Rng rng = rng_create(3);
    for (size_t i = 0; i < sizeof tapers / sizeof *tapers; ++i) {
        double wider = tan(tapers[i] * PI / 180) * 10;
        const double profile[4][2] = {{0, -10}, {5 + wider, -10}, {5 - wider, 10}, {0, 10}};
        Affine place = any_place(&rng);
        expect_rounds(mesh_written_anew(shape_lathe(profile, 4, 48), &place, 0, &rng), 0, "cone");
    }
    expect_rounds(shape_cone(5, 10, 48), 0, "cone with a tip");
    for (int32_t stacks = 3; stacks <= 41; stacks += stacks < 13 ? 1 : 4)
        expect_rounds(shape_uv_sphere(5, 24, stacks), 0, "ball");
    expect_rounds(shape_uv_sphere(5, 32, 201), 0, "fine ball");
    expect_rounds(shape_ico_sphere(5, 3), 0, "ball of triangles");
    for (int32_t around = 6; around <= 30; ++around) // fewer are a ring with flat walls
        expect_rounds(shape_torus(10, 3, 36, around), 0, "ring");
    expect_rounds(shape_torus(10, 1, 300, 24), 0, "fine ring");
    expect_rounds(shape_knot(2, 3, 10, 4, 2, 200, 24), 0, "knot");
    expect_rounds(shape_blob(5000, 6, 2, 0.4, 7), 0, "blob");
    expect_rounds(shape_soup(500, 10, 1, 3), 0, "soup");
    expect_rounds(shape_degenerates(300, 10, 3), 0, "nothing but needles");
    expect_rounds(shape_box(vec3d(5, 0, 5)), 0, "a box without height");
}

// Halves with a saw cut between them, arcs between the teeth of a spline; a flat on a shaft.
static void one_cylinder_in_pieces_is_one(void **state)
{
    (void)state;
    Mesh *half = shape_sector(5, 170 * PI / 180, 17, 20);
    const Mesh *both[2] = {half, half};
    Affine places[2] = {affine_identity(), affine_rotation(vec3d(0, 1, 0), PI)};
    Features f = features_of(combined(both, places, 2));
    assert_int_equal(count_of(&f, FEATURE_CYLINDER), 1);
    const Feature *pin = round_of(&f, false);
    assert_true(fabs(pin->arc - 340 * PI / 180) < 1e-9);
    assert_int_equal(pin->facets, 34);
    assert_true(axis_error(pin, vec3d(0, 0, 0), vec3d(0, 1, 0)) < 1e-12);
    features_free(&f);

    places[1].p = vec3d(0.5, 0, 0); // another axis
    f = features_of(combined(both, places, 2));
    assert_int_equal(count_of(&f, FEATURE_CYLINDER), 2);
    features_free(&f);
    mesh_release(half);

    Mesh *quarter = shape_sector(5, 60 * PI / 180, 5, 20); // too little by itself
    const Mesh *teeth[3] = {quarter, quarter, quarter};
    Affine thirds[3];
    for (int i = 0; i < 3; ++i)
        thirds[i] = affine_rotation(vec3d(0, 1, 0), 2 * PI * i / 3);
    f = features_of(combined(teeth, thirds, 3));
    assert_int_equal(count_of(&f, FEATURE_CYLINDER), 1);
    assert_true(fabs(round_of(&f, false)->arc - PI) < 1e-9);
    assert_int_equal(round_of(&f, false)->facets, 15);
    features_free(&f);
    mesh_release(quarter);

    f = features_of(shape_sector(5, 300 * PI / 180, 60, 20)); // the last 60 degrees are a flat
    assert_int_equal(count_of(&f, FEATURE_CYLINDER), 1);
    assert_true(fabs(round_of(&f, false)->arc - 300 * PI / 180) < 1e-9);
    assert_int_equal(count_of(&f, FEATURE_PLANE), 3);
    features_free(&f);
}

// A bolt with a shoulder and a bevelled tip, and a hole with a bottom: which ends can be entered.
static void ends_are_tips_mouths_shoulders_and_bottoms(void **state)
{
    (void)state;
    const double bolt[][2] = {{0, -10}, {4, -10}, {5, -9}, {5, 10}, {9, 10}, {9, 16}, {0, 16}};
    const double cup[][2] = {{0, -15}, {12, -15}, {12, 10}, {5, 10}, {5, -10}, {0, -10}};
    Error err = {""};
    Connectors c;
    Features f = features_of(shape_lathe(bolt, 7, 48));
    assert_int_equal(count_of(&f, FEATURE_CYLINDER), 2);
    assert_true(connectors_from(&f, &c, &err));
    int pins = 0;
    for (size_t i = 0; i < c.count; ++i) {
        if (c.items[i].kind != CONNECTOR_PIN || c.items[i].radius > 6)
            continue;
        ++pins;
        assert_true(c.items[i].stops && c.items[i].axis.y < -0.999);
        assert_true(fabs(c.items[i].origin.y + 9) < 1e-9 && fabs(c.items[i].length - 19) < 1e-9);
        assert_true(fabs(c.items[i].ahead - 1) < 1e-9); // the bevel
        assert_true(connector_check(&c.items[i], &err));
    }
    assert_int_equal(pins, 1);
    connectors_free(&c);
    features_free(&f);

    f = features_of(shape_lathe(cup, 6, 48));
    assert_true(connectors_from(&f, &c, &err));
    int holes = 0, pipes = 0;
    for (size_t i = 0; i < c.count; ++i) {
        pipes += c.items[i].kind == CONNECTOR_PIPE;
        if (c.items[i].kind != CONNECTOR_HOLE)
            continue;
        ++holes;
        assert_true(c.items[i].stops && c.items[i].axis.y > 0.999);
        assert_true(fabs(c.items[i].origin.y - 10) < 1e-9 && fabs(c.items[i].length - 20) < 1e-9);
    }
    assert_int_equal(holes, 1);
    assert_int_equal(pipes, 1);
    // Whatever of the hole is picked, its mouth is where one goes in.
    for (int32_t i = 0; i < f.count; ++i) {
        Connector picked;
        if (f.items[i].kind == FEATURE_PLANE || !f.items[i].inward)
            continue;
        assert_true(connector_from(&f, i, vec3d(5, -9, 0), &picked));
        assert_true(picked.kind == CONNECTOR_HOLE && picked.axis.y > 0.999);
    }
    connectors_free(&c);
    features_free(&f);
}

static bool is_same(const Feature *a, const Feature *b, const Affine *place, double error)
{
    Vec3d axis = affine_apply_vector(place, a->axis);
    double along = vec3d_dot(axis, b->axis);
    bool line = a->kind == FEATURE_CYLINDER ? fabs(along) > 1 - error : along > 1 - error;
    return a->kind == b->kind && a->inward == b->inward && a->even == b->even &&
           a->convex == b->convex && a->facets == b->facets && a->count == b->count && line &&
           vec3d_distance(affine_apply(place, a->origin), b->origin) < error &&
           fabs(a->radius - b->radius) < error && fabs(a->length - b->length) < error &&
           fabs(a->arc - b->arc) < error;
}

// The same features, whichever way the mesh is turned and written.
static void features_do_not_depend_on_how_the_mesh_is_written(void **state)
{
    (void)state;
    const double shaft[][2] = {{0, -20}, {4, -20}, {4, 0},  {6, 0},
                               {6, 10},  {5, 11},  {5, 30}, {0, 30}};
    for (uint64_t seed = 1; seed <= (long_tier() ? 60 : 6); ++seed) {
        Rng rng = rng_create(seed);
        Mesh *mesh = seed % 3 == 0   ? shape_ring(5, 12, 20, 30)
                     : seed % 3 == 1 ? shape_lathe(shaft, 8, 40)
                                     : shape_slot(5, 20, 12, 10);
        Mesh *plain = mesh_retain(mesh);
        Features before = find(plain);
        Affine place = any_place(&rng);
        Features after = features_of(mesh_written_anew(mesh, &place, 0, &rng));
        mesh_release(plain);
        assert_true(before.count > 3);
        assert_int_equal(before.count, after.count);
        for (int32_t i = 0; i < before.count; ++i) {
            int32_t same = 0;
            for (int32_t k = 0; k < after.count; ++k)
                same += is_same(&before.items[i], &after.items[k], &place, 1e-9);
            if (same != 1)
                fail_msg("seed %d: feature %d has %d of its like", (int)seed, i, same);
        }
        features_free(&before);
        features_free(&after);
    }
}

// Every triangle's corners are as near to its feature as that says.
static void residuals_are_true(void **state)
{
    (void)state;
    Rng rng = rng_create(9);
    Affine place = any_place(&rng);
    Mesh *mesh = mesh_written_anew(shape_ring(5, 12, 20, 30), &place, 6, &rng);
    Features f = find(mesh);
    int32_t owned = 0;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t at = features_at(&f, t);
        assert_true(at >= 0);
        const Feature *feature = &f.items[at];
        bool listed = false;
        for (int32_t i = feature->first; i < feature->first + feature->count; ++i)
            listed |= f.triangles[i] == t;
        owned += listed;
        for (int k = 0; k < 3; ++k) {
            Vec3d d = vec3d_sub(mesh->vertices[mesh->triangles[t][k]], feature->origin);
            double along = vec3d_dot(d, feature->axis);
            double off =
                feature->kind == FEATURE_PLANE
                    ? along
                    : vec3d_length(vec3d_add_scaled(d, feature->axis, -along)) - feature->radius;
            assert_true(fabs(off) <= feature->residual * (1 + 1e-9) && feature->residual > 0);
        }
    }
    assert_int_equal(owned, mesh->triangle_count);
    features_free(&f);
    mesh_release(mesh);
}

static void finding_can_be_cancelled(void **state)
{
    (void)state;
    Mesh *mesh = shape_ring(5, 12, 20, 96);
    Job job = {.permille = 0};
    Error err = {""};
    Features f;
    job_cancel(&job);
    assert_false(features_find(mesh, &job, &f, &err));
    assert_true(f.count == 0 && !f.items && err.text[0] == '\0');
    mesh_release(mesh);
    Mesh *empty = mesh_create(0, 0);
    assert_true(features_find(empty, NULL, &f, &err));
    assert_int_equal(f.count, 0);
    features_free(&f);
    mesh_release(empty);
}

static bool is_thread(double pin, double hole, Vec3d aside, double tilt, double scale, Rng *rng)
{
    Features bolt = features_of(shape_cylinder(pin, 30, 48)),
             plate = features_of(shape_ring(hole, 3 * pin, 12, 40));
    Affine place = any_place(rng), tilted = affine_rotation(vec3d(1, 0, 0), tilt), size;
    size = affine_identity();
    for (int k = 0; k < 3; ++k)
        size.m[k][k] = scale;
    place = affine_compose(&place, &size);
    tilted.p = aside;
    Affine bolt_place = affine_compose(&place, &tilted);
    Thread thread, swapped;
    bool found = thread_between(&bolt, &bolt_place, &plate, &place, 1 / scale, &thread);
    assert_int_equal(found,
                     thread_between(&plate, &place, &bolt, &bolt_place, 1 / scale, &swapped));
    if (found)
        assert_true(fabs(thread.pin - scale * pin) < 1e-6 * scale &&
                    fabs(thread.hole - scale * hole) < 1e-6 * scale &&
                    thread.engaged == swapped.engaged);
    features_free(&bolt);
    features_free(&plate);
    return found;
}

// Drilled as the tables say, coarse and fine; and all that is no thread: a press fit, a clearance hole,
// a bolt that is far too thick, beside its hole, askew, or above it.
static void bolts_in_tapped_holes_are_threads(void **state)
{
    (void)state;
    static const struct {
        double diameter, drilled;
    } rows[] = {{3, 2.459},  {4, 3.242},   {5, 4.134},   {6, 4.917},   {8, 6.647},
                {10, 8.376}, {12, 10.106}, {16, 13.835}, {20, 17.294}, {24, 20.752}, // coarse
                {8, 6.917},  {10, 8.917},  {12, 10.647}, {16, 14.376}};              // fine
    Rng rng = rng_create(11);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double pin = 0.5 * rows[i].diameter, hole = 0.5 * rows[i].drilled, depth = pin - hole;
        Vec3d none = vec3d(0, 0, 0);
        double scale = i % 2 ? 1 : 0.1; // millimetres, or centimetres
        if (!is_thread(pin, hole, none, 0, scale, &rng))
            fail_msg("M%g in %g mm is no thread", rows[i].diameter, rows[i].drilled);
        assert_true(is_thread(pin, hole, vec3d(0, 3, 0), 0, scale, &rng)); // not all the way in
        assert_false(is_thread(pin, pin - 0.02, none, 0, scale, &rng));
        assert_false(is_thread(pin, 1.07 * pin, none, 0, scale, &rng));
        assert_false(is_thread(pin, 0.5 * pin, none, 0, scale, &rng));
        assert_false(is_thread(pin, hole, vec3d(0.3 * depth, 0, 0), 0, scale, &rng));
        assert_false(is_thread(pin, hole, none, 0.05, scale, &rng));
        assert_false(is_thread(pin, hole, vec3d(0, 22, 0), 0, scale, &rng));
        // Both drawn as wide as the crests; but not with play, and not with a slip of the pen.
        assert_true(is_thread(pin, pin, none, 0, scale, &rng));
        assert_true(is_thread(pin, pin * (1 + 2e-6), none, 0, scale, &rng));
        assert_false(is_thread(pin, pin + 0.005, none, 0, scale, &rng));
        assert_false(is_thread(pin, pin - 0.005, none, 0, scale, &rng));
        assert_false(is_thread(pin, pin, vec3d(0.3 * depth, 0, 0), 0, scale, &rng));
    }
    // A shaft in its seat is as wide as the bore, too: 25, 15 and 9 mm are no threads.
    static const double seats[] = {25, 15, 9, 2 * 4.03};
    for (size_t i = 0; i < sizeof seats / sizeof *seats; ++i)
        assert_false(
            is_thread(0.5 * seats[i], 0.5 * seats[i], vec3d(0, 0, 0), 0, i % 2 ? 1 : 0.1, &rng));
    assert_true(fabs(thread_coarse_pitch(8) - 1.25) < 1e-12 && thread_coarse_pitch(9) > 1.25 &&
                thread_coarse_pitch(0.5) < 0.25 && thread_coarse_pitch(100) >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_six_planes),
        cmocka_unit_test(pins_and_holes_have_any_number_of_facets),
        cmocka_unit_test(pieces_need_a_quarter_and_six_facets),
        cmocka_unit_test(cones_balls_and_rings_are_not_cylinders),
        cmocka_unit_test(one_cylinder_in_pieces_is_one),
        cmocka_unit_test(ends_are_tips_mouths_shoulders_and_bottoms),
        cmocka_unit_test(features_do_not_depend_on_how_the_mesh_is_written),
        cmocka_unit_test(residuals_are_true),
        cmocka_unit_test(finding_can_be_cancelled),
        cmocka_unit_test(bolts_in_tapped_holes_are_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
