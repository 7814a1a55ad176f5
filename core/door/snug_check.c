// The fit check of an assembly: fit_check_run, which `snug check` calls too, and its rows for
// callers.
#include "core/base/array.h"
#include "core/base/pool.h"
#include "core/door/snug_assembly.h"
#include "core/tree/build/build.h"

#include <float.h>

_Static_assert((int)SNUG_RULE_BASELINE == (int)RULE_BASELINE &&
                   (int)SNUG_RULE_FORBID == (int)RULE_FORBIDDEN &&
                   (int)SNUG_RULE_INTENTIONAL == (int)RULE_INTENTIONAL &&
                   (int)SNUG_RULE_IGNORE == (int)RULE_IGNORED &&
                   (int)SNUG_RULE_CHECK == (int)RULE_CHECKED &&
                   (int)SNUG_RULE_CLEARANCE == (int)RULE_CLEARANCE,
               "rules");
_Static_assert((int)SNUG_STATE_CLEAR == (int)PAIR_CLEAR &&
                   (int)SNUG_STATE_TOUCH == (int)PAIR_TOUCH &&
                   (int)SNUG_STATE_INTERFERENCE == (int)PAIR_INTERFERENCE &&
                   (int)SNUG_STATE_INSIDE == (int)PAIR_INSIDE &&
                   (int)SNUG_STATE_UNDECIDED == (int)PAIR_UNDECIDED &&
                   (int)SNUG_STATE_CROSSING == (int)PAIR_CROSSING &&
                   (int)SNUG_STATE_SAME_PLACE == (int)PAIR_SAME_PLACE &&
                   (int)SNUG_STATE_FACETS == (int)PAIR_FACETS,
               "states");

typedef struct MeshOfPart {
    Mesh *mesh;
    int32_t part;
} MeshOfPart;

static int by_mesh(const void *left, const void *right)
{
    const MeshOfPart *x = left, *y = right;
    if (x->mesh != y->mesh)
        return (uintptr_t)x->mesh < (uintptr_t)y->mesh ? -1 : 1;
    return (x->part > y->part) - (x->part < y->part);
}

static bool is_current(const Bvh *tree, const BvhDesc *desc)
{
    return tree && tree->mesh_version == tree->mesh->version && bvh_desc_equal(&tree->desc, desc);
}

static void give_tree(PosedPart *part, Bvh *tree)
{
    if (part->tree == tree)
        return;
    bvh_release((Bvh *)part->tree);
    part->tree = bvh_retain(tree);
    part->changed = true;
}

// Of each run of parts that share a mesh: a tree that one of them has, or NULL.
static Bvh *tree_in_run(const snug_assembly *assembly, const MeshOfPart *run, int32_t count,
                        const BvhDesc *desc)
{
    for (int32_t i = 0; i < count; ++i)
        if (is_current(assembly->posed[run[i].part].tree, desc))
            return (Bvh *)assembly->posed[run[i].part].tree;
    return NULL;
}

static int32_t run_length(const MeshOfPart *run, int32_t left)
{
    int32_t count = 1;
    while (count < left && run[count].mesh == run[0].mesh)
        ++count;
    return count;
}

bool door_make_trees(snug_assembly *assembly, const BvhDesc *desc, Job *job, Error *err)
{
    int32_t count = assembly->inner.part_count, missing = 0;
    MeshOfPart *order = array_alloc((size_t)count, sizeof *order);
    Mesh **meshes = array_alloc((size_t)count, sizeof *meshes);
    Bvh **trees = mem_calloc((size_t)count + 1, sizeof *trees);
    bool good =
        (order && meshes && trees) || error_set(err, "not enough memory for the hierarchies");
    for (int32_t i = 0; good && i < count; ++i)
        order[i] = (MeshOfPart){assembly->inner.parts[i].mesh, i};
    if (good && count > 1)
        qsort(order, (size_t)count, sizeof *order, by_mesh);
    for (int32_t i = 0, n; good && i < count; i += n) {
        n = run_length(order + i, count - i);
        if (!tree_in_run(assembly, order + i, n, desc))
            meshes[missing++] = order[i].mesh;
    }
    job_step(job, "hierarchies");
    good = good && (missing == 0 ||
                    bvh_build_all(meshes, missing, desc, job ? job->pool : NULL, job, trees, err));
    int32_t used = 0;
    for (int32_t i = 0, n; good && i < count; i += n) {
        n = run_length(order + i, count - i);
        Bvh *tree = tree_in_run(assembly, order + i, n, desc);
        if (!tree)
            tree = trees[used++];
        for (int32_t k = 0; k < n; ++k)
            give_tree(&assembly->posed[order[i + k].part], tree);
    }
    for (int32_t i = 0; trees && i < missing; ++i)
        bvh_release(trees[i]);
    mem_free(trees);
    mem_free(meshes);
    mem_free(order);
    return good;
}

typedef struct CheckMemory {
    FitReport fit; // owns the texts
    char summary[256];
    snug_check_row rows[];
} CheckMemory;

static void free_memory(CheckMemory *memory)
{
    if (memory)
        fit_report_free(&memory->fit);
    mem_free(memory);
}

static snug_check_row row_of(const FitRow *row)
{
    snug_check_row own = {.a = row->a,
                          .b = row->b,
                          .id = row->id,
                          .state = (snug_state)row->state,
                          .rule = (snug_rule)row->rule,
                          .violation = row->violation,
                          .worse = row->worse,
                          .depth = row->depth,
                          .depth_error = row->depth_error,
                          .holes_closed = row->holes_closed,
                          .polygons = row->polygons,
                          .distance = row->distance,
                          .tolerance = row->tolerance,
                          .closed_curves = row->curves.closed,
                          .open_curves = row->curves.open,
                          .curve_length = row->curves.length,
                          .verdict = fit_row_verdict(row),
                          .text = row->text,
                          .facet_error = row->facet_error,
                          .clearance = row->clearance};
    door_vector(row->where.lo, own.lo);
    door_vector(row->where.hi, own.hi);
    for (int i = 0; i < 2; ++i)
        door_vector(row->closest[i], own.closest[i]);
    return own;
}

// Takes the report over; NULL: memory ran short, and it is freed.
static CheckMemory *keep(FitReport *fit, enum LengthUnit unit)
{
    CheckMemory *memory = mem_alloc(sizeof *memory + fit->count * sizeof *memory->rows);
    if (!memory) {
        fit_report_free(fit);
        return NULL;
    }
    memory->fit = *fit;
    fit_report_summary(fit, unit, memory->summary, sizeof memory->summary);
    for (size_t i = 0; i < fit->count; ++i)
        memory->rows[i] = row_of(&fit->rows[i]);
    *fit = (FitReport){0};
    return memory;
}

static bool run_check(snug_assembly *assembly, const snug_check_desc *desc, Job *job,
                      CheckMemory **out, Error *err)
{
    PairRules rules;
    if (!pair_rules_resolve(&rules, assembly->rules, &assembly->inner))
        return error_set(err, "not enough memory for the rules");
    FitCheck check = {.assembly = &assembly->inner,
                      .parts = assembly->posed,
                      .query = {.pool = job ? job->pool : NULL},
                      .contact = {.tolerance = desc->tolerance},
                      .desc = {.clearance = desc->clearance, .rules = &rules},
                      .contacts = assembly->contacts,
                      .details = assembly->details};
    bool good = fit_check_run(&check, job, err);
    assembly->contacts = check.contacts;
    assembly->details = check.details;
    if (good)
        good = (*out = keep(&check.fit, assembly->inner.unit)) ||
               error_set(err, "not enough memory for the report");
    for (int32_t i = 0; good && i < assembly->inner.part_count; ++i)
        assembly->posed[i].changed = false;
    pair_rules_free(&rules);
    return good;
}

static snug_status take_desc(snug_check_desc *own, BvhDesc *tree, const snug_check_desc *desc,
                             snug_error *error)
{
    snug_job *unused;
    snug_status status = door_take(own, sizeof *own, desc, 0, error);
    if (status == SNUG_OK && !(own->tolerance >= 0 && own->tolerance <= DBL_MAX &&
                               own->clearance >= 0 && own->clearance <= DBL_MAX))
        status = door_fail(error, SNUG_BAD_ARGUMENT,
                           "tolerance and clearance are 0 or more, and finite");
    return status == SNUG_OK ? door_tree_desc(tree, own->tree, &unused, error) : status;
}

snug_status snug_assembly_check(snug_assembly *assembly, const snug_check_desc *desc,
                                snug_check *check, snug_error *error)
{
    snug_check_desc own = {0};
    BvhDesc tree;
    snug_status status = door_ready(check, DOOR_END_OF(snug_check, violations), error);
    if (status == SNUG_OK && !assembly)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly");
    if (status == SNUG_OK)
        status = take_desc(&own, &tree, desc, error);
    if (status == SNUG_OK)
        status = door_job_open(door_job(own.job), error);
    if (status != SNUG_OK)
        return status;
    Job *job = door_job(own.job);
    Error err = {""};
    CheckMemory *memory = NULL;
    DoorLocale locale = door_plain_locale();
    bool good = door_make_trees(assembly, &tree, job, &err) &&
                run_check(assembly, &own, job, &memory, &err);
    door_locale_back(locale);
    if (!good)
        return door_core_failed(error, &err, SNUG_BAD_PLACEMENT);
    door_log("check of %d parts: %s", assembly->inner.part_count, memory->summary);
    free_memory(check->memory);
    snug_check result = {.memory = memory,
                         .row_count = memory->fit.count,
                         .violations = memory->fit.violations,
                         .near_pairs = memory->fit.near_pairs,
                         .ignored = memory->fit.ignored_pairs,
                         .undecided = memory->fit.undecided,
                         .facets = memory->fit.of_state[PAIR_FACETS],
                         .summary = memory->summary,
                         .stats = door_stats(&assembly->contacts.stats)};
    door_give(check, &result, sizeof result);
    return SNUG_OK;
}

const snug_check_row *snug_check_row_at(const snug_check *check, uint64_t index)
{
    const CheckMemory *memory = check ? check->memory : NULL;
    return memory && index < memory->fit.count ? &memory->rows[index] : NULL;
}

void snug_check_free(snug_check *check)
{
    if (!check || door_ready(check, DOOR_END_OF(snug_check, violations), NULL) != SNUG_OK)
        return;
    free_memory(check->memory);
    snug_check none = {.memory = NULL};
    door_give(check, &none, sizeof none);
}
