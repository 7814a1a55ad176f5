// Grips of primitives: where they are, and that what is gripped follows the hand.
#include "app/window/primitive_handles.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static HybridVolume volume_of(Rng *rng, int kind)
{
    Vec3d at = rng_in_cube(rng, 10), axes[3];
    Affine turn = rng_rotation(rng);
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
    if (kind == VOLUME_BOX)
        return hybrid_box(at, axes, vec3d(1, 2, 3));
    if (kind == VOLUME_CAPSULE)
        return hybrid_capsule(at, vec3d_scale(axes[0], 4), 1.5);
    if (kind == VOLUME_SLAB_BALL)
        return hybrid_slab_ball(
            &(SlabBall){.centre = at, .normal = axes[0], .radius = 3, .lo = -1, .hi = 2});
    return hybrid_ball(at, 2.5);
}

// A grip that is moved outward along its line is found where the hand left it; the volume grows
// and stays sound. What is in the middle moves all.
static void grips_follow_the_hand(void **state)
{
    (void)state;
    int moved = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Rng rng = rng_create(seed);
        HybridVolume start = volume_of(&rng, (int)(seed % VOLUME_KIND_COUNT));
        PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES], after[PRIMITIVE_MAX_HANDLES];
        int count = primitive_handles(&start, handles);
        double size = hybrid_volume_measure(&start, MEASURE_VOLUME);
        assert_int_equal(count, PRIMITIVE_MAX_HANDLES);
        for (int i = 0; i < count; ++i) {
            bool free = !(vec3d_dot(handles[i].along, handles[i].along) > 0);
            Vec3d by = free ? rng_in_cube(&rng, 2) : vec3d_scale(handles[i].along, 0.5);
            HybridVolume v = primitive_dragged(&start, i, by);
            assert_int_equal(primitive_handles(&v, after), count);
            double off = vec3d_distance(after[i].at, vec3d_add(handles[i].at, by));
            // A capsule's radius is gripped across its axis, which an end that moves turns.
            if (!(off < 1e-12 * 100))
                fail_msg("seed %d, grip %d is %g from the hand", (int)seed, i, off);
            double now = hybrid_volume_measure(&v, MEASURE_VOLUME);
            if (i == 0)
                assert_true(fabs(now - size) < 1e-9 * size);
            else if (!free && !(start.kind == VOLUME_SLAB_BALL && i == 2))
                assert_true(now > size);
            ++moved;
        }
        // Pushed in as far as one likes, a size ends at 0.
        for (int i = 1; i < count; ++i) {
            HybridVolume v = primitive_dragged(&start, i, vec3d_scale(handles[i].along, -100));
            double now = hybrid_volume_measure(&v, MEASURE_VOLUME);
            assert_true(isfinite(now) && now >= 0);
            if (v.kind == VOLUME_SLAB_BALL)
                assert_true(v.slab_ball.lo <= v.slab_ball.hi &&
                            v.slab_ball.hi <= v.slab_ball.radius &&
                            v.slab_ball.lo >= -v.slab_ball.radius);
        }
    }
    printf("RAN: %d grips moved\n", moved);
}

static void a_box_turns_about_its_own_axes(void **state)
{
    (void)state;
    Rng rng = rng_create(1);
    HybridVolume box = volume_of(&rng, VOLUME_BOX), turned = box;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 24; ++i) {
            turned = primitive_turned(&turned, axis, 0.26179938779914944);
            for (int k = 0; k < 3; ++k)
                assert_true(fabs(vec3d_dot(turned.box.axis[k], turned.box.axis[(k + 1) % 3])) <
                            1e-14);
        }
    for (int k = 0; k < 3; ++k)
        assert_true(vec3d_distance(box.box.axis[k], turned.box.axis[k]) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grips_follow_the_hand),
                                       cmocka_unit_test(a_box_turns_about_its_own_axes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
