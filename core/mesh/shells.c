#include "core/mesh/shells.h"

#include "core/base/array.h"

#include <assert.h>

enum { NOWHERE = -1 };

typedef struct Finding {
    MeshShells *out;
    const Mesh *mesh;
    const MeshTopology *topology;
    bool *counts;  // per triangle: neither collapsed nor repeated
    int32_t *twin; // per side: the one other side of its edge that counts
    bool *seen;    // per triangle
} Finding;

void shell_triangle(const MeshShells *shells, const Mesh *mesh, const MeshTopology *topology,
                    int32_t triangle, int32_t points[3])
{
    const int32_t *v = mesh->triangles[triangle];
    bool turned = shells->turned[triangle];
    points[0] = topology->point_of[v[0]];
    points[1] = topology->point_of[v[turned ? 2 : 1]];
    points[2] = topology->point_of[v[turned ? 1 : 2]];
}

typedef struct Corners {
    int32_t p[3], triangle; // p ascending
} Corners;

static int by_corners(const void *x, const void *y)
{
    const Corners *a = x, *b = y;
    for (int k = 0; k < 3; ++k)
        if (a->p[k] != b->p[k])
            return a->p[k] < b->p[k] ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static void sort_three(int32_t p[3])
{
    for (int i = 0; i < 3; ++i) {
        int k = i % 2; // 0, 1, 0: enough for three
        int32_t low = p[k] < p[k + 1] ? p[k] : p[k + 1], high = p[k] ^ p[k + 1] ^ low;
        p[k] = low;
        p[k + 1] = high;
    }
}

// Of equal triangles the first one counts.
static bool find_counting(Finding *f)
{
    int32_t count = f->mesh->triangle_count, live = 0;
    Corners *sorted = array_alloc((size_t)count, sizeof *sorted);
    if (!sorted)
        return false;
    for (int32_t t = 0; t < count; ++t) {
        f->counts[t] = f->topology->next[3 * t] >= 0;
        if (!f->counts[t])
            continue;
        Corners *c = &sorted[live++];
        c->triangle = t;
        for (int k = 0; k < 3; ++k)
            c->p[k] = side_point(f->topology, f->mesh, 3 * t + k);
        sort_three(c->p);
    }
    qsort(sorted, (size_t)live, sizeof *sorted, by_corners);
    for (int32_t i = 1; i < live; ++i)
        if (memcmp(sorted[i].p, sorted[i - 1].p, sizeof sorted[i].p) == 0)
            f->counts[sorted[i].triangle] = false;
    mem_free(sorted);
    return true;
}

// Each edge once, at its last side.
static void find_twins(Finding *f)
{
    const int32_t *next = f->topology->next;
    for (int32_t last = 0; last < 3 * f->mesh->triangle_count; ++last) {
        f->twin[last] = NOWHERE;
        if (next[last] < 0 || next[last] > last)
            continue;
        int32_t pair[2] = {NOWHERE, NOWHERE}, count = 0, side = last;
        do {
            if (f->counts[side / 3] && ++count <= 2)
                pair[count - 1] = side;
            f->twin[side] = NOWHERE;
            side = next[side];
        } while (side != last);
        if (count == 2) {
            f->twin[pair[0]] = pair[1];
            f->twin[pair[1]] = pair[0];
        }
    }
}

// From neighbour to neighbour; triangles are appended behind those of the shells before.
static Shell collect(Finding *f, int32_t seed, int32_t first)
{
    MeshShells *out = f->out;
    Shell shell = {.first = first, .count = 1};
    out->triangles[first] = seed;
    f->seen[seed] = true;
    double turned_area = 0;
    for (int32_t i = 0; i < shell.count; ++i) {
        int32_t t = out->triangles[first + i];
        Triangle at = mesh_triangle(f->mesh, t);
        double area = 0.5 * vec3d_length(triangle_cross(&at));
        shell.area += area;
        turned_area += out->turned[t] ? area : 0;
        for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
            int32_t twin = f->twin[side];
            if (twin < 0)
                continue;
            bool against =
                side_point(f->topology, f->mesh, side) == side_point(f->topology, f->mesh, twin);
            uint8_t turned = out->turned[t] ^ (uint8_t)against;
            if (f->seen[twin / 3]) {
                shell.one_sided |= out->turned[twin / 3] != turned;
                continue;
            }
            f->seen[twin / 3] = true;
            out->turned[twin / 3] = turned;
            out->triangles[first + shell.count++] = twin / 3;
        }
    }
    if (turned_area > 0.5 * shell.area)
        for (int32_t i = 0; i < shell.count; ++i)
            out->turned[out->triangles[first + i]] ^= 1;
    return shell;
}

static bool find_shells(Finding *f)
{
    MeshShells *out = f->out;
    size_t capacity = 0;
    int32_t used = 0;
    for (int32_t t = 0; t < f->mesh->triangle_count; ++t) {
        if (!f->counts[t] || f->seen[t])
            continue;
        if (!array_reserve(&out->shells, &capacity, (size_t)out->count + 1, sizeof *out->shells))
            return false;
        Shell shell = collect(f, t, used);
        used += shell.count;
        out->shells[out->count++] = shell;
    }
    return true;
}

// A side that the shell's border runs along, from one point to another.
typedef struct BorderSide {
    int32_t from, to;
} BorderSide;

static int by_edge(const void *x, const void *y)
{
    const BorderSide *a = x, *b = y;
    int32_t low_a = a->from < a->to ? a->from : a->to, high_a = a->from ^ a->to ^ low_a;
    int32_t low_b = b->from < b->to ? b->from : b->to, high_b = b->from ^ b->to ^ low_b;
    if (low_a != low_b)
        return low_a < low_b ? -1 : 1;
    if (high_a != high_b)
        return high_a < high_b ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

static int by_start(const void *x, const void *y)
{
    const BorderSide *a = x, *b = y;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
                              : (a->to > b->to) - (a->to < b->to);
}

// What is passed there and back is no border. Sorted by edge; returns how many are left.
static int32_t cancel(BorderSide *sides, int32_t count)
{
    int32_t left = 0;
    for (int32_t i = 0, end; i < count; i = end) {
        BorderSide first = sides[i];
        int32_t forth = 0;
        for (end = i;
             end < count && (sides[end].from == first.from || sides[end].from == first.to) &&
             (sides[end].to == first.from || sides[end].to == first.to);
             ++end)
            forth += sides[end].from == first.from ? 1 : -1;
        BorderSide rest = forth > 0 ? first : (BorderSide){first.to, first.from};
        for (int32_t k = 0; k < abs(forth); ++k)
            sides[left++] = rest;
    }
    return left;
}

typedef struct Walk {
    MeshShells *out;
    const Mesh *mesh;
    BorderSide *sides; // sorted by start; those that are used stand before begin[] of theirs
    int32_t count;
    int32_t *begin; // per vertex: where its sides begin, moved on as they are used
    int32_t *place; // per vertex: where it stands on the path; NOWHERE
    int32_t *path;
    size_t point_count, point_capacity, loop_capacity;
} Walk;

// The end of the path from its point `from` on is a loop. A cap runs along it backwards.
static bool cut_loop(Walk *w, int32_t from, int32_t length)
{
    MeshShells *out = w->out;
    size_t count = (size_t)(length - from);
    if (!array_reserve(&out->points, &w->point_capacity, w->point_count + count,
                       sizeof *out->points) ||
        !array_reserve(&out->loops, &w->loop_capacity, (size_t)out->loop_count + 1,
                       sizeof *out->loops))
        return false;
    out->loops[out->loop_count++] = (ShellLoop){(int32_t)w->point_count, (int32_t)count};
    for (int32_t i = length - 1; i >= from; --i) {
        out->points[w->point_count++] = w->path[i];
        w->place[w->path[i]] = NOWHERE;
    }
    return true;
}

// Where several sides lead on, the one that turns back most sharply: so cracks between borders that
// run along each other become loops of their own. Brought to the front of those that are unused.
static void choose_side(Walk *w, int32_t before, int32_t at)
{
    enum { MOST = 64 };
    int32_t first = w->begin[at], best = first;
    const Vec3d *p = w->mesh->vertices;
    double least = INFINITY;
    for (int32_t i = first; i < w->count && i < first + MOST && w->sides[i].from == at; ++i) {
        Vec3d on = vec3d_normalised(vec3d_sub(p[w->sides[i].to], p[at]));
        double turn = vec3d_dot(vec3d_sub(p[at], p[before]), on);
        if (turn < least) {
            least = turn;
            best = i;
        }
    }
    BorderSide swap = w->sides[first];
    w->sides[first] = w->sides[best];
    w->sides[best] = swap;
}

// As many sides lead to a point as away from it, so that a walk ends only where it began.
static bool walk_from(Walk *w, int32_t start)
{
    int32_t length = 0, at = start, before = start;
    for (;;) {
        if (w->place[at] != NOWHERE) { // been here: what came since is a loop
            int32_t from = w->place[at];
            if (!cut_loop(w, from, length))
                return false;
            length = from;
        }
        if (w->begin[at] >= w->count || w->sides[w->begin[at]].from != at) {
            assert(length == 0);
            return true;
        }
        choose_side(w, before, at);
        w->place[at] = length;
        w->path[length++] = at;
        before = at;
        at = w->sides[w->begin[at]++].to;
    }
}

// The loops along the border of one shell, appended to all.
static bool find_loops(Walk *w, Shell *shell, BorderSide *sides, int32_t count)
{
    shell->first_loop = w->out->loop_count;
    qsort(sides, (size_t)count, sizeof *sides, by_edge);
    count = cancel(sides, count);
    qsort(sides, (size_t)count, sizeof *sides, by_start);
    w->sides = sides;
    w->count = count;
    for (int32_t i = count; i-- > 0;)
        w->begin[sides[i].from] = i;
    bool ok = true;
    for (int32_t i = 0; ok && i < count; ++i)
        if (w->begin[sides[i].from] <= i)
            ok = walk_from(w, sides[i].from);
    for (int32_t i = 0; i < count; ++i) // a point of another shell starts anew
        w->begin[sides[i].from] = w->mesh->triangle_count * 3;
    shell->loop_count = w->out->loop_count - shell->first_loop;
    return ok;
}

// twin: NULL: every side of the shell may lie on its border, and those that do not cancel.
static bool list_borders(MeshShells *out, const Mesh *mesh, const MeshTopology *topology,
                         const int32_t *twin, int32_t first_shell)
{
    size_t vertices = (size_t)mesh->vertex_count, most = 3 * (size_t)mesh->triangle_count;
    Walk w = {.out = out,
              .mesh = mesh,
              .begin = array_alloc(vertices, sizeof *w.begin),
              .place = array_alloc(vertices, sizeof *w.place),
              .path = array_alloc(most + 1, sizeof *w.path)};
    BorderSide *sides = array_alloc(most, sizeof *sides);
    if (out->loop_count > 0) {
        const ShellLoop *last = &out->loops[out->loop_count - 1];
        w.point_count = w.point_capacity = (size_t)(last->first + last->count);
        w.loop_capacity = (size_t)out->loop_count;
    }
    bool ok = w.begin && w.place && w.path && sides;
    for (size_t i = 0; ok && i < vertices; ++i) {
        w.begin[i] = (int32_t)most;
        w.place[i] = NOWHERE;
    }
    for (int32_t s = first_shell; ok && s < out->count; ++s) {
        Shell *shell = &out->shells[s];
        int32_t count = 0;
        for (int32_t i = 0; i < shell->count; ++i) {
            int32_t t = out->triangles[shell->first + i], p[3];
            shell_triangle(out, mesh, topology, t, p);
            for (int k = 0; k < 3; ++k) {
                // Side k of a triangle that is turned over lies between other corners.
                int32_t side = 3 * t + (out->turned[t] ? 2 - k : k);
                if (!twin || twin[side] < 0)
                    sides[count++] = (BorderSide){p[k], p[(k + 1) % 3]};
            }
        }
        ok = shell->one_sided || find_loops(&w, shell, sides, count);
    }
    mem_free(w.begin);
    mem_free(w.place);
    mem_free(w.path);
    mem_free(sides);
    return ok;
}

bool mesh_shells_find(MeshShells *shells, const Mesh *mesh, const MeshTopology *topology, Job *job)
{
    assert(shells && mesh && topology);
    *shells = (MeshShells){0};
    size_t count = (size_t)mesh->triangle_count;
    Finding f = {.out = shells,
                 .mesh = mesh,
                 .topology = topology,
                 .counts = array_alloc(count, sizeof *f.counts),
                 .twin = array_alloc(3 * count, sizeof *f.twin),
                 .seen = mem_calloc(count + 1, sizeof *f.seen)};
    shells->triangles = array_alloc(count, sizeof *shells->triangles);
    shells->turned = mem_calloc(count + 1, sizeof *shells->turned);
    bool ok = f.counts && f.twin && f.seen && shells->triangles && shells->turned;
    ok = ok && !job_cancelled(job) && find_counting(&f);
    if (ok)
        find_twins(&f);
    ok = ok && !job_cancelled(job) && find_shells(&f) && !job_cancelled(job) &&
         list_borders(shells, mesh, topology, f.twin, 0);
    mem_free(f.counts);
    mem_free(f.twin);
    mem_free(f.seen);
    if (!ok)
        mesh_shells_free(shells);
    return ok;
}

bool mesh_shells_join(MeshShells *shells, const Mesh *mesh, const MeshTopology *topology,
                      const bool *join)
{
    assert(shells && mesh && topology && join);
    int32_t *sorted = array_alloc((size_t)mesh->triangle_count, sizeof *sorted);
    if (!sorted)
        return false;
    // Joined ones are collected from the back, so that one pass over the shells does.
    int32_t kept = 0, from = 0, end = mesh->triangle_count;
    Shell joined = {0};
    for (int32_t s = 0; s < shells->count; ++s) {
        Shell shell = shells->shells[s];
        int32_t to = join[s] ? end - shell.count : from;
        memcpy(sorted + to, shells->triangles + shell.first, (size_t)shell.count * sizeof *sorted);
        shell.first = to;
        if (join[s]) {
            joined = (Shell){
                .first = to, .count = joined.count + shell.count, .area = joined.area + shell.area};
            end = to;
        } else {
            shells->shells[kept++] = shell;
            from += shell.count;
        }
    }
    assert(kept < shells->count);
    shells->shells[kept++] = joined;
    shells->count = kept;
    mem_free(shells->triangles);
    shells->triangles = sorted;
    return list_borders(shells, mesh, topology, NULL, kept - 1);
}

void mesh_shells_free(MeshShells *shells)
{
    mem_free(shells->shells);
    mem_free(shells->triangles);
    mem_free(shells->turned);
    mem_free(shells->loops);
    mem_free(shells->points);
    *shells = (MeshShells){0};
}
