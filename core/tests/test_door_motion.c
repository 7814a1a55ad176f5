// Motion against contact through the library: what it promises, what it refuses, and that it loses
// nothing when memory runs short.
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct Desk { // a block of 10 flush on a plate whose top is y = 0, and a post beside it
    snug_assembly *assembly;
    int32_t plate, post, block;
} Desk;

static Desk desk_make(void)
{
    Desk desk;
    MUST(snug_assembly_create(NULL, &desk.assembly, error));
    desk.plate = door_part(desk.assembly, "Plate", shape_box(vec3d(100, 2, 100)), vec3d(0, -1, 0));
    desk.post = door_part(desk.assembly, "Post", shape_box(vec3d(4, 30, 4)), vec3d(20, 15, 0));
    desk.block = door_part(desk.assembly, "Block", shape_box(vec3d(10, 10, 10)), vec3d(0, 5, 0));
    return desk;
}

static snug_motion *take(const Desk *desk)
{
    snug_motion *motion = NULL;
    snug_motion_desc desc = {.struct_size = sizeof desc, .hand = &desk->block, .hand_count = 1};
    MUST(snug_motion_begin(desk->assembly, &desc, &motion, error));
    return motion;
}

static void parts_stop_and_slide(void **state)
{
    (void)state;
    Desk desk = desk_make();
    snug_motion *motion = take(&desk);
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .position = {30, 5, 0}, .mode = SNUG_MOTION_STOP};
    snug_motion_result result = {.struct_size = sizeof result};
    assert_int_equal(snug_motion_exempt_count(motion), 0);
    MUST(snug_motion_step(motion, &wish, &result, error));
    assert_true(!result.arrived && result.position[0] > 12.9 && result.position[0] < 13);
    assert_true(result.fraction > 0.4 && result.fraction < 0.45);
    assert_true(fabs(result.lag - (30 - result.position[0])) < 1e-9);
    assert_true(result.blocker_count == 1 && result.blockers[0].part == desk.post &&
                result.blockers[0].hand == desk.block);
    assert_true(fabs(result.blockers[0].place[0] - 18) < 0.01);
    snug_part_info info = {.struct_size = sizeof info};
    MUST(snug_assembly_get_part(desk.assembly, desk.block, &info, error));
    assert_true(info.placement[3] == result.position[0]);
    wish = (snug_motion_wish){
        .struct_size = sizeof wish, .position = {20, 0, 9}, .mode = SNUG_MOTION_SLIDE};
    for (int i = 0; i < 5; ++i) // past the post, pressed into the plate
        MUST(snug_motion_step(motion, &wish, &result, error));
    assert_true(fabs(result.position[0] - 20) < 0.01 && fabs(result.position[2] - 9) < 0.01 &&
                result.position[1] > 4.99);
    snug_motion_end(motion);
    snug_check check = {.struct_size = sizeof check};
    MUST(snug_assembly_check(desk.assembly, NULL, &check, error));
    assert_int_equal(check.violations, 0);
    snug_check_free(&check);
    snug_assembly_release(desk.assembly);
}

static void loose_parts_are_pushed(void **state)
{
    (void)state;
    Desk desk = desk_make();
    int32_t loose[2];
    for (int i = 0; i < 2; ++i)
        loose[i] =
            door_part(desk.assembly, "Loose", shape_box(vec3d(4, 4, 4)), vec3d(-10 - 5 * i, 5, 0));
    int32_t slide; // the second one along x alone, with an end
    double low[2] = {0, -3}, high[2] = {0, 0}, origin[3] = {-15, 5, 0}, axis[3] = {1, 0, 0};
    snug_joint_desc joint = {.struct_size = sizeof joint,
                             .parent = -1,
                             .child = loose[1],
                             .kind = SNUG_JOINT_SLIDE,
                             .origin = origin,
                             .axis = axis,
                             .low = low,
                             .high = high};
    MUST(snug_assembly_add_joint(desk.assembly, &joint, &slide, error));
    snug_motion *motion = NULL;
    snug_motion_desc desc = {.struct_size = sizeof desc,
                             .hand = &desk.block,
                             .hand_count = 1,
                             .loose = loose,
                             .loose_count = 2};
    MUST(snug_motion_begin(desk.assembly, &desc, &motion, error));
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .position = {-30, 5, 0}, .mode = SNUG_MOTION_PUSH};
    snug_motion_result result = {.struct_size = sizeof result};
    for (int i = 0; i < 5; ++i)
        MUST(snug_motion_step(motion, &wish, &result, error));
    assert_int_equal(result.pushed_count, 2);
    assert_true(snug_motion_pushed_at(motion, 0) == loose[0] &&
                snug_motion_pushed_at(motion, 1) == loose[1] &&
                snug_motion_pushed_at(motion, 2) == -1 && snug_motion_pushed_at(NULL, 0) == -1);
    snug_joint_info at = {.struct_size = sizeof at};
    MUST(snug_assembly_get_joint(desk.assembly, slide, &at, error));
    snug_part_info info = {.struct_size = sizeof info};
    MUST(snug_assembly_get_part(desk.assembly, loose[1], &info, error));
    assert_true(fabs(at.coordinates[1] + 3) < 1e-6 && at.off_length < 1e-9);
    assert_true(fabs(info.placement[3] + 18) < 1e-6);
    assert_true(fabs(result.position[0] + 18 - 2 - 4 - 5) < 0.05); // behind both, at the end
    snug_motion_end(motion);
    desc.loose_count = 1, desc.loose = &desk.block;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc.loose_count = 2, desc.loose = NULL;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    snug_assembly_release(desk.assembly);
}

static void rules_and_exempt_pairs_are_told(void **state)
{
    (void)state;
    Desk desk = desk_make();
    int32_t core = door_part(desk.assembly, "Core", shape_box(vec3d(2, 2, 2)), vec3d(0, 5, 0));
    MUST(snug_assembly_add_rule(desk.assembly, SNUG_RULE_IGNORE, "Block", "Post", 0, error));
    snug_motion *motion = take(&desk);
    snug_motion_exempt exempt = {.struct_size = sizeof exempt};
    assert_int_equal(snug_motion_exempt_count(motion), 1);
    MUST(snug_motion_exempt_at(motion, 0, &exempt, error));
    assert_true(exempt.part == core && exempt.hand == desk.block);
    assert_string_equal(exempt.reason, "one inside the other");
    snug_motion_wish wish = {.struct_size = sizeof wish, .position = {30, 5, 0}};
    snug_motion_result result = {.struct_size = sizeof result};
    MUST(snug_motion_step(motion, &wish, &result, error));
    assert_true(result.arrived && result.fraction == 1 && fabs(result.position[0] - 30) < 1e-9);
    snug_motion_end(motion);
    snug_assembly_release(desk.assembly);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    Desk desk = desk_make();
    snug_motion *motion = NULL;
    int32_t twice[2] = {desk.block, desk.block}, none = 7;
    double far[3] = {0, INFINITY, 0};
    snug_motion_desc good = {.struct_size = sizeof good, .hand = &desk.block, .hand_count = 1},
                     desc = good;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(NULL, &good, &motion, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &good, NULL, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, NULL, &motion, error));
    desc.hand_count = 0;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc = good, desc.hand = &none;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc = good, desc.hand = twice, desc.hand_count = 2;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc = good, desc.pivot = far;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc = good, desc.tolerance = -1;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &desc, &motion, error));
    desc = good, desc.struct_size = 3;
    MUST_REFUSE(SNUG_BAD_SIZE, snug_motion_begin(desk.assembly, &desc, &motion, error));
    MUST(snug_assembly_activate(desk.assembly, desk.block, 0, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_begin(desk.assembly, &good, &motion, error));
    MUST(snug_assembly_activate(desk.assembly, desk.block, 1, error));
    assert_null(motion);
    motion = take(&desk);
    snug_motion_wish fine = {.struct_size = sizeof fine}, wish = fine;
    snug_motion_result result = {.struct_size = sizeof result};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(NULL, &fine, &result, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, NULL, &result, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, &fine, NULL, error));
    wish.position[1] = NAN;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, &wish, &result, error));
    wish = fine, wish.turn[2] = DBL_MAX;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, &wish, &result, error));
    wish = fine, wish.mode = (snug_motion_mode)9;
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_step(motion, &wish, &result, error));
    snug_motion_exempt exempt = {.struct_size = sizeof exempt};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_motion_exempt_at(motion, 0, &exempt, error));
    snug_motion_end(motion);
    snug_motion_end(NULL);
    snug_assembly_release(desk.assembly);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_stop_and_slide),
        cmocka_unit_test(loose_parts_are_pushed),
        cmocka_unit_test(rules_and_exempt_pairs_are_told),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
