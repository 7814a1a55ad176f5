// What refitting costs is noticed, and a new tree brings it back.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/quality/quality.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Quality quality_of_tree(const Bvh *bvh)
{
    NodeMeasures tree;
    assert_true(quality_measure(bvh, NULL, &tree));
    Quality q = quality_of(&tree);
    node_measures_free(&tree);
    return q;
}

// Turns each vertex about the y axis by an angle that grows with its height.
static void twist(Mesh *mesh, double radians_per_height)
{
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Affine turn = affine_rotation(vec3d(0, 1, 0), radians_per_height * mesh->vertices[i].y);
        mesh->vertices[i] = affine_apply(&turn, mesh->vertices[i]);
    }
    ++mesh->version;
}

// A deformation that leaves neighbours together.
static void wave(Mesh *mesh, double height)
{
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i].x += height * sin(2 * mesh->vertices[i].y);
    ++mesh->version;
}

static Bvh *built(Mesh *mesh, const BvType *type)
{
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, &err);
    assert_non_null(bvh);
    return bvh;
}

typedef struct Figures {
    Quality quality;
    RefitWatch watch;
} Figures;

static Figures refitted(Bvh *bvh)
{
    Error err = {""};
    Figures f;
    assert_true(quality_refit(bvh, NULL, &err));
    assert_true(bvh_validate(bvh, &err));
    f.quality = quality_of_tree(bvh);
    f.watch = quality_watch(bvh, &f.quality, QUALITY_REBUILD_ABOVE);
    return f;
}

// Types whose refitted volumes are as good as fitted ones: only the grouping ages.
static bool refits_tightly(const BvType *type)
{
    return type == &bv_aabb || type == &bv_kdop || type == &bv_boxtree || type == &bv_boxtree2;
}

static void check_type(const BvType *type, Mesh *mesh)
{
    Bvh *bvh = built(mesh, type);
    Quality q = quality_of_tree(bvh);
    RefitWatch w = quality_watch(bvh, &q, QUALITY_REBUILD_ABOVE);
    assert_true(w.overlap_growth == 1 && w.cost_growth == 1 && !w.rebuild);
    wave(mesh, 0.05);
    Figures calm = refitted(bvh);
    twist(mesh, 4);
    Figures wild = refitted(bvh);
    Bvh *fresh = built(mesh, type);
    Quality again = quality_of_tree(fresh);
    printf("RAN: %s: overlap and cost grow by %.2f and %.2f in a wave, %.2f and %.2f twisted; "
           "rebuilt %.2f and %.2f\n",
           type->name, calm.watch.overlap_growth, calm.watch.cost_growth, wild.watch.overlap_growth,
           wild.watch.cost_growth, again.overlap / q.overlap, again.area_cost / q.area_cost);
    if (refits_tightly(type))
        assert_true(calm.watch.overlap_growth < 1.3 && calm.watch.cost_growth < 1.3 &&
                    !calm.watch.rebuild);
    assert_true(wild.watch.rebuild);
    assert_false(quality_watch(bvh, &wild.quality, 1e6).rebuild); // the threshold is the caller's
    assert_true(again.area_cost < 0.75 * wild.quality.area_cost);
    assert_false(quality_watch(fresh, &again, QUALITY_REBUILD_ABOVE).rebuild);
    bvh_release(fresh);
    bvh_release(bvh);
}

static void twisting_suggests_a_rebuild_which_brings_it_back(void **state)
{
    (void)state;
    int watched = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        Mesh *mesh = shape_knot(2, 3, 1, 0.4, 0.15, 160, 12);
        assert_non_null(mesh);
        if (bv_types[t]->refit) {
            check_type(bv_types[t], mesh);
            ++watched;
        } else {
            Error err = {""};
            Bvh *bvh = built(mesh, bv_types[t]);
            assert_false(quality_refit(bvh, NULL, &err));
            assert_non_null(strstr(err.text, "anew"));
            bvh_release(bvh);
        }
        mesh_release(mesh);
    }
    assert_true(watched >= 10);
}

static void a_cancelled_refit_says_nothing(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(1, 2);
    Error err = {""};
    Job job = {0};
    Bvh *bvh = built(mesh, &bv_aabb);
    job_cancel(&job);
    assert_false(quality_refit(bvh, &job, &err));
    assert_string_equal(err.text, "");
    assert_false(bvh->as_built.known);
    bvh_release(bvh);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twisting_suggests_a_rebuild_which_brings_it_back),
        cmocka_unit_test(a_cancelled_refit_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
