// Sides are thrown into one bucket per point, that of their lower end, and each bucket is sorted by
// the higher end.
#include "core/mesh/sides.h"

#include "core/base/array.h"

typedef struct Linking {
    const Mesh *mesh;
    const int32_t *point_of;
    int32_t *next;
    Job *job;
    uint32_t *starts; // per point: its bucket, when it is filled its end
    uint64_t *sides;  // higher end << 32 | side
} Linking;

static void points_of(const Linking *l, int32_t triangle, int32_t p[3])
{
    for (int k = 0; k < 3; ++k) {
        int32_t vertex = l->mesh->triangles[triangle][k];
        p[k] = l->point_of ? l->point_of[vertex] : vertex;
    }
}

static bool collapsed(const int32_t p[3])
{
    return p[0] == p[1] || p[1] == p[2] || p[2] == p[0];
}

static bool count_sides(Linking *l)
{
    memset(l->starts, 0, ((size_t)l->mesh->vertex_count + 1) * sizeof *l->starts);
    for (int32_t t = 0; t < l->mesh->triangle_count; ++t) {
        int32_t p[3];
        points_of(l, t, p);
        for (int k = 0; k < 3 && !collapsed(p); ++k) {
            int32_t q = p[(k + 1) % 3];
            ++l->starts[(p[k] < q ? p[k] : q) + 1];
        }
        if (!job_tick(l->job, (size_t)t, (size_t)l->mesh->triangle_count, 0, 0.2))
            return false;
    }
    for (int32_t i = 0; i < l->mesh->vertex_count; ++i)
        l->starts[i + 1] += l->starts[i];
    return true;
}

static bool fill_buckets(Linking *l)
{
    for (int32_t t = 0; t < l->mesh->triangle_count; ++t) {
        int32_t p[3];
        points_of(l, t, p);
        bool none = collapsed(p);
        for (int k = 0; k < 3; ++k) {
            int32_t q = p[(k + 1) % 3], lo = p[k] < q ? p[k] : q, hi = p[k] < q ? q : p[k];
            if (none)
                l->next[3 * t + k] = -1;
            else
                l->sides[l->starts[lo]++] = (uint64_t)hi << 32 | (uint32_t)(3 * t + k);
        }
        if (!job_tick(l->job, (size_t)t, (size_t)l->mesh->triangle_count, 0.2, 0.6))
            return false;
    }
    return true;
}

static int compare(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static void sort_bucket(uint64_t *sides, uint32_t count)
{
    enum { FEW = 24 };
    if (count > FEW) {
        qsort(sides, count, sizeof *sides, compare);
        return;
    }
    for (uint32_t i = 1; i < count; ++i) {
        uint64_t side = sides[i];
        uint32_t k = i;
        for (; k > 0 && sides[k - 1] > side; --k)
            sides[k] = sides[k - 1];
        sides[k] = side;
    }
}

static bool close_rings(Linking *l)
{
    uint32_t begin = 0;
    for (int32_t point = 0; point < l->mesh->vertex_count; ++point) {
        uint32_t end = l->starts[point];
        sort_bucket(l->sides + begin, end - begin);
        for (uint32_t i = begin, first = begin; i < end; ++i) {
            bool last = i + 1 == end || l->sides[i + 1] >> 32 != l->sides[i] >> 32;
            l->next[(uint32_t)l->sides[i]] = (int32_t)(uint32_t)l->sides[last ? first : i + 1];
            first = last ? i + 1 : first;
        }
        begin = end;
        if (!job_tick(l->job, (size_t)point, (size_t)l->mesh->vertex_count, 0.6, 1))
            return false;
    }
    return true;
}

bool sides_link(const Mesh *mesh, const int32_t *point_of, int32_t *next, Job *job)
{
    size_t sides = 3 * (size_t)mesh->triangle_count;
    if (sides > INT32_MAX)
        return false;
    Linking l = {.mesh = mesh, .point_of = point_of, .next = next, .job = job};
    l.starts = array_alloc((size_t)mesh->vertex_count + 1, sizeof *l.starts);
    l.sides = array_alloc(sides, sizeof *l.sides);
    bool ok = l.starts && l.sides && count_sides(&l) && fill_buckets(&l) && close_rings(&l);
    mem_free(l.starts);
    mem_free(l.sides);
    return ok;
}
