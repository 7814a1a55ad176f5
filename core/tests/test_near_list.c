// A part that slides on for long: what it has left behind does not stay in its list.
#include "core/motion/advance.h"
#include "core/tests/motion_world.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// A sheet of 32 triangles just above one of 39,200, from one end to the other and back. Without forgetting,
// 36,500 were listed in the end, of which 24,000 seemed to be near, and 45,000 lists were made.
static void a_long_slide_leaves_its_list_short(void **state)
{
    (void)state;
    enum { STEPS = 160, MOST_TOLD = 3600 }; // by a search from the roots
    World world = {0};
    Error err = {""};
    size_t longest = 0, most_near = 0, anew = 0;
    world_add(&world, shape_grid(200, 100, 140, 140), affine_identity());
    world_add(&world, shape_grid(8, 8, 4, 4), affine_translation(vec3d(-90, 0.01, 0)));
    for (int i = 0; i < STEPS; ++i) {
        double way = i < STEPS / 2 ? 2.2 : -2.2;
        world.bodies[1].step = (RigidStep){.shift = vec3d(way, 0, 0.05)};
        Advance gone = advance(&world.scene, &world.list, &(AdvanceDesc){.stand_off = 1e-3}, &err);
        assert_int_equal(gone.end, ADVANCE_ARRIVED);
        const NearList *list = &world.list;
        longest = list->count > longest ? list->count : longest;
        most_near = list->near > most_near ? list->near : most_near;
        anew += list->fronts[0].renewed;
        if (list->fronts[0].renewed)
            assert_true(list->count <= MOST_TOLD);
    }
    printf("RAN: at most %zu pairs listed and %zu taken for near; %llu lists, %zu from the roots\n",
           longest, most_near, (unsigned long long)world.scene.work.lists, anew);
    // Half as many again and 2,000, and what one list adds, which is less than all there is.
    assert_true(longest <= MOST_TOLD * 3 / 2 + 2000 + MOST_TOLD);
    assert_true(world.scene.work.lists < 2 * STEPS && anew > 5 && anew < STEPS / 3);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_long_slide_leaves_its_list_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
