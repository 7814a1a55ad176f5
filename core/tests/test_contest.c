// Kinds of hierarchies against each other: words for kinds read back as what they were, counts are those of
// searches from the roots, kinds that disagree are found out, and ties, fronts and break-evens are as by hand.
#include "core/base/rng.h"
#include "core/bench/contest_hybrid.h"
#include "core/bench/standard_motion.h"
#include "core/mesh/shapes.h"
#include "core/query/preset.h"
#include "core/query/root_work.h"
#include "core/tests/hybrid_sets.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static SearchKind random_kind(Rng *rng)
{
    for (;;) {
        const BvType *type = bv_types[rng_below(rng, bv_type_count)];
        SearchKind kind = {.build = {.type = type}, .query = {.mode = QUERY_ALL}};
        kind.build = bvh_desc_filled(&kind.build);
        kind.query.rule = type->rule;
        if (rng_below(rng, 2))
            kind.query.test = rng_below(rng, type->test_count);
        if (rng_below(rng, 2))
            kind.build.split = split_rules[rng_below(rng, split_rule_count)];
        if (rng_below(rng, 4) == 0)
            kind.build.builder = builders[rng_below(rng, builder_count)];
        if (rng_below(rng, 3) == 0)
            kind.query.rule = rng_below(rng, descent_rule_count);
        if (rng_below(rng, 3) == 0)
            kind.build.leaf_size = 1 + rng_below(rng, BVH_MAX_LEAF);
        if (rng_below(rng, 4) == 0)
            kind.build.arity = 2 << rng_below(rng, 3);
        kind.query.lift = rng_below(rng, 3) == 0 && type->tests[kind.query.test].run_lifted;
        for (int i = 0; i < type->param_count; ++i)
            if (rng_below(rng, 2)) {
                const Param *p = &type->params[i];
                kind.build.params[i] = p->choices ? p->choices[rng_below(rng, p->choice_count)]
                                                  : rng_uniform(rng, p->min, p->max);
            }
        kind.build = bvh_desc_filled(&kind.build);
        const char *why;
        if (bvh_desc_allowed(&kind.build, &why))
            return kind;
    }
}

static void kinds_read_back_as_what_they_were(void **state)
{
    (void)state;
    Rng rng = rng_create(16);
    for (int round = 0; round < 3000; ++round) {
        SearchKind kind = random_kind(&rng), back[SEARCH_KINDS_MOST];
        char text[SEARCH_KIND_TEXT], name[SEARCH_KIND_NAME];
        Error err = {""};
        search_kind_text(&kind, text, sizeof text);
        search_kind_name(&kind, name, sizeof name);
        if (search_kinds_parse(text, back, &err) != 1 || !search_kind_equal(&kind, &back[0]))
            fail_msg("round %d of seed 16: %s (%s): %s", round, text, name, err.text);
        assert_null(strpbrk(text, " ,"));
        assert_true(name[0] != 0);
    }
}

static int parse(const char *text, SearchKind *kinds);

// One of each is called like the other: alone it is the preset, with a word after it the volume.
static void presets_and_volumes_of_one_name_are_told_apart(void **state)
{
    (void)state;
    SearchKind kinds[SEARCH_KINDS_MOST], back[SEARCH_KINDS_MOST];
    int count = parse("presets,all", kinds);
    for (int i = 0; i < count; ++i) {
        char text[SEARCH_KIND_TEXT];
        search_kind_text(&kinds[i], text, sizeof text);
        assert_int_equal(parse(text, back), 1);
        if (!search_kind_equal(&kinds[i], &back[0]))
            fail_msg("%s reads back as another kind", text);
    }
    for (int i = 0; i < search_preset_count; ++i) {
        BvhDesc build = preset_build(search_presets[i]);
        QueryDesc query = {.mode = QUERY_ALL};
        preset_query(search_presets[i], &query);
        assert_int_equal(parse(search_presets[i]->name, back), 1);
        if (!bvh_desc_equal(&build, &back[0].build) || query.test != back[0].query.test ||
            query.rule != back[0].query.rule || query.lift != back[0].query.lift)
            fail_msg("%s is not the preset of this name", search_presets[i]->name);
    }
    assert_int_equal(parse("boxtree-1997:few=4", back), 1);
    assert_int_equal(back[0].query.test, 0);
}

static int parse(const char *text, SearchKind *kinds)
{
    Error err = {""};
    int count = search_kinds_parse(text, kinds, &err);
    if (count == 0)
        fail_msg("%s: %s", text, err.text);
    return count;
}

static void words_stand_for_several(void **state)
{
    (void)state;
    SearchKind kinds[SEARCH_KINDS_MOST];
    int tests = 0;
    for (int i = 0; i < bv_type_count; ++i)
        tests += bv_types[i]->test_count;
    assert_int_equal(parse("all", kinds), tests);
    assert_int_equal(parse("volumes", kinds), bv_type_count);
    assert_int_equal(parse("OBB:tests", kinds), 2);
    assert_int_equal(parse("obb:tests:leaf=4,obb:leaf=4", kinds), 2); // none comes twice
    assert_int_equal(kinds[1].build.leaf_size, 4);
    int presets = parse("presets", kinds);
    assert_in_range(presets, 5, search_preset_count); // two of them may be the same search
    int criteria = parse("aabb:criteria", kinds);
    assert_in_range(criteria, 5, split_rule_count);
    assert_int_equal(parse("boxtree:sat-lite:lifted", kinds), 1);
    assert_true(kinds[0].query.lift);
    static const char *const bad[] = {"",
                                      "nonsense",
                                      "obb:nonsense",
                                      "obb:leaf=0",
                                      "obb:leaf=x",
                                      "obb:arity=3",
                                      "aabb:lifted:leaf=99",
                                      "obb-blocks:lifted",
                                      "k-dop:nothing=3",
                                      "obb:test=clipping"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Error err = {""};
        if (search_kinds_parse(bad[i], kinds, &err) != 0)
            fail_msg("\"%s\" is taken", bad[i]);
        assert_true(err.text[0] != 0);
    }
}

enum { FRAMES = 8 };

typedef struct Scene {
    Mesh *a, *b;
    Affine poses[2 * FRAMES];
    ContestPair pairs[2];
} Scene;

static void scene_open(Scene *scene)
{
    scene->a = shape_torus(1, 0.4, 16, 8);
    scene->b = shape_ico_sphere(0.8, 2);
    assert_true(
        standard_motion_poses(standard_motions[0], scene->a, scene->b, FRAMES, 1, scene->poses) &&
        standard_motion_poses(standard_motions[2], scene->b, scene->a, FRAMES, 1,
                              scene->poses + FRAMES));
    scene->pairs[0] = (ContestPair){scene->a, scene->b, scene->poses};
    scene->pairs[1] = (ContestPair){scene->b, scene->a, scene->poses + FRAMES};
}

static void scene_close(Scene *scene)
{
    mesh_release(scene->a);
    mesh_release(scene->b);
}

static Contest contest_of(const Scene *scene, const SearchKind *kinds, int count)
{
    return (Contest){.pairs = scene->pairs,
                     .pair_count = 2,
                     .frames = FRAMES,
                     .kinds = kinds,
                     .kind_count = count};
}

static void counts_are_those_of_searches_from_the_roots(void **state)
{
    (void)state;
    Scene scene;
    SearchKind kinds[SEARCH_KINDS_MOST];
    ContestResult results[SEARCH_KINDS_MOST];
    Error err = {""};
    scene_open(&scene);
    int count = parse("all,boxtree:lifted,obb:leaf=4:both", kinds);
    Contest contest = contest_of(&scene, kinds, count);
    if (!contest_run(&contest, results, NULL, &err))
        fail_msg("%s", err.text);
    for (int k = 0; k < count; ++k) {
        RootWork all = {0};
        double build_bytes = 0;
        for (int p = 0; p < 2; ++p) {
            Bvh *a = bvh_build(scene.pairs[p].a, &kinds[k].build, NULL, &err);
            Bvh *b = bvh_build(scene.pairs[p].b, &kinds[k].build, NULL, &err);
            build_bytes = (double)(bvh_bytes(a) + bvh_bytes(b)); // both pairs are of the same two
            for (int f = 0; f < FRAMES; ++f) {
                RootWork one;
                assert_true(query_root_work(a, b, &scene.pairs[p].b_to_a[f], &kinds[k].query, NULL,
                                            &one, &err));
                root_work_add(&all, &one);
            }
            bvh_release(a);
            bvh_release(b);
        }
        uint64_t sums[3] = {0};
        for (int f = 0; f < FRAMES; ++f) {
            sums[0] += results[k].frames[f].volume_tests;
            sums[1] += results[k].frames[f].triangle_tests;
            sums[2] += results[k].frames[f].updates;
        }
        char name[SEARCH_KIND_NAME];
        search_kind_name(&kinds[k], name, sizeof name);
        if (sums[0] != all.volume_tests || sums[1] != all.triangle_tests || sums[2] != all.updates)
            fail_msg("%s: %llu, not %llu volume tests", name, (unsigned long long)sums[0],
                     (unsigned long long)all.volume_tests);
        assert_true(fabs(results[k].volume_tests * FRAMES - (double)sums[0]) < 1e-6 * FRAMES);
        assert_true(fabs(results[k].bytes - build_bytes) < 0.5);
        assert_true(results[k].timed && results[k].us_least <= results[k].us_most);
        assert_true(results[k].contacts > 0);
    }
    contest_free(results, count);
    scene_close(&scene);
}

// A test that finds nothing.
static enum QueryStatus blind(Query *query, const Budget *budget)
{
    (void)query;
    (void)budget;
    return QUERY_DONE;
}

static void who_finds_other_contacts_is_found_out(void **state)
{
    (void)state;
    Scene scene;
    SearchKind kinds[SEARCH_KINDS_MOST];
    ContestResult results[SEARCH_KINDS_MOST];
    Error err = {""};
    scene_open(&scene);
    parse("aabb,obb", kinds);
    BvType liar = *kinds[1].build.type;
    OverlapTest test = liar.tests[0];
    test.run = blind;
    test.run_lifted = NULL;
    liar.tests = &test;
    liar.test_count = 1;
    kinds[1].build.type = &liar;
    Contest contest = contest_of(&scene, kinds, 2);
    assert_false(contest_run(&contest, results, NULL, &err));
    assert_non_null(strstr(err.text, "other contacts"));
    contest_free(results, 2);
    scene_close(&scene);
}

static void builders_read_back_as_what_they_were(void **state)
{
    (void)state;
    Rng rng = rng_create(6);
    for (int round = 0; round < 2000; ++round) {
        HybridDesc kind = hybrid_kind_repeatable(
            &(HybridDesc){.builder = hybrid_builders[rng_below(&rng, hybrid_builder_count)]});
        for (int i = 0; i < kind.builder->param_count; ++i) {
            const Param *p = &kind.builder->params[i];
            if (rng_below(&rng, 3) == 0)
                kind.params[i] = p->whole ? floor(rng_uniform(&rng, p->min, p->max))
                                          : rng_uniform(&rng, p->min, p->max);
        }
        for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
            if (rng_below(&rng, 4) == 0)
                kind.factors[t] = rng_uniform(&rng, 0.01, 100);
        for (int level = 0; level < HYBRID_MAX_LEVELS; ++level)
            if (rng_below(&rng, 4) == 0)
                kind.types[level] = 1 + (unsigned)rng_below(&rng, VOLUME_TYPES_ALL);
        kind.by_area = rng_below(&rng, 2);
        HybridDesc back[HYBRID_KINDS_MOST];
        char text[HYBRID_KIND_TEXT], again[HYBRID_KIND_TEXT], name[HYBRID_KIND_NAME];
        Error err = {""};
        hybrid_kind_text(&kind, text, sizeof text);
        hybrid_kind_name(&kind, name, sizeof name);
        if (hybrid_kinds_parse(text, back, &err) != 1)
            fail_msg("round %d of seed 6: %s (%s): %s", round, text, name, err.text);
        hybrid_kind_text(&back[0], again, sizeof again);
        assert_string_equal(text, again);
        assert_memory_equal(kind.params, back[0].params, sizeof kind.params);
        assert_memory_equal(kind.factors, back[0].factors, sizeof kind.factors);
        assert_memory_equal(kind.types, back[0].types, sizeof kind.types);
        assert_int_equal(kind.by_area, back[0].by_area);
        assert_null(strpbrk(text, " ,&;|<>()$'\"\\*?"));
    }
    static const char *const bad[] = {"",
                                      "nonsense",
                                      "merging:nonsense",
                                      "merging:branching=99",
                                      "builders:order=1",
                                      "insertion:types=0",
                                      "insertion:types9=1",
                                      "insertion:factor-cone=2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        HybridDesc kinds[HYBRID_KINDS_MOST];
        Error err = {""};
        if (hybrid_kinds_parse(bad[i], kinds, &err) != 0)
            fail_msg("\"%s\" is taken", bad[i]);
        assert_true(err.text[0] != 0);
    }
}

// Of each frame, by comparing every primitive with every other.
static uint64_t meet_by_hand(const PrimitiveSet *a, const PrimitiveSet *b, const Affine *b_to_a)
{
    uint64_t count = 0;
    for (int32_t i = 0; i < a->count; ++i)
        for (int32_t k = 0; k < b->count; ++k) {
            HybridVolume moved = hybrid_volume_moved(&b->items[k].volume, b_to_a);
            count += !hybrid_volumes_separate(&a->items[i].volume, &moved, 0);
        }
    return count;
}

static void builders_find_what_brute_force_finds(void **state)
{
    (void)state;
    PrimitiveSet a = random_primitive_set(11, 24), b = random_primitive_set(12, 17);
    HybridDesc kinds[HYBRID_KINDS_MOST];
    ContestResult results[HYBRID_KINDS_MOST];
    Affine poses[2 * FRAMES];
    Error err = {""};
    Rng rng = rng_create(5);
    for (int f = 0; f < 2 * FRAMES; ++f) {
        poses[f] = rng_rotation(&rng);
        poses[f].p = rng_in_cube(&rng, 3);
    }
    const HybridContestPair pairs[] = {{&a, &b, poses}, {&b, &b, poses + FRAMES}};
    int count = hybrid_kinds_parse("builders", kinds, &err);
    assert_int_equal(count, hybrid_builder_count);
    HybridContest contest = {pairs, 2, FRAMES, kinds, count, {0}};
    if (!hybrid_contest_run(&contest, results, NULL, &err))
        fail_msg("%s", err.text);
    for (int k = 0; k < count; ++k) {
        const ContestResult *r = &results[k];
        HybridTree trees[2];
        HybridCollision c = {0};
        assert_true(hybrid_build(&trees[0], &a, &kinds[k], NULL, NULL, &err));
        assert_true(hybrid_build(&trees[1], &b, &kinds[k], NULL, NULL, &err));
        for (int f = 0; f < FRAMES; ++f) {
            const ContestFrame *frame = &r->frames[f];
            assert_int_equal(frame->contacts, meet_by_hand(&a, &b, &poses[f]) +
                                                  meet_by_hand(&b, &b, &poses[FRAMES + f]));
            uint64_t tests = 0;
            for (int p = 0; p < 2; ++p) {
                assert_true(hybrid_collide(&trees[p], &trees[1], &pairs[p].b_to_a[f], true, &c));
                tests += c.tests;
                assert_true(c.moves <= (uint64_t)trees[1].count && c.leaf_tests <= c.tests &&
                            (uint64_t)c.count <= c.leaf_tests);
            }
            assert_int_equal(frame->volume_tests, tests);
            assert_true(frame->triangle_tests >= frame->contacts);
        }
        double bytes = (double)(trees[0].count + trees[1].count) * sizeof(HybridNode);
        assert_true(r->timed && fabs(r->bytes - bytes) < 0.5); // b stands there thrice, built once
        hybrid_collision_free(&c);
        for (int i = 0; i < 2; ++i)
            hybrid_tree_free(&trees[i]);
    }
    assert_true(results[0].contacts > 0);
    contest_free(results, count);
    primitive_set_free(&a);
    primitive_set_free(&b);
}

static void told_and_cancel(void *user, int kind, const ContestResult *result)
{
    (void)result;
    if (kind == 1)
        job_cancel(user);
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    Scene scene;
    SearchKind kinds[SEARCH_KINDS_MOST];
    ContestResult results[SEARCH_KINDS_MOST];
    Error err = {"as before"};
    Job job = {0};
    scene_open(&scene);
    int count = parse("volumes", kinds);
    Contest contest = contest_of(&scene, kinds, count);
    contest.listener = (ContestListener){.heard = told_and_cancel, .user = &job};
    assert_false(contest_run(&contest, results, &job, &err));
    assert_string_equal(err.text, "");
    assert_false(results[2].counted);
    contest_free(results, count);
    scene_close(&scene);
}

static void ties_fronts_and_break_evens_are_as_by_hand(void **state)
{
    (void)state;
    const ContestResult r[] = {
        {.us_least = 10, .us_most = 12, .build_ms = 5, .bytes = 100, .timed = true},
        {.us_least = 11, .us_most = 13, .build_ms = 1, .bytes = 300, .timed = true},
        {.us_least = 20, .us_most = 21, .build_ms = 2, .bytes = 50, .timed = true},
        {.us_least = 30, .us_most = 40, .build_ms = 0.5, .bytes = 400, .timed = true},
        {.failure = "no"},
    };
    enum { COUNT = 5 };
    static const int ranks[COUNT] = {1, 1, 3, 4, 0};
    static const bool ties[COUNT] = {true, true, false, false, false};
    static const bool build[COUNT] = {true, true, false, true, false};
    static const bool bytes[COUNT] = {true, false, true, false, false};
    for (int i = 0; i < COUNT; ++i) {
        assert_int_equal(contest_rank(r, COUNT, i), ranks[i]);
        assert_int_equal(contest_ties(r, COUNT, i), ties[i]);
        assert_int_equal(contest_on_front(r, COUNT, i, CONTEST_BUILD), build[i]);
        assert_int_equal(contest_on_front(r, COUNT, i, CONTEST_BYTES), bytes[i]);
    }
    // 4.5 ms more for 20 us less in every frame.
    assert_true(fabs(contest_break_even(r, COUNT, 0) - 225) < 1e-9);
    assert_true(contest_break_even(r, COUNT, 3) == 0);
    const ContestResult never[] = {{.us_least = 9, .build_ms = 2, .timed = true},
                                   {.us_least = 9, .build_ms = 1, .timed = true}};
    assert_true(isinf(contest_break_even(never, 2, 0)));
}

static void standard_motions_meet_and_part(void **state)
{
    (void)state;
    Mesh *a = shape_torus(1, 0.4, 24, 12), *b = shape_ico_sphere(0.8, 2);
    Bvh *trees[2] = {bvh_build(a, NULL, NULL, NULL), bvh_build(b, NULL, NULL, NULL)};
    ContactList list = {0};
    for (int m = 0; m < standard_motion_count; ++m) {
        enum { MOST = 200 };
        Affine poses[MOST], again[MOST];
        int meet = 0, frames = standard_motions[m]->record ? MOST : FRAMES; // it takes its time
        assert_true(standard_motion_poses(standard_motions[m], a, b, frames, 3, poses));
        assert_true(standard_motion_poses(standard_motions[m], a, b, frames, 3, again));
        assert_memory_equal(poses, again, (size_t)frames * sizeof *poses);
        for (int f = 0; f < frames; ++f) {
            QueryStats stats;
            assert_true(affine_is_rigid(&poses[f]));
            assert_true(
                query_contacts(trees[0], trees[1], &poses[f], NULL, NULL, &list, &stats, NULL));
            meet += list.count > 0;
        }
        if (meet == 0)
            fail_msg("%s: the two never meet", standard_motions[m]->name);
    }
    contact_list_free(&list);
    for (int i = 0; i < 2; ++i)
        bvh_release(trees[i]);
    mesh_release(a);
    mesh_release(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_read_back_as_what_they_were),
        cmocka_unit_test(presets_and_volumes_of_one_name_are_told_apart),
        cmocka_unit_test(words_stand_for_several),
        cmocka_unit_test(counts_are_those_of_searches_from_the_roots),
        cmocka_unit_test(who_finds_other_contacts_is_found_out),
        cmocka_unit_test(builders_read_back_as_what_they_were),
        cmocka_unit_test(builders_find_what_brute_force_finds),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(ties_fronts_and_break_evens_are_as_by_hand),
        cmocka_unit_test(standard_motions_meet_and_part),
    };
    return cmocka_run_group_tests_name("contest", tests, NULL, NULL);
}
