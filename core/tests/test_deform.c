// Deforming meshes: the formulas, stale trees, and the same contacts as brute force after every
// refit, for every volume.
#include "core/mesh/deform/deform.h"
#include "core/mesh/deform/variants.h"
#include "core/mesh/shapes.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/brute_force.h"
#include "core/tests/test_set.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double amounts[] = {0.02, 0.3, 1, -1, -0.1, 0};
enum { AMOUNTS = sizeof amounts / sizeof *amounts };

static void no_amount_is_the_rest_and_others_are_finite(void **state)
{
    (void)state;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *rest = test_meshes[m].make(), *mesh = deform_mesh_create(rest);
        size_t bytes = (size_t)rest->vertex_count * sizeof *rest->vertices;
        for (int r = 0; r < deform_rule_count; ++r) {
            for (int i = 0; i < AMOUNTS; ++i) {
                Error err = {""};
                uint32_t version = mesh->version;
                deform_mesh(mesh, rest, &(Deformation){r, amounts[i]});
                assert_int_equal(mesh->version, version + 1);
                if (!mesh_validate(mesh, &err))
                    fail_msg("%s, %s %g: %s", test_meshes[m].name, deform_rules[r]->name,
                             amounts[i], err.text);
            }
            assert_memory_equal(mesh->vertices, rest->vertices, bytes);
        }
        mesh_release(mesh);
        mesh_release(rest);
    }
}

// What an importer states about facets stays with the part, and grows with them.
static void stated_errors_grow_with_the_part(void **state)
{
    (void)state;
    Mesh *rest = shape_cylinder(2, 6, 32);
    Mesh *fresh = deform_mesh_create(rest);
    deform_mesh(fresh, rest, &(Deformation){deform_index(&deform_blow_up), 0.5});
    assert_true(fresh->stated_chord_error == 0); // nothing was stated
    mesh_release(fresh);
    rest->stated_chord_error = 0.01;
    Mesh *mesh = deform_mesh_create(rest);
    assert_true(mesh->stated_chord_error == 0.01);
    deform_mesh(mesh, rest, &(Deformation){deform_index(&deform_bend), 1});
    double bent = mesh->stated_chord_error;
    assert_true(bent > 0.01 && bent < 0.04);
    deform_mesh(mesh, rest, &(Deformation){deform_index(&deform_bend), 0});
    assert_true(mesh->stated_chord_error == 0.01);
    mesh_release(mesh);
    mesh_release(rest);
}

// Lengths along the middle line and angles at the ends follow from the formulas.
static void formulas_do_what_their_notes_say(void **state)
{
    (void)state;
    const double half = 3;
    DeformPoint end = {half, 0.5, 0}, p;
    p = deform_twist.move(end, half, 1); // a quarter of a turn at each end
    assert_true(fabs(p.u - half) < 1e-12 && fabs(p.v) < 1e-12 && fabs(p.w - 0.5) < 1e-12);
    p = deform_blow_up.move((DeformPoint){0, 1, 1}, half, 0.5);
    assert_true(fabs(p.v - 1.3) < 1e-12 && fabs(p.w - 1.3) < 1e-12);
    p = deform_blow_up.move(end, half, 0.5);
    assert_true(fabs(p.v - end.v) < 1e-12);
    p = deform_wave.move((DeformPoint){half / 4, 0, 0}, half, 1);
    assert_true(fabs(p.v - 0.2 * half) < 1e-12);
    p = deform_push_aside.move((DeformPoint){0, 1, 2}, half, 0.5);
    assert_true(p.u == 0 && fabs(p.v - 1 - 0.5 * half) < 1e-12 && p.w == 2);
    p = deform_push_aside.move((DeformPoint){0.86 * half, 1, 2}, half, 1);
    assert_true(p.u == 0.86 * half && p.v == 1 && p.w == 2);
    double length = 0;
    DeformPoint last = deform_bend.move((DeformPoint){-half, 0, 0}, half, 0.8);
    for (int i = 1; i <= 1000; ++i) {
        p = deform_bend.move((DeformPoint){-half + 2 * half * i / 1000, 0, 0}, half, 0.8);
        length += hypot(p.u - last.u, p.v - last.v);
        last = p;
    }
    assert_true(fabs(length - 2 * half) < 1e-4);
    // Small amounts go over into the rest.
    p = deform_bend.move(end, half, 1e-7);
    assert_true(fabs(p.u - end.u) < 1e-5 && fabs(p.v - end.v) < 1e-5);
}

static bool same_contacts(const ContactList *a, const ContactList *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; ++i)
        if (a->items[i].a != b->items[i].a || a->items[i].b != b->items[i].b)
            return false;
    return true;
}

// One tree through all amounts, as in a demonstration: errors would pile up.
static void every_volume_finds_the_contacts_of_the_deformed_mesh(void **state)
{
    (void)state;
    Mesh *rest = shape_torus(2, 0.5, 20, 10), *probe = shape_knot(2, 3, 1.5, 0.6, 0.3, 40, 6);
    Mesh *mesh = deform_mesh_create(rest);
    Affine pose = affine_rotation(vec3d(0.36, 0.48, 0.8), 0.7);
    pose.p = vec3d(0.4, 0.1, -0.3);
    ContactList found = {0}, expected = {0};
    QueryDesc desc = {.mode = QUERY_ALL};
    int queries = 0, hits = 0, refits = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        BvhDesc kind = {.type = bv_types[t]};
        Bvh *other = bvh_build(probe, &kind, NULL, NULL);
        deform_mesh(mesh, rest, &(Deformation){0});
        Bvh *tree = bvh_build(mesh, &kind, NULL, NULL);
        for (int r = 0; r < deform_rule_count; ++r) {
            for (int i = 0; i < AMOUNTS; ++i) {
                Error err = {""};
                deform_mesh(mesh, rest, &(Deformation){r, amounts[i]});
                assert_false(query_contacts(tree, other, &pose, &desc, NULL, &found, NULL, &err));
                assert_non_null(strstr(err.text, "older than its mesh"));
                if (bv_types[t]->refit) {
                    assert_true(bv_types[t]->refit(tree, NULL));
                    ++refits;
                } else {
                    bvh_release(tree);
                    tree = bvh_build(mesh, &kind, NULL, NULL);
                }
                if (!query_contacts(tree, other, &pose, &desc, NULL, &found, NULL, &err))
                    fail_msg("%s, %s %g: %s", bv_types[t]->name, deform_rules[r]->name, amounts[i],
                             err.text);
                assert_true(brute_force_contacts(mesh, probe, &pose, &tri_exact, &expected, NULL));
                if (!same_contacts(&found, &expected))
                    fail_msg("%s, %s %g: %zu contacts, %zu expected", bv_types[t]->name,
                             deform_rules[r]->name, amounts[i], found.count, expected.count);
                ++queries;
                hits += expected.count > 0;
            }
        }
        bvh_release(tree);
        bvh_release(other);
    }
    contact_list_free(&found);
    contact_list_free(&expected);
    mesh_release(mesh);
    mesh_release(rest);
    mesh_release(probe);
    assert_true(hits > queries / 2 && refits > queries / 2);
    printf("RAN: deformed: %d queries equal to brute force, %d after a refit, %d with contacts\n",
           queries, refits, hits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_amount_is_the_rest_and_others_are_finite),
        cmocka_unit_test(stated_errors_grow_with_the_part),
        cmocka_unit_test(formulas_do_what_their_notes_say),
        cmocka_unit_test(every_volume_finds_the_contacts_of_the_deformed_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
