// One pair of parts: places, curves, depth, containment, and the verdict that follows from them.
#include "core/base/clock.h"
#include "core/meaning/clusters.h"
#include "core/meaning/containment.h"
#include "core/meaning/facet_band.h"
#include "core/meaning/pair_depth.h"
#include "core/meaning/same_place.h"
#include "core/meaning/sheets.h"

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

static void trim(ContactDetail *detail)
{
    array_trim(&detail->clusters, &detail->cluster_capacity, detail->cluster_count,
               sizeof *detail->clusters);
    array_trim(&detail->curves, &detail->curve_capacity, detail->curve_count,
               sizeof *detail->curves);
    array_trim(&detail->points, &detail->point_capacity, detail->point_count,
               sizeof *detail->points);
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

typedef struct Pair {
    const PosedPart *a, *b;
    const Solid *solid_a, *solid_b;
    Affine b_to_a;
} Pair;

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
        moved = box3d_including(moved, affine_apply(to, box3d_corner(box, i)));
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

static bool find_depth(const Pair *pair, const ContactList *contacts, const ContactDesc *desc,
                       Job *job, ContactDetail *out)
{
    Affine frame = true_frame(pair->a), back, b_to_frame = affine_compose(&frame, &pair->b_to_a);
    PlacedPart a, b;
    out->state = PAIR_UNDECIDED;
    if (!affine_invert(&frame, &back) || !placed_part_init(&a, pair->solid_a, &frame) ||
        !placed_part_init(&b, pair->solid_b, &b_to_frame))
        return true; // scaled to nothing: no depth to speak of
    // Without a contact everything belongs to one place.
    ContactCluster whole = {.box = box3d_empty()};
    Places places = {.places = out->cluster_count > 0 ? out->clusters : &whole,
                     .count = out->cluster_count > 0 ? out->cluster_count : 1};
    for (size_t i = 0; i < out->cluster_count; ++i)
        out->clusters[i].box = moved_box(&out->clusters[i].box, &frame);
    bool ok = depth_of_pair(&a, &b, &frame, contacts, desc, places, job, out);
    for (size_t i = 0; i < places.count; ++i) {
        ContactCluster *place = &places.places[i];
        if (i < out->cluster_count)
            place->box = moved_box(&place->box, &back);
        if (place->depth > 0)
            place->deepest = affine_apply(&back, place->deepest);
    }
    return ok;
}

// Would one be deep inside the other if the large holes of that one were closed?
static bool judge_maybe_inside(const Pair *pair, Job *job, ContactDetail *out)
{
    Affine frame = true_frame(pair->a), b_to_frame = affine_compose(&frame, &pair->b_to_a);
    bool a_in_b = false, b_in_a = false;
    bool ok =
        maybe_deep(pair->solid_a, &frame, pair->solid_b, &b_to_frame, out->tolerance, job,
                   &a_in_b) &&
        maybe_deep(pair->solid_b, &b_to_frame, pair->solid_a, &frame, out->tolerance, job, &b_in_a);
    out->a_in_b = a_in_b ? CONTAINED_UNKNOWN : out->a_in_b;
    out->b_in_a = b_in_a ? CONTAINED_UNKNOWN : out->b_in_a;
    out->state = a_in_b || b_in_a ? PAIR_UNDECIDED : out->state;
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

// No deeper than the tolerance, or than facets can tell, as far as there is an inside. What else may
// be wrong?
static bool judge_touch(const Pair *pair, const ContactList *contacts, const int32_t *cluster_of,
                        const ContactDesc *desc, Job *job, ContactDetail *out)
{
    Material *of_a = pair->solid_a->material, *of_b = pair->solid_b->material;
    if (out->state == PAIR_INTERFERENCE)
        return true;
    bool facets = out->state == PAIR_FACETS;
    SamePlace place;
    bool touch, ok = same_place(pair->solid_a, pair->solid_b, &pair->b_to_a, true_frame(pair->a),
                                facets ? facet_band_border(out, desc) : out->tolerance, &place);
    if (!ok || place.same) {
        // While surfaces may be deep in each other, it is more than that.
        if (place.same)
            out->state = out->state == PAIR_UNDECIDED ? PAIR_CROSSING : PAIR_SAME_PLACE;
        return ok;
    }
    double length = out->tolerance / affine_stretch(&pair->a->placement);
    ok = sheets_touch(pair->a, pair->b, &pair->b_to_a, of_a, of_b, contacts, cluster_of, out,
                      length, job, &touch);
    // Between two caps of one hole, nobody knows.
    bool vague = of_a->cap_slack > 0 || of_b->cap_slack > 0;
    if (!touch || (out->state == PAIR_UNDECIDED && vague)) {
        out->state = PAIR_CROSSING;
        return ok;
    }
    return ok && (out->state == PAIR_UNDECIDED || judge_maybe_inside(pair, job, out));
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
        find_depth(pair, contacts, desc, job, out) &&
        judge_touch(pair, contacts, cluster_of, desc, job, out) && rank_clusters(out);
    mem_free(cluster_of);
    return ok;
}

static bool holds(enum Containment c)
{
    return c == CONTAINED_INSIDE || c == CONTAINED_PARTLY;
}

// A part reaches through a hole of the other, and the surfaces do not meet. A touch there is none.
static bool examine_through(const Pair *pair, const ContactDesc *desc, Job *job, ContactDetail *out)
{
    bool ok = find_depth(pair, &(ContactList){0}, desc, job, out);
    if (out->state == PAIR_INTERFERENCE) {
        out->state = PAIR_INSIDE;
        return ok;
    }
    enum Containment now = out->state == PAIR_TOUCH ? CONTAINED_OUTSIDE : CONTAINED_UNKNOWN;
    out->a_in_b = holds(out->a_in_b) ? now : out->a_in_b;
    out->b_in_a = holds(out->b_in_a) ? now : out->b_in_a;
    out->state = out->state == PAIR_TOUCH ? PAIR_CLEAR : PAIR_UNDECIDED;
    return ok;
}

static bool examine_containment(const Pair *pair, const ContactDesc *desc, Job *job,
                                ContactDetail *out)
{
    Affine here = affine_identity();
    bool through[2];
    out->a_in_b = containment_of(pair->solid_a, &here, pair->solid_b, &pair->b_to_a, &through[0]);
    out->b_in_a = containment_of(pair->solid_b, &pair->b_to_a, pair->solid_a, &here, &through[1]);
    if (through[0] || through[1])
        return examine_through(pair, desc, job, out);
    if (holds(out->a_in_b) || holds(out->b_in_a)) {
        bool ok = find_depth(pair, &(ContactList){0}, desc, job, out);
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
    out->holes_closed = pair.solid_a->material->caps || pair.solid_b->material->caps;
    out->tolerance = contact_tolerance(desc, a, b);
    bool ok = facet_band_measure(a, b, contacts, job, out);
    ok = ok && (contacts->count > 0 ? examine_contacts(&pair, contacts, desc, job, out)
                                    : examine_containment(&pair, desc, job, out));
    out->truncated = contacts->truncated;
    if (out->truncated && out->state != PAIR_INTERFERENCE && out->state != PAIR_SAME_PLACE)
        out->state = PAIR_UNDECIDED; // those two are proven by depths
    out->ms = 1e3 * (clock_seconds() - start);
    if (!ok) {
        contact_detail_free(out);
        return job_cancelled(job) ? false
                                  : error_set(err, "not enough memory to examine a contact");
    }
    trim(out);
    return true;
}

bool contact_between(const PosedPart *a, const PosedPart *b, const ContactDesc *desc,
                     SolidCache *solids, Job *job, ContactDetail *out, Error *err)
{
    ContactList contacts = {0};
    Affine b_to_a;
    QueryDesc query = {.mode = QUERY_ALL, .witnesses = true};
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a part's placement squashes it flat");
    bool ok = query_contacts(a->tree, b->tree, &b_to_a, &query, job, &contacts, NULL, err) &&
              contact_examine(a, b, &contacts, desc, solids, job, out, err);
    contact_list_free(&contacts);
    return ok;
}
