// Screws by their shape alone: where their axis is and how wide their thread, drawn or not, and what is none. And
// which pitch of ISO 261 a drilled hole is for.
#include "core/feature/screw.h"
#include "core/feature/thread.h"
#include "core/tests/feature_shapes.h"
#include "core/tests/mesh_copies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// Takes over the mesh.
static bool find(Mesh *mesh, Screw *out)
{
    Features features;
    Error err = {""};
    assert_non_null(mesh);
    assert_true(features_find(mesh, NULL, &features, &err));
    bool found = screw_find(mesh, &features, out);
    features_free(&features);
    mesh_release(mesh);
    return found;
}

// Head up from the origin, with six flats, or round; the profile of the shank leads down from there.
static Mesh *bolt(const double (*shank)[2], int32_t count, double head, int32_t sides)
{
    double profile[24][2] = {{0, shank[count - 1][1]}};
    int32_t n = 1;
    for (int32_t i = count; i-- > 0; ++n)
        profile[n][0] = shank[i][0], profile[n][1] = shank[i][1];
    profile[n][0] = 0, profile[n][1] = 0;
    Mesh *meshes[2] = {shape_lathe((const double(*)[2])profile, n + 1, 48),
                       shape_cylinder(head, 6, sides)};
    Affine at[2] = {affine_identity(), affine_translation(vec3d(0, 3, 0))};
    Mesh *whole = combined((const Mesh *const *)meshes, at, 2);
    mesh_release(meshes[0]);
    mesh_release(meshes[1]);
    return whole;
}

static void check(Mesh *mesh, Rng *rng, double radius, bool hexagon)
{
    Affine place = rng_rotation(rng);
    place.p = rng_in_cube(rng, 50);
    Vec3d up = affine_apply_vector(&place, vec3d(0, 1, 0));
    Screw screw;
    assert_true(find(mesh_written_anew(mesh, &place, 0, rng), &screw));
    Vec3d off = vec3d_sub(screw.origin, place.p);
    assert_true(vec3d_length(vec3d_cross(off, up)) < 1e-9 * radius);
    assert_true(vec3d_distance(screw.axis, up) < 1e-9);
    if (!(fabs(screw.radius - radius) < 1e-9))
        fail_msg("radius %g, not %g", screw.radius, radius);
    assert_int_equal(screw.hexagon, hexagon);
}

static void bolts_are_as_wide_as_their_threads(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    for (int round = 0; round < 4; ++round) {
        // As wide all along; with a fillet below the head and a chamfer; a shank that is thinner than the thread;
        // one that is thicker; and a thread that is drawn as rings.
        const double plain[][2] = {{4, 0}, {4, -20}};
        const double fillet[][2] = {{5, 0}, {4.3, -0.3}, {4, -1}, {4, -19}, {3.3, -20}};
        const double thin[][2] = {{3.5, 0}, {3.5, -12}, {4, -12.5}, {4, -19}, {3.3, -20}};
        const double fitted[][2] = {{4.5, 0}, {4.5, -10}, {4, -10.5}, {4, -25}, {3.3, -26}};
        const double rings[][2] = {{4, 0},     {4, -8},      {3.3, -8.6}, {4, -9.25},  {3.3, -9.9},
                                   {4, -10.5}, {3.3, -11.1}, {4, -11.75}, {3.3, -12.4}};
        check(bolt(plain, 2, 6.5, 32), &rng, 4, false);
        check(bolt(plain, 2, 7.5, 6), &rng, 4, true);
        check(bolt(fillet, 5, 7.5, 6), &rng, 4, true);
        check(bolt(thin, 5, 7.5, 6), &rng, 4, true);
        check(bolt(fitted, 5, 6.5, 32), &rng, 4, false);
        check(bolt(rings, 9, 7.5, 6), &rng, 4, true);
    }
    Screw screw; // a stud has no head, and says neither end is up
    assert_true(find(shape_cylinder(5, 40, 24), &screw));
    assert_true(fabs(screw.radius - 5) < 1e-9 && !screw.hexagon);
}

static void what_is_not_round_is_no_screw(void **state)
{
    (void)state;
    Screw screw;
    assert_false(find(shape_box(vec3d(20, 8, 8)), &screw));
    assert_false(find(shape_cylinder(8, 30, 6), &screw));                      // a hexagon bar
    assert_false(find(shape_cylinder(20, 5, 48), &screw));                     // a disc
    assert_false(find(shape_ring(8, 15, 2, 48), &screw));                      // a washer
    Mesh *parts[2] = {shape_box(vec3d(30, 4, 30)), shape_cylinder(5, 10, 32)}; // a plate with a pin
    Affine at[2] = {affine_identity(), affine_translation(vec3d(0, 7, 0))};
    assert_false(find(combined((const Mesh *const *)parts, at, 2), &screw) && screw.radius > 5.001);
    mesh_release(parts[0]);
    mesh_release(parts[1]);
}

static void drilled_holes_say_the_pitch(void **state)
{
    (void)state;
    // As tables of tap drills have them, and the least diameter of the nut's thread (ISO 724).
    static const double rows[][4] = {
        {3, 0.5, 2.5, 2.459},     {4, 0.7, 3.3, 3.242},    {5, 0.8, 4.2, 4.134},
        {6, 1, 5, 4.917},         {8, 1.25, 6.8, 6.647},   {8, 1, 7, 6.917},
        {10, 1.5, 8.5, 8.376},    {10, 1.25, 8.8, 8.647},  {10, 1, 9, 8.917},
        {12, 1.75, 10.2, 10.106}, {12, 1.5, 10.5, 10.376}, {16, 2, 14, 13.835},
        {16, 1.5, 14.5, 14.376},  {20, 2.5, 17.5, 17.294}, {20, 1.5, 18.5, 18.376},
        {24, 3, 21, 20.752},      {24, 2, 22, 21.835},     {30, 3.5, 26.5, 26.211}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (int k = 2; k < 4; ++k) {
            double measured = 0.5 * (rows[i][0] - rows[i][k]) / thread_depth(1);
            double pitch = thread_iso_pitch(rows[i][0], measured);
            if (!(fabs(pitch - rows[i][1]) < 1e-12))
                fail_msg("M%g in %g mm: %g, not %g", rows[i][0], rows[i][k], pitch, rows[i][1]);
        }
    // As drawn, and as ISO 965 has them made (8g, 6g); what lies between two sizes is none.
    static const double sizes[][2] = {{8, 8},   {7.76, 8}, {7.972, 8}, {2.874, 3}, {19.96, 20},
                                      {64, 64}, {9, 0},    {8.1, 0},   {7.5, 0},   {25, 0},
                                      {0.5, 0}, {68, 0},   {6.35, 0},  {0, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        if (fabs(thread_nominal(sizes[i][0]) - sizes[i][1]) > 1e-12)
            fail_msg("%g mm: M%g", sizes[i][0], thread_nominal(sizes[i][0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bolts_are_as_wide_as_their_threads),
        cmocka_unit_test(what_is_not_round_is_no_screw),
        cmocka_unit_test(drilled_holes_say_the_pitch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
