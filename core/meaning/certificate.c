#include "core/meaning/certificate.h"
#include "core/meaning/same_place.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

typedef struct Making {
    Certificates *out;
    const FitCheck *check;
    SolidCache solids;
    Job *job;
    Error *err;
} Making;

static bool no_memory(Making *m)
{
    return job_cancelled(m->job) ? false : error_set(m->err, "not enough memory for certificates");
}

static double largest_coordinate(const Box3d *box)
{
    double most = 0;
    for (int k = 0; k < 3; ++k)
        most = fmax(most, fmax(fabs(box->lo.v[k]), fabs(box->hi.v[k])));
    return most;
}

// Below what was measured by more than rounding: it is to be proven.
static bool prove_apart(Making *m, Certificate *c)
{
    const PosedPart *a = &m->check->parts[c->a], *b = &m->check->parts[c->b];
    Distance distance;
    if (!assembly_distance(a, b, NULL, m->job, &distance, m->err))
        return false;
    double size = fmax(largest_coordinate(broad_phase_box(&m->check->contacts.boxes, c->a)),
                       largest_coordinate(broad_phase_box(&m->check->contacts.boxes, c->b)));
    c->apart = true;
    c->least_distance = fmax(0, distance.value * (1 - 1e-12) - 1e-13 * size);
    return true;
}

// The plainest there is: triangles that cross rather than such that only touch.
static void prove_meeting(const Making *m, Certificate *c)
{
    const PairReport *pair = assembly_report_find(&m->check->contacts, c->a, c->b);
    const Contact *best = NULL;
    for (size_t i = 0; pair && i < pair->contacts.count; ++i) {
        const Contact *contact = &pair->contacts.items[i];
        if (!best || (contact->kind == TRI_PROPER && best->kind != TRI_PROPER))
            best = contact;
    }
    c->meet = best != NULL;
    if (best) {
        c->meeting[0] = best->a;
        c->meeting[1] = best->b;
    }
}

static const Solid *solid_of(Making *m, int32_t part)
{
    return solid_cache_get(&m->solids, m->check->parts[part].tree->mesh, m->job);
}

// The deepest point that the search of depths found.
static bool prove_depth(Making *m, const ContactDetail *detail, Certificate *c)
{
    if (detail->cluster_count == 0 || !(detail->clusters[0].depth > c->border))
        return true;
    const ContactCluster *place = &detail->clusters[0];
    const PosedPart *of = &m->check->parts[place->from_a ? c->a : c->b];
    const Solid *solid = solid_of(m, place->from_a ? c->a : c->b);
    PlacedSolid placed;
    if (!solid)
        return no_memory(m);
    if (!placed_solid_init(&placed, solid, &of->placement))
        return true;
    c->deep_of_b = !place->from_a;
    c->deep_at = affine_apply(&m->check->parts[c->a].placement, place->deepest);
    Nearest nearest = solid_nearest(&placed, c->deep_at, INFINITY, -1);
    // It may lie on what closes a hole.
    if (solid->material->caps &&
        placed_solid_init(&placed, solid->material->inside, &of->placement)) {
        Nearest closed = solid_nearest(&placed, c->deep_at, nearest.distance, -1);
        c->deep_on_cap = closed.triangle >= 0;
        nearest = c->deep_on_cap ? closed : nearest;
    }
    c->deep_triangle = nearest.triangle;
    c->deep = c->deep_triangle >= 0;
    return true;
}

static int32_t triangle_at(const Mesh *mesh, int32_t vertex)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; ++i)
        if (mesh->triangles[i / 3][i % 3] == vertex)
            return i / 3;
    return -1;
}

// Surfaces that do not meet: a corner of a body that lies inside is enough.
static bool prove_inside(Making *m, Certificate *c, bool b_in_a)
{
    const PosedPart *in = &m->check->parts[b_in_a ? c->b : c->a],
                    *around = &m->check->parts[b_in_a ? c->a : c->b];
    const Solid *inner = solid_of(m, b_in_a ? c->b : c->a),
                *outer = solid_of(m, b_in_a ? c->a : c->b);
    PlacedSolid placed;
    if (!inner || !outer)
        return no_memory(m);
    if (!outer->material->inside ||
        !placed_solid_init(&placed, outer->material->inside, &around->placement))
        return true;
    for (int32_t i = 0; i < inner->topology->body_count && !c->deep; ++i) {
        int32_t vertex = inner->topology->bodies[i];
        int winding;
        c->deep_at = affine_apply(&in->placement, inner->mesh->vertices[vertex]);
        c->deep_triangle = triangle_at(inner->mesh, vertex);
        c->deep_of_b = b_in_a;
        c->deep =
            c->deep_triangle >= 0 && solid_winding(&placed, c->deep_at, &winding) && winding != 0;
    }
    return true;
}

static bool prove_same_place(Making *m, Certificate *c)
{
    const PosedPart *a = &m->check->parts[c->a], *b = &m->check->parts[c->b];
    const Solid *of_a = solid_of(m, c->a), *of_b = solid_of(m, c->b);
    Affine b_to_a;
    SamePlace place;
    if (!of_a || !of_b)
        return no_memory(m);
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return true;
    if (!same_place(of_a, of_b, &b_to_a, a->placement, c->border, &place))
        return no_memory(m);
    c->copy = place.copy;
    c->in_both = place.same && !place.copy;
    c->both_at = place.at;
    return true;
}

// Surfaces without an inside touch if a small step would free them; nothing here proves that.
static bool prove_touch(Making *m, Certificate *c)
{
    const Solid *of_a = solid_of(m, c->a), *of_b = solid_of(m, c->b);
    if (!of_a || !of_b)
        return no_memory(m);
    c->partly = of_a->material->sheets || of_b->material->sheets;
    return true;
}

static bool prove(Making *m, const ContactDetail *detail, Certificate *c)
{
    bool ok = true;
    prove_meeting(m, c);
    switch (c->state) {
    case PAIR_CLEAR:
        return prove_apart(m, c);
    case PAIR_INSIDE:
        ok =
            prove_apart(m, c) && prove_inside(m, c, false) && (c->deep || prove_inside(m, c, true));
        c->partly = !c->deep; // it reaches in through a hole
        return ok;
    case PAIR_INTERFERENCE:
        ok = prove_depth(m, detail, c);
        c->partly = !c->deep;
        return ok;
    case PAIR_FACETS: // it is not deeper than facets can tell
        c->border = fmax(detail->tolerance, detail->facet_error);
        return prove_touch(m, c);
    case PAIR_TOUCH: // no deeper than the border
        return prove_touch(m, c);
    case PAIR_SAME_PLACE:
        ok = prove_same_place(m, c);
        c->partly = !c->copy && !c->in_both;
        return ok;
    case PAIR_CROSSING: // that they meet
        c->partly = true;
        return true;
    default: // undecided: nothing is claimed
        return true;
    }
}

static bool add(void *user, int32_t part, int32_t other)
{
    Making *m = user;
    double unused;
    const PairRules *rules = m->check->desc.rules;
    if (job_cancelled(m->job))
        return false;
    job_progress(m->job, (double)part / m->check->assembly->part_count);
    const ContactDetail *detail = contact_report_find(&m->check->details, part, other);
    Certificate c = {.a = part, .b = other, .state = detail ? detail->state : PAIR_CLEAR};
    c.border = detail ? detail->tolerance
                      : contact_tolerance(&m->check->contact, &m->check->parts[c.a],
                                          &m->check->parts[c.b]);
    c.ignored = rules && pair_rules_find(rules, c.a, c.b, &unused) == RULE_IGNORED;
    if (!c.ignored && !prove(m, detail, &c))
        return false;
    Certificates *out = m->out;
    if (!array_reserve(&out->items, &out->capacity, out->count + 1, sizeof c))
        return no_memory(m);
    out->items[out->count++] = c;
    return true;
}

static int by_parts(const void *x, const void *y)
{
    const Certificate *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

// What "inside" means, for every part that was checked.
static bool add_insides(Making *m)
{
    int32_t count = m->check->assembly->part_count;
    Mesh **inside = mem_calloc((size_t)count + 1, sizeof(Mesh *));
    m->out->inside = inside;
    m->out->part_count = count;
    for (int32_t i = 0; inside && i < count; ++i) {
        const Solid *solid = m->check->parts[i].active ? solid_of(m, i) : NULL;
        if (!solid && m->check->parts[i].active)
            return no_memory(m);
        if (solid && solid->material->inside)
            inside[i] = mesh_retain(solid->material->inside->mesh);
    }
    return inside || no_memory(m);
}

bool certificates_make(Certificates *out, const FitCheck *check, Job *job, Error *err)
{
    assert(out && check);
    *out = (Certificates){0};
    Making m = {.out = out, .check = check, .job = job, .err = err};
    job_step(job, "certificates");
    bool ok = add_insides(&m);
    ok = ok && fit_desc_near_pairs(&check->desc, &check->contacts.boxes,
                                   check->assembly->part_count, add, &m);
    solid_cache_free(&m.solids);
    if (!ok)
        certificates_free(out);
    else if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_parts);
    return ok;
}

void certificates_free(Certificates *certificates)
{
    for (int32_t i = 0; certificates->inside && i < certificates->part_count; ++i)
        mesh_release(certificates->inside[i]);
    mem_free(certificates->inside);
    mem_free(certificates->items);
    *certificates = (Certificates){0};
}
