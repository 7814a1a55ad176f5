#include "core/motion/way_probe.h"

#include <assert.h>
#include <float.h>

// Distance of a point in the triangle's plane from the nearest border, negative outside.
static double inner_distance(const Triangle *t, Vec3d normal, Vec3d p)
{
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        Vec3d edge = vec3d_sub(t->p[(k + 1) % 3], t->p[k]);
        Vec3d inward = vec3d_normalised(vec3d_cross(normal, edge));
        least = fmin(least, vec3d_dot(inward, vec3d_sub(p, t->p[k])));
    }
    return least;
}

// Corners of both move by at most d against each other. The ends p, q of the edge stay on their sides
// of the plane while d < their distances hp, hq from it. The point of the moved edge at the old
// parameter is within d of the old crossing x and of the plane, and the moved edge is inclined to the
// plane by a sine of at least (hp + hq - 2d) / (|pq| + 2d): so the new crossing is within
//   d + d (|pq| + 2d) / (hp + hq - 2d)
// of x, and inside the triangle while that is below x's distance from its border. It grows with d: a
// margin is found by halving.
static double edge_margin(Vec3d p, Vec3d q, const Triangle *t)
{
    Vec3d normal = triangle_normal(t);
    double hp = vec3d_dot(normal, vec3d_sub(p, t->p[0]));
    double hq = vec3d_dot(normal, vec3d_sub(q, t->p[0]));
    if (!(hp * hq < 0))
        return 0;
    double length = vec3d_distance(p, q), s = hp / (hp - hq);
    double inner = inner_distance(t, normal, vec3d_lerp(p, q, s));
    hp = fabs(hp), hq = fabs(hq);
    double d = fmin(inner, fmin(hp, hq)) / 2;
    for (int i = 0; i < 60 && d > 0; ++i, d /= 2)
        if (d * (1 + (length + 2 * d) / (hp + hq - 2 * d)) < inner)
            return d;
    return 0;
}

double pierced_margin(const Triangle *a, const Triangle *b)
{
    double best = 0, size = 0;
    for (int k = 0; k < 3; ++k) {
        best = fmax(best, edge_margin(a->p[k], a->p[(k + 1) % 3], b));
        best = fmax(best, edge_margin(b->p[k], b->p[(k + 1) % 3], a));
        size = fmax(size, fmax(vec3d_length(a->p[k]), vec3d_length(b->p[k])));
    }
    // Everything above is sums of a few products of such sizes, divided by a sine that is squared at
    // worst: what is not far above rounding is no margin.
    return best > 1e-9 * size ? best * (1 - 1e-6) : 0;
}

// --- at a pose

static PosedPart posed(const Bvh *tree, const Affine *rest, const RigidPose *pose)
{
    return (PosedPart){.tree = tree, .placement = rigid_placement(pose, rest), .active = true};
}

static double best_pierced(const PosedPart *a, const PosedPart *b, const ContactList *contacts)
{
    double best = 0;
    for (size_t i = 0; i < contacts->count; ++i) {
        if (contacts->items[i].kind != TRI_PROPER)
            continue;
        Triangle ta = mesh_triangle(a->tree->mesh, contacts->items[i].a);
        Triangle tb = mesh_triangle(b->tree->mesh, contacts->items[i].b);
        ta = triangle_transformed(&ta, &a->placement);
        tb = triangle_transformed(&tb, &b->placement);
        best = fmax(best, pierced_margin(&ta, &tb));
    }
    return best;
}

static bool list_contacts(const PosedPart *a, const PosedPart *b, enum QueryMode mode, Job *job,
                          ContactList *out, Error *err)
{
    Affine b_to_a;
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a part's placement squashes it flat");
    QueryDesc desc = {.mode = mode, .witnesses = mode == QUERY_ALL};
    return query_contacts(a->tree, b->tree, &b_to_a, &desc, job, out, NULL, err);
}

// No surfaces meet: is one within the other?
static bool probe_apart(const PosedPart *a, const PosedPart *b, const WayDesc *desc, Probe *out,
                        Error *err)
{
    ContactDetail detail = {0};
    ContactDesc contact = {0};
    if (!contact_examine(a, b, &(ContactList){0}, &contact, desc->solids, desc->job, &detail, err))
        return false;
    // Holes that were closed are open for what moves.
    out->kind = detail.state == PAIR_CLEAR                            ? PROBE_APART
                : detail.state == PAIR_INSIDE && !detail.holes_closed ? PROBE_HELD
                                                                      : PROBE_UNCLEAR;
    contact_detail_free(&detail);
    return true;
}

static bool deepest_point(const PosedPart *a, const PosedPart *b, const ContactList *contacts,
                          const WayDesc *desc, double resolution, double limit, Probe *out,
                          Error *err)
{
    ContactDetail detail = {0};
    ContactDesc contact = {.tolerance = fmax(resolution, limit)};
    if (!contact_examine(a, b, contacts, &contact, desc->solids, desc->job, &detail, err))
        return false;
    const ContactCluster *deepest = NULL;
    for (size_t i = 0; i < detail.cluster_count && !detail.holes_closed; ++i)
        if (detail.clusters[i].depth > (deepest ? deepest->depth : limit))
            deepest = &detail.clusters[i];
    Affine b_to_a, a_to_b;
    if (deepest && placement_between(&a->placement, &b->placement, &b_to_a) &&
        affine_invert(&b_to_a, &a_to_b)) {
        out->kind = PROBE_DEEP;
        out->owner = deepest->from_a ? 0 : 1;
        out->point = deepest->from_a ? deepest->deepest : affine_apply(&a_to_b, deepest->deepest);
    }
    contact_detail_free(&detail);
    return true;
}

bool way_probe(const WayPair *pair, const RigidPose pose[2], const WayDesc *desc, double resolution,
               Probe *out, Error *err)
{
    assert(pair && desc && desc->solids && out);
    bool shrunk = pair->limit > 0;
    PosedPart part[2], clear[2];
    for (int k = 0; k < 2; ++k) {
        part[k] = posed(pair->tree[k], &pair->rest[k], &pose[k]);
        clear[k] = shrunk ? posed(pair->shrunk[k], &pair->shrunk_rest[k], &pose[k]) : part[k];
    }
    *out = (Probe){.kind = PROBE_UNCLEAR};
    ContactList contacts = {0};
    bool ok = list_contacts(&clear[0], &clear[1], QUERY_FIRST, desc->job, &contacts, err);
    if (ok && contacts.count == 0) {
        ok = probe_apart(&clear[0], &clear[1], desc, out, err);
    } else if (ok && list_contacts(&part[0], &part[1], QUERY_ALL, desc->job, &contacts, err)) {
        ok = deepest_point(&part[0], &part[1], &contacts, desc, resolution, pair->limit, out, err);
        if (ok && out->kind == PROBE_UNCLEAR && !shrunk) {
            out->margin = best_pierced(&part[0], &part[1], &contacts);
            out->kind = out->margin > 0 ? PROBE_PIERCED : PROBE_UNCLEAR;
        }
    } else {
        ok = false;
    }
    contact_list_free(&contacts);
    return ok;
}
