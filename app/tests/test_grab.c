// Every part of the bolted plate, in which all is flush, can be grabbed: each pair is given a limit,
// and none is exempt.
#include "app/scenes/scene.h"
#include "core/motion/limits.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST_PARTS = 32 };

typedef struct Bench {
    SceneData scene;
    PosedPart parts[MOST_PARTS];
    int32_t count;
    SolidCache solids;
} Bench;

static void bench_create(Bench *bench)
{
    Error err = {""};
    *bench = (Bench){0};
    if (!scene_load(&scene_bolted_plate, &bench->scene, &err))
        fail_msg("%s", err.text);
    bench->count = bench->scene.assembly.part_count;
    assert_in_range(bench->count, 2, MOST_PARTS);
    for (int32_t i = 0; i < bench->count; ++i) {
        const Part *part = &bench->scene.assembly.parts[i];
        bench->parts[i] =
            (PosedPart){bvh_build(part->mesh, NULL, NULL, NULL), part->rest, true, true};
        assert_non_null(bench->parts[i].tree);
    }
}

static void bench_free(Bench *bench)
{
    solid_cache_free(&bench->solids);
    for (int32_t i = 0; i < bench->count; ++i)
        bvh_release((Bvh *)bench->parts[i].tree);
    scene_data_free(&bench->scene);
}

// What the report says of two parts.
static LimitStart examined(Bench *bench, int32_t dragged, int32_t other)
{
    int32_t a = dragged < other ? dragged : other, b = dragged < other ? other : dragged;
    const PosedPart *one = &bench->parts[a], *two = &bench->parts[b];
    ContactList contacts = {0};
    ContactDetail detail = {0};
    Affine b_to_a;
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    assert_true(placement_between(&one->placement, &two->placement, &b_to_a));
    assert_true(query_contacts(one->tree, two->tree, &b_to_a, &all, NULL, &contacts, NULL, NULL));
    assert_true(contact_examine(one, two, &contacts, &(ContactDesc){0}, &bench->solids, NULL,
                                &detail, NULL));
    LimitStart start = limit_start(&detail, other, (uint64_t)other, 0);
    contact_list_free(&contacts);
    contact_detail_free(&detail);
    return start;
}

static void check_variant(const Bench *bench, const Limits *limits, const LimitPair *pair,
                          int32_t dragged)
{
    const LimitVariant *variant = &limits->variants[pair->variant];
    const PosedPart *other = &bench->parts[variant->part == dragged ? pair->part : dragged];
    ContactList contacts = {0};
    Affine b_to_a;
    assert_true(variant->shrunk.moved <= pair->limit);
    assert_true(placement_between(&variant->placement, &other->placement, &b_to_a));
    assert_true(query_contacts(variant->shrunk.tree, other->tree, &b_to_a, &(QueryDesc){0}, NULL,
                               &contacts, NULL, NULL));
    assert_int_equal(contacts.count, 0);
    contact_list_free(&contacts);
}

// How many pairs have a limit.
static int grab(Bench *bench, int32_t dragged)
{
    LimitStart starts[MOST_PARTS];
    LimitBook book = {0};
    Limits limits;
    int32_t count = 0;
    int held = 0;
    for (int32_t i = 0; i < bench->count; ++i)
        if (i != dragged)
            starts[count++] = examined(bench, dragged, i);
    LimitsDesc desc = {bench->parts, dragged, starts, count, &book, &bench->solids};
    assert_true(limits_make(&desc, NULL, &limits, NULL));
    for (int32_t i = 0; i < limits.pair_count; ++i) {
        const LimitPair *pair = &limits.pairs[i];
        const Part *parts = bench->scene.assembly.parts;
        if (pair->kind == LIMIT_EXEMPT)
            fail_msg("%s and %s: %s", parts[dragged].name, parts[pair->part].name,
                     limit_reason_word(pair->reason));
        if (pair->kind == LIMIT_APART)
            continue;
        check_variant(bench, &limits, pair, dragged);
        ++held;
    }
    limits_free(&limits);
    limit_book_free(&book);
    return held;
}

static void every_flush_pair_of_the_bolted_plate_has_a_limit(void **state)
{
    (void)state;
    Bench bench;
    bench_create(&bench);
    if (long_tier()) {
        for (int32_t i = 0; i < bench.count; ++i)
            assert_true(grab(&bench, i) >= 2);
    } else {
        assert_int_equal(grab(&bench, scene_find_part(&bench.scene, "Bolt 2")), 3);
        assert_int_equal(grab(&bench, scene_find_part(&bench.scene, "Left rod nut")), 2);
    }
    bench_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flush_pair_of_the_bolted_plate_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
