// Joints through the library: they lead motions, count their turns, and what is impossible is refused.
#include "core/base/angle.h"
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const double zero[3] = {0, 0, 0}, up[3] = {0, 3, 0};

static int32_t add(snug_assembly *assembly, Vec3d size, Vec3d at)
{
    return door_part(assembly, "Part", shape_box(size), at);
}

// A door from 1 to 11 on a frame, a post in its way at z = -8, and a bolt far away.
typedef struct House {
    snug_assembly *assembly;
    int32_t frame, door, post, bolt;
} House;

static House house_make(void)
{
    House house;
    MUST(snug_assembly_create(NULL, &house.assembly, error));
    house.frame = add(house.assembly, vec3d(1, 20, 1), vec3d(-1, 0, 0));
    house.door = add(house.assembly, vec3d(10, 20, 1), vec3d(6, 0, 0));
    house.post = add(house.assembly, vec3d(1, 20, 1), vec3d(6, 0, -8));
    house.bolt = add(house.assembly, vec3d(2, 2, 8), vec3d(40, 0, 0));
    return house;
}

static snug_joint_desc hinge(int32_t parent, int32_t child)
{
    return (snug_joint_desc){.struct_size = sizeof(snug_joint_desc),
                             .parent = parent,
                             .child = child,
                             .kind = SNUG_JOINT_HINGE,
                             .origin = zero,
                             .axis = up};
}

static snug_motion *take(const House *house, int32_t part)
{
    snug_motion *motion = NULL;
    snug_motion_desc desc = {.struct_size = sizeof desc, .hand = &part, .hand_count = 1};
    MUST(snug_motion_begin(house->assembly, &desc, &motion, error));
    return motion;
}

// Many turns take many steps.
static snug_motion_result drive(snug_motion *motion, double turn)
{
    snug_motion_result result = {.struct_size = sizeof result, .stopped = 1};
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .by_coordinates = 1, .coordinates = {turn, 0}};
    for (int i = 0; i < 20 && result.stopped; ++i)
        MUST(snug_motion_step(motion, &wish, &result, error));
    return result;
}

static void a_door_goes_along_its_hinge(void **state)
{
    (void)state;
    House house = house_make();
    snug_joint_desc desc = hinge(house.frame, house.door);
    int32_t joint = -1;
    MUST(snug_assembly_add_joint(house.assembly, &desc, &joint, error));
    assert_true(joint == 0 && snug_assembly_joint_count(house.assembly) == 1);
    snug_motion *motion = take(&house, house.door);
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .position = {4, 0, -4}, .mode = SNUG_MOTION_SLIDE};
    snug_motion_result result = {.struct_size = sizeof result};
    MUST(snug_motion_step(motion, &wish, &result, error)); // its middle towards there
    assert_true(result.arrived && result.joint == 0 && result.limit_joint == -1);
    assert_true(fabs(result.coordinates[0] - PI / 4) < 1e-9);
    assert_true(fabs(result.position[0] - 6 * sqrt(0.5)) < 1e-9 &&
                fabs(result.position[2] + 6 * sqrt(0.5)) < 1e-9);
    wish =
        (snug_motion_wish){.struct_size = sizeof wish, .by_coordinates = 1, .coordinates = {3, 0}};
    MUST(snug_motion_step(motion, &wish, &result, error));
    assert_true(!result.arrived && result.blocker_count > 0 && result.lag > 1);
    assert_true(result.blockers[0].part == house.post && result.blockers[0].hand == house.door);
    assert_true(result.fraction > 0 && result.fraction < 1);
    snug_joint_info info = {.struct_size = sizeof info};
    MUST(snug_assembly_get_joint(house.assembly, 0, &info, error));
    assert_true(info.parent == house.frame && info.child == house.door);
    assert_true(fabs(info.coordinates[0] - result.coordinates[0]) < 1e-12);
    assert_true(info.off_length < 1e-9 && info.off_angle < 1e-9 && isinf(info.low[0]));
    snug_motion_end(motion);
    double away[12] = {1, 0, 0, 6, 0, 1, 0, 7, 0, 0, 1, 0};
    MUST(snug_assembly_place(house.assembly, house.door, away, error));
    MUST(snug_assembly_get_joint(house.assembly, 0, &info, error));
    assert_true(fabs(info.off_length - 7) < 1e-9);
    snug_assembly_release(house.assembly);
}

// A bolt that is screwed by the door, for seven turns and back.
static void what_is_coupled_follows_and_counts(void **state)
{
    (void)state;
    House house = house_make();
    MUST(snug_assembly_activate(house.assembly, house.post, 0, error));
    MUST(snug_assembly_activate(house.assembly, house.frame, 0, error));
    const double at[3] = {40, 0, 0}, high[2] = {INFINITY, 20}, low[2] = {-INFINITY, -INFINITY};
    snug_joint_desc door = hinge(-1, house.door), screw = hinge(-1, house.bolt);
    screw.kind = SNUG_JOINT_SCREW;
    screw.origin = at, screw.pitch = 1.25, screw.low = low, screw.high = high;
    MUST(snug_assembly_add_joint(house.assembly, &door, NULL, error));
    MUST(snug_assembly_add_joint(house.assembly, &screw, NULL, error));
    MUST(snug_assembly_couple(house.assembly, 0, 1, 2, error));
    snug_motion *motion = take(&house, house.door);
    snug_motion_result result = drive(motion, 14 * PI);
    snug_joint_info info = {.struct_size = sizeof info};
    MUST(snug_assembly_get_joint(house.assembly, 1, &info, error));
    assert_true(result.arrived && fabs(info.coordinates[0] - 28 * PI) < 1e-9);
    assert_true(fabs(info.coordinates[1] - 17.5) < 1e-9);
    snug_part_info part = {.struct_size = sizeof part};
    MUST(snug_assembly_get_part(house.assembly, house.bolt, &part, error));
    assert_true(fabs(part.placement[7] - 17.5) < 1e-9); // its y
    result = drive(motion, 90);
    assert_true(!result.arrived && result.limit_joint == 1);
    assert_true(fabs(result.coordinates[0] - 16 * PI) < 1e-9);
    snug_motion_end(motion);
    motion = take(&house, house.bolt); // which goes on from there, and drives the door
    result = drive(motion, 0);
    MUST(snug_assembly_get_joint(house.assembly, 0, &info, error));
    assert_true(result.arrived && fabs(info.coordinates[0]) < 1e-9);
    snug_assembly_clear_joints(house.assembly); // in mid-motion: which does not see it
    assert_true(drive(motion, 1).arrived);
    assert_int_equal(snug_assembly_joint_count(house.assembly), 0);
    snug_motion_end(motion);
    snug_assembly_release(house.assembly);
}

static void bad_joints_are_refused(void **state)
{
    (void)state;
    House house = house_make();
    snug_assembly *assembly = house.assembly;
    const double nan[3] = {0, NAN, 0}, low[2] = {1, 0}, high[2] = {0, 0};
    snug_joint_desc good = hinge(house.frame, house.door), bad = good;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(NULL, &good, NULL, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, NULL, NULL, error));
    bad.struct_size = 5;
    MUST_REFUSE(SNUG_BAD_SIZE, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.child = 9;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.parent = -2;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.parent = house.door;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.kind = (snug_joint_kind)5;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.axis = zero;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.axis = nan;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.origin = NULL;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.kind = SNUG_JOINT_SCREW; // without a pitch
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = good, bad.low = low, bad.high = high;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    assert_int_equal(snug_assembly_joint_count(assembly), 0);
    MUST(snug_assembly_add_joint(assembly, &good, NULL, error));
    bad = hinge(house.bolt, house.door); // it hangs already
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = hinge(house.door, house.frame); // a circle
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_add_joint(assembly, &bad, NULL, error));
    bad = hinge(-1, house.bolt);
    MUST(snug_assembly_add_joint(assembly, &bad, NULL, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(NULL, 0, 1, 1, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(assembly, 0, 2, 1, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(assembly, 0, 0, 1, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(assembly, 0, 1, 0, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(assembly, 0, 1, NAN, error));
    MUST(snug_assembly_couple(assembly, 0, 1, 2, error));
    MUST(snug_assembly_couple(assembly, 1, 0, 0.5, error)); // which says the same
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_couple(assembly, 1, 0, 0.6, error));
    snug_joint_info info = {.struct_size = sizeof info};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_get_joint(assembly, 2, &info, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_get_joint(assembly, 0, NULL, error));
    int32_t both[2] = {house.door, house.bolt};
    snug_motion *motion = NULL;
    snug_motion_desc desc = {.struct_size = sizeof desc, .hand = both, .hand_count = 2};
    MUST_REFUSE(SNUG_BAD_PLACEMENT, snug_motion_begin(assembly, &desc, &motion, error));
    motion = take(&house, house.door);
    snug_motion_result result = {.struct_size = sizeof result};
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .by_coordinates = 1, .coordinates = {0, NAN}};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, &wish, &result, error));
    snug_motion_end(motion);
    snug_assembly_release(assembly);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_goes_along_its_hinge),
        cmocka_unit_test(what_is_coupled_follows_and_counts),
        cmocka_unit_test(bad_joints_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
