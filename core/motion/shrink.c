#include "core/motion/shrink.h"

#include "core/base/array.h"
#include "core/base/disjoint.h"
#include "core/motion/shrink_points.h"
#include "core/motion/thickness.h"
#include "core/tree/build/follow.h"

#include <assert.h>
#include <float.h>

enum {
    JOIN_ROUNDS = 24,
    HOLD_ROUNDS = 8,
    MOST_JOINED = 32 // points of a group: the work grows with the square of it
};

typedef struct Shrinking {
    const Shrinker *s;
    const ShrinkDesc *desc;
    double *share;  // per point: what thin walls leave of the insets
    int32_t *group; // per point: those that move alike (disjoint.h); points alone at first
    int32_t *next;  // per point: the others of its group, as a ring
    Vec3d *offset;  // per point: of the root of its group
    double *held;   // per point: the share of it that is gone
    ShrinkRows rows;
    Shrunk *out;
    Job *job;
} Shrinking;

static bool is_point(const Shrinking *w, int32_t vertex)
{
    return w->s->topology->point_of[vertex] == vertex;
}

// How long an offset may be. Scaling it to that length is good to a few units in the last place, and
// adding it to a vertex rounds by half a unit of the sum per coordinate; both are taken off, so that
// the limit holds for what is stored.
static double longest(const Shrinking *w, Vec3d vertex)
{
    double limit = w->desc->limit;
    return fmax(0, limit * (1 - 16 * DBL_EPSILON) - DBL_EPSILON * (vec3d_length(vertex) + limit));
}

// Of the group with this root, from the faces around all of its points.
static bool find_offset(Shrinking *w, int32_t root)
{
    const Shrinker *s = w->s;
    enum ShrinkMark why = (enum ShrinkMark)s->mark[root];
    bool alone = w->next[root] == root;
    double share = 1, most = INFINITY;
    w->rows.count = 0;
    int32_t i = root;
    do {
        share = fmin(share, w->share[i]);
        most = fmin(most, longest(w, s->mesh->vertices[i]));
        if ((!alone || w->desc->insets) && !shrink_rows_add(&w->rows, s, w->desc, i))
            return false;
        i = w->next[i];
    } while (i != root);
    Vec3d offset = vec3d_scale(s->offset[root], w->desc->inset);
    if (!alone || w->desc->insets)
        offset = shrink_offset(&w->rows, &why);
    if (share < 1)
        offset = vec3d_scale(offset, share);
    double length = vec3d_length(offset);
    bool cut = length > most;
    if (cut)
        offset = vec3d_scale(offset, most / length);
    w->offset[root] = offset;
    why = cut ? SHRINK_CUT : share < 1 ? SHRINK_THIN : why;
    do {
        w->out->mark[i] = (uint8_t)why;
        i = w->next[i];
    } while (i != root);
    return true;
}

static Vec3d moved(Shrinking *w, int32_t point)
{
    Vec3d offset = w->offset[disjoint_root(w->group, point)];
    return vec3d_add_scaled(w->s->mesh->vertices[point], offset, w->held[point]);
}

static void move_all(Shrinking *w)
{
    for (int32_t i = 0; i < w->s->mesh->vertex_count; ++i)
        w->out->mesh->vertices[i] = moved(w, w->s->topology->point_of[i]);
}

// By the offsets as they are now.
static bool turns_over(Shrinking *w, int32_t triangle)
{
    const Shrinker *s = w->s;
    Vec3d n = s->normal[triangle];
    if (vec3d_dot(n, n) == 0)
        return false;
    Triangle before = mesh_triangle(s->mesh, triangle), now;
    for (int k = 0; k < 3; ++k)
        now.p[k] = moved(w, side_point(s->topology, s->mesh, 3 * triangle + k));
    return !(vec3d_dot(triangle_cross(&now), triangle_cross(&before)) > 0);
}

static void hold(Shrinking *w, int32_t triangle, bool still)
{
    for (int k = 0; k < 3; ++k) {
        int32_t point = side_point(w->s->topology, w->s->mesh, 3 * triangle + k);
        w->held[point] *= still ? 0 : 0.5;
        w->out->mark[point] = SHRINK_HELD;
    }
}

static int group_size(const Shrinking *w, int32_t point)
{
    int size = 1;
    for (int32_t i = w->next[point]; i != point; i = w->next[i])
        ++size;
    return size;
}

// The shortest side becomes part of a group: its ends go the same way from now on. A group that
// would become too large stays as it is, and the face is held. False: memory ran short.
static bool join_shortest_side(Shrinking *w, int32_t triangle)
{
    const Shrinker *s = w->s;
    int32_t ends[2] = {-1, -1};
    double shortest = INFINITY;
    for (int k = 0; k < 3; ++k) {
        int32_t a = side_point(s->topology, s->mesh, 3 * triangle + k);
        int32_t b = side_point(s->topology, s->mesh, side_after(3 * triangle + k));
        double length = vec3d_distance(s->mesh->vertices[a], s->mesh->vertices[b]);
        a = disjoint_root(w->group, a);
        b = disjoint_root(w->group, b);
        if (a != b && length < shortest) {
            shortest = length;
            ends[0] = a;
            ends[1] = b;
        }
    }
    if (ends[0] < 0 || group_size(w, ends[0]) + group_size(w, ends[1]) > MOST_JOINED) {
        hold(w, triangle, false);
        return true;
    }
    int32_t swap = w->next[ends[0]];
    w->next[ends[0]] = w->next[ends[1]];
    w->next[ends[1]] = swap;
    disjoint_join(w->group, ends[0], ends[1]);
    return find_offset(w, disjoint_root(w->group, ends[0]));
}

// Until no face turns over. Faces of which no corner moves do not, so it ends.
static bool settle(Shrinking *w)
{
    bool turned = true;
    for (int round = 0; turned; ++round) {
        turned = false;
        for (int32_t i = 0; i < w->s->mesh->triangle_count; ++i) {
            if ((i & 1023) == 0 && job_cancelled(w->job))
                return false;
            if (!turns_over(w, i))
                continue;
            turned = true;
            if (round >= JOIN_ROUNDS)
                hold(w, i, round >= JOIN_ROUNDS + HOLD_ROUNDS);
            else if (!join_shortest_side(w, i))
                return false;
        }
    }
    return true;
}

static void count(Shrinking *w)
{
    const Mesh *mesh = w->s->mesh;
    Shrunk *out = w->out;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        out->mark[i] = out->mark[w->s->topology->point_of[i]];
        if (is_point(w, i))
            ++out->counts[out->mark[i]];
        out->moved = fmax(out->moved, vec3d_distance(mesh->vertices[i], out->mesh->vertices[i]));
    }
}

static bool prepare(Shrinking *w)
{
    const Mesh *mesh = w->s->mesh;
    size_t vertices = (size_t)mesh->vertex_count;
    w->share = array_alloc(vertices, sizeof *w->share);
    w->group = array_alloc(vertices, sizeof *w->group);
    w->next = array_alloc(vertices, sizeof *w->next);
    w->offset = array_alloc(vertices, sizeof *w->offset);
    w->held = array_alloc(vertices, sizeof *w->held);
    w->out->mark = array_alloc(vertices, 1);
    w->out->mesh = mesh_create(mesh->vertex_count, mesh->triangle_count);
    if (!w->share || !w->group || !w->next || !w->offset || !w->held || !w->out->mark ||
        !w->out->mesh)
        return false;
    memcpy(w->out->mesh->triangles, mesh->triangles,
           (size_t)mesh->triangle_count * sizeof *mesh->triangles);
    memcpy(w->out->mesh->polygon_of, mesh->polygon_of,
           (size_t)mesh->triangle_count * sizeof *mesh->polygon_of);
    w->out->mesh->polygon_count = mesh->polygon_count;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        w->group[i] = w->next[i] = i;
        w->held[i] = 1;
    }
    return true;
}

static bool find_offsets(Shrinking *w)
{
    for (int32_t i = 0; i < w->s->mesh->vertex_count; ++i)
        if (is_point(w, i) && !find_offset(w, i))
            return false;
    return true;
}

enum ShrinkEnd shrink(const Shrinker *shrinker, const ShrinkDesc *desc, Job *job, Shrunk *out,
                      Error *err)
{
    assert(shrinker && shrinker->mesh && shrinker->version == shrinker->mesh->version);
    assert(desc && desc->limit > 0 && out);
    *out = (Shrunk){0};
    Shrinking w = {.s = shrinker, .desc = desc, .out = out, .job = job};
    bool done = false;
    ThicknessDesc thickness = {.solid = shrinker->solid,
                               .normal = shrinker->normal,
                               .inset = desc->inset,
                               .insets = desc->insets};
    bool ok = prepare(&w) && thickness_find(&thickness, w.share, &done, job);
    if (ok && done) {
        ok = find_offsets(&w) && settle(&w);
        if (ok) {
            move_all(&w);
            count(&w);
            out->tree = bvh_follow(shrinker->tree, out->mesh, job, err);
            ok = out->tree;
        }
    }
    shrink_rows_free(&w.rows);
    mem_free(w.share);
    mem_free(w.group);
    mem_free(w.next);
    mem_free(w.offset);
    mem_free(w.held);
    if (ok && done)
        return SHRINK_DONE;
    shrunk_free(out);
    if (!ok && !job_cancelled(job))
        error_set(err, "not enough memory to shrink a part");
    return ok ? SHRINK_TOO_MUCH : SHRINK_FAILED;
}

void shrunk_free(Shrunk *shrunk)
{
    bvh_release(shrunk->tree);
    mesh_release(shrunk->mesh);
    mem_free(shrunk->mark);
    *shrunk = (Shrunk){0};
}
