#include "core/feature/connector.h"

#include "core/base/angle.h"
#include "core/base/array.h"

#include <assert.h>

#define LEAST_ARC                                                                                  \
    (PI * 0.94)             // of pins and holes that are connectors by themselves: fillets are none
#define OPEN_ARC (PI * 1.1) // what reaches around no farther is open on one side

static const char *const words[] = {
#define X(identifier, word) word,
    CONNECTOR_KIND_LIST(X)
#undef X
};

const char *connector_kind_word(enum ConnectorKind kind)
{
    assert((int)kind >= 0 && kind < CONNECTOR_KINDS);
    return words[kind];
}

bool connector_kind_from(const char *word, enum ConnectorKind *kind)
{
    for (int i = 0; i < CONNECTOR_KINDS; ++i) {
        if (strcmp(word, words[i]) == 0) {
            *kind = (enum ConnectorKind)i;
            return true;
        }
    }
    return false;
}

static bool add(Connectors *out, const Connector *connector)
{
    if (!array_reserve(&out->items, &out->capacity, out->count + 1, sizeof *out->items))
        return false;
    out->items[out->count++] = *connector;
    return true;
}

// One end of a pin or a hole; way: 1 or -1 along the axis.
static Connector end_of(const Feature *cylinder, int32_t feature, double way, bool stops)
{
    return (Connector){
        .kind = cylinder->inward ? CONNECTOR_HOLE : CONNECTOR_PIN,
        .origin = vec3d_add_scaled(cylinder->origin, cylinder->axis, way * cylinder->length / 2),
        .axis = vec3d_scale(cylinder->axis, way),
        .side = cylinder->side,
        .radius = cylinder->radius,
        .length = cylinder->length,
        .facets = cylinder->even ? cylinder->facets : 0,
        .stops = stops,
        .open = cylinder->arc < OPEN_ARC,
        .feature = feature};
}

static Connector face_of(const Feature *plane, int32_t feature)
{
    return (Connector){.kind = CONNECTOR_FACE,
                       .origin = plane->origin,
                       .axis = plane->axis,
                       .side = plane->side,
                       .radius = plane->radius,
                       .feature = feature};
}

// What ends a cylinder on both sides: 0 nothing that is known, 1 it falls away, -1 a shoulder or a bottom.
// Circles stand in the order of their cylinders: from `circle` on, or of those before it. Returns the
// first that is of another one.
static int32_t find_ends(const Features *features, int32_t cylinder, int32_t circle, int ends[2])
{
    ends[0] = ends[1] = 0;
    for (; circle < features->count; ++circle) {
        const Feature *c = &features->items[circle];
        if (c->kind == FEATURE_CIRCLE && c->parent > cylinder)
            break;
        if (c->kind == FEATURE_CIRCLE && c->parent == cylinder)
            ends[vec3d_dot(c->axis, features->items[cylinder].axis) > 0] = c->convex ? 1 : -1;
    }
    return circle;
}

// How far a thinner end goes on before the tip of a pin: to the last face across its axis.
static double reach_ahead(const Features *features, const Connector *pin)
{
    double ahead = 0;
    for (int32_t i = 0; i < features->count && i < CONNECTOR_MOST_FACES &&
                        features->items[i].kind == FEATURE_PLANE;
         ++i) {
        const Feature *face = &features->items[i];
        Vec3d from = vec3d_sub(face->origin, pin->origin);
        double along = vec3d_dot(from, pin->axis);
        double beside = vec3d_length(vec3d_add_scaled(from, pin->axis, -along));
        if (vec3d_dot(face->axis, pin->axis) > 0.9999 &&
            beside + face->radius <= 1.01 * pin->radius)
            ahead = fmax(ahead, along);
    }
    return ahead;
}

// A tip or a mouth at each end that can be entered.
static bool add_ends(const Features *features, int32_t index, const int ends[2], Connectors *out)
{
    const Feature *cylinder = &features->items[index];
    for (int end = 0; end < 2; ++end) {
        Connector c = end_of(cylinder, index, end ? 1 : -1, ends[!end] < 0);
        c.ahead = c.kind == CONNECTOR_PIN ? reach_ahead(features, &c) : 0;
        if (ends[end] >= 0 && cylinder->arc >= LEAST_ARC && !add(out, &c))
            return false;
    }
    return true;
}

static bool is_end(const Feature *feature, bool inward)
{
    return feature->kind == FEATURE_CIRCLE && feature->convex && feature->inward == inward &&
           feature->face >= 0;
}

// Bolt holes in the face of a pipe's end, if they stand evenly on a circle around it: how many, and where the
// first one is.
static int32_t find_bolt_holes(const Features *features, const Feature *pin, const Feature *bore,
                               Vec3d *side)
{
    Vec3d first = vec3d(0, 0, 0), third = first;
    double radius = 0;
    int32_t count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int32_t i = 0; i < features->count; ++i) {
            const Feature *hole = &features->items[i];
            if (!is_end(hole, true) || hole->face != bore->face || hole == bore)
                continue;
            Vec3d out = vec3d_sub(hole->origin, pin->origin);
            double away = vec3d_length(out);
            if (pass == 0 && count++ == 0) {
                radius = away;
                first = vec3d_normalised(out);
                third = vec3d_cross(pin->axis, first);
            }
            double turn = count * atan2(vec3d_dot(out, third), vec3d_dot(out, first)) / (2 * PI);
            if (fabs(away - radius) > 1e-3 * radius ||
                (pass == 1 && fabs(turn - round(turn)) > 1e-3))
                return 0;
        }
    *side = first;
    return count >= 3 ? count : 0;
}

// Where a face lies between the ends of a pin and of a hole in it.
static bool add_pipes(const Features *features, Connectors *out)
{
    int32_t *outer = array_alloc((size_t)features->count, sizeof *outer); // per plane
    for (int32_t i = 0; outer && i < features->count; ++i)
        outer[i] = -1;
    for (int32_t i = 0; outer && i < features->count; ++i)
        if (is_end(&features->items[i], false))
            outer[features->items[i].face] = i;
    bool ok = outer != NULL;
    for (int32_t i = 0; ok && i < features->count; ++i) {
        const Feature *inner = &features->items[i];
        const Feature *pin = is_end(inner, true) && outer[inner->face] >= 0
                                 ? &features->items[outer[inner->face]]
                                 : NULL;
        if (!pin || vec3d_distance(pin->origin, inner->origin) > 1e-3 * pin->radius)
            continue;
        Connector c = {.kind = CONNECTOR_PIPE,
                       .origin = pin->origin,
                       .axis = pin->axis,
                       .side = pin->side,
                       .radius = pin->radius,
                       .feature = outer[inner->face]};
        Vec3d side;
        c.facets = find_bolt_holes(features, pin, inner, &side);
        if (c.facets > 0)
            c.side = side;
        ok = add(out, &c);
    }
    mem_free(outer);
    return ok;
}

bool connectors_from(const Features *features, Connectors *out, Error *err)
{
    assert(features && out);
    *out = (Connectors){0};
    int32_t circle = 0, faces = 0;
    bool ok = true;
    while (circle < features->count && features->items[circle].kind != FEATURE_CIRCLE)
        ++circle;
    for (int32_t i = 0; ok && i < features->count; ++i) {
        const Feature *feature = &features->items[i];
        if (feature->kind == FEATURE_PLANE && faces++ < CONNECTOR_MOST_FACES) {
            Connector face = face_of(feature, i);
            ok = add(out, &face);
        } else if (feature->kind == FEATURE_CYLINDER) {
            int ends[2];
            circle = find_ends(features, i, circle, ends);
            ok = add_ends(features, i, ends, out);
        }
    }
    if (ok && add_pipes(features, out))
        return true;
    connectors_free(out);
    return error_set(err, "not enough memory for the connectors of a part");
}

void connectors_free(Connectors *connectors)
{
    mem_free(connectors->items);
    *connectors = (Connectors){0};
}

bool connector_from(const Features *features, int32_t feature, Vec3d near, Connector *out)
{
    assert(features && out);
    if (feature < 0 || feature >= features->count)
        return false;
    const Feature *picked = &features->items[feature];
    if (picked->kind == FEATURE_PLANE) {
        *out = face_of(picked, feature);
        return true;
    }
    int32_t index = picked->kind == FEATURE_CIRCLE ? picked->parent : feature;
    const Feature *cylinder = &features->items[index];
    if (picked->kind == FEATURE_CIRCLE)
        near = picked->origin;
    int end = vec3d_dot(vec3d_sub(near, cylinder->origin), cylinder->axis) > 0, ends[2];
    find_ends(features, index, 0, ends);
    if (ends[end] < 0 && ends[!end] >= 0)
        end = !end; // the other one can be entered
    *out = end_of(cylinder, index, end ? 1 : -1, ends[!end] < 0);
    out->ahead = out->kind == CONNECTOR_PIN ? reach_ahead(features, out) : 0;
    return true;
}

bool connector_check(const Connector *c, Error *err)
{
    assert(c);
    if ((int)c->kind < 0 || c->kind >= CONNECTOR_KINDS)
        return error_set(err, "a connector is of no known kind");
    if (!vec3d_is_finite(c->origin) || !vec3d_is_finite(c->axis) || !vec3d_is_finite(c->side))
        return error_set(err, "a connector has a place or a direction that is not finite");
    if (fabs(vec3d_length(c->axis) - 1) > 1e-9 || fabs(vec3d_length(c->side) - 1) > 1e-9)
        return error_set(err, "axis and side of a connector must have length 1");
    if (fabs(vec3d_dot(c->axis, c->side)) > 1e-9)
        return error_set(err, "axis and side of a connector must be at right angles");
    bool round = c->kind != CONNECTOR_FACE;
    if (!isfinite(c->radius) || c->radius < 0 || (round && c->radius == 0))
        return error_set(err, "the radius of a connector must be above 0");
    if (!isfinite(c->length) || c->length < 0 || !isfinite(c->ahead) || c->ahead < 0)
        return error_set(err, "the length of a connector must not be below 0");
    if (c->facets != 0 && c->facets < 3)
        return error_set(err, "a connector must have no facets or at least 3");
    return true;
}

bool connector_placed(const Connector *c, const Affine *placement, Connector *out)
{
    assert(c && placement && out);
    Vec3d axis = affine_apply_vector(placement, c->axis);
    Vec3d side = affine_apply_vector(placement, c->side);
    Vec3d third = affine_apply_vector(placement, vec3d_cross(c->axis, c->side));
    double along = vec3d_length(axis), across = vec3d_length(side), beside = vec3d_length(third);
    if (!affine_is_finite(placement) || !(along > 0) || !(across > 0) || !(beside > 0))
        return false;
    *out = *c;
    out->origin = affine_apply(placement, c->origin);
    out->side = vec3d_scale(side, 1 / across);
    // A face stays flat, whatever is done to it; its normal is what is at right angles to it.
    Vec3d normal = vec3d_normalised(vec3d_cross(side, third));
    out->axis = vec3d_scale(normal, vec3d_dot(normal, axis) < 0 ? -1 : 1);
    bool round = fabs(across - beside) <= 1e-9 * across &&
                 fabs(vec3d_dot(side, third)) <= 1e-9 * across * beside &&
                 vec3d_dot(out->axis, axis) >= along * (1 - 1e-12);
    if (!vec3d_is_finite(normal) || !(vec3d_dot(normal, normal) > 0.5) ||
        (!round && c->kind != CONNECTOR_FACE))
        return false;
    out->radius *= fmax(across, beside);
    out->length *= along;
    out->ahead *= along;
    return true;
}
