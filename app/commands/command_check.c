// snug check: the contact report in plain words. Nothing else goes to the standard output, so that
// other programs can read it; no window, no GL.
#include "check_options.h"
#include "command.h"
#include "contact_counts.h"
#include "core/array.h"
#include "core/build.h"
#include "core/clock.h"

#include <stdio.h>

enum { NOTHING_MEETS = 0, IN_CONTACT = 1, BAD_INPUT = 2 };

typedef struct Check {
    CheckOptions options;
    Assembly assembly;
    TreeCache trees;
    PosedPart *posed;
    double build_ms;
} Check;

// The tree of one part, shared with the parts that have the same mesh. NULL: err says why.
static const Bvh *tree_of(Check *check, int32_t part, Error *err)
{
    Mesh *mesh = check->assembly.parts[part].mesh;
    BvhDesc desc = bvh_desc_filled(&check->options.build);
    Bvh *tree = tree_cache_find(&check->trees, mesh, &desc);
    if (tree)
        return tree;
    tree = bvh_build(mesh, &desc, NULL, err);
    if (tree && !tree_cache_keep(&check->trees, tree)) {
        bvh_release(tree);
        tree = NULL;
        error_set(err, "not enough memory for the hierarchies");
    }
    return tree;
}

static bool pose(Check *check, int32_t part, Error *err)
{
    const Bvh *tree = tree_of(check, part, err);
    check->posed[part] = (PosedPart){tree, check->assembly.parts[part].rest, true, true};
    return tree != NULL;
}

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

static void print_assembly(const Assembly *assembly)
{
    int64_t triangles = assembly_triangles(assembly);
    printf("%s: %d part%s, %lld triangle%s, unit %s\n", assembly->title, (int)assembly->part_count,
           plural(assembly->part_count), (long long)triangles, plural(triangles),
           length_unit_info(assembly->unit)->suffix);
}

static bool print_pair(const Check *check, const PairReport *pair, Error *err)
{
    const Part *a = &check->assembly.parts[pair->a], *b = &check->assembly.parts[pair->b];
    printf("%s %s %s", a->name, contact_verb(pair->worst), b->name);
    if (check->options.query.mode == QUERY_FIRST) {
        putchar('\n');
        return true;
    }
    ContactCounts counts;
    if (!contact_counts(a->mesh, b->mesh, &pair->contacts, &counts))
        return error_set(err, "not enough memory to count the contacts");
    printf(": %s%lld polygon pair%s (penetrating %lld, touching %lld, coplanar %lld)\n",
           pair->contacts.truncated ? "at least " : "", (long long)counts.pairs,
           plural(counts.pairs), (long long)counts.of_kind[TRI_PROPER],
           (long long)counts.of_kind[TRI_TOUCH], (long long)counts.of_kind[TRI_COPLANAR]);
    return true;
}

static bool print_report(const Check *check, const AssemblyReport *report, Error *err)
{
    const QueryDesc *query = &check->options.query;
    const BvhDesc *build = &check->options.build;
    if (report->count == 0)
        puts("nothing meets");
    for (size_t i = 0; i < report->count; ++i)
        if (!print_pair(check, &report->pairs[i], err))
            return false;
    printf("%zu pair%s of parts in contact, N_v %llu, N_p %llu, %.2f ms\n", report->count,
           plural((int64_t)report->count), (unsigned long long)report->stats.volume_tests,
           (unsigned long long)report->stats.triangle_tests, report->stats.ms);
    printf("%s hierarchies by %s, %s, %zu built in %.2f ms; overlap by %s, descent by %s\n",
           build->type->name, build->builder->name, build->split->name, check->trees.count,
           check->build_ms, build->type->tests[query->test].name, descent_rules[query->rule].name);
    return true;
}

static int check_contacts(Check *check, Error *err)
{
    double start = clock_seconds();
    for (int32_t i = 0; i < check->assembly.part_count; ++i)
        if (!pose(check, i, err))
            return BAD_INPUT;
    check->build_ms = 1e3 * (clock_seconds() - start);
    AssemblyReport report = {0};
    int code = BAD_INPUT;
    if (assembly_report_update(&report, check->posed, check->assembly.part_count,
                               &check->options.query, NULL, err) &&
        print_report(check, &report, err))
        code = report.count > 0 ? IN_CONTACT : NOTHING_MEETS;
    assembly_report_free(&report);
    return code;
}

static int32_t find_part(const Assembly *assembly, const char *name, Error *err)
{
    for (int32_t i = 0; i < assembly->part_count; ++i)
        if (strcmp(assembly->parts[i].name, name) == 0)
            return i;
    error_set(err, "%s has no part \"%.200s\"", assembly->title, name);
    return -1;
}

static int check_distance(Check *check, Error *err)
{
    int32_t part[2];
    for (int i = 0; i < 2; ++i) {
        part[i] = find_part(&check->assembly, check->options.distance[i], err);
        if (part[i] < 0 || !pose(check, part[i], err))
            return BAD_INPUT;
    }
    Distance distance;
    if (!assembly_distance(&check->posed[part[0]], &check->posed[part[1]], &check->options.query,
                           NULL, &distance, err))
        return BAD_INPUT;
    const char *unit = length_unit_info(check->assembly.unit)->suffix;
    printf("%s to %s: ", check->options.distance[0], check->options.distance[1]);
    if (!isfinite(distance.value)) {
        puts("one of them has no triangles");
        return NOTHING_MEETS;
    }
    const Vec3d *a = &distance.on_a, *b = &distance.on_b;
    printf("%.9g %s, from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g)\n", distance.value, unit, a->x,
           a->y, a->z, b->x, b->y, b->z);
    return distance.value > 0 ? NOTHING_MEETS : IN_CONTACT;
}

static int run(Check *check, Error *err)
{
    OpenNotices notices;
    if (!open_assembly(&check->options.open, &check->assembly, &notices, NULL, err))
        return BAD_INPUT;
    for (int32_t i = 0; i < notices.count; ++i)
        fprintf(stderr, "snug check: %s: %s\n", check->assembly.title, notices.texts[i]);
    open_notices_free(&notices);
    check->posed = array_alloc((size_t)check->assembly.part_count, sizeof *check->posed);
    if (!check->posed) {
        error_set(err, "not enough memory");
        return BAD_INPUT;
    }
    print_assembly(&check->assembly);
    return check->options.distance[0] ? check_distance(check, err) : check_contacts(check, err);
}

int command_check(int argc, char **argv)
{
    Check check = {0};
    Error err = {""};
    int code = BAD_INPUT;
    enum CheckParse parse = check_options_parse(argc, argv, &check.options, &err);
    if (parse == CHECK_HELP) {
        check_options_print_help();
        return 0;
    }
    if (parse == CHECK_GO)
        code = run(&check, &err);
    if ((fflush(stdout) != 0 || ferror(stdout)) && !err.text[0])
        code = error_set(&err, "the report could not be written") ? code : BAD_INPUT;
    if (err.text[0])
        fprintf(stderr, "snug check: %s\n", err.text);
    free(check.posed);
    tree_cache_free(&check.trees);
    assembly_free(&check.assembly);
    open_request_free(&check.options.open);
    return code;
}
