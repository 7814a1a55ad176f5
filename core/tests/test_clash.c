// Ids of clashes: the same after another export of the same parts, others for other places.
#include "core/base/rng.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 32 };

typedef struct Item {
    const char *name;
    Mesh *mesh;
    Affine rest;
} Item;

typedef struct Ids {
    char text[256][CLASH_ID_SIZE];
    size_t count;
} Ids;

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right);
}

// All ids of these parts, sorted.
static void check(const Item *items, const int *order, int count, double clearance, Ids *out)
{
    Assembly assembly = {0};
    PosedPart parts[MOST];
    Bvh *trees[MOST];
    for (int i = 0; i < count; ++i) {
        const Item *item = &items[order[i]];
        assert_true(assembly_add(&assembly, item->name, mesh_retain(item->mesh), &item->rest, 0));
        trees[i] = bvh_build(item->mesh, NULL, NULL, NULL);
        parts[i] = (PosedPart){trees[i], item->rest, true, true};
    }
    FitCheck run = {.assembly = &assembly,
                    .parts = parts,
                    .contact = {.tolerance = 1e-3},
                    .desc = {.clearance = clearance}};
    Error err = {""};
    if (!fit_check_run(&run, NULL, &err))
        fail_msg("%s", err.text);
    out->count = 0;
    for (size_t i = 0; i < run.fit.count; ++i) {
        const FitClashes *clashes = &run.fit.rows[i].clashes;
        assert_true(clashes->count >= 1);
        for (size_t k = 0; k < clashes->count; ++k)
            clash_id_text(&clashes->items[k], out->text[out->count++]);
    }
    qsort(out->text, out->count, sizeof *out->text, by_text);
    fit_check_free(&run);
    for (int i = 0; i < count; ++i)
        bvh_release(trees[i]);
    assembly_free(&assembly);
}

static void assert_same(const Ids *a, const Ids *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; ++i)
        assert_string_equal(a->text[i], b->text[i]);
}

static void assert_all_differ(const Ids *ids)
{
    for (size_t i = 1; i < ids->count; ++i)
        assert_string_not_equal(ids->text[i - 1], ids->text[i]);
}

// The same surface: triangles and corners in another order, the corners of each turned round.
static Mesh *exported_again(const Mesh *mesh, Rng *rng)
{
    Mesh *copy = mesh_create(mesh->vertex_count, mesh->triangle_count);
    int32_t *to = calloc((size_t)mesh->vertex_count, sizeof *to);
    assert_true(copy && to);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        to[i] = i;
    for (int32_t i = mesh->vertex_count - 1; i > 0; --i) {
        int32_t k = rng_below(rng, i + 1), swap = to[i];
        to[i] = to[k];
        to[k] = swap;
    }
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        copy->vertices[to[i]] = mesh->vertices[i];
    int32_t shift = rng_below(rng, mesh->triangle_count);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const int32_t *from =
            mesh->triangles[(mesh->triangle_count - 1 - i + shift) % mesh->triangle_count];
        int32_t turn = rng_below(rng, 3);
        for (int32_t k = 0; k < 3; ++k)
            copy->triangles[i][k] = to[from[(k + turn) % 3]];
    }
    free(to);
    return copy;
}

// A plate with bolts of one name through it, a rod that meets it twice, and others near it.
static int make(Item *items)
{
    Affine turned = affine_rotation(vec3d_normalised(vec3d(0.2, 1, 0.1)), 0.3);
    int count = 0;
    items[count++] = (Item){"Plate", shape_box(vec3d(40, 2, 40)), affine_identity()};
    for (int i = 0; i < 6; ++i)
        items[count++] = (Item){"Bolt", shape_box(vec3d(2, 8, 2)),
                                affine_translation(vec3d(-15 + 6 * i, 1.5, 3 * i - 5))};
    items[count++] = (Item){"Bow", shape_torus(8, 1, 32, 16), turned};
    items[count - 1].rest.p = vec3d(1, 3, -12);
    items[count++] = (Item){"Ball", shape_ico_sphere(2, 2), affine_translation(vec3d(10, 3.2, 12))};
    items[count++] = (Item){"Ball", shape_ico_sphere(2, 2), affine_translation(vec3d(3, 3.1, 14))};
    return count;
}

static void ids_survive_another_export(void **state)
{
    (void)state;
    Item items[MOST];
    int order[MOST], count = make(items);
    for (int i = 0; i < count; ++i)
        order[i] = i;
    Ids first;
    check(items, order, count, 0.5, &first);
    assert_true(first.count >= 9);
    assert_all_differ(&first);
    Rng rng = rng_create(5);
    for (int turn = 0; turn < 6; ++turn) {
        Item again[MOST];
        for (int i = 0; i < count; ++i) {
            again[i] = items[i];
            again[i].mesh = exported_again(items[i].mesh, &rng);
        }
        for (int i = count - 1; i > 0; --i) {
            int k = rng_below(&rng, i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        Ids next;
        check(again, order, count, 0.5, &next);
        assert_same(&first, &next);
        for (int i = 0; i < count; ++i)
            mesh_release(again[i].mesh);
    }
    printf("RAN: %zu clashes, 6 exports\n", first.count);
    for (int i = 0; i < count; ++i)
        mesh_release(items[i].mesh);
}

// A torus through a plate: two places of one pair.
static void places_of_one_pair_are_told_apart(void **state)
{
    (void)state;
    Item items[2] = {{"Ring", shape_torus(8, 1, 48, 24), affine_rotation(vec3d(1, 0, 0), 1.5707)},
                     {"Plate", shape_box(vec3d(40, 0.5, 40)), affine_identity()}};
    Ids ids, other;
    check(items, (int[]){0, 1}, 2, 0, &ids);
    assert_int_equal(ids.count, 2);
    assert_all_differ(&ids);
    check(items, (int[]){1, 0}, 2, 0, &other);
    assert_same(&ids, &other);
    items[0].rest.p.z += 9; // elsewhere: others
    check(items, (int[]){0, 1}, 2, 0, &other);
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k)
            assert_string_not_equal(ids.text[i], other.text[k]);
    mesh_release(items[0].mesh);
    mesh_release(items[1].mesh);
}

// Parts with one name in one place: nothing tells them apart but a number.
static void what_is_the_same_is_numbered(void **state)
{
    (void)state;
    Item items[3] = {{"Pin", shape_box(vec3d(2, 2, 2)), affine_identity()},
                     {"Pin", shape_box(vec3d(2, 2, 2)), affine_identity()},
                     {"Base", shape_box(vec3d(9, 1, 9)), affine_translation(vec3d(0, 1.2, 0))}};
    Ids ids;
    check(items, (int[]){0, 1, 2}, 3, 0, &ids);
    assert_int_equal(ids.count, 3);
    assert_all_differ(&ids);
    int seconds = 0;
    for (int i = 0; i < 3; ++i)
        seconds += strcmp(ids.text[i] + 16, "-2") == 0;
    assert_int_equal(seconds, 1);
    for (int i = 0; i < 3; ++i)
        mesh_release(items[i].mesh);
}

static void only_numbers_of_copies_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        size_t length;
    } rows[] = {{"Bolt", 4},     {"Bolt (2)", 4}, {"Bolt (31)", 4}, {"(2)", 3},
                {" (2)", 4},     {"Bolt(2)", 7},  {"Bolt ()", 7},   {"Bolt (2) x", 10},
                {"Bolt (a)", 8}, {"", 0},         {")", 1},         {"M6 (2) (3)", 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        assert_int_equal(clash_name_length(rows[i].key), rows[i].length);
    ClashPlace at = {"Bolt (2)", "Plate", vec3d(1, 2, 3), 5, 1e-3}, swapped = at;
    swapped.key_a = "Plate";
    swapped.key_b = "Bolt";
    assert_true(clash_id(&at) == clash_id(&swapped));
    swapped.key_b = "Bold";
    assert_true(clash_id(&at) != clash_id(&swapped));
    // In another unit it is the same place.
    ClashPlace metres = {"Bolt", "Plate", vec3d(1e-3, 2e-3, 3e-3), 5e-3, 1};
    assert_true(clash_id(&at) == clash_id(&metres));
    // Whole numbers and halves of a millimetre are not on borders.
    for (int i = -40; i <= 40; ++i) {
        for (double size = 1; size < 200; size *= 1.4142135623730951) {
            ClashPlace low = {"A", "B", vec3d(0.5 * i, 0, 0), size, 1e-3}, high = low;
            low.at.x -= 1e-9;
            high.at.x += 1e-9;
            assert_true(clash_id(&low) == clash_id(&high));
        }
    }
    at.at = vec3d(INFINITY, NAN, 1e300); // nothing to trip over
    at.size = NAN;
    clash_id(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ids_survive_another_export),
                                       cmocka_unit_test(places_of_one_pair_are_told_apart),
                                       cmocka_unit_test(what_is_the_same_is_numbered),
                                       cmocka_unit_test(only_numbers_of_copies_are_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
