// A tool of the kit that turns on its screw: what it sweeps contains every point of it at every time, and no cell of
// it is farther from the tool than is said.
#include "app/scenes/kit.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/meaning/solid.h"
#include "core/motion/sweep.h"

#include <math.h>

static const double TAU = 6.283185307179586476925;
enum { TIMES = 20000, CELLS = 150, PLACES = 240 };

typedef struct Turn {
    Mesh *mesh;
    RigidPose poses[2];
    Affine rest;
    Sweep sweep;
} Turn;

// About the y axis, on which its screw is.
static Turn turn_of_piece(const KitPiece *piece, double size, double degrees, double cell)
{
    Turn turn = {.mesh = piece->make(size), .rest = affine_identity()};
    RigidStep step = {.turn = vec3d(0, TAU * degrees / 360, 0)};
    Error err = {""};
    turn.poses[0] = rigid_pose_at(vec3d(0, 0, 0));
    turn.poses[1] = rigid_pose_moved(&turn.poses[0], &step, 1);
    SweepDesc desc = {
        .mesh = turn.mesh, .rest = turn.rest, .poses = turn.poses, .pose_count = 2, .cell = cell};
    if (!sweep_make(&desc, &turn.sweep, &err))
        fail_msg("%s", err.text);
    return turn;
}

static Affine placement_at(const Turn *turn, double time)
{
    RigidStep step = rigid_step_between(&turn->poses[0], &turn->poses[1]);
    RigidPose pose = rigid_pose_moved(&turn->poses[0], &step, time);
    return rigid_placement(&pose, &turn->rest);
}

static void every_time_is_contained(const Turn *turn, Rng *rng)
{
    for (int i = 0; i < TIMES; ++i) {
        Triangle t = mesh_triangle(turn->mesh, rng_below(rng, turn->mesh->triangle_count));
        double a = rng_unit(rng), b = rng_unit(rng), time = rng_unit(rng);
        if (a + b > 1)
            a = 1 - a, b = 1 - b;
        Vec3d p = vec3d_add(vec3d_scale(t.p[0], 1 - a - b),
                            vec3d_add(vec3d_scale(t.p[1], a), vec3d_scale(t.p[2], b)));
        Affine at = placement_at(turn, time);
        if (!voxels_hold(&turn->sweep.cells, affine_apply(&at, p)))
            fail_msg("a point is left at %.17g", time);
    }
}

// From the tool at so many places of its turn; what it does between two of them is left to the bound.
static double distance_from(const Turn *turn, const PlacedSolid *tool, Vec3d p, double enough)
{
    double least = INFINITY;
    int32_t hint = -1;
    for (int i = 0; i <= PLACES && least > enough; ++i) {
        Affine at = placement_at(turn, (double)i / PLACES), back;
        int winding = 0;
        assert_true(affine_invert(&at, &back));
        Vec3d local = affine_apply(&back, p);
        Nearest nearest = solid_nearest(tool, local, least, hint);
        least = fmin(least, nearest.distance);
        hint = nearest.triangle >= 0 ? nearest.triangle : hint;
        if (least > enough && solid_winding(tool, local, &winding) && winding != 0)
            least = 0;
    }
    return least;
}

// Corners of cells here and there.
static double farthest(const Turn *turn, Rng *rng, double slack)
{
    const Voxels *cells = &turn->sweep.cells;
    Solid *solid = solid_build(turn->mesh, NULL);
    PlacedSolid tool;
    Affine rest = affine_identity();
    double far = 0;
    assert_true(solid && placed_solid_init(&tool, solid, &rest));
    for (int i = 0; i < CELLS;) {
        int32_t x = rng_below(rng, cells->size[0]), y = rng_below(rng, cells->size[1]),
                z = rng_below(rng, cells->size[2]);
        if (!voxels_taken(cells, x, y, z))
            continue;
        int c = rng_below(rng, 8);
        Vec3d p = vec3d(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2));
        p = vec3d_add(cells->origin, vec3d_scale(p, cells->cell));
        far = fmax(far, distance_from(turn, &tool, p, far));
        ++i;
    }
    if (far > turn->sweep.bound + slack)
        fail_msg("%g far, %g is said", far, turn->sweep.bound);
    solid_release(solid);
    return far;
}

static void tools_sweep_what_they_reach(void **state)
{
    (void)state;
    static const struct {
        const KitPiece *piece;
        double size, degrees, cell;
    } cases[] = {
        {&kit_wrench, 17, 60, 4}, {&kit_ring_wrench, 13, 90, 4}, {&kit_hex_key, 6, 120, 3}};
    Rng rng = rng_create(17);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Turn turn = turn_of_piece(cases[i].piece, cases[i].size, cases[i].degrees, cases[i].cell);
        const Sweep *sweep = &turn.sweep;
        double reach = rigid_reach(turn.mesh, &turn.rest), angle = TAU * cases[i].degrees / 360;
        assert_true(sweep->solid && !sweep->coarser);
        every_time_is_contained(&turn, &rng);
        double far = farthest(&turn, &rng, reach * angle / PLACES / 2);
        print_message("%s of %g: cells up to %.2f mm off, %.2f are said; %.0f to %.0f mm3\n",
                      cases[i].piece->name, cases[i].size, far, sweep->bound, sweep->volume_least,
                      sweep->volume_most);
        assert_true(far > 0.4 * sweep->bound);
        assert_true(sweep->volume_most > sweep->volume_least);
        sweep_free(&turn.sweep);
        mesh_release(turn.mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tools_sweep_what_they_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
