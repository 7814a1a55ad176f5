// Points of a node, each once, beside its corners.
#include "core/base/cpu.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tree/bv/slabcutball/slab_fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// With room for a list, each point is looked at once; that must not show.
static void points_that_are_listed_give_the_same_volume(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_ico_sphere(1, 3), shape_torus(1, 0.3, 24, 16),
                      shape_box(vec3d(1, 2, 3))};
    Rng rng = rng_create(77);
    int listed = 0;
    for (int n = 0; n < 600; ++n) {
        const Mesh *mesh = meshes[n % 3];
        int32_t items[200], count = 1 + rng_below(&rng, n % 2 ? 12 : 200);
        int32_t from = rng_below(&rng, mesh->triangle_count);
        for (int32_t i = 0; i < count; ++i)
            items[i] = n % 4 < 2 ? (from + i) % mesh->triangle_count
                                 : rng_below(&rng, mesh->triangle_count);
        FitRoom room;
        assert_true(fit_room_init(&room, mesh, count));
        FitItems corners = {.mesh = mesh, .items = items, .count = count}, once = corners;
        once.room = &room;
        FitPoints a = fit_points(&corners), b = fit_points(&once);
        SlabBall x = slab_fit(&a), y = slab_fit(&b);
        slab_extent(&a, &x);
        slab_extent(&b, &y);
        assert_memory_equal(&x, &y, sizeof x);
        assert_true(slab_second_normal(&a, &x, &x.normal) == slab_second_normal(&b, &y, &y.normal));
        assert_memory_equal(&x, &y, sizeof x);
        cpu_pretend(
            CPU_VECTORS_BASELINE); // and how many numbers are taken at once must not, either
        SlabBall narrow = slab_fit(&b);
        slab_extent(&b, &narrow);
        slab_second_normal(&b, &narrow, &narrow.normal);
        assert_memory_equal(&narrow, &y, sizeof y);
        cpu_pretend(CPU_VECTORS_FOUND);
        listed += b.count < a.count;
        fit_room_free(&room);
    }
    assert_true(listed > 300); // others share no point
    for (int i = 0; i < 3; ++i)
        mesh_release(meshes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_that_are_listed_give_the_same_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
