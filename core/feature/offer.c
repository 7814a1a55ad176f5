#include "core/feature/offer.h"

#include "core/base/array.h"

#include <assert.h>
#include <stdlib.h>

#define LEAST_SHARE 0.75 // of the hole's radius: thinner pins are not meant for it

#define LEAST_FACE 0.3 // of the radius of the face that is put onto it
#define THERE 0.002    // of the radius: so near that there is nothing to be offered

enum { OUT, STANDS, HAND };

// A connector in the world; sorted along the first axis, so that only near ones are compared.
typedef struct Placed {
    Connector connector;
    double reach; // from its origin to what may be near to it: of a face, along a pin
    int32_t part, index;
} Placed;

static int by_place(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    double p = x->connector.origin.x, q = y->connector.origin.x;
    if (p != q)
        return p < q ? -1 : 1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool within(const Connector *c, double reach, const Box3d *near)
{
    for (int k = 0; near && k < 3; ++k)
        if (c->origin.v[k] + reach < near->lo.v[k] || c->origin.v[k] - reach > near->hi.v[k])
            return false;
    return true;
}

// near: NULL for anywhere.
static bool collect(const OfferDesc *desc, uint8_t role, const Box3d *near, Placed **out,
                    size_t *count, size_t *capacity)
{
    for (int32_t p = 0; p < desc->part_count; ++p) {
        const OfferPart *part = &desc->parts[p];
        if (desc->roles[p] != role)
            continue;
        if (!array_reserve(out, capacity, *count + part->count, sizeof **out))
            return false;
        for (size_t i = 0; i < part->count; ++i) {
            Placed *placed = &(*out)[*count];
            *placed = (Placed){.part = p, .index = (int32_t)i};
            if (!connector_placed(&part->connectors[i], &part->placement, &placed->connector))
                continue;
            const Connector *c = &placed->connector;
            placed->reach = c->kind == CONNECTOR_FACE ? c->radius : c->length + c->ahead;
            *count += within(c, placed->reach, near);
        }
    }
    return true;
}

static bool is_near(const Placed *a, const Mate *mate, const OfferDesc *desc, double share)
{
    bool face = a->connector.kind == CONNECTOR_FACE && desc->face_distance > 0;
    double distance = face ? desc->face_distance : desc->distance;
    return mate->verdict == MATE_FITS && mate->distance <= share * distance &&
           mate->angle <= share * desc->angle;
}

static bool is_there(const Placed *a, const Mate *mate)
{
    return mate->distance + mate->travel + mate->angle * a->connector.radius <=
           THERE * a->connector.radius;
}

// Pins go into holes rather than faces onto faces, even if those stand: they say more about where the
// part belongs. Of several that are as near, the one with the least play: a bore lies on the outer ring of a bearing,
// not on the balls within.
static double badness(const Placed *a, const Mate *mate, const OfferDesc *desc, bool stands)
{
    double share = mate->distance / desc->distance + mate->angle / desc->angle;
    double loose = 0.01 * fmax(0, mate->play) / mate->radius;
    return (stands ? -1 : share + loose) + (a->connector.kind == CONNECTOR_FACE ? 4 : 0);
}

// Nobody wants to put a lid on the head of a screw, or a thin pin into a wide hole.
static bool is_meant(const Placed *a, const Placed *b)
{
    if (a->connector.kind == CONNECTOR_FACE)
        return b->connector.radius >= LEAST_FACE * a->connector.radius;
    double ratio = a->connector.radius / b->connector.radius;
    return fmin(ratio, 1 / ratio) >= LEAST_SHARE;
}

static void consider(const OfferDesc *desc, const Placed *a, const Placed *b, const Offer *last,
                     double *best, Offer *out)
{
    double slack = desc->parts[a->part].chord_error + desc->parts[b->part].chord_error;
    bool stands = last && last->found && last->moving_part == a->part && last->moving == a->index &&
                  last->fixed_part == b->part && last->fixed == b->index;
    Mate mate = connector_mate(&a->connector, &b->connector, slack);
    if (!is_near(a, &mate, desc, stands ? OFFER_LEAVE : 1) || !(stands || is_meant(a, b)) ||
        is_there(a, &mate))
        return;
    if (a->connector.kind == CONNECTOR_FACE && desc->faces_meet &&
        !desc->faces_meet(desc->user, a->part, a->index, b->part, b->index))
        return;
    double bad = badness(a, &mate, desc, stands);
    bool first = bad == *best && (a->part < out->moving_part ||
                                  (a->part == out->moving_part && a->index < out->moving));
    if (bad < *best || first) {
        *best = bad;
        *out = (Offer){true, a->part, b->part, a->index, b->index, mate};
    }
}

static Box3d box_of(const OfferDesc *desc, const Placed *hand, size_t count)
{
    Box3d box = {.lo = vec3d(INFINITY, INFINITY, INFINITY),
                 .hi = vec3d(-INFINITY, -INFINITY, -INFINITY)};
    for (size_t i = 0; i < count; ++i) {
        double reach = hand[i].reach + OFFER_LEAVE * desc->distance;
        Vec3d far = vec3d(reach, reach, reach), at = hand[i].connector.origin;
        box.lo = vec3d_min(box.lo, vec3d_sub(at, far));
        box.hi = vec3d_max(box.hi, vec3d_add(at, far));
    }
    return box;
}

bool offer_find(const OfferDesc *desc, const Offer *last, Offer *out, Error *err)
{
    assert(desc && out && desc->distance > 0 && desc->angle > 0);
    Placed *hand = NULL, *others = NULL;
    size_t hands = 0, hand_capacity = 0, count = 0, capacity = 0;
    Offer found = {.found = false};
    Box3d near;
    bool ok = collect(desc, HAND, NULL, &hand, &hands, &hand_capacity);
    near = box_of(desc, hand, ok ? hands : 0);
    ok = ok && collect(desc, STANDS, &near, &others, &count, &capacity);
    double far = 0, best = INFINITY;
    for (size_t i = 0; ok && i < count; ++i)
        far = fmax(far, others[i].reach);
    if (ok && count > 1)
        qsort(others, count, sizeof *others, by_place);
    for (size_t i = 0; ok && i < hands; ++i) {
        double reach = OFFER_LEAVE * desc->distance + hand[i].reach + far;
        double x = hand[i].connector.origin.x;
        size_t lo = 0, hi = count;
        while (lo < hi) {
            size_t middle = (lo + hi) / 2;
            if (others[middle].connector.origin.x < x - reach)
                lo = middle + 1;
            else
                hi = middle;
        }
        for (; lo < count && others[lo].connector.origin.x <= x + reach; ++lo)
            consider(desc, &hand[i], &others[lo], last, &best, &found);
    }
    mem_free(hand);
    mem_free(others);
    *out = found;
    return ok || error_set(err, "not enough memory to look for what fits");
}

// On one axis with the moving connector once that is in line.
static bool is_on_the_way(const Connector *moving, const Connector *other, double slack)
{
    Mate mate = connector_mate(moving, other, slack);
    Vec3d from = vec3d_sub(other->origin, moving->origin);
    double along = vec3d_dot(from, moving->axis);
    double beside = vec3d_length(vec3d_add_scaled(from, moving->axis, -along));
    double near = THERE * moving->radius + slack;
    return mate.verdict == MATE_FITS && moving->kind != CONNECTOR_FACE && beside <= near &&
           sin(mate.angle) * moving->radius <= near;
}

// Whether another end of what is in the hand comes to an end of this part as well.
static bool meets_too(const OfferDesc *desc, const Offer *offer, int32_t part)
{
    const OfferPart *other = &desc->parts[part];
    for (int32_t h = 0; h < desc->part_count; ++h) {
        const OfferPart *hand = &desc->parts[h];
        double slack = hand->chord_error + other->chord_error;
        for (size_t i = 0; desc->roles[h] == HAND && i < hand->count; ++i) {
            Connector moving, fixed;
            if (hand->connectors[i].kind != CONNECTOR_PIPE ||
                !connector_placed(&hand->connectors[i], &hand->placement, &moving))
                continue;
            for (size_t k = 0; k < other->count; ++k)
                if (other->connectors[k].kind == CONNECTOR_PIPE &&
                    connector_placed(&other->connectors[k], &other->placement, &fixed) &&
                    mate_joins_too(&offer->mate, &moving, &fixed, slack))
                    return true;
        }
    }
    return false;
}

void offer_fits(const OfferDesc *desc, const Offer *offer, bool *fits)
{
    assert(desc && offer && offer->found && fits);
    Connector moving;
    const OfferPart *hand = &desc->parts[offer->moving_part];
    Affine in_line = affine_compose(&offer->mate.in_line, &hand->placement);
    bool placed = connector_placed(&hand->connectors[offer->moving], &in_line, &moving);
    for (int32_t p = 0; p < desc->part_count; ++p) {
        const OfferPart *part = &desc->parts[p];
        fits[p] = p == offer->fixed_part;
        for (size_t i = 0; placed && desc->roles[p] == STANDS && i < part->count && !fits[p]; ++i) {
            Connector other;
            fits[p] = connector_placed(&part->connectors[i], &part->placement, &other) &&
                      is_on_the_way(&moving, &other, hand->chord_error + part->chord_error);
        }
        fits[p] = fits[p] || (desc->roles[p] == STANDS && meets_too(desc, offer, p));
    }
}
