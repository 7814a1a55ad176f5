#include "core/meaning/common_volume.h"

#include "core/base/utf8.h"
#include "core/meaning/columns.h"
#include "core/mesh/topology.h"

#include <assert.h>

#define UNIT 0x1p-53

typedef struct Shared {
    const Mesh *mesh[2];
    Affine b_to_a;
    ColumnFrame frame;
    Columns columns[2];
    double moved; // no corner is further from its place than this, in a's frame
} Shared;

static double norm(const Affine *t)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            sum += t->m[i][k] * t->m[i][k];
    return sqrt(sum);
}

static enum CommonState closedness(const MeshTopology *topology)
{
    return topology->closed              ? COMMON_KNOWN
           : topology->turned_count > 0  ? COMMON_TURNED
           : topology->crowded_count > 0 ? COMMON_CROWDED
                                         : COMMON_OPEN;
}

static Box3d bounds(const Mesh *mesh, const Affine *to_frame)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        box = box3d_including(box, to_frame ? affine_apply(to_frame, mesh->vertices[i])
                                            : mesh->vertices[i]);
    return box;
}

// Corners are moved by rounded sums of four terms, with a map that is the quotient of two rounded
// ones, and again when the middle is subtracted. Each is off by a few UNIT of the lengths that go
// into it, which the inverse of a's map enlarges: 64 of them cover that.
static bool rounding_of_places(Shared *shared, const PosedPart *a, const PosedPart *b)
{
    Affine to_a;
    if (!affine_invert(&a->placement, &to_a))
        return false;
    double enlarged = norm(&to_a) * fmax(1, norm(&a->placement) * norm(&to_a));
    double lengths = vec3d_length(a->placement.p) + vec3d_length(b->placement.p) +
                     norm(&b->placement) * mesh_radius(shared->mesh[1]) +
                     norm(&a->placement) * mesh_radius(shared->mesh[0]);
    shared->moved = 64 * UNIT * enlarged * lengths;
    return isfinite(shared->moved);
}

// The box that both are in, seen along its longest side: then the fewest triangles are looked at.
// False: there is none.
static bool choose_frame(Shared *shared, Box3d boxes[2], double *gap)
{
    Vec3d lo = vec3d_max(boxes[0].lo, boxes[1].lo), hi = vec3d_min(boxes[0].hi, boxes[1].hi);
    Vec3d size = vec3d_sub(hi, lo);
    ColumnFrame *frame = &shared->frame;
    *gap = fmax(fmax(-size.x, -size.y), -size.z);
    frame->middle = vec3d_scale(vec3d_add(lo, hi), 0.5);
    frame->up = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    lo = column_point(frame, lo); // rounding keeps the order: nothing sticks out of the domain
    hi = column_point(frame, hi);
    for (int k = 0; k < 3; ++k) {
        frame->lo[k] = lo.v[k];
        frame->hi[k] = hi.v[k];
    }
    return size.x > 0 && size.y > 0 && size.z > 0;
}

// How much of the domain a part winds around in another way than once: w*w - w, of a surface that looks
// outwards.
static bool measure_deviation(const Columns *columns, double sign, ColumnWork *work, double from,
                              double to, Job *job, Measured *deviation)
{
    Measured squares, once = columns_once(columns, work->frame);
    if (!columns_product(columns, columns, work, from, to, job, &squares))
        return false;
    *deviation = (Measured){squares.value - sign * once.value, squares.error + once.error};
    return true;
}

// With w and v for the winding numbers and [w], [v] for 1 where they are not 0: |w - [w]| is at most
// w*w - w, and its square at most twice that. So the integral over |wv - [w][v]| is at most that over
// |w - [w]| + |v - [v]| + |w - [w]| |v - [v]|, where the last one is at most 2 sqrt(p q) by Cauchy and
// Schwarz: (sqrt p + sqrt q)^2 in all, for deviations p and q.
static bool measure(Shared *shared, const double sign[2], Job *job, CommonVolume *out)
{
    ColumnWork work = {.frame = &shared->frame, .most = COMMON_MOST_PAIRS};
    Measured product, off[2] = {{0}};
    const ColumnFrame *frame = &shared->frame;
    double domain = (frame->hi[0] - frame->lo[0]) * (frame->hi[1] - frame->lo[1]) *
                    (frame->hi[2] - frame->lo[2]);
    bool ok =
        columns_product(&shared->columns[0], &shared->columns[1], &work, 0, 0.4, job, &product);
    for (int i = 0; ok && i < 2; ++i)
        ok = measure_deviation(&shared->columns[i], sign[i], &work, 0.4 + 0.3 * i, 0.7 + 0.3 * i,
                               job, &off[i]);
    if (work.too_much) {
        bool b_larger = shared->columns[1].count > shared->columns[0].count;
        *out = (CommonVolume){.state = COMMON_TOO_LARGE, .of_b = b_larger};
        return true;
    }
    if (!ok)
        return false;
    double spread = 0;
    for (int i = 0; i < 2; ++i) {
        if (off[i].value - off[i].error > COMMON_OVERLAP_SHARE * domain) {
            *out = (CommonVolume){.state = COMMON_OVERLAPS, .of_b = i == 1};
            return true;
        }
        spread += sqrt(fmax(0, off[i].value) + off[i].error);
    }
    double moved = 2 * shared->moved * (shared->columns[0].surface + shared->columns[1].surface);
    double error = product.error + 1.0625 * spread * spread;
    // The true one is neither negative nor larger than the domain; flush faces are told by that.
    double most = fmin(fmax(0, sign[0] * sign[1] * product.value) + error, 1.0625 * domain);
    double volume = fmin(fmax(0, sign[0] * sign[1] * product.value), most);
    *out = (CommonVolume){COMMON_KNOWN, false, volume,
                          fmax(most - volume, fmin(error, volume)) + moved};
    return true;
}

static bool measure_shared(Shared *shared, const double sign[2], Job *job, CommonVolume *out)
{
    Box3d boxes[2] = {bounds(shared->mesh[0], NULL), bounds(shared->mesh[1], &shared->b_to_a)};
    double gap, surface = 0;
    if (!choose_frame(shared, boxes, &gap)) {
        // Boxes that only touch may reach into each other by what rounding has moved them.
        for (int k = 0; k < 2 && gap <= 2 * shared->moved; ++k)
            for (int32_t i = 0; i < shared->mesh[k]->triangle_count; ++i) {
                Triangle t = mesh_triangle(shared->mesh[k], i);
                if (k == 1)
                    t = triangle_transformed(&t, &shared->b_to_a);
                surface += 0.5 * vec3d_length(triangle_cross(&t));
            }
        *out = (CommonVolume){COMMON_KNOWN, false, 0, 2 * shared->moved * surface};
        return true;
    }
    return columns_make(&shared->columns[0], shared->mesh[0], NULL, &shared->frame) &&
           columns_make(&shared->columns[1], shared->mesh[1], &shared->b_to_a, &shared->frame) &&
           measure(shared, sign, job, out);
}

bool common_volume(const PosedPart *a, const PosedPart *b, Job *job, CommonVolume *out, Error *err)
{
    assert(a && b && out);
    const PosedPart *parts[2] = {a, b};
    Shared shared = {.mesh = {a->tree->mesh, b->tree->mesh}};
    double sign[2];
    *out = (CommonVolume){0};
    for (int i = 0; i < 2; ++i) {
        const MeshTopology *topology = mesh_topology(shared.mesh[i], job);
        if (!topology)
            return error_set(err, job_cancelled(job) ? "cancelled" : "not enough memory");
        enum CommonState state = closedness(topology);
        if (state != COMMON_KNOWN) {
            *out = (CommonVolume){.state = state, .of_b = i == 1};
            return true;
        }
        sign[i] = topology->outward ? 1 : -1;
    }
    double larger = fabs(affine_determinant(&parts[0]->placement));
    bool usable = placement_between(&a->placement, &b->placement, &shared.b_to_a) &&
                  rounding_of_places(&shared, a, b) && isfinite(larger);
    if (!usable) {
        *out = (CommonVolume){.state = COMMON_PLACEMENT, .of_b = true};
        return true;
    }
    if (affine_determinant(&shared.b_to_a) < 0)
        sign[1] = -sign[1];
    bool ok = measure_shared(&shared, sign, job, out);
    for (int i = 0; i < 2; ++i)
        columns_free(&shared.columns[i]);
    if (!ok)
        return error_set(err, job_cancelled(job) ? "cancelled" : "not enough memory");
    // A determinant is off by 8 UNIT of its terms, which for a map is at most its norm to the third.
    double size = norm(&a->placement), rough = 16 * UNIT * size * size * size;
    out->error = (out->error * larger + (out->volume + out->error) * rough) * (1 + 8 * UNIT);
    out->volume *= larger;
    return true;
}

void common_volume_why(const CommonVolume *volume, const char *name_a, const char *name_b,
                       char *text, size_t size)
{
#define COMMON_STATE_WHY(identifier, why) why,
    static const char *const table[] = {COMMON_STATE_LIST(COMMON_STATE_WHY)};
#undef COMMON_STATE_WHY
    const char *why = table[volume->state];
    if (volume->state == COMMON_KNOWN || volume->state == COMMON_UNASKED)
        snprintf(text, size, "%s", why);
    else // a long name must not hide the reason
        snprintf(text, size, "%.200s %s", volume->of_b ? name_b : name_a, why);
    utf8_sanitise(text); // the cut may have gone through a character
}

void common_volume_words(const CommonVolume *volume, const char *name_a, const char *name_b,
                         enum LengthUnit unit, char *text, size_t size)
{
    const char *suffix = length_unit_info(unit)->suffix;
    char why[400];
    common_volume_why(volume, name_a, name_b, why, sizeof why);
    if (volume->state == COMMON_UNASKED)
        snprintf(text, size, "%s", why);
    else if (volume->state != COMMON_KNOWN)
        snprintf(text, size, "unknown: %s", why);
    else if (volume->volume <= volume->error)
        snprintf(text, size, volume->error > 0 ? "less than %.2g %s³" : "%.0f %s³",
                 volume->volume + volume->error, suffix);
    else if (volume->error >= 5e-5 * volume->volume)
        snprintf(text, size, "%.4g ± %.1g %s³", volume->volume, volume->error, suffix);
    else
        snprintf(text, size, "%.4g %s³", volume->volume, suffix);
}
