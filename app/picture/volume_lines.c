// What a level of a hierarchy looks like: every volume draws itself once, and simpler versions of
// it are made of those lines, so that a new kind of volume needs nothing here.
#include "app/picture/volume_lines.h"

#include "app/picture/theme.h"
#include "core/base/angle.h"
#include "core/base/array.h"
#include "core/tree/bvh.h"

#include <math.h>

// Turns up to this between two lines belong to a curve, larger ones are corners.
static const double CORNER_DEGREES = 40;
// A curve keeps a point after each turn of so much.
static const double COARSE_DEGREES = 44, ROUGH_DEGREES = 89;
// Per part and detail; smaller volumes make do with the next one.
enum { MAX_LINES = 200000, BOX_EDGES = 12, SKETCH_LINES = 3 };

// As a volume draws itself.
typedef struct Drawn {
    Vec3 *points; // pairs
    size_t count, capacity;
} Drawn;

typedef struct Lines {
    VolumePoint *points; // pairs
    size_t count, capacity;
    uint8_t hue; // of what is added
} Lines;

typedef struct Level {
    const Bvh *tree;
    int level;
    enum VolumeFilling kind;
    const uint8_t *hue_of; // by NodeId, or NULL
    Job *job;
    unsigned char *volumes; // decoded
    size_t count, capacity;
    float *sizes;
    uint8_t *hues;
    size_t size_capacity, hue_capacity;
    bool failed;
} Level;

static bool add_line(Lines *lines, Vec3 from, Vec3 to)
{
    if (!array_reserve(&lines->points, &lines->capacity, lines->count + 2, sizeof *lines->points))
        return false;
    lines->points[lines->count++] = (VolumePoint){.position = from, .hue = lines->hue};
    lines->points[lines->count++] = (VolumePoint){.position = to, .hue = lines->hue};
    return true;
}

// Without memory a volume stays incomplete; the next allocation then reports it.
static void collect_line(void *user, Vec3 from, Vec3 to)
{
    Drawn *drawn = user;
    if (!array_reserve(&drawn->points, &drawn->capacity, drawn->count + 2, sizeof from))
        return;
    drawn->points[drawn->count++] = from;
    drawn->points[drawn->count++] = to;
}

static bool collect_volume(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    Level *l = user;
    if (l->failed || (l->count % 1024 == 0 && job_cancelled(l->job))) {
        l->failed = true;
        return false;
    }
    bool empty = links.leaf && links.count == 0;
    if ((level == l->level || links.leaf) && empty == (l->kind == VOLUMES_EMPTY)) {
        size_t size = l->tree->type->volume_size;
        if (!array_reserve(&l->volumes, &l->capacity, l->count + 1, size) ||
            !array_reserve(&l->sizes, &l->size_capacity, l->count + 1, sizeof *l->sizes) ||
            !array_reserve(&l->hues, &l->hue_capacity, l->count + 1, sizeof *l->hues)) {
            l->failed = true;
            return false;
        }
        memcpy(l->volumes + l->count * size, volume, size);
        // Siblings are met in a row.
        l->hues[l->count] = l->hue_of ? l->hue_of[node] : (uint8_t)(l->count % THEME_HUES);
        l->sizes[l->count++] = (float)(2 * l->tree->type->measure(volume, MEASURE_RADIUS));
    }
    return level < l->level;
}

typedef struct Rank {
    float size;
    uint32_t index;
} Rank;

// The largest first; equal ones as they were met, so that the order is always the same.
static int compare_ranks(const void *a, const void *b)
{
    const Rank *x = a, *y = b;
    if (x->size > y->size || x->size < y->size)
        return x->size > y->size ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static double turn_degrees(Vec3 a, Vec3 b, Vec3 c)
{
    Vec3d u = vec3d_sub(vec3d_from(b), vec3d_from(a)), v = vec3d_sub(vec3d_from(c), vec3d_from(b));
    double sine = vec3d_length(vec3d_cross(u, v)), cosine = vec3d_dot(u, v);
    return sine > 0 || cosine < 0 ? atan2(sine, cosine) * 180 / PI : 0;
}

static bool same_point(Vec3 a, Vec3 b)
{
    return !(a.x < b.x || a.x > b.x || a.y < b.y || a.y > b.y || a.z < b.z || a.z > b.z);
}

// Lines that go on from each other with small turns are a curve, which keeps a point after every
// `keep` degrees and its ends.
static bool simplify(const Vec3 *points, size_t count, double keep, Lines *out)
{
    for (size_t i = 0; i < count;) {
        Vec3 from = points[i], to = points[i + 1];
        double turned = 0;
        for (i += 2; i < count && same_point(points[i], to); i += 2) {
            double turn = turn_degrees(points[i - 2], points[i], points[i + 1]);
            if (turn > CORNER_DEGREES)
                break;
            turned += turn;
            if (turned >= keep) {
                if (!add_line(out, from, to))
                    return false;
                from = to;
                turned = 0;
            }
            to = points[i + 1];
        }
        if (!add_line(out, from, to))
            return false;
    }
    return true;
}

static Box3 box_of(const Vec3 *points, size_t count)
{
    Box3 box = {points[0], points[0]};
    for (size_t i = 1; i < count; ++i)
        for (int k = 0; k < 3; ++k) {
            box.lo.v[k] = fminf(box.lo.v[k], points[i].v[k]);
            box.hi.v[k] = fmaxf(box.hi.v[k], points[i].v[k]);
        }
    return box;
}

// A box says itself which three edges span it; anything else borrows those of its bounding box.
static void sketch(const Vec3 *points, size_t count, Vec3 out[2 * SKETCH_LINES])
{
    if (count == 2 * BOX_EDGES) {
        memcpy(out, points, 2 * SKETCH_LINES * sizeof *out);
        return;
    }
    Box3 box = box_of(points, count);
    for (int k = 0; k < SKETCH_LINES; ++k) {
        Vec3 p = box.lo;
        p.v[(k + 1) % 3] = box.hi.v[(k + 1) % 3];
        out[2 * k] = p;
        p.v[k] = box.hi.v[k];
        out[2 * k + 1] = p;
    }
}

static double length(const Vec3 line[2])
{
    return vec3d_distance(vec3d_from(line[0]), vec3d_from(line[1]));
}

static bool add_lines(Lines *to, const Vec3 *points, size_t count)
{
    bool good = true;
    for (size_t i = 0; i + 1 < count && good; i += 2)
        good = add_line(to, points[i], points[i + 1]);
    return good;
}

// One volume, from the lines it draws itself with.
static bool add_detail(enum VolumeDetail detail, const Drawn *drawn, Lines *to)
{
    Vec3 edges[2 * SKETCH_LINES];
    const Vec3 *longest = edges;
    if (drawn->count == 0)
        return true;
    switch (detail) {
    case VOLUME_COARSE:
        return simplify(drawn->points, drawn->count, COARSE_DEGREES, to);
    case VOLUME_ROUGH:
        return simplify(drawn->points, drawn->count, ROUGH_DEGREES, to);
    case VOLUME_SKETCH:
        sketch(drawn->points, drawn->count, edges);
        return add_lines(to, edges, 2 * SKETCH_LINES);
    case VOLUME_SPECK:
        sketch(drawn->points, drawn->count, edges);
        for (int k = 1; k < SKETCH_LINES; ++k)
            longest = length(edges + 2 * k) > length(longest) ? edges + 2 * k : longest;
        return add_lines(to, longest, 2);
    default:
        return add_lines(to, drawn->points, drawn->count);
    }
}

// Hands the lines over, or drops them where they are the same as the finer ones.
static void finish(VolumeLines *out, Lines lines[VOLUME_DETAIL_COUNT])
{
    size_t finer = 0;
    for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
        bool same = k > 0 && lines[k].count == lines[finer].count &&
                    out->detail[k].count == out->detail[finer].count;
        if (!same)
            finer = (size_t)k;
        out->detail[k].points = same ? NULL : lines[k].points;
        if (!same)
            continue;
        free(lines[k].points);
        free(out->detail[k].ends);
        out->detail[k] = (VolumeDetailLines){0};
    }
}

static bool draw_volumes(const Level *level, const Rank *ranks, VolumeLines *out,
                         Lines lines[VOLUME_DETAIL_COUNT], Drawn *drawn)
{
    const BvType *type = level->tree->type;
    for (size_t i = 0; i < level->count; ++i) {
        if (i % 256 == 0 && job_cancelled(level->job))
            return false;
        drawn->count = 0;
        type->outline(level->volumes + ranks[i].index * type->volume_size, collect_line, drawn);
        out->sizes[i] = ranks[i].size;
        for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
            VolumeDetailLines *detail = &out->detail[k];
            if (k < VOLUME_SKETCH && lines[k].count / 2 >= MAX_LINES)
                continue;
            lines[k].hue = level->hues[ranks[i].index];
            if (!add_detail((enum VolumeDetail)k, drawn, &lines[k]))
                return false;
            detail->ends[detail->count++] = lines[k].count;
        }
        if (drawn->count > 0) {
            Box3 box = box_of(drawn->points, drawn->count);
            for (int k = 0; k < 3; ++k) {
                out->box.lo.v[k] = fminf(out->box.lo.v[k], box.lo.v[k]);
                out->box.hi.v[k] = fmaxf(out->box.hi.v[k], box.hi.v[k]);
            }
        }
    }
    out->count = level->count;
    return true;
}

bool volume_lines_build(VolumeLines *out, const Bvh *tree, int level, enum VolumeFilling kind,
                        const uint8_t *hues, Job *job)
{
    Level l = {.tree = tree, .level = level, .kind = kind, .hue_of = hues, .job = job};
    Lines lines[VOLUME_DETAIL_COUNT] = {{0}};
    Drawn drawn = {0};
    *out = (VolumeLines){
        .box = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)}};
    bool good = bvh_visit(tree, collect_volume, &l) && !l.failed;
    Rank *ranks = array_alloc(l.count, sizeof *ranks);
    out->sizes = array_alloc(l.count, sizeof *out->sizes);
    good = good && ranks && out->sizes;
    for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
        out->detail[k].ends = array_alloc(l.count, sizeof *out->detail[k].ends);
        good = good && out->detail[k].ends;
    }
    for (size_t i = 0; good && i < l.count; ++i)
        ranks[i] = (Rank){l.sizes[i], (uint32_t)i};
    if (good) {
        qsort(ranks, l.count, sizeof *ranks, compare_ranks);
        good = draw_volumes(&l, ranks, out, lines, &drawn);
    }
    if (good) {
        finish(out, lines);
    } else {
        for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k)
            free(lines[k].points);
        volume_lines_free(out);
    }
    free(drawn.points);
    free(ranks);
    free(l.volumes);
    free(l.sizes);
    free(l.hues);
    return good;
}

void volume_lines_free(VolumeLines *lines)
{
    for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
        free(lines->detail[k].points);
        free(lines->detail[k].ends);
    }
    free(lines->sizes);
    *lines = (VolumeLines){0};
}
