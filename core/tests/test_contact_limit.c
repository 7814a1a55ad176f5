// Lists of contacts are as long as they must be; one that a caller cut proves nothing.
#include "core/base/angle.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PAGES = 1005 };

// Open pages around an axis: each of them holds the middle.
static Mesh *book(int axis, int pages)
{
    MeshBuilder b = {0};
    for (int i = 0; i < pages; ++i) {
        double angle = 2 * PI * i / pages;
        Vec3d p[3] = {0};
        p[0].v[axis] = -1;
        p[1].v[axis] = 1;
        p[2].v[(axis + 1) % 3] = cos(angle);
        p[2].v[(axis + 2) % 3] = sin(angle);
        int32_t v[3];
        for (int k = 0; k < 3; ++k)
            v[k] = mesh_builder_vertex(&b, p[k]);
        mesh_builder_face3(&b, v[0], v[1], v[2]);
    }
    return mesh_builder_finish(&b);
}

static void test_more_than_a_million(void **state)
{
    (void)state;
    Mesh *meshes[2] = {book(0, PAGES), book(2, PAGES)};
    Assembly assembly = {.unit = UNIT_MM};
    PosedPart parts[2];
    Affine here = affine_identity();
    for (int i = 0; i < 2; ++i) {
        assert_true(assembly_add(&assembly, i ? "B" : "A", meshes[i], &here, 0));
        parts[i] = (PosedPart){bvh_build(meshes[i], NULL, NULL, NULL), here, true, true};
        assert_non_null(parts[i].tree);
    }
    FitCheck check = {.assembly = &assembly, .parts = parts};
    Error err = {""};
    assert_true(fit_check_run(&check, NULL, &err));
    assert_int_equal(check.contacts.contact_count, PAGES * PAGES);
    assert_int_equal(check.fit.count, 1);
    assert_int_equal(check.fit.rows[0].polygons, 2 * PAGES);
    assert_int_equal(check.fit.rows[0].state, PAIR_CROSSING);
    fit_check_free(&check);
    for (int i = 0; i < 2; ++i)
        bvh_release((Bvh *)parts[i].tree);
    assembly_free(&assembly);
}

// Boxes that lie flush, of whose contacts only some are listed.
static void test_a_cut_list_is_no_pass(void **state)
{
    (void)state;
    const double depths[] = {0, 0.5};
    for (int i = 0; i < 2; ++i) {
        ContactBench bench;
        contact_bench_create(&bench, shape_box(vec3d(4, 4, 4)), shape_box(vec3d(4, 4, 4)), NULL);
        bench.part[1].placement = affine_translation(vec3d(4 - depths[i], 0, 0));
        contact_bench_examine(&bench, &(ContactDesc){0});
        assert_int_equal(bench.detail.state, i ? PAIR_INTERFERENCE : PAIR_TOUCH);
        assert_false(bench.detail.truncated);
        QueryDesc few = {.mode = QUERY_ALL, .witnesses = true, .limit = 3};
        Error err = {""};
        assert_true(query_contacts(bench.tree[0], bench.tree[1], &bench.part[1].placement, &few,
                                   NULL, &bench.contacts, NULL, &err));
        assert_true(bench.contacts.truncated);
        assert_true(contact_examine(&bench.part[0], &bench.part[1], &bench.contacts,
                                    &(ContactDesc){0}, &bench.solids, NULL, &bench.detail, &err));
        assert_true(bench.detail.truncated);
        // What is proven to be deep stays so.
        assert_int_equal(bench.detail.state, i ? PAIR_INTERFERENCE : PAIR_UNDECIDED);
        char text[120];
        contact_sentence(&bench.detail, "A", "B", UNIT_MM, text, sizeof text);
        if (i == 0)
            assert_string_equal(text, "A meets B: undecided, since not all of it was listed");
        contact_bench_free(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_more_than_a_million),
        cmocka_unit_test(test_a_cut_list_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
