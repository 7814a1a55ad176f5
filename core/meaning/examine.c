// One pair of parts: places, curves, depth, containment, and the verdict that follows from them.
#include "core/base/clock.h"
#include "core/meaning/clusters.h"
#include "core/meaning/depth.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

const PairStateInfo *pair_state_info(enum PairState state)
{
#define X(identifier, name, gravity, wrong) {name, gravity, wrong},
    static const PairStateInfo infos[] = {PAIR_STATE_LIST(X)};
#undef X
    return &infos[state < PAIR_STATE_COUNT ? state : PAIR_UNDECIDED];
}

const char *pair_state_name(enum PairState state)
{
    return pair_state_info(state)->name;
}

void contact_detail_free(ContactDetail *detail)
{
    mem_free(detail->clusters);
    mem_free(detail->curves);
    mem_free(detail->points);
    *detail = (ContactDetail){0};
}

// Of the box in the mesh's axes, as long as it is in the world.
static double world_diagonal(const PosedPart *part)
{
    Vec3d size = vec3d_sub(part->tree->box.hi, part->tree->box.lo);
    double square = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            square += pow(part->placement.m[i][j] * size.v[j], 2);
    return sqrt(square);
}

static double smaller_diagonal(const PosedPart *a, const PosedPart *b)
{
    return fmin(world_diagonal(a), world_diagonal(b));
}

double contact_tolerance(const ContactDesc *desc, const PosedPart *a, const PosedPart *b)
{
    assert(desc && a && b);
    double relative = desc->relative > 0 ? desc->relative : CONTACT_RELATIVE_TOLERANCE;
    double wanted = desc->tolerance > 0 ? desc->tolerance : relative * smaller_diagonal(a, b);
    // Placements round: below this a depth is noise.
    double noise = 1e-12 * (world_diagonal(a) + world_diagonal(b));
    return fmax(wanted, noise);
}

// A body of a part that does not meet the other's surface lies on one side of it.
typedef struct Pair {
    const PosedPart *a, *b;
    const Solid *solid_a, *solid_b;
    Affine b_to_a;
    PlacedSolid in_a, in_b; // for exact questions: both in a's frame
} Pair;

static bool in_box(const PlacedSolid *outer, Vec3d p)
{
    Vec3d local = affine_apply(&outer->to_local, p);
    const Box3d *box = &outer->solid->nodes[0].box;
    for (int k = 0; k < 3; ++k)
        if (local.v[k] < box->lo.v[k] || local.v[k] > box->hi.v[k])
            return false;
    return true;
}

// An open surface has no inside; but nothing that sticks out of its box would be in it.
static enum Containment open_containment(const Solid *inner, const Affine *to_frame,
                                         const PlacedSolid *outer)
{
    if (inner->topology->body_count == 1) {
        for (int32_t i = 0; i < 3 * inner->mesh->triangle_count; ++i) {
            int32_t v = inner->mesh->triangles[i / 3][i % 3];
            if (!in_box(outer, affine_apply(to_frame, inner->mesh->vertices[v])))
                return CONTAINED_OUTSIDE;
        }
        return CONTAINED_UNKNOWN;
    }
    for (int32_t i = 0; i < inner->topology->body_count; ++i)
        if (in_box(outer,
                   affine_apply(to_frame, inner->mesh->vertices[inner->topology->bodies[i]])))
            return CONTAINED_UNKNOWN;
    return CONTAINED_OUTSIDE;
}

static enum Containment containment(const Solid *inner, const Affine *to_frame,
                                    const PlacedSolid *outer)
{
    if (inner->topology->body_count == 0 || outer->solid->topology->body_count == 0)
        return CONTAINED_OUTSIDE;
    if (!outer->solid->topology->closed)
        return open_containment(inner, to_frame, outer);
    int32_t inside = 0;
    for (int32_t i = 0; i < inner->topology->body_count; ++i) {
        int winding;
        Vec3d p = affine_apply(to_frame, inner->mesh->vertices[inner->topology->bodies[i]]);
        if (!solid_winding(outer, p, &winding))
            return CONTAINED_UNKNOWN;
        inside += winding != 0;
    }
    return inside == 0                             ? CONTAINED_OUTSIDE
           : inside == inner->topology->body_count ? CONTAINED_INSIDE
                                                   : CONTAINED_PARTLY;
}

static int32_t count_polygons(const ContactList *contacts, const Mesh *mesh, bool of_b)
{
    unsigned char *seen = mem_calloc((size_t)mesh->polygon_count + 1, 1);
    int32_t count = 0;
    for (size_t i = 0; seen && i < contacts->count; ++i) {
        int32_t t = of_b ? contacts->items[i].b : contacts->items[i].a;
        unsigned char *polygon = &seen[mesh->polygon_of[t]];
        count += !*polygon;
        *polygon = 1;
    }
    mem_free(seen);
    return seen ? count : -1;
}

static Box3d moved_box(const Box3d *box, const Affine *to)
{
    Box3d moved = box3d_empty();
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = vec3d(i & 1 ? box->hi.x : box->lo.x, i & 2 ? box->hi.y : box->lo.y,
                             i & 4 ? box->hi.z : box->lo.z);
        moved = box3d_including(moved, affine_apply(to, corner));
    }
    return moved;
}

// Where lengths are true and coordinates are small: a's own frame, or that frame stretched.
static Affine true_frame(const PosedPart *a)
{
    Affine frame = a->placement;
    frame.p = vec3d(0, 0, 0);
    return affine_is_rigid(&a->placement) ? affine_identity() : frame;
}

static bool search_one_way(bool from_a, const PlacedSolid *surface, const PlacedSolid *solid,
                           const Affine *frame, const ContactList *contacts,
                           const int32_t *cluster_of, DepthSearch *search)
{
    search->surface = surface;
    search->solid = solid;
    search->from_a = from_a;
    if (solid->solid->topology->closed) {
        Crossings crossings;
        bool ok = crossings_create(&crossings, contacts, !from_a,
                                   surface->solid->mesh->triangle_count, frame);
        search->crossings = &crossings;
        ok = ok && depth_search(search);
        crossings_free(&crossings);
        return ok;
    }
    // One closed part says all there is to say about an inside.
    if (surface->solid->topology->closed || contacts->count == 0)
        return true;
    int32_t *triangles = array_alloc(contacts->count, sizeof *triangles);
    if (!triangles)
        return false;
    for (size_t i = 0; i < contacts->count; ++i)
        triangles[i] = from_a ? contacts->items[i].a : contacts->items[i].b;
    bool ok = depth_estimate(search, triangles, cluster_of, contacts->count);
    mem_free(triangles);
    return ok;
}

// a in b, then b in a; half of the samples for each.
static bool search_both_ways(const PlacedSolid *a, const PlacedSolid *b, const Affine *frame,
                             const ContactList *contacts, const int32_t *cluster_of,
                             int32_t samples, DepthSearch *search)
{
    search->samples = samples - samples / 2;
    if (!search_one_way(true, a, b, frame, contacts, cluster_of, search))
        return false;
    double error = search->error;
    search->samples = (search->samples > 0 ? search->samples : 0) + samples / 2;
    bool ok = search_one_way(false, b, a, frame, contacts, cluster_of, search);
    search->error = fmax(error, search->error);
    return ok;
}

static double deepest(const DepthSearch *search)
{
    double depth = 0;
    for (size_t i = 0; i < search->place_count; ++i)
        depth = fmax(depth, search->places[i].depth);
    return depth;
}

static bool find_depth(const Pair *pair, const ContactList *contacts, const ContactDesc *desc,
                       const int32_t *cluster_of, Job *job, ContactDetail *out)
{
    Affine frame = true_frame(pair->a), back, b_to_frame = affine_compose(&frame, &pair->b_to_a);
    PlacedSolid a, b;
    out->state = PAIR_UNDECIDED;
    if (!affine_invert(&frame, &back) || !placed_solid_init(&a, pair->solid_a, &frame) ||
        !placed_solid_init(&b, pair->solid_b, &b_to_frame))
        return true; // scaled to nothing: no depth to speak of
    // Without a contact everything belongs to one place.
    ContactCluster whole = {.box = box3d_empty()};
    DepthSearch search = {.places = out->cluster_count > 0 ? out->clusters : &whole,
                          .place_count = out->cluster_count > 0 ? out->cluster_count : 1,
                          .accuracy = 0.1 * out->tolerance,
                          .least = 0.5 * out->tolerance,
                          .job = job};
    for (size_t i = 0; i < out->cluster_count; ++i)
        out->clusters[i].box = moved_box(&out->clusters[i].box, &frame);
    int32_t samples = desc->samples > 0 ? desc->samples : CONTACT_SAMPLES;
    bool ok = search_both_ways(&a, &b, &frame, contacts, cluster_of, samples, &search);
    double upper = deepest(&search) + search.error;
    if (ok && deepest(&search) <= out->tolerance && upper > out->tolerance) {
        search.decide = out->tolerance;
        samples = desc->decide > 0 ? desc->decide : CONTACT_DECIDE;
        ok = search_both_ways(&a, &b, &frame, contacts, cluster_of, samples, &search);
        if (deepest(&search) <= out->tolerance && search.error <= 0)
            upper = out->tolerance;
    }
    out->depth = deepest(&search);
    out->depth_error = fmax(upper - out->depth, 0);
    out->state = out->depth > out->tolerance ? PAIR_INTERFERENCE
                 : upper > out->tolerance    ? PAIR_UNDECIDED
                                             : PAIR_TOUCH;
    for (size_t i = 0; i < search.place_count; ++i) {
        ContactCluster *place = &search.places[i];
        if (i < out->cluster_count)
            place->box = moved_box(&place->box, &back);
        if (place->depth > 0)
            place->deepest = affine_apply(&back, place->deepest);
    }
    return ok;
}

typedef struct Ranked {
    ContactCluster cluster;
    int32_t index;
} Ranked;

static int by_depth(const void *x, const void *y)
{
    const Ranked *a = x, *b = y;
    if (a->cluster.depth != b->cluster.depth)
        return a->cluster.depth > b->cluster.depth ? -1 : 1;
    if (a->cluster.count != b->cluster.count)
        return a->cluster.count > b->cluster.count ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool rank_clusters(ContactDetail *detail)
{
    size_t count = detail->cluster_count;
    Ranked *ranked = array_alloc(count, sizeof *ranked);
    int32_t *rank_of = array_alloc(count, sizeof *rank_of);
    bool ok = ranked && rank_of;
    for (size_t i = 0; ok && i < count; ++i)
        ranked[i] = (Ranked){detail->clusters[i], (int32_t)i};
    if (ok && count > 1)
        qsort(ranked, count, sizeof *ranked, by_depth);
    for (size_t i = 0; ok && i < count; ++i) {
        detail->clusters[i] = ranked[i].cluster;
        rank_of[ranked[i].index] = (int32_t)i;
    }
    for (size_t i = 0; ok && i < detail->curve_count; ++i)
        detail->curves[i].cluster = rank_of[detail->curves[i].cluster];
    mem_free(ranked);
    mem_free(rank_of);
    return ok;
}

static bool examine_contacts(const Pair *pair, const ContactList *contacts, const ContactDesc *desc,
                             Job *job, ContactDetail *out)
{
    int32_t *cluster_of = array_alloc(contacts->count, sizeof *cluster_of);
    double link = (desc->link > 0 ? desc->link : CONTACT_LINK) * smaller_diagonal(pair->a, pair->b);
    // Witnesses are in a's frame; when that is scaled, so is the distance between places.
    link = fmax(link, out->tolerance) / affine_stretch(&pair->a->placement);
    const Mesh *a = pair->solid_a->mesh, *b = pair->solid_b->mesh;
    out->contact_count = contacts->count;
    int32_t polygons_a = count_polygons(contacts, a, false);
    int32_t polygons_b = count_polygons(contacts, b, true);
    out->polygons = polygons_a + polygons_b;
    bool ok =
        cluster_of && polygons_a >= 0 && polygons_b >= 0 &&
        clusters_find(contacts, a, b, &pair->b_to_a, link, out, cluster_of) &&
        curves_chain(contacts, pair->solid_a, pair->solid_b, &pair->b_to_a, cluster_of, out) &&
        find_depth(pair, contacts, desc, cluster_of, job, out) && rank_clusters(out);
    mem_free(cluster_of);
    out->estimate = !(pair->solid_a->topology->closed && pair->solid_b->topology->closed);
    return ok;
}

static bool holds(enum Containment c)
{
    return c == CONTAINED_INSIDE || c == CONTAINED_PARTLY;
}

static bool examine_containment(const Pair *pair, const ContactDesc *desc, Job *job,
                                ContactDetail *out)
{
    Affine here = affine_identity();
    out->a_in_b = containment(pair->solid_a, &here, &pair->in_b);
    out->b_in_a = containment(pair->solid_b, &pair->b_to_a, &pair->in_a);
    if (holds(out->a_in_b) || holds(out->b_in_a)) {
        bool ok = find_depth(pair, &(ContactList){0}, desc, NULL, job, out);
        out->state = PAIR_INSIDE;
        return ok;
    }
    bool unknown = out->a_in_b == CONTAINED_UNKNOWN || out->b_in_a == CONTAINED_UNKNOWN;
    out->state = unknown ? PAIR_UNDECIDED : PAIR_CLEAR;
    return true;
}

bool contact_examine(const PosedPart *a, const PosedPart *b, const ContactList *contacts,
                     const ContactDesc *desc, SolidCache *solids, Job *job, ContactDetail *out,
                     Error *err)
{
    assert(a && b && contacts && desc && solids && out);
    double start = clock_seconds();
    Affine world_to_a;
    contact_detail_free(out);
    Pair pair = {.a = a, .b = b};
    if (!affine_is_finite(&b->placement) || !affine_invert(&a->placement, &world_to_a))
        return error_set(err, "a placement is singular or not finite");
    pair.b_to_a = affine_compose(&world_to_a, &b->placement);
    pair.solid_a = solid_cache_get(solids, a->tree->mesh, job);
    pair.solid_b = solid_cache_get(solids, b->tree->mesh, job);
    if (!pair.solid_a || !pair.solid_b)
        return job_cancelled(job) ? false
                                  : error_set(err, "not enough memory to examine a contact");
    Affine here = affine_identity();
    if (!placed_solid_init(&pair.in_a, pair.solid_a, &here) ||
        !placed_solid_init(&pair.in_b, pair.solid_b, &pair.b_to_a))
        return error_set(err, "a placement is singular or not finite");
    out->tolerance = contact_tolerance(desc, a, b);
    bool ok = contacts->count > 0 ? examine_contacts(&pair, contacts, desc, job, out)
                                  : examine_containment(&pair, desc, job, out);
    out->ms = 1e3 * (clock_seconds() - start);
    if (!ok) {
        contact_detail_free(out);
        return job_cancelled(job) ? false
                                  : error_set(err, "not enough memory to examine a contact");
    }
    return true;
}
