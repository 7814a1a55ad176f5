// The query over all parts: a broad phase by sorted boxes, then one pair query per pair that comes
// near.
#include "assembly.h"
#include "clock.h"

// The box of the box: |M| h about the moved centre, a little wider than rounding can make it wrong.
static Box3d moved_box(const Box3d *box, const Affine *placement)
{
    Vec3d centre = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    Vec3d half = vec3d_scale(vec3d_sub(box->hi, box->lo), 0.5);
    Vec3d moved = affine_apply(placement, centre);
    Box3d world;
    for (int i = 0; i < 3; ++i) {
        double reach = 0, size = fabs(placement->p.v[i]);
        for (int j = 0; j < 3; ++j) {
            reach += fabs(placement->m[i][j]) * half.v[j];
            size += fabs(placement->m[i][j]) * (fabs(centre.v[j]) + half.v[j]);
        }
        reach += 1e-14 * size;
        world.lo.v[i] = moved.v[i] - reach;
        world.hi.v[i] = moved.v[i] + reach;
    }
    return world;
}

Box3d part_world_bounds(const Mesh *mesh, const Affine *placement)
{
    if (mesh->vertex_count == 0)
        return box3d_empty();
    Box3d box = mesh_bounds(mesh);
    return moved_box(&box, placement);
}

typedef struct Near {
    int32_t part;
    Box3d box;
} Near;

static int by_low_x(const void *a, const void *b)
{
    double x = ((const Near *)a)->box.lo.x, y = ((const Near *)b)->box.lo.x;
    return (x > y) - (x < y);
}

static bool meet_in_yz(const Box3d *a, const Box3d *b)
{
    return a->lo.y <= b->hi.y && b->lo.y <= a->hi.y && a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

// proper > coplanar > touch: what a person wants to hear of first.
static uint8_t gravest(const ContactList *list)
{
    static const uint8_t weight[TRI_CONTACT_COUNT] = {
        [TRI_TOUCH] = 1, [TRI_COPLANAR] = 2, [TRI_PROPER] = 3};
    uint8_t worst = TRI_DISJOINT;
    for (size_t i = 0; i < list->count; ++i)
        if (weight[list->items[i].kind] > weight[worst])
            worst = list->items[i].kind;
    return worst;
}

static bool relative_placement(const Affine *a, const Affine *b, Affine *b_to_a)
{
    Affine world_to_a;
    if (!affine_is_finite(b) || !affine_invert(a, &world_to_a))
        return false;
    *b_to_a = affine_compose(&world_to_a, b);
    return true;
}

static bool query_pair(AssemblyReport *fresh, const PosedPart *parts, int32_t a, int32_t b,
                       const QueryDesc *desc, Job *job, Error *err)
{
    Affine b_to_a;
    if (!relative_placement(&parts[a].placement, &parts[b].placement, &b_to_a))
        return error_set(err, "part %d or %d has a placement that is singular or not finite", a + 1,
                         b + 1);
    PairReport pair = {.a = a, .b = b};
    if (!query_contacts(parts[a].tree, parts[b].tree, &b_to_a, desc, job, &pair.contacts,
                        &pair.stats, err)) {
        contact_list_free(&pair.contacts);
        return false;
    }
    ++fresh->near_pairs;
    query_stats_add(&fresh->stats, &pair.stats);
    pair.worst = gravest(&pair.contacts);
    if (pair.contacts.count == 0) {
        contact_list_free(&pair.contacts);
        return true;
    }
    if (!array_reserve(&fresh->pairs, &fresh->capacity, fresh->count + 1, sizeof pair)) {
        contact_list_free(&pair.contacts);
        return error_set(err, "not enough memory for the report");
    }
    fresh->pairs[fresh->count++] = pair;
    return true;
}

// Sort and sweep along x over the active parts.
static bool sweep(AssemblyReport *fresh, Near *near, size_t near_count, const PosedPart *parts,
                  const QueryDesc *desc, Job *job, Error *err)
{
    qsort(near, near_count, sizeof *near, by_low_x);
    for (size_t i = 0; i < near_count; ++i) {
        for (size_t j = i + 1; j < near_count && near[j].box.lo.x <= near[i].box.hi.x; ++j) {
            int32_t p = near[i].part, q = near[j].part;
            if (!(parts[p].changed || parts[q].changed) || !meet_in_yz(&near[i].box, &near[j].box))
                continue;
            if (!query_pair(fresh, parts, p < q ? p : q, p < q ? q : p, desc, job, err))
                return false;
        }
    }
    return true;
}

static int by_parts(const void *a, const void *b)
{
    const PairReport *x = a, *y = b;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static bool still_valid(const PairReport *pair, const PosedPart *parts, int32_t part_count)
{
    if (pair->b >= part_count)
        return false;
    const PosedPart *a = &parts[pair->a], *b = &parts[pair->b];
    return a->active && b->active && !a->changed && !b->changed;
}

// Takes over the pairs of the old report that still hold; needs room for them to be there already.
static void merge_old(AssemblyReport *fresh, AssemblyReport *old, const PosedPart *parts,
                      int32_t part_count)
{
    for (size_t i = 0; i < old->count; ++i) {
        if (still_valid(&old->pairs[i], parts, part_count))
            fresh->pairs[fresh->count++] = old->pairs[i];
        else
            contact_list_free(&old->pairs[i].contacts);
    }
    old->count = 0;
    if (fresh->count > 1)
        qsort(fresh->pairs, fresh->count, sizeof *fresh->pairs, by_parts);
    for (size_t i = 0; i < fresh->count; ++i)
        fresh->contact_count += (int64_t)fresh->pairs[i].contacts.count;
}

bool assembly_report_update(AssemblyReport *report, const PosedPart *parts, int32_t part_count,
                            const QueryDesc *desc, Job *job, Error *err)
{
    double start = clock_seconds();
    AssemblyReport fresh = {0};
    Near *near = array_alloc((size_t)part_count, sizeof *near);
    if (!near)
        return error_set(err, "not enough memory for the report");
    size_t near_count = 0;
    for (int32_t i = 0; i < part_count; ++i) {
        const Bvh *tree = parts[i].tree;
        if (parts[i].active && tree && tree->node_count > 0)
            near[near_count++] = (Near){i, moved_box(&tree->box, &parts[i].placement)};
    }
    bool ok = sweep(&fresh, near, near_count, parts, desc, job, err);
    free(near);
    if (ok && !array_reserve(&fresh.pairs, &fresh.capacity, fresh.count + report->count + 1,
                             sizeof *fresh.pairs))
        ok = error_set(err, "not enough memory for the report");
    if (!ok) {
        assembly_report_free(&fresh);
        return false;
    }
    merge_old(&fresh, report, parts, part_count);
    assembly_report_free(report);
    *report = fresh;
    report->stats.ms = 1e3 * (clock_seconds() - start);
    return true;
}

void assembly_report_free(AssemblyReport *report)
{
    for (size_t i = 0; i < report->count; ++i)
        contact_list_free(&report->pairs[i].contacts);
    free(report->pairs);
    *report = (AssemblyReport){0};
}

const PairReport *assembly_report_find(const AssemblyReport *report, int32_t a, int32_t b)
{
    PairReport key = {.a = a < b ? a : b, .b = a < b ? b : a};
    if (report->count == 0)
        return NULL;
    return bsearch(&key, report->pairs, report->count, sizeof key, by_parts);
}

bool assembly_distance(const PosedPart *a, const PosedPart *b, const QueryDesc *desc, Job *job,
                       Distance *out, Error *err)
{
    Affine b_to_a;
    if (!relative_placement(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a placement is singular or not finite");
    if (!query_distance(a->tree, b->tree, &b_to_a, desc, job, out, NULL, err))
        return false;
    out->on_a = affine_apply(&a->placement, out->on_a);
    out->on_b = affine_apply(&a->placement, out->on_b);
    return true;
}
