#include "app/picture/drawn_creases.h"

#include "core/base/angle.h"
#include "core/base/array.h"

#include <math.h>

static const double THIN = 0.08;      // height by longest side
static const double LONG_SIDE = 0.25; // of the longest one
#define WEAK_DEGREES 40.0
enum { MOST_HOPS = 3 }; // over splinters that lie side by side

static bool is_nothing(Vec3d normal)
{
    return !(vec3d_dot(normal, normal) > 0);
}

static bool turn_by(Vec3d a, Vec3d b, double degrees)
{
    return vec3d_dot(a, b) < cos(degrees * PI / 180) - 1e-9; // as topology.c has it
}

// The long sides of a triangle as bits, if it may be a splinter; else 0.
static unsigned splinter_sides(const DrawnFaces *f, int32_t triangle)
{
    unsigned creases = f->topology->creases[triangle], sides = 0;
    Triangle t = mesh_triangle(f->mesh, triangle);
    double square[3], longest = 0, area = vec3d_length(triangle_cross(&t));
    if (f->topology->next[3 * triangle] < 0 || (area > 0 && (creases & (creases - 1)) == 0))
        return 0; // mostly: any has two long sides or three
    for (int k = 0; k < 3; ++k) {
        Vec3d along = vec3d_sub(t.p[(k + 1) % 3], t.p[k]);
        square[k] = vec3d_dot(along, along);
        longest = fmax(longest, square[k]);
    }
    for (int k = 0; k < 3; ++k)
        if (square[k] > LONG_SIDE * LONG_SIDE * longest)
            sides |= 1u << k;
    return area < THIN * longest && (!(area > 0) || (creases & sides) == sides) ? sides : 0;
}

// The same direction for both sides, also where they are wound against each other.
static Vec3d as_seen_from(const DrawnFaces *f, int32_t side, int32_t twin, Vec3d normal)
{
    bool opposed = side_point(f->topology, f->mesh, side) == side_point(f->topology, f->mesh, twin);
    return vec3d_scale(normal, opposed ? -1 : 1);
}

// The normal of what is across a side, beyond splinters. Zero: there is nothing to rely on.
static Vec3d normal_beyond(const DrawnFaces *f, int32_t side, int hops)
{
    Vec3d out = vec3d(0, 0, 0);
    int32_t twin = side_twin(f->topology, side), triangle = twin / 3;
    if (twin < 0 || hops < 0)
        return out;
    unsigned sides = splinter_sides(f, triangle);
    if (sides == 0)
        out = f->normals[triangle];
    for (int32_t k = 3 * triangle; k < 3 * triangle + 3 && is_nothing(out); ++k)
        if (sides >> k % 3 & 1 && k != twin)
            out = normal_beyond(f, k, hops - 1);
    return as_seen_from(f, side, twin, out);
}

// What lies beyond all long sides agrees about the direction.
static bool find_steady(const DrawnFaces *f, int32_t triangle, unsigned sides, Vec3d *out)
{
    Vec3d beyond[3], sum = vec3d(0, 0, 0);
    int count = 0;
    for (int32_t k = 0; k < 3; ++k) {
        if (!(sides >> k & 1))
            continue;
        Vec3d n = normal_beyond(f, 3 * triangle + k, MOST_HOPS);
        if (is_nothing(n))
            return false;
        for (int i = 0; i < count; ++i)
            if (turn_by(beyond[i], n, CREASE_DEGREES))
                return false;
        beyond[count++] = n;
        sum = vec3d_add(sum, n);
    }
    *out = vec3d_normalised(sum);
    return count >= 2;
}

bool splinters_smooth(const DrawnFaces *f, Job *job)
{
    size_t count = (size_t)f->mesh->triangle_count;
    for (int32_t i = 0; (size_t)i < count; ++i) {
        unsigned sides = splinter_sides(f, i);
        Vec3d steady;
        // Nobody asks what may be a splinter for its own normal, so that the order does not matter.
        if (sides && find_steady(f, i, sides, &steady))
            f->normals[i] = steady;
        if (!job_tick(job, (size_t)i, count, 0.2, 0.25))
            return false;
    }
    return true;
}

// Both normals at an edge of two faces. False: one of them is not known.
static bool normals_at(const DrawnFaces *f, int32_t side, int32_t twin, Vec3d *a, Vec3d *b)
{
    *a = f->normals[side / 3];
    *b = as_seen_from(f, side, twin, f->normals[twin / 3]);
    if (is_nothing(*a))
        *a = as_seen_from(f, side, twin, normal_beyond(f, twin, MOST_HOPS));
    if (is_nothing(*b))
        *b = normal_beyond(f, side, MOST_HOPS);
    return !is_nothing(*a) && !is_nothing(*b);
}

bool crease_is_drawn(const DrawnFaces *f, int32_t side)
{
    Vec3d a, b;
    int32_t twin = side_twin(f->topology, side);
    bool crease = side_is_crease(f->topology, side);
    if (twin < 0 ||
        (!crease && !is_nothing(f->normals[side / 3]) && !is_nothing(f->normals[twin / 3])))
        return crease;
    return normals_at(f, side, twin, &a, &b) ? turn_by(a, b, CREASE_DEGREES) : crease;
}

bool crease_is_weak(const DrawnFaces *f, int32_t side)
{
    Vec3d a, b;
    int32_t twin = side_twin(f->topology, side);
    return twin >= 0 && normals_at(f, side, twin, &a, &b) && !turn_by(a, b, WEAK_DEGREES);
}

// Of a point with one edge, `edges` is that edge: the numbers of all its edges, each taken once more for
// every edge that goes.
typedef struct PointEnds {
    uint32_t count, edges;
} PointEnds;

static void loosen(const uint32_t *edges, const uint8_t *weak, PointEnds *ends, uint8_t *gone,
                   uint32_t point)
{
    while (ends[point].count == 1 && weak[ends[point].edges]) {
        uint32_t edge = ends[point].edges;
        gone[edge] = 1;
        for (uint32_t k = 0; k < 2; ++k) {
            --ends[edges[2 * edge + k]].count;
            ends[edges[2 * edge + k]].edges ^= edge;
        }
        point = edges[2 * edge] == point ? edges[2 * edge + 1] : edges[2 * edge];
    }
}

// Keeps the order of those that stay.
static size_t partition(uint32_t *edges, const uint8_t *gone, size_t count, uint32_t *others)
{
    size_t stay = 0, left = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t *to = gone[i] ? &others[2 * left++] : &edges[2 * stay++];
        to[0] = edges[2 * i];
        to[1] = edges[2 * i + 1];
    }
    for (size_t i = 0; i < 2 * left; ++i)
        edges[2 * stay + i] = others[i];
    return stay;
}

bool weak_ends_last(uint32_t *edges, const uint8_t *weak, size_t count, size_t point_count,
                    size_t *stay)
{
    PointEnds *ends = mem_calloc(point_count + 1, sizeof *ends);
    uint8_t *gone = mem_calloc(count + 1, 1);
    uint32_t *others = NULL;
    size_t left = 0;
    for (size_t i = 0; ends && gone && i < 2 * count; ++i) {
        ++ends[edges[i]].count;
        ends[edges[i]].edges ^= (uint32_t)(i / 2);
    }
    for (size_t i = 0; ends && gone && i < 2 * count; ++i)
        loosen(edges, weak, ends, gone, edges[i]);
    for (size_t i = 0; ends && gone && i < count; ++i)
        left += gone[i];
    if (ends && gone && (others = array_alloc(2 * left, sizeof *others)))
        *stay = partition(edges, gone, count, others);
    bool done = others != NULL;
    mem_free(ends);
    mem_free(gone);
    mem_free(others);
    return done;
}
