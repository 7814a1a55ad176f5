// The cost model: constants that are known come out of the fit, and samples are real queries.
#include "core/mesh/shapes.h"
#include "core/query/cost_model.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { SAMPLES = 40 };

static double time_of(const double constants[COST_TERMS], const CostSample *s)
{
    return constants[0] * s->counts[0] + constants[1] * s->counts[1] + constants[2] * s->counts[2];
}

// Counts over three orders of magnitude, as poses give them.
static void draw_samples(CostSample *samples, const double constants[COST_TERMS], uint64_t seed)
{
    Rng rng = rng_create(seed);
    for (int i = 0; i < SAMPLES; ++i) {
        double size = 10 * (1 + rng_below(&rng, 1000));
        samples[i].counts[COST_VOLUME] = floor(size);
        samples[i].counts[COST_TRIANGLE] = floor(size * rng_uniform(&rng, 0.05, 0.3));
        samples[i].counts[COST_UPDATE] = floor(size * rng_uniform(&rng, 0.4, 1));
        samples[i].seconds = time_of(constants, &samples[i]);
    }
}

static void near_to(double value, double expected, double tolerance, uint64_t seed)
{
    if (!(fabs(value - expected) <= tolerance * fabs(expected)))
        fail_msg("seed %d: %.17g instead of %.17g", (int)seed, value, expected);
}

static void known_constants_are_recovered(void **state)
{
    (void)state;
    int fits = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng = rng_create(1000 + seed);
        double constants[COST_TERMS];
        CostSample samples[SAMPLES];
        for (int i = 0; i < COST_TERMS; ++i)
            constants[i] = 1e-9 * rng_uniform(&rng, 20, 200);
        draw_samples(samples, constants, seed);
        CostModel model = cost_fit(samples, SAMPLES);
        for (int i = 0; i < COST_TERMS; ++i) {
            assert_int_equal(model.state[i], COST_MEASURED);
            near_to(model.seconds[i], constants[i], 1e-6, seed);
        }
        near_to(cost_predict(&model, samples[0].counts), samples[0].seconds, 1e-9, seed);
        for (int i = 0; i < SAMPLES; ++i) // a hundredth of noise moves them by little
            samples[i].seconds *= rng_uniform(&rng, 0.99, 1.01);
        model = cost_fit(samples, SAMPLES);
        for (int i = 0; i < SAMPLES; ++i)
            near_to(cost_predict(&model, samples[i].counts), samples[i].seconds, 0.04, seed);
        ++fits;
    }
    printf("RAN: %d sets of constants recovered\n", fits);
}

static double squares(const CostSample *samples, const double constants[COST_TERMS])
{
    double sum = 0;
    for (int i = 0; i < SAMPLES; ++i) {
        double error = time_of(constants, &samples[i]) / samples[i].seconds - 1;
        sum += error * error;
    }
    return sum;
}

// Where free least squares would take a constant below 0. What else is allowed is not better, but
// for the part that another constant has to gain.
static void constants_are_never_negative(void **state)
{
    (void)state;
    int clamped = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng = rng_create(2000 + seed);
        double constants[COST_TERMS];
        CostSample samples[SAMPLES];
        for (int i = 0; i < COST_TERMS; ++i)
            constants[i] = 1e-9 * rng_uniform(&rng, 50, 100);
        constants[seed % COST_TERMS] *= -0.2;
        draw_samples(samples, constants, seed);
        CostModel model = cost_fit(samples, SAMPLES);
        double least = squares(samples, model.seconds);
        for (int i = 0; i < COST_TERMS; ++i) {
            assert_true(model.seconds[i] >= 0);
            assert_true((model.seconds[i] > 0) == (model.state[i] == COST_MEASURED));
            clamped += model.state[i] == COST_MERGED;
        }
        for (int trial = 0; trial < 200; ++trial) {
            double other[COST_TERMS];
            for (int i = 0; i < COST_TERMS; ++i) {
                double by = 1e-9 * rng_uniform(&rng, -1, 1);
                other[i] = fmax(0, model.seconds[i] + by);
            }
            if (squares(samples, other) < 0.96 * least)
                fail_msg("seed %d: a better solution is near", (int)seed);
        }
    }
    printf("RAN: %d constants held at zero\n", clamped);
    assert_true(clamped >= 150);
}

static void counts_in_step_share_one_constant(void **state)
{
    (void)state;
    CostSample samples[SAMPLES];
    draw_samples(samples, (double[]){30e-9, 90e-9, 0}, 7);
    for (int i = 0; i < SAMPLES; ++i)
        samples[i].counts[COST_UPDATE] = 0;
    CostModel model = cost_fit(samples, SAMPLES);
    assert_int_equal(model.state[COST_UPDATE], COST_ABSENT);
    assert_true(model.seconds[COST_UPDATE] == 0);
    near_to(model.seconds[COST_VOLUME], 30e-9, 1e-6, 7);
    near_to(model.seconds[COST_TRIANGLE], 90e-9, 1e-6, 7);
    for (int i = 0; i < SAMPLES; ++i) {
        samples[i].counts[COST_UPDATE] = samples[i].counts[COST_VOLUME];
        samples[i].seconds += 20e-9 * samples[i].counts[COST_UPDATE];
    }
    model = cost_fit(samples, SAMPLES);
    assert_int_equal(model.state[COST_VOLUME], COST_MEASURED);
    assert_int_equal(model.state[COST_UPDATE], COST_MERGED);
    near_to(model.seconds[COST_VOLUME], 50e-9, 1e-6, 7);
    for (int i = 0; i < SAMPLES; ++i) { // all three
        samples[i].counts[COST_TRIANGLE] = 2 * samples[i].counts[COST_VOLUME];
        samples[i].seconds = 40e-9 * samples[i].counts[COST_VOLUME];
    }
    model = cost_fit(samples, SAMPLES);
    near_to(cost_predict(&model, samples[3].counts), samples[3].seconds, 1e-9, 7);
    assert_int_equal(model.state[COST_TRIANGLE], COST_MERGED);
    // Nothing at all, and times of nothing.
    model = cost_fit(NULL, 0);
    assert_int_equal(model.state[COST_VOLUME], COST_ABSENT);
    for (int i = 0; i < SAMPLES; ++i)
        samples[i].seconds = 0;
    model = cost_fit(samples, SAMPLES);
    assert_true(model.state[COST_VOLUME] == COST_ABSENT && model.seconds[COST_VOLUME] == 0);
}

static void check_measure(const CostMeasure *m, const CostMeasure *again, const Bvh *tree, int test)
{
    const char *name = tree->type->tests[test].name;
    if (m->poses < COST_LEAST_POSES || m->checked != m->poses / 2)
        fail_msg("%s, %s: %d poses, %d checked", tree->type->name, name, m->poses, m->checked);
    double updates = 0, measured = 0, predicted = 0;
    int below = 0;
    for (int i = 0; i < m->poses; ++i) {
        const CostSample *s = &m->samples[i];
        assert_true(s->counts[COST_VOLUME] >= 1 && s->seconds > 0);
        updates += s->counts[COST_UPDATE];
        if (i < again->poses)
            assert_memory_equal(s->counts, again->samples[i].counts, sizeof s->counts);
        near_to(m->forecasts[i], cost_predict(&m->model, s->counts), 1e-12, 0);
        if (i % 2 == 0)
            continue;
        measured += s->seconds;
        predicted += m->forecasts[i];
        below += fabs(m->forecasts[i] / s->seconds - 1) <= m->median;
    }
    assert_true((m->model.state[COST_UPDATE] == COST_ABSENT) == (updates == 0));
    assert_true(m->model.state[COST_VOLUME] != COST_ABSENT);
    near_to(m->measured, measured, 1e-12, 0);
    near_to(m->predicted, predicted, 1e-12, 0);
    assert_true(2 * below >= m->checked && m->median <= m->ninth && m->ninth <= m->most);
}

// Every volume and overlap test: poses and counts repeat, whatever the clock says.
static void samples_are_real_queries(void **state)
{
    (void)state;
    static CostMeasure first, again;
    Mesh *mesh = shape_torus(0.75, 0.25, 12, 8);
    int measured = 0, poses = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        Error err = {""};
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, &err);
        assert_non_null(tree);
        for (int test = 0; test < tree->type->test_count; ++test) {
            QueryDesc desc = {.mode = QUERY_ALL, .test = test, .rule = tree->type->rule};
            assert_true(cost_measure(tree, tree, &desc, 0.004, NULL, &first, &err));
            if (test == 0) {
                assert_true(cost_measure(tree, tree, &desc, 0, NULL, &again, &err));
                assert_int_equal(again.poses, COST_LEAST_POSES);
            }
            check_measure(&first, test == 0 ? &again : &first, tree, test);
            poses += first.poses;
            ++measured;
        }
        Affine pose = affine_identity();
        pose.p = vec3d(0.3, 0.2, 0.1);
        QueryStats stats;
        CostSample sample;
        ContactList list = {0};
        double counts[COST_TERMS];
        QueryDesc desc = {.mode = QUERY_ALL};
        assert_true(query_contacts(tree, tree, &pose, &desc, NULL, &list, &stats, &err));
        assert_true(cost_sample(&(CostPair){tree, tree, pose}, 1, &desc, NULL, &sample, &err));
        cost_counts(&stats, counts);
        assert_memory_equal(counts, sample.counts, sizeof counts);
        assert_true(stats.triangle_tests > 0 && counts[COST_TRIANGLE] > 0);
        CostPair pairs[2] = {{tree, tree, pose}, {tree, tree, affine_identity()}};
        assert_true(cost_sample(pairs, 2, &desc, NULL, &sample, &err));
        assert_true(query_contacts(tree, tree, &pairs[1].b_to_a, &desc, NULL, &list, &stats, &err));
        assert_true(sample.counts[COST_VOLUME] == counts[COST_VOLUME] + (double)stats.volume_tests);
        assert_true(cost_sample(NULL, 0, &desc, NULL, &sample, &err));
        assert_true(sample.seconds == 0 && sample.counts[COST_VOLUME] == 0);
        contact_list_free(&list);
        bvh_release(tree);
    }
    mesh_release(mesh);
    printf("RAN: %d overlap tests measured in %d poses\n", measured, poses);
}

static void measuring_can_be_cancelled(void **state)
{
    (void)state;
    static CostMeasure m;
    Error err = {""};
    Mesh *mesh = shape_torus(0.75, 0.25, 72, 35);
    Mesh *none = mesh_create(0, 0);
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, &err);
    Bvh *empty = bvh_build(none, &(BvhDesc){.type = &bv_aabb}, NULL, &err);
    assert_true(tree && empty);
    Job job = {0};
    job_cancel(&job);
    assert_false(cost_measure(tree, tree, &(QueryDesc){.mode = QUERY_ALL}, 1, &job, &m, &err));
    assert_string_equal(err.text, "");
    assert_false(cost_measure(tree, tree, &(QueryDesc){.test = 99}, 1, NULL, &m, &err));
    assert_true(err.text[0]);
    assert_true(cost_measure(tree, empty, NULL, 1, NULL, &m, &err));
    assert_true(m.poses == 0 && m.model.state[COST_VOLUME] == COST_ABSENT);
    bvh_release(tree);
    bvh_release(empty);
    mesh_release(mesh);
    mesh_release(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_constants_are_recovered),
        cmocka_unit_test(constants_are_never_negative),
        cmocka_unit_test(counts_in_step_share_one_constant),
        cmocka_unit_test(samples_are_real_queries),
        cmocka_unit_test(measuring_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
