// An assembly that is flush everywhere at rest: nothing interferes, and 0.1 mm of a push does.
#include "app/scenes/scene.h"
#include "core/meaning/contact.h"
#include "core/tests/depth_oracle.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Flush {
    SceneData scene;
    PosedPart *parts;
    int32_t count;
    TreeCache trees;
    AssemblyReport contacts;
    ContactReport report;
} Flush;

static void flush_create(Flush *f)
{
    *f = (Flush){0};
    Error err = {""};
    if (!scene_load(&scene_bolted_plate, &f->scene, &err))
        fail_msg("%s", err.text);
    f->count = f->scene.assembly.part_count;
    f->parts = calloc((size_t)f->count, sizeof *f->parts);
    assert_non_null(f->parts);
    BvhDesc desc = bvh_desc_filled(NULL);
    for (int32_t i = 0; i < f->count; ++i) {
        const Part *part = &f->scene.assembly.parts[i];
        Bvh *tree = tree_cache_find(&f->trees, part->mesh, &desc);
        if (!tree) {
            tree = bvh_build(part->mesh, &desc, NULL, &err);
            assert_non_null(tree);
            assert_true(tree_cache_keep(&f->trees, tree));
        }
        f->parts[i] = (PosedPart){tree, part->rest, true, true};
    }
}

static void flush_free(Flush *f)
{
    assembly_report_free(&f->contacts);
    contact_report_free(&f->report);
    tree_cache_free(&f->trees);
    free(f->parts);
    scene_data_free(&f->scene);
}

static void update(Flush *f)
{
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    Error err = {""};
    if (!assembly_report_update(&f->contacts, f->parts, f->count, &all, NULL, &err) ||
        !contact_report_update(&f->report, &f->contacts, NULL, f->parts, f->count,
                               &(ContactDesc){0}, NULL, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < f->count; ++i)
        f->parts[i].changed = false;
}

static bool long_tier(void)
{
    const char *full = getenv("SNUG_FULL");
    return full && strcmp(full, "1") == 0;
}

static const char *name(const Flush *f, int32_t part)
{
    return f->scene.assembly.parts[part].name;
}

static void nothing_interferes_at_rest(void **state)
{
    (void)state;
    Flush f;
    flush_create(&f);
    update(&f);
    double deepest = 0, slowest = 0;
    for (size_t i = 0; i < f.report.count; ++i) {
        const ContactDetail *d = &f.report.pairs[i];
        if (d->state != PAIR_TOUCH || d->holes_closed || d->depth_error > d->tolerance)
            fail_msg("%s and %s: %s, %.4f mm + %.4f at a tolerance of %.4f", name(&f, d->a),
                     name(&f, d->b), pair_state_name(d->state), d->depth, d->depth_error,
                     d->tolerance);
        deepest = fmax(deepest, d->depth);
        slowest = fmax(slowest, d->ms);
    }
    printf("RAN: %d parts, %lld triangles, %zu pairs in touch, %lld triangle pairs, deepest %.4f "
           "mm; %.1f ms, slowest pair %.1f ms\n",
           f.count, (long long)assembly_triangles(&f.scene.assembly), f.report.count,
           (long long)f.contacts.contact_count, deepest, f.report.ms, slowest);
    assert_int_equal(f.count, 18);
    assert_int_equal(f.report.count, 32);
    assert_true(f.contacts.contact_count > 5000);
    flush_free(&f);
}

// What the oracle found out about the pairs of one part.
typedef struct Proofs {
    int deep, shallow; // pairs: with a point that is too deep, with a proof that there is none
    DepthOracle work;
} Proofs;

static OracleSolid solid_of(const Flush *f, int32_t part)
{
    return oracle_solid_create(f->parts[part].tree->mesh, &f->parts[part].placement);
}

// The report's word about every pair of the part that was pushed, or only of those that interfere,
// against the oracle's.
static void prove(Flush *f, int32_t part, int way, bool touches_too, Proofs *proofs)
{
    OracleSolid pushed = solid_of(f, part);
    for (int32_t other = 0; other < f->count; ++other) {
        if (other == part)
            continue;
        const ContactDetail *d = contact_report_find(&f->report, part, other);
        bool told = d && d->state == PAIR_INTERFERENCE;
        if (!told && !touches_too)
            continue;
        OracleSolid solid = solid_of(f, other);
        double tolerance = contact_tolerance(&(ContactDesc){0}, &f->parts[part], &f->parts[other]);
        DepthOracle *o = &proofs->work;
        o->deepest = 0;
        bool deep = oracle_is_deep(o, &pushed, &solid, tolerance);
        if (deep != told || (d && o->deepest > d->depth + d->depth_error + 1e-9))
            fail_msg("%s pushed along %d into %s: the report says %s, %.4f mm + %.4f; but a depth "
                     "of %.4f mm at a tolerance of %.4f was %s",
                     name(f, part), way, name(f, other), d ? pair_state_name(d->state) : "nothing",
                     d ? d->depth : 0, d ? d->depth_error : 0, o->deepest, tolerance,
                     deep ? "found" : "excluded");
        proofs->deep += deep;
        proofs->shallow += !deep;
        oracle_solid_free(&solid);
    }
    oracle_solid_free(&pushed);
}

// A push by 0.1 mm is seen, unless nothing stands in its way: which is proved without contacts.
static void a_push_of_any_part_is_seen(void **state)
{
    (void)state;
    Flush f;
    flush_create(&f);
    update(&f);
    int pushes = 0, seen = 0, free_ways = 0;
    Proofs proofs = {0};
    // One of a kind (plate, bracket, bolt, nut, rod) unless there is time.
    const int32_t kinds[] = {0, 1, 6, 7, 15};
    for (int32_t k = 0; k < (long_tier() ? f.count : 5); ++k) {
        int32_t part = long_tier() ? k : kinds[k];
        int ways = 0, free_of_part = 0;
        for (int way = 0; way < 6; ++way) {
            Affine rest = f.parts[part].placement;
            f.parts[part].placement.p.v[way / 2] += way % 2 ? 0.1 : -0.1;
            f.parts[part].changed = true;
            update(&f);
            ++pushes;
            int interferences = 0;
            for (size_t i = 0; i < f.report.count; ++i) {
                const ContactDetail *d = &f.report.pairs[i];
                if (d->state == PAIR_TOUCH)
                    continue;
                if (d->state != PAIR_INTERFERENCE || (d->a != part && d->b != part) ||
                    d->depth < 0.07 || d->depth > 0.13)
                    fail_msg("%s pushed along %d: %s and %s: %s, %.4f mm", name(&f, part), way,
                             name(&f, d->a), name(&f, d->b), pair_state_name(d->state), d->depth);
                ++interferences;
            }
            // In the short tier one free way of each part is enough.
            if (interferences > 0 || long_tier() || free_of_part++ == 0)
                prove(&f, part, way, interferences == 0 || long_tier(), &proofs);
            free_ways += interferences == 0;
            ways += interferences > 0;
            seen += interferences > 0;
            f.parts[part].placement = rest;
            f.parts[part].changed = true;
        }
        if (ways == 0)
            fail_msg("%s can be pushed anywhere", name(&f, part));
    }
    update(&f);
    for (size_t i = 0; i < f.report.count; ++i)
        assert_int_equal(f.report.pairs[i].state, PAIR_TOUCH);
    printf("RAN: %d pushes by 0.1 mm, %d of them into something, %d free; proved: %d pairs deeper "
           "than the tolerance, %d nowhere, by %lld pieces, %lld distances, %lld windings\n",
           pushes, seen, free_ways, proofs.deep, proofs.shallow, (long long)proofs.work.pieces,
           (long long)proofs.work.distances, (long long)proofs.work.inside_tests);
    assert_true(2 * seen > pushes && seen + free_ways == pushes && free_ways > 0);
    flush_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_interferes_at_rest),
        cmocka_unit_test(a_push_of_any_part_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
