#include "core/meaning/clearance.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/meaning/solid.h"

#include <assert.h>
#include <math.h>

enum { LOOK = 256, MOST_DEPTH = 40 }; // samples between two looks at cancellation; halvings

// A surface point and how far it is from the others, at most the bound it was looked for with.
typedef struct Sample {
    Vec3d local, world;
    double distance;
} Sample;

typedef struct Other {
    PlacedSolid solid;
    Box3d box; // in the world
    int32_t hint;
} Other;

typedef struct Painter {
    ClearanceBands *out;
    Other *others;
    int32_t other_count;
    int32_t *near; // others that the present triangle may come near
    int32_t near_count;
    double limit, reach, resolution;
    size_t most_samples;
    Job *job;
    bool failed; // no memory or cancelled
} Painter;

double clearance_band_end(double limit, int band)
{
    assert(band >= 0);
    return limit * (1 << band);
}

static int band_of(const Painter *painter, double distance)
{
    int band = 0;
    while (band < CLEARANCE_BANDS && !(distance < clearance_band_end(painter->limit, band)))
        ++band;
    return band;
}

static double box_gap(const Box3d *a, const Box3d *b)
{
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        double gap = fmax(a->lo.v[k] - b->hi.v[k], b->lo.v[k] - a->hi.v[k]);
        square += gap > 0 ? gap * gap : 0;
    }
    return sqrt(square);
}

static void measure(Painter *painter, Sample *sample, double bound)
{
    sample->distance = bound;
    for (int32_t i = 0; i < painter->near_count; ++i) {
        Other *other = &painter->others[painter->near[i]];
        Nearest found = solid_nearest(&other->solid, sample->world, sample->distance, other->hint);
        if (found.triangle < 0)
            continue;
        sample->distance = found.distance;
        other->hint = found.triangle;
    }
    if (++painter->out->samples % LOOK == 0 && job_cancelled(painter->job))
        painter->failed = true;
}

static Sample between(const Sample *a, const Sample *b, double t)
{
    return (Sample){vec3d_add_scaled(a->local, vec3d_sub(b->local, a->local), t),
                    vec3d_add_scaled(a->world, vec3d_sub(b->world, a->world), t),
                    a->distance + t * (b->distance - a->distance)};
}

static void emit(Painter *painter, int band, const Sample *corners, int count)
{
    BandTriangles *to = &painter->out->band[band];
    if (count < 3)
        return;
    size_t more = 3 * (size_t)(count - 2);
    if (!array_reserve(&to->points, &to->capacity, to->count + more, sizeof *to->points)) {
        painter->failed = true;
        return;
    }
    for (int i = 1; i + 1 < count; ++i) {
        to->points[to->count++] = corners[0].local;
        to->points[to->count++] = corners[i].local;
        to->points[to->count++] = corners[i + 1].local;
    }
}

// The part of a convex polygon whose distance is below the level (or not, with above). One more
// corner at most.
static int clip(const Sample *in, int count, double level, bool above, Sample *out)
{
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const Sample *a = &in[i], *b = &in[(i + 1) % count];
        bool a_in = (a->distance < level) != above, b_in = (b->distance < level) != above;
        if (a_in)
            out[kept++] = *a;
        if (a_in != b_in)
            out[kept++] = between(a, b, (level - a->distance) / (b->distance - a->distance));
    }
    return kept;
}

// Small enough for the distance to be taken as linear.
static void cut_into_bands(Painter *painter, const Sample corners[3])
{
    enum { MOST = 3 + 2 * CLEARANCE_BANDS };
    Sample rest[MOST], piece[MOST], left[MOST];
    int count = 3;
    for (int i = 0; i < 3; ++i)
        rest[i] = corners[i];
    for (int band = 0; band < CLEARANCE_BANDS && count >= 3; ++band) {
        double level = clearance_band_end(painter->limit, band);
        emit(painter, band, piece, clip(rest, count, level, false, piece));
        count = clip(rest, count, level, true, left);
        for (int i = 0; i < count; ++i)
            rest[i] = left[i];
    }
}

// A point of a triangle is no further than its longest edge / sqrt(3) from a corner, and distances
// change no faster than points do: so much is known of the whole triangle from its corners.
static void paint(Painter *painter, const Sample corners[3], int depth)
{
    double longest = 0, least = INFINITY, most = 0;
    int edge = 0;
    for (int i = 0; i < 3; ++i) {
        double length = vec3d_distance(corners[i].world, corners[(i + 1) % 3].world);
        edge = length > longest ? i : edge;
        longest = fmax(longest, length);
        least = fmin(least, corners[i].distance);
        most = fmax(most, corners[i].distance);
    }
    double slack = longest / sqrt(3);
    if (painter->failed || least - slack >= painter->reach)
        return;
    int nearest = band_of(painter, least - slack), farthest = band_of(painter, most + slack);
    if (nearest == farthest) {
        emit(painter, nearest, corners, 3);
        return;
    }
    bool enough = painter->out->samples >= painter->most_samples;
    painter->out->coarse |= enough;
    if (longest <= painter->resolution || enough || depth >= MOST_DEPTH) {
        cut_into_bands(painter, corners);
        return;
    }
    Sample middle = between(&corners[edge], &corners[(edge + 1) % 3], 0.5);
    measure(painter, &middle, painter->reach + longest);
    const Sample *apex = &corners[(edge + 2) % 3];
    paint(painter, (const Sample[3]){corners[edge], middle, *apex}, depth + 1);
    paint(painter, (const Sample[3]){middle, corners[(edge + 1) % 3], *apex}, depth + 1);
}

static void paint_triangle(Painter *painter, const Mesh *mesh, const Affine *to_world,
                           int32_t index)
{
    Triangle t = mesh_triangle(mesh, index);
    Sample corners[3];
    Box3d box = box3d_empty();
    double longest = 0;
    for (int i = 0; i < 3; ++i) {
        corners[i] = (Sample){t.p[i], affine_apply(to_world, t.p[i]), 0};
        box = box3d_including(box, corners[i].world);
    }
    for (int i = 0; i < 3; ++i)
        longest = fmax(longest, vec3d_distance(corners[i].world, corners[(i + 1) % 3].world));
    painter->near_count = 0;
    for (int32_t i = 0; i < painter->other_count; ++i)
        if (box_gap(&box, &painter->others[i].box) < painter->reach)
            painter->near[painter->near_count++] = i;
    if (painter->near_count == 0)
        return;
    for (int i = 0; i < 3; ++i)
        measure(painter, &corners[i], painter->reach + longest);
    paint(painter, corners, 0);
}

static bool place_others(Painter *painter, const PosedPart *part, const PosedPart *others,
                         int32_t count, SolidCache *solids, Error *err)
{
    Box3d own = part_world_bounds(part->tree->mesh, &part->placement);
    for (int32_t i = 0; i < count; ++i) {
        Mesh *mesh = others[i].tree->mesh;
        Box3d box = part_world_bounds(mesh, &others[i].placement);
        if (!others[i].active || mesh->triangle_count == 0 ||
            !(box_gap(&own, &box) < painter->reach))
            continue;
        const Solid *solid = solid_cache_get(solids, mesh, painter->job);
        Other *other = &painter->others[painter->other_count++];
        *other = (Other){.box = box, .hint = -1};
        if (!solid)
            return job_cancelled(painter->job)
                       ? false
                       : error_set(err, "not enough memory for the clearance");
        if (!placed_solid_init(&other->solid, solid, &others[i].placement))
            return error_set(err, "a placement is singular or not finite");
    }
    return true;
}

static bool paint_surface(Painter *painter, const PosedPart *part, Error *err)
{
    const Mesh *mesh = part->tree->mesh;
    for (int i = 0; i < CLEARANCE_BANDS; ++i)
        painter->out->band[i].count = 0;
    painter->out->samples = 0;
    for (int32_t i = 0; painter->other_count > 0 && i < mesh->triangle_count; ++i) {
        paint_triangle(painter, mesh, &part->placement, i);
        if (painter->failed)
            return error_set(err, job_cancelled(painter->job)
                                      ? "cancelled"
                                      : "not enough memory for the clearance");
    }
    return true;
}

// Coarse first, then finer and finer as long as there are samples left: equally fine everywhere. A
// border costs twice the samples at half the length, a surface full of borders four times.
static bool paint_finer(Painter *painter, const PosedPart *part, double finest, Error *err)
{
    for (painter->resolution = fmax(finest, painter->reach);; painter->resolution /= 2) {
        if (!paint_surface(painter, part, err))
            return false;
        if (painter->out->coarse || painter->resolution <= finest)
            return true;
        if (4 * painter->out->samples > painter->most_samples) {
            painter->out->coarse = true;
            return true;
        }
    }
}

bool clearance_bands_make(ClearanceBands *out, const PosedPart *part, const PosedPart *others,
                          int32_t other_count, const ClearanceDesc *desc, SolidCache *solids,
                          Job *job, Error *err)
{
    assert(out && part && desc);
    assert(other_count >= 0 && (others || other_count == 0));
    *out = (ClearanceBands){0};
    if (!(desc->limit > 0) || !isfinite(desc->limit))
        return error_set(err, "a clearance must be positive");
    double finest = desc->resolution > 0 ? desc->resolution : 0.25 * desc->limit;
    Painter painter = {
        .out = out,
        .others = array_alloc((size_t)other_count, sizeof *painter.others),
        .near = array_alloc((size_t)other_count, sizeof *painter.near),
        .limit = desc->limit,
        .reach = clearance_band_end(desc->limit, CLEARANCE_BANDS - 1),
        .most_samples = desc->samples > 0 ? desc->samples : CLEARANCE_SAMPLES,
        .job = job,
    };
    bool ok = painter.others && painter.near
                  ? place_others(&painter, part, others, other_count, solids, err)
                  : error_set(err, "not enough memory for the clearance");
    ok = ok && paint_finer(&painter, part, finest, err);
    mem_free(painter.others);
    mem_free(painter.near);
    if (!ok)
        clearance_bands_free(out);
    return ok;
}

void clearance_bands_free(ClearanceBands *bands)
{
    for (int i = 0; i < CLEARANCE_BANDS; ++i)
        mem_free(bands->band[i].points);
    *bands = (ClearanceBands){0};
}
