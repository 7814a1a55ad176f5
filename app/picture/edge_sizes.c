#include "app/picture/edge_sizes.h"

#include "core/base/array.h"

#include <math.h>

typedef struct Wholes {
    uint32_t *joined; // union-find over points
    float *lengths;   // of the whole, at its root
} Wholes;

static uint32_t find_root(uint32_t *joined, uint32_t point)
{
    while (joined[point] != point) {
        joined[point] = joined[joined[point]];
        point = joined[point];
    }
    return point;
}

static void measure(Wholes *w, const uint32_t *edges, size_t count, const RenderPoint *points,
                    size_t point_count)
{
    for (size_t i = 0; i < point_count; ++i)
        w->joined[i] = (uint32_t)i;
    for (size_t i = 0; i < count; ++i) {
        uint32_t a = find_root(w->joined, edges[2 * i]);
        uint32_t b = find_root(w->joined, edges[2 * i + 1]);
        w->joined[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < count; ++i)
        w->lengths[find_root(w->joined, edges[2 * i])] +=
            (float)vec3d_distance(vec3d_from(points[edges[2 * i]].position),
                                  vec3d_from(points[edges[2 * i + 1]].position));
}

static size_t class_of(Wholes *w, uint32_t point, double size)
{
    double length = (double)w->lengths[find_root(w->joined, point)];
    double halvings = length > 0 && size > 0 ? ceil(log2(size / length)) : EDGE_SIZES - 1;
    return (size_t)fmin(fmax(halvings, 0), EDGE_SIZES - 1);
}

static bool sort(Wholes *w, uint32_t *edges, size_t count, double size, uint32_t *counts)
{
    size_t next[EDGE_SIZES] = {0}, sum = 0;
    uint32_t *sorted = array_alloc(2 * count, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < count; ++i)
        ++next[class_of(w, edges[2 * i], size)];
    for (size_t k = 0; k < EDGE_SIZES; ++k) {
        size_t first = sum;
        sum += next[k];
        next[k] = first;
        counts[k] = (uint32_t)sum;
    }
    for (size_t i = 0; i < count; ++i) {
        size_t at = next[class_of(w, edges[2 * i], size)]++;
        sorted[2 * at] = edges[2 * i];
        sorted[2 * at + 1] = edges[2 * i + 1];
    }
    for (size_t i = 0; i < 2 * count; ++i)
        edges[i] = sorted[i];
    mem_free(sorted);
    return true;
}

bool edges_by_size(uint32_t *edges, size_t count, const RenderPoint *points, size_t point_count,
                   double size, uint32_t counts[EDGE_SIZES])
{
    Wholes w = {array_alloc(point_count, sizeof *w.joined),
                mem_calloc(point_count + 1, sizeof *w.lengths)};
    bool ok = w.joined && w.lengths;
    if (ok) {
        measure(&w, edges, count, points, point_count);
        ok = sort(&w, edges, count, size, counts);
    }
    mem_free(w.joined);
    mem_free(w.lengths);
    return ok;
}
