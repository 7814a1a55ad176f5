// How much work searches do is guarded like what they find: N_v, N_p and N_u of every volume x
// overlap test x criterion, and of every parameter, builder, arity and descent rule, are those of
// core/tests/data/search_work.txt. A tree that is fitted or cut worse, or a test that separates
// less, finds the same contacts and costs more; nothing else would tell.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/split/split.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GOLDEN "core/tests/data/search_work.txt"
#define RENEW                                                                                      \
    "if that is meant: SNUG_RENEW=1 ctest --test-dir build/release -R core_search_work writes "    \
    "the figures anew; say in the commit why they changed"

enum { SCENES = 3, POSES = 3, COUNTS = 3, MOST_ROWS = 4000, ROW_NAME = 160, TOLD = 8 };
static const char *const count_names[COUNTS] = {"N_v", "N_p", "N_u"};

typedef struct Scene {
    const char *name;
    Mesh *a, *b;
    double reach; // poses are drawn from the shell between half of it and all of it
    Affine poses[POSES];
} Scene;

typedef struct Row {
    char name[ROW_NAME];
    uint64_t counts[SCENES][COUNTS]; // sums over the poses
} Row;

typedef struct Table {
    Row *rows;
    int count;
} Table;

// Sine and cosine differ in their last bit between processors; the counts may not.
static Mesh *on_a_grid(Mesh *mesh)
{
    assert_non_null(mesh);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            mesh->vertices[i].v[k] = round(mesh->vertices[i].v[k] * 0x1p16) * 0x1p-16;
    return mesh;
}

static void scenes_make(Scene scenes[SCENES])
{
    const Scene made[SCENES] = {
        {.name = "tori",
         .a = on_a_grid(shape_torus(1, 0.3, 20, 12)),
         .b = on_a_grid(shape_torus(1, 0.3, 20, 12)),
         .reach = 1.6},
        {.name = "blob and knot",
         .a = on_a_grid(shape_blob(500, 4, 1, 0.4, 3)),
         .b = on_a_grid(shape_knot(2, 3, 1, 0.4, 0.2, 40, 6)),
         .reach = 1.8},
        {.name = "cone and soup",
         .a = on_a_grid(shape_cone(0.7, 2, 40)),
         .b = on_a_grid(shape_soup(300, 2, 0.25, 5)),
         .reach = 0.8},
    };
    memcpy(scenes, made, sizeof made);
    for (int s = 0; s < SCENES; ++s) {
        assert_true(scenes[s].a->triangle_count + scenes[s].b->triangle_count <= 1000);
        Rng rng = rng_create((uint64_t)(40 + s));
        for (int i = 0; i < POSES; ++i) {
            scenes[s].poses[i] = rng_rotation(&rng);
            double away = rng_uniform(&rng, 0.5, 1) * scenes[s].reach;
            scenes[s].poses[i].p = vec3d_scale(rng_direction(&rng), away);
        }
    }
}

static void scenes_free(Scene scenes[SCENES])
{
    for (int s = 0; s < SCENES; ++s) {
        mesh_release(scenes[s].a);
        mesh_release(scenes[s].b);
    }
}

// The trees of one description in every scene, and what they are called.
typedef struct Variant {
    const BvType *type;
    char name[64];
    Bvh *a[SCENES], *b[SCENES];
} Variant;

static void add_row(Table *table, const Scene scenes[SCENES], const Variant *variant,
                    const char *rule_name, const QueryDesc *desc)
{
    assert_true(table->count < MOST_ROWS);
    Row *row = &table->rows[table->count++];
    int length = snprintf(row->name, sizeof row->name, "%s | %s%s | %s%s", variant->type->name,
                          variant->type->tests[desc->test].name, desc->lift ? ", lifted" : "",
                          variant->name, rule_name);
    assert_true(length < ROW_NAME);
    ContactList found = {0};
    for (int s = 0; s < SCENES; ++s) {
        for (int i = 0; i < POSES; ++i) {
            QueryStats stats;
            Error err = {""};
            if (!query_contacts(variant->a[s], variant->b[s], &scenes[s].poses[i], desc, NULL,
                                &found, &stats, &err))
                fail_msg("%s, %s: %s", row->name, scenes[s].name, err.text);
            const uint64_t counts[COUNTS] = {stats.volume_tests, stats.triangle_tests,
                                             stats.updates};
            for (int c = 0; c < COUNTS; ++c)
                row->counts[s][c] += counts[c];
        }
    }
    contact_list_free(&found);
}

// One row per overlap test, plain and lifted; with `rules`, one per descent rule besides.
static void add_variant(Table *table, const Scene scenes[SCENES], const BvhDesc *desc,
                        const char *name, bool rules)
{
    const char *why;
    if (!bvh_desc_allowed(desc, &why))
        return;
    Variant v = {.type = desc->type};
    snprintf(v.name, sizeof v.name, "%s", name);
    for (int s = 0; s < SCENES; ++s) {
        v.a[s] = bvh_build(scenes[s].a, desc, NULL, NULL);
        v.b[s] = bvh_build(scenes[s].b, desc, NULL, NULL);
        assert_non_null(v.a[s]);
        assert_non_null(v.b[s]);
    }
    for (int t = 0; t < v.type->test_count; ++t) {
        QueryDesc query = {.mode = QUERY_ALL, .test = t, .rule = v.type->rule};
        for (int lift = 0; lift <= (v.type->tests[t].run_lifted != NULL); ++lift) {
            query.lift = lift;
            add_row(table, scenes, &v, "", &query);
        }
        query.lift = false;
        for (query.rule = 0; rules && query.rule < descent_rule_count; ++query.rule) {
            char rule[64];
            snprintf(rule, sizeof rule, ", %s", descent_rules[query.rule]->name);
            if (query.rule != v.type->rule)
                add_row(table, scenes, &v, rule, &query);
        }
    }
    for (int s = 0; s < SCENES; ++s) {
        bvh_release(v.a[s]);
        bvh_release(v.b[s]);
    }
}

static void add_params(Table *table, const Scene scenes[SCENES], const BvType *type)
{
    for (int p = 0; p < type->param_count; ++p) {
        const Param *param = &type->params[p];
        const double ends[] = {param->min, param->max};
        const double *values = param->choices ? param->choices : ends;
        for (int i = 0; i < (param->choices ? param->choice_count : 2); ++i) {
            if (values[i] == param->normal)
                continue;
            char name[64];
            BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = type, .split = split_rules[0]});
            desc.params[p] = values[i];
            snprintf(name, sizeof name, "%s = %g", param->name, values[i]);
            add_variant(table, scenes, &desc, name, false);
        }
    }
}

static Table measured(void)
{
    Scene scenes[SCENES];
    scenes_make(scenes);
    Table table = {calloc(MOST_ROWS, sizeof(Row)), 0};
    assert_non_null(table.rows);
    for (int t = 0; t < bv_type_count; ++t) {
        const BvType *type = bv_types[t];
        BvhDesc plain = {.type = type, .split = split_rules[0]}, desc = plain;
        for (int s = 0; s < split_rule_count; ++s) {
            desc.split = split_rules[s];
            add_variant(&table, scenes, &desc, split_rules[s]->name, s == 0);
        }
        desc = plain;
        for (int b = 1; b < builder_count; ++b) {
            desc.builder = builders[b];
            add_variant(&table, scenes, &desc, builders[b]->name, false);
        }
        desc = plain;
        desc.leaf_size = 4;
        add_variant(&table, scenes, &desc, "4 in a leaf", false);
        desc = plain;
        for (desc.arity = 4; desc.arity <= QUERY_MAX_ARITY; desc.arity *= 2) {
            char name[64];
            snprintf(name, sizeof name, "%d children", desc.arity);
            add_variant(&table, scenes, &desc, name, false);
        }
        add_params(&table, scenes, type);
    }
    scenes_free(scenes);
    return table;
}

static void write_golden(const Table *table)
{
    FILE *file = fopen(GOLDEN, "w");
    if (!file)
        fail_msg("cannot write %s", GOLDEN);
    fprintf(file, "# What core/tests/test_search_work.c measures: volume | test | how the tree was "
                  "built | N_v N_p N_u in each of three scenes.\n");
    for (int i = 0; i < table->count; ++i) {
        fprintf(file, "%s |", table->rows[i].name);
        for (int s = 0; s < SCENES; ++s)
            for (int c = 0; c < COUNTS; ++c)
                fprintf(file, "%s %" PRIu64, s > 0 && c == 0 ? " " : "",
                        table->rows[i].counts[s][c]);
        fprintf(file, "\n");
    }
    assert_int_equal(fclose(file), 0);
    printf("RAN: %d rows of %s written anew\n", table->count, GOLDEN);
}

static Table read_golden(void)
{
    Table table = {calloc(MOST_ROWS, sizeof(Row)), 0};
    assert_non_null(table.rows);
    FILE *file = fopen(GOLDEN, "r");
    if (!file)
        fail_msg("%s cannot be read; %s", GOLDEN, RENEW);
    char line[512];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *end = strrchr(line, '|');
        if (!end || end - line < 1 || end - line > ROW_NAME || table.count == MOST_ROWS)
            fail_msg("%s: this is no row: %s", GOLDEN, line);
        Row *row = &table.rows[table.count++];
        memcpy(row->name, line, (size_t)(end - line) - 1);
        char *at = end + 1;
        for (int s = 0; s < SCENES; ++s)
            for (int c = 0; c < COUNTS; ++c) {
                char *after;
                row->counts[s][c] = strtoull(at, &after, 10);
                if (after == at)
                    fail_msg("%s: figures are missing in: %s", GOLDEN, line);
                at = after;
            }
    }
    fclose(file);
    return table;
}

static const Row *row_named(const Table *table, const char *name)
{
    for (int i = 0; i < table->count; ++i)
        if (strcmp(table->rows[i].name, name) == 0)
            return &table->rows[i];
    return NULL;
}

// Says what differs, if it is among the first. Returns whether anything does.
static bool tell_differences(const Row *row, const Row *golden, int told)
{
    bool differs = false;
    Scene scenes[SCENES];
    scenes_make(scenes);
    for (int s = 0; s < SCENES; ++s)
        for (int c = 0; c < COUNTS; ++c) {
            uint64_t is = row->counts[s][c], was = golden->counts[s][c];
            if (is == was)
                continue;
            differs = true;
            if (told < TOLD)
                print_error("%s: %s on \"%s\" is %" PRIu64 ", golden %" PRIu64 " (%+.1f %%)\n",
                            row->name, count_names[c], scenes[s].name, is, was,
                            was > 0 ? 100 * ((double)is / (double)was - 1) : 100.0);
        }
    scenes_free(scenes);
    return differs;
}

static void work_is_the_golden_one(void **state)
{
    (void)state;
    if (sanitised()) {
        printf("RAN: nothing; counts are compared in builds without sanitizers\n");
        skip();
    }
    Table now = measured();
    for (int i = 0; i < now.count; ++i) // else a row could hide behind its namesake
        assert_ptr_equal(row_named(&now, now.rows[i].name), &now.rows[i]);
    const char *renew = getenv("SNUG_RENEW");
    if (renew && strcmp(renew, "1") == 0) {
        write_golden(&now);
        free(now.rows);
        return;
    }
    Table golden = read_golden();
    int differ = 0, missing = 0, gone = 0;
    for (int i = 0; i < now.count; ++i) {
        const Row *row = &now.rows[i], *was = row_named(&golden, row->name);
        if (!was) {
            if (missing++ < TOLD)
                print_error("%s: has no golden row\n", row->name);
        } else if (memcmp(row->counts, was->counts, sizeof row->counts) != 0) {
            differ += tell_differences(row, was, differ);
        }
    }
    for (int i = 0; i < golden.count; ++i)
        if (!row_named(&now, golden.rows[i].name) && gone++ < TOLD)
            print_error("%s: is in %s and no more in the registries\n", golden.rows[i].name,
                        GOLDEN);
    printf("RAN: N_v, N_p and N_u of %d rows in %d scenes, %d poses each\n", now.count, SCENES,
           POSES);
    if (differ + missing + gone > 0)
        fail_msg("%d rows do other work than their golden figures, %d have none, %d are gone; %s",
                 differ, missing, gone, RENEW);
    assert_true(now.count > bv_type_count * split_rule_count / 2);
    free(now.rows);
    free(golden.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_the_golden_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
