#include "core/motion/removal_pulls.h"

#include "core/base/array.h"
#include "core/meaning/facet_band.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

#define NEAR_TOLERANCES                                                                            \
    8.0 // within so many tolerances the limits of a pair are made with all others
#define CONTACT_TOLERANCES 2.0 // and within so many a face is a contact

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory to pull parts");
}

// --- trees

// Boxes along the axes tell distances under any scale; parts share them as they share meshes.
static Bvh *tree_of(RemovalPulls *pulls, int32_t part, Error *err)
{
    const Bvh *tree = pulls->desc->parts[part].tree;
    if (tree->desc.type == &bv_aabb)
        return bvh_retain((Bvh *)tree);
    for (int32_t i = 0; i < part; ++i)
        if (pulls->trees[i] && pulls->trees[i]->mesh == tree->mesh)
            return bvh_retain(pulls->trees[i]);
    return bvh_build(tree->mesh, &(BvhDesc){.type = &bv_aabb}, pulls->desc->job, err);
}

bool removal_pulls_make(RemovalPulls *pulls, const RemovalDesc *desc, Error *err)
{
    size_t count = (size_t)desc->part_count;
    *pulls = (RemovalPulls){.desc = desc,
                            .parts = array_alloc(count, sizeof *pulls->parts),
                            .trees = mem_calloc(count + 1, sizeof *pulls->trees),
                            .boxes = array_alloc(count, sizeof *pulls->boxes),
                            .movers = mem_calloc(count + 1, sizeof *pulls->movers)};
    if (!pulls->parts || !pulls->trees || !pulls->boxes || !pulls->movers)
        return no_memory(err);
    for (int32_t i = 0; i < desc->part_count; ++i) {
        pulls->parts[i] = desc->parts[i];
        if (!desc->parts[i].active)
            continue;
        pulls->trees[i] = tree_of(pulls, i, err);
        if (!pulls->trees[i])
            return !job_cancelled(desc->job) && err->text[0] == '\0' ? no_memory(err) : false;
        pulls->parts[i].tree = pulls->trees[i];
        pulls->boxes[i] = part_world_bounds(pulls->trees[i]->mesh, &desc->parts[i].placement);
    }
    return true;
}

static void mover_free(RemovalMover *mover, int32_t part_count)
{
    for (int32_t i = 0; mover->own && i < part_count; ++i) {
        if (mover->own[i])
            limits_free(mover->own[i]);
        mem_free(mover->own[i]);
    }
    mem_free((void *)mover->own);
    mem_free(mover->starts);
    limits_free(&mover->limits);
}

void removal_pulls_free(RemovalPulls *pulls)
{
    for (int32_t i = 0; pulls->desc && i < pulls->desc->part_count; ++i) {
        if (pulls->movers)
            mover_free(&pulls->movers[i], pulls->desc->part_count);
        if (pulls->trees)
            bvh_release(pulls->trees[i]);
    }
    solid_cache_free(&pulls->solids);
    mem_free(pulls->parts);
    mem_free((void *)pulls->trees);
    mem_free(pulls->boxes);
    mem_free(pulls->movers);
    *pulls = (RemovalPulls){0};
}

bool removal_ignored(const RemovalDesc *desc, int32_t a, int32_t b)
{
    double baseline;
    return desc->rules &&
           pair_rules_find(desc->rules, a < b ? a : b, a < b ? b : a, &baseline) == RULE_IGNORED;
}

// --- how deep pairs may be

static bool holds(const RemovalPulls *pulls, int32_t a, int32_t b)
{
    return pulls->parts[b].active && !removal_same_unit(pulls->desc, a, b) &&
           !removal_ignored(pulls->desc, a, b);
}

static double tolerance_of(const RemovalPulls *pulls, int32_t a, int32_t b)
{
    const ContactDesc desc = {.tolerance = pulls->desc->tolerance};
    return contact_tolerance(&desc, &pulls->parts[a], &pulls->parts[b]);
}

static bool boxes_near(const RemovalPulls *pulls, int32_t a, int32_t b, double reach)
{
    Box3d grown = box3d_grown(pulls->boxes[a], reach);
    return box3d_meet(&grown, &pulls->boxes[b]);
}

// What a touch may be between these two, as everywhere: no deeper than the tolerance, or than facets tell.
static bool touch_tolerance(RemovalPulls *pulls, int32_t a, int32_t b, ContactDetail *detail)
{
    const ContactDesc desc = {.tolerance = pulls->desc->tolerance};
    const ContactList met = {.count = 1};
    detail->tolerance = tolerance_of(pulls, a, b);
    if (!facet_band_measure(&pulls->parts[a], &pulls->parts[b], &met, pulls->desc->job, detail))
        return false;
    detail->tolerance = facet_band_border(detail, &desc);
    return true;
}

static bool start_of(RemovalPulls *pulls, int32_t a, int32_t b, LimitStart *out, Error *err)
{
    const ContactDesc desc = {.tolerance = pulls->desc->tolerance};
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    ContactDetail detail = {0};
    if (!contact_between(&pulls->parts[low], &pulls->parts[high], &desc, &pulls->solids,
                         pulls->desc->job, &detail, err))
        return false;
    bool ok = touch_tolerance(pulls, low, high, &detail) || no_memory(err);
    *out = limit_start(&detail, b, (uint64_t)b, detail.tolerance);
    out->fits = true; // what is apart may touch on its way
    contact_detail_free(&detail);
    return ok;
}

static bool make_limits(RemovalPulls *pulls, int32_t a, const LimitStart *starts, int32_t count,
                        Limits *out, Error *err)
{
    LimitBook book = {0};
    LimitsDesc desc = {.parts = pulls->parts,
                       .dragged = a,
                       .starts = starts,
                       .start_count = count,
                       .book = &book,
                       .solids = &pulls->solids};
    bool ok = limits_make(&desc, pulls->desc->job, out, err);
    limit_book_free(&book);
    return ok;
}

// The limits against all that is near.
static bool know_mover(RemovalPulls *pulls, int32_t a, Error *err)
{
    RemovalMover *mover = &pulls->movers[a];
    size_t capacity = 0;
    if (mover->known)
        return true;
    mover->start_count = 0; // of a try before
    mem_free(mover->starts);
    mover->starts = NULL;
    for (int32_t b = 0; b < pulls->desc->part_count; ++b) {
        if (!holds(pulls, a, b) ||
            !boxes_near(pulls, a, b, NEAR_TOLERANCES * tolerance_of(pulls, a, b)))
            continue;
        if (!array_reserve(&mover->starts, &capacity, (size_t)mover->start_count + 1,
                           sizeof *mover->starts))
            return no_memory(err);
        if (!start_of(pulls, a, b, &mover->starts[mover->start_count], err))
            return false;
        ++mover->start_count;
    }
    mover->own = mem_calloc((size_t)pulls->desc->part_count + 1, sizeof *mover->own);
    if (!mover->own)
        return no_memory(err);
    return mover->known =
               make_limits(pulls, a, mover->starts, mover->start_count, &mover->limits, err);
}

// Of a pair that is far apart, where surfaces may meet on the way.
static const Limits *own_limits(RemovalPulls *pulls, int32_t a, int32_t b, Error *err)
{
    RemovalMover *mover = &pulls->movers[a];
    if (mover->own[b])
        return mover->own[b];
    Limits *made = mem_calloc(1, sizeof *made);
    ContactDetail detail = {0};
    if (!made || !touch_tolerance(pulls, a, b, &detail)) {
        mem_free(made);
        no_memory(err);
        return NULL;
    }
    LimitStart start = limit_start(NULL, b, (uint64_t)b, detail.tolerance);
    start.fits = true;
    if (!make_limits(pulls, a, &start, 1, made, err)) {
        mem_free(made);
        return NULL;
    }
    return mover->own[b] = made;
}

// --- one pull

static PullPair bare_pair(const RemovalPulls *pulls, int32_t a, int32_t b)
{
    return (PullPair){.tree = {pulls->parts[a].tree, pulls->parts[b].tree},
                      .placement = {pulls->parts[a].placement, pulls->parts[b].placement}};
}

static PullPair pair_within(const RemovalPulls *pulls, int32_t a, int32_t b, const Limits *limits,
                            int32_t index)
{
    const LimitPair *limit = &limits->pairs[index];
    PullPair pair = bare_pair(pulls, a, b);
    if (limit->kind == LIMIT_LOOSE || limit->kind == LIMIT_EXEMPT)
        pair.start = limit->reason == LIMIT_INSIDE ? PULL_HELD : PULL_ENTANGLED;
    if (limit->variant < 0)
        return pair;
    const LimitVariant *variant = &limits->variants[limit->variant];
    int side = variant->part == a ? 0 : 1;
    pair.limit = limit->limit;
    for (int k = 0; k < 2; ++k) {
        pair.shrunk[k] = k == side ? variant->shrunk.tree : pair.tree[k];
        pair.shrunk_placement[k] = k == side ? variant->placement : pair.placement[k];
    }
    return pair;
}

// Does the box of a, on its whole way, miss that of b?
static bool passes_by(const RemovalPulls *pulls, int32_t a, int32_t b, Vec3d way)
{
    Box3d swept = pulls->boxes[a];
    swept = box3d_including(swept, vec3d_add(pulls->boxes[a].lo, way));
    swept = box3d_including(swept, vec3d_add(pulls->boxes[a].hi, way));
    swept = box3d_grown(swept, 0);
    return !box3d_meet(&swept, &pulls->boxes[b]);
}

static const LimitStart *find_start(const RemovalMover *mover, int32_t b, int32_t *index)
{
    for (int32_t i = 0; i < mover->start_count; ++i)
        if (mover->starts[i].part == b) {
            *index = i;
            return &mover->starts[i];
        }
    return NULL;
}

bool removal_pull(RemovalPulls *pulls, int32_t a, int32_t b, Vec3d direction,
                  enum PullEffort effort, Pull *out, enum LimitReason *reason, Error *err)
{
    *out = (Pull){.state = PULL_FREE};
    *reason = LIMIT_NONE;
    double length =
        pull_length(pull_span(&pulls->parts[a], direction), pull_span(&pulls->parts[b], direction));
    if (!holds(pulls, a, b) || !(length > 0) ||
        passes_by(pulls, a, b, vec3d_scale(direction, length)))
        return true;
    if (!know_mover(pulls, a, err))
        return false;
    PullDesc desc = {
        .effort = effort, .solids = &pulls->solids, .job = pulls->desc->job, .work = &pulls->work};
    int32_t index = 0;
    const Limits *limits = &pulls->movers[a].limits;
    bool near = find_start(&pulls->movers[a], b, &index) != NULL;
    if (!near) {
        PullPair bare = bare_pair(pulls, a, b);
        PullDesc quick = desc;
        quick.effort = PULL_DECIDE;
        if (!pull_certify(&bare, direction, length, &quick, out, err))
            return false;
        if (out->state == PULL_FREE)
            return true;
        limits = own_limits(pulls, a, b, err);
        if (!limits)
            return false;
    }
    *reason = limits->pairs[index].kind == LIMIT_LOOSE ? LIMIT_STUCK : limits->pairs[index].reason;
    PullPair pair = pair_within(pulls, a, b, limits, index);
    return pull_certify(&pair, direction, length, &desc, out, err);
}

// --- directions

static bool directions_of_part(RemovalPulls *pulls, int32_t part, PullDirections *out, Error *err)
{
    Features features = {0};
    if (!features_find(pulls->parts[part].tree->mesh, pulls->desc->job, &features, err))
        return false;
    pull_directions_of_part(out, &features, &pulls->parts[part].placement);
    features_free(&features);
    return true;
}

bool removal_directions(RemovalPulls *pulls, int32_t part, ContactNormals *normals,
                        PullDirections *out, Error *err)
{
    *out = (PullDirections){0};
    pull_directions_of_world(out);
    for (int32_t a = 0; a < pulls->desc->part_count; ++a) {
        if (!pulls->parts[a].active || !removal_same_unit(pulls->desc, part, a))
            continue;
        if (!directions_of_part(pulls, a, out, err))
            return false;
        for (int32_t b = 0; b < pulls->desc->part_count; ++b) {
            if (!holds(pulls, a, b))
                continue;
            double radius = CONTACT_TOLERANCES * tolerance_of(pulls, a, b);
            if (boxes_near(pulls, a, b, radius) &&
                !contact_normals_add(normals, &pulls->parts[a], &pulls->parts[b], b, radius,
                                     pulls->desc->job, err))
                return false;
        }
    }
    pull_directions_of_contacts(out, normals);
    return true;
}

// --- out of the box of the rest

double removal_box_exit(const Box3d *box, const Box3d *other, Vec3d direction)
{
    double least = INFINITY;
    if (!box3d_meet(box, other))
        return 0;
    for (int k = 0; k < 3; ++k) {
        double along = direction.v[k];
        if (along > 1e-9)
            least = fmin(least, (other->hi.v[k] - box->lo.v[k]) / along);
        else if (along < -1e-9)
            least = fmin(least, (other->lo.v[k] - box->hi.v[k]) / along);
    }
    return isfinite(least) ? fmax(least, 0) : 0;
}

static Box3d joined(Box3d a, const Box3d *b)
{
    return box3d_including(box3d_including(a, b->lo), b->hi);
}

Box3d removal_unit_box(const RemovalPulls *pulls, int32_t part)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < pulls->desc->part_count; ++i)
        if (pulls->parts[i].active && removal_same_unit(pulls->desc, part, i))
            box = joined(box, &pulls->boxes[i]);
    return box;
}

double removal_distance(const RemovalPulls *pulls, int32_t part, Vec3d direction, const bool *there)
{
    Box3d rest = box3d_empty(), own = removal_unit_box(pulls, part);
    for (int32_t i = 0; i < pulls->desc->part_count; ++i)
        if (pulls->parts[i].active && (!there || there[i]) &&
            !removal_same_unit(pulls->desc, part, i))
            rest = joined(rest, &pulls->boxes[i]);
    return removal_box_exit(&own, &rest, direction);
}
