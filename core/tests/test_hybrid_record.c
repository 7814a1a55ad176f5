// A recorded build of a hierarchy over primitives is the build: the same tree, made of the steps that
// were noted, each the cheapest of what was weighed; and branch and bound's bound and incumbent are ones.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/levels.h"
#include "core/hybrid/record.h"
#include "core/hybrid/variants.h"
#include "core/tests/hybrid_sets.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct Case {
    PrimitiveSet set;
    HybridDesc desc;
    HybridTree tree;
    HybridStats stats;
    HybridRecord record;
    char name[128];
} Case;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s: not %s", c->name, #condition);                                           \
    } while (0)

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1e-12 + fabs(a) + fabs(b));
}

// Without time limits: what they leave is a matter of the machine.
static void make_case(Case *c, PrimitiveSet set, const HybridBuilder *builder, const char *name)
{
    *c = (Case){.set = set, .desc = {.builder = builder}};
    snprintf(c->name, sizeof c->name, "%s, %s", name, builder->name);
    c->desc = hybrid_desc_filled(&c->desc);
    if (builder == &hybrid_bnb_enlarge || builder == &hybrid_bnb_tightest) {
        c->desc.params[LEVEL_SECONDS] = 0;
        c->desc.params[LEVEL_NODES] = sanitised() ? 500 : 5000;
    }
    Error err = {""};
    if (!hybrid_build_recorded(&c->tree, &c->set, &c->desc, &c->stats, NULL, &c->record, &err))
        fail_msg("%s: %s", c->name, err.text);
}

static void free_case(Case *c)
{
    hybrid_tree_free(&c->tree);
    hybrid_record_free(&c->record);
    primitive_set_free(&c->set);
}

static void the_tree_is_the_plain_one(const Case *c)
{
    HybridTree plain;
    HybridStats stats;
    Error err = {""};
    CHECK(hybrid_build(&plain, &c->set, &c->desc, &stats, NULL, &err));
    CHECK(plain.count == c->tree.count && stats.nodes == c->stats.nodes);
    for (HybridId i = 0; i < plain.count; ++i) {
        const HybridNode *a = &plain.nodes[i], *b = &c->tree.nodes[i];
        CHECK(a->parent == b->parent && a->type == b->type && a->primitive == b->primitive);
        CHECK(hybrid_volume_equal(&a->volume, &b->volume));
    }
    hybrid_tree_free(&plain);
}

static uint64_t mark_of(int32_t primitive)
{
    uint64_t x = ((uint64_t)primitive + 1) * UINT64_C(0x9E3779B97F4A7C15);
    return x ^ x >> 29;
}

static int by_mark(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// What each group covers, as sums of marks, in order. Leaves are nodes 0 .. count - 1 of a builder.
static uint32_t coverages(const HybridId *parents, uint32_t nodes, int32_t leaves,
                          const int32_t *primitive_of, uint64_t *out)
{
    uint64_t *sums = mem_calloc(nodes, sizeof *sums);
    uint32_t count = 0;
    assert_non_null(sums);
    for (uint32_t i = 0; i < nodes; ++i) {
        int32_t primitive = primitive_of ? primitive_of[i] : (int32_t)i < leaves ? (int32_t)i : -1;
        for (HybridId up = (HybridId)i; primitive >= 0 && up != HYBRID_NONE; up = parents[up])
            sums[up] += up == (HybridId)i ? 0 : mark_of(primitive);
    }
    for (uint32_t i = 0; i < nodes; ++i)
        if (sums[i] != 0)
            out[count++] = sums[i];
    mem_free(sums);
    qsort(out, count, sizeof *out, by_mark);
    return count;
}

static HybridId *parents_at(const Case *c, int64_t step)
{
    HybridId *parents = array_alloc((size_t)c->record.node_count + 1, sizeof *parents);
    assert_non_null(parents);
    for (uint32_t i = 0; i < c->record.node_count; ++i)
        parents[i] = HYBRID_NONE;
    hybrid_record_go(&c->record, parents, -1, step);
    return parents;
}

static void steps_make_the_tree(const Case *c)
{
    const HybridRecord *r = &c->record;
    size_t most = r->node_count + (size_t)c->tree.count + 1;
    uint64_t *made = array_alloc(most, sizeof *made), *built = array_alloc(most, sizeof *built);
    HybridId *up = array_alloc(most, sizeof *up);
    int32_t *primitive = array_alloc(most, sizeof *primitive);
    assert_true(made && built && up && primitive);
    for (HybridId i = 0; i < c->tree.count; ++i) {
        up[i] = c->tree.nodes[i].parent;
        primitive[i] = c->tree.nodes[i].primitive;
    }
    HybridId *parents = parents_at(c, (int64_t)r->step_count - 1);
    uint32_t count = coverages(parents, r->node_count, c->set.count, NULL, made);
    CHECK(count == coverages(up, (uint32_t)c->tree.count, 0, primitive, built));
    for (uint32_t i = 0; i < count; ++i)
        CHECK(made[i] == built[i]);
    mem_free(made);
    mem_free(built);
    mem_free(up);
    mem_free(primitive);
    mem_free(parents);
}

static void back_and_forward_is_where_it_was(const Case *c)
{
    const HybridRecord *r = &c->record;
    HybridId *walked = parents_at(c, -1);
    int64_t at = -1;
    Rng rng = rng_create(3);
    for (int i = 0; r->step_count > 0 && i < 12; ++i) {
        int64_t to = (int64_t)rng_below(&rng, (int32_t)r->step_count + 1) - 1;
        hybrid_record_go(r, walked, at, to);
        at = to;
        HybridId *direct = parents_at(c, to);
        for (uint32_t k = 0; k < r->node_count; ++k)
            CHECK(walked[k] == direct[k]);
        mem_free(direct);
    }
    mem_free(walked);
}

// --- what was weighed

static double box_cost(const Case *c, const int32_t *list, int32_t count)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < count; ++i) {
        Box3d one = hybrid_box_of(&c->set.items[list[i]].volume);
        box = box3d_including(box3d_including(box, one.lo), one.hi);
    }
    Vec3d d = vec3d_sub(box.hi, box.lo);
    return count * d.x * d.y * d.z;
}

static void a_cut_costs_what_its_sides_say(const Case *c, const HybridStep *step,
                                           const HybridCandidate *taken)
{
    const int32_t *all = c->record.primitives;
    if (taken->left != (int32_t)step->primitives[0])
        return; // halved after many lopsided ones
    double cost = box_cost(c, all + step->primitive[0], (int32_t)step->primitives[0]) +
                  box_cost(c, all + step->primitive[1], (int32_t)step->primitives[1]);
    CHECK(near(cost, taken->cost));
    CHECK(step->weighed == 3 * (step->primitives[0] + step->primitives[1] - 1));
}

static void the_taken_one_is_the_cheapest(const Case *c, const HybridStep *step)
{
    const HybridCandidate *list = c->record.candidates + step->candidate, *taken = NULL;
    CHECK(step->candidates > 0);
    for (uint32_t i = 0; i < step->candidates; ++i) {
        CHECK(!taken || !list[i].taken);
        taken = list[i].taken ? &list[i] : taken;
    }
    CHECK(taken != NULL);
    for (uint32_t i = 0; i < step->candidates; ++i)
        CHECK(taken->cost <= list[i].cost);
    CHECK(step->kind == HYBRID_STEP_CUT || step->cost == taken->cost);
    if (step->kind == HYBRID_STEP_CUT)
        a_cut_costs_what_its_sides_say(c, step, taken);
}

// Of the groups of a level: fitted anew to what its nodes cover.
static double group_cost(const Case *c, const HybridStep *step, const HybridId *before,
                         uint64_t mask)
{
    const HybridVolume *volumes[256];
    int32_t count = 0;
    for (int32_t p = 0; p < c->set.count; ++p)
        for (uint32_t m = 0; m < step->members; ++m) {
            HybridId up = mask >> m & 1 ? p : HYBRID_NONE;
            while (up != HYBRID_NONE && up != c->record.members[step->member + m])
                up = before[up];
            if (up != HYBRID_NONE && count < 256)
                volumes[count++] = &c->set.items[p].volume;
        }
    double least = INFINITY;
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t) {
        HybridVolume fit = hybrid_volume_fit((enum VolumeType)t, volumes, count);
        least = fmin(least, hybrid_volume_measure(&fit, c->stats.measure));
    }
    return __builtin_popcountll(mask) * least;
}

// The cheapest cover of all members, one after the other: not by branch and bound.
static double best_cover(const HybridStep *step, const HybridCandidate *list)
{
    size_t sets = (size_t)1 << step->members;
    double *least = array_alloc(sets, sizeof *least);
    assert_non_null(least);
    for (size_t s = 0; s < sets; ++s)
        least[s] = s == 0 ? 0 : INFINITY;
    for (size_t s = 0; s < sets; ++s)
        for (uint32_t i = 0; i < step->candidates && isfinite(least[s]); ++i) {
            uint64_t open = ~(uint64_t)s & (sets - 1), first = open & (~open + 1);
            if (list[i].mask & first && !(list[i].mask & s))
                least[s | list[i].mask] = fmin(least[s | list[i].mask], least[s] + list[i].cost);
        }
    double best = least[sets - 1];
    mem_free(least);
    return best;
}

static void the_search_is_one(const Case *c, const HybridStep *step)
{
    const HybridSearch *search = &c->record.searches[step->search];
    const PartitionNotes *notes = &search->notes;
    CHECK(notes->count > 0 && !notes->failed);
    for (uint32_t i = 0; i < notes->count; ++i) {
        const PartitionEvent *e = &notes->events[i], *before = i > 0 ? e - 1 : NULL;
        CHECK(!before || (e->nodes >= before->nodes && e->bound >= before->bound));
        CHECK(!before || e->incumbent <= before->incumbent);
        CHECK(!before || (e->incumbent < before->incumbent) == e->found);
        CHECK(e->bound <= step->cost * (1 + 1e-9) || search->stopped);
        CHECK(e->nodes <= search->nodes && e->bound <= e->incumbent * (1 + 1e-9));
    }
    const PartitionEvent *last = &notes->events[notes->count - 1];
    CHECK(!search->proven || (near(last->bound, last->incumbent) && near(last->bound, step->cost)));
}

static void the_level_is_the_best_selection(const Case *c, const HybridStep *step, int *solved)
{
    const HybridCandidate *list = c->record.candidates + step->candidate;
    const HybridSearch *search = &c->record.searches[step->search];
    HybridId *before = parents_at(c, step - c->record.steps - 1);
    uint64_t covered = 0;
    for (uint32_t i = 0; i < step->candidates; ++i) {
        CHECK(!list[i].taken || !(covered & list[i].mask));
        covered |= list[i].taken ? list[i].mask : 0;
        if (i < 40 && c->set.count < 200)
            CHECK(near(list[i].cost, group_cost(c, step, before, list[i].mask)));
    }
    CHECK(__builtin_popcountll(covered) == (int)step->members);
    the_search_is_one(c, step);
    if (step->members <= 14 && search->proven && step->candidates == step->weighed) {
        CHECK(near(step->cost, best_cover(step, list)));
        ++*solved;
    }
    mem_free(before);
}

static void every_builder_says_what_it_does(void **state)
{
    (void)state;
    int cases = 0, steps = 0, solved = 0;
    Case *c = mem_calloc(1, sizeof *c);
    assert_non_null(c);
    for (int s = 0; s < hybrid_set_count; ++s)
        for (int b = 0; b < hybrid_builder_count; ++b) {
            PrimitiveSet set = hybrid_sets[s].make();
            if (set.count > (long_tier() ? 1000 : 70)) {
                primitive_set_free(&set);
                continue;
            }
            make_case(c, set, hybrid_builders[b], hybrid_sets[s].name);
            the_tree_is_the_plain_one(c);
            steps_make_the_tree(c);
            back_and_forward_is_where_it_was(c);
            CHECK((c->record.step_count > 0) == (c->set.count > 1) && !c->record.truncated);
            for (uint32_t i = 0; i < c->record.step_count; ++i) {
                const HybridStep *step = &c->record.steps[i];
                if (step->kind == HYBRID_STEP_LEVEL)
                    the_level_is_the_best_selection(c, step, &solved);
                else if (step->kind != HYBRID_STEP_ROOT && step->kind != HYBRID_STEP_MERGED)
                    the_taken_one_is_the_cheapest(c, step);
            }
            ++cases;
            steps += (int)c->record.step_count;
            free_case(c);
        }
    mem_free(c);
    printf("RAN: %d builds, %d steps, %d levels solved another way\n", cases, steps, solved);
    assert_true(cases > 20 && solved > 5);
}

// With boxes, what each insertion adds is exact: together they are the cost of the tree.
static void insertions_add_up(void **state)
{
    (void)state;
    Case *c = mem_calloc(1, sizeof *c);
    assert_non_null(c);
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        c->set = random_primitive_set(seed, 30);
        c->desc = hybrid_desc_filled(
            &(HybridDesc){.builder = &hybrid_insertion, .types = {1u << VOLUME_TYPE_AABB}});
        snprintf(c->name, sizeof c->name, "insertion, seed %d", (int)seed);
        c->record = (HybridRecord){0};
        CHECK(
            hybrid_build_recorded(&c->tree, &c->set, &c->desc, &c->stats, NULL, &c->record, NULL));
        const HybridVolume *first[2] = {&c->set.items[0].volume, &c->set.items[1].volume};
        HybridVolume root = hybrid_volume_fit(VOLUME_TYPE_AABB, first, 2);
        double sum = 2 * hybrid_volume_measure(&root, MEASURE_VOLUME);
        for (uint32_t i = 1; i < c->record.step_count; ++i)
            sum += c->record.steps[i].cost;
        CHECK(near(sum, hybrid_cost(&c->tree, MEASURE_VOLUME).full));
        free_case(c);
    }
    mem_free(c);
    printf("RAN: the steps of 10 insertions add up to the cost\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_builder_says_what_it_does),
        cmocka_unit_test(insertions_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
