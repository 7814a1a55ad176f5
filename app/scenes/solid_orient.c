// Turns the triangles of a closed mesh outwards: neighbours across an edge must run along it in
// opposite directions, and each connected piece must enclose a positive volume.
#include "app/scenes/solid.h"

#include "core/base/array.h"

typedef struct HalfEdge {
    int32_t lo, hi;   // end vertices, lower index first
    int32_t triangle; // and which way it runs there
    bool forward;
} HalfEdge;

static int half_edge_order(const void *x, const void *y)
{
    const HalfEdge *a = x, *b = y;
    if (a->lo != b->lo)
        return a->lo < b->lo ? -1 : 1;
    if (a->hi != b->hi)
        return a->hi < b->hi ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

typedef struct Link {
    int32_t neighbour;
    bool agrees; // runs the other way along the common edge, as it should
} Link;

// links[3 * triangle + n]. False when an edge does not have exactly two triangles.
static bool link_triangles(const Mesh *mesh, HalfEdge *edges, Link *links, int8_t *used)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    for (size_t i = 0; i < count; ++i) {
        int32_t a = mesh->triangles[i / 3][i % 3], b = mesh->triangles[i / 3][(i + 1) % 3];
        edges[i] = (HalfEdge){a < b ? a : b, a < b ? b : a, (int32_t)(i / 3), a < b};
    }
    qsort(edges, count, sizeof *edges, half_edge_order);
    for (size_t i = 0; i < count; i += 2) {
        const HalfEdge *e = &edges[i], *f = e + 1;
        if (i + 1 == count || e->lo != f->lo || e->hi != f->hi)
            return false;
        if (i + 2 < count && f[1].lo == e->lo && f[1].hi == e->hi)
            return false;
        bool agrees = e->forward != f->forward;
        links[3 * e->triangle + used[e->triangle]++] = (Link){f->triangle, agrees};
        links[3 * f->triangle + used[f->triangle]++] = (Link){e->triangle, agrees};
    }
    return true;
}

static double volume_below(const Mesh *mesh, int32_t triangle, Vec3d from)
{
    Triangle t = mesh_triangle(mesh, triangle);
    Vec3d a = vec3d_sub(t.p[0], from), b = vec3d_sub(t.p[1], from), c = vec3d_sub(t.p[2], from);
    return vec3d_dot(a, vec3d_cross(b, c)) / 6;
}

enum { UNSEEN, KEEP, TURN };

// Marks the piece that `seed` belongs to. `queue` holds its triangles afterwards.
static int32_t mark_piece(const Link *links, int32_t seed, int8_t *mark, int32_t *queue)
{
    int32_t count = 0;
    queue[count++] = seed;
    mark[seed] = KEEP;
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            Link link = links[3 * queue[i] + k];
            if (mark[link.neighbour] != UNSEEN)
                continue;
            int8_t other = mark[queue[i]] == KEEP ? TURN : KEEP;
            mark[link.neighbour] = link.agrees ? mark[queue[i]] : other;
            queue[count++] = link.neighbour;
        }
    }
    return count;
}

static void turn_outwards(Mesh *mesh, const Link *links, int8_t *mark, int32_t *queue)
{
    for (int32_t seed = 0; seed < mesh->triangle_count; ++seed) {
        if (mark[seed] != UNSEEN)
            continue;
        int32_t count = mark_piece(links, seed, mark, queue);
        Vec3d near = mesh->vertices[mesh->triangles[seed][0]];
        double volume = 0;
        for (int32_t i = 0; i < count; ++i)
            volume += (mark[queue[i]] == KEEP ? 1 : -1) * volume_below(mesh, queue[i], near);
        for (int32_t i = 0; i < count; ++i) {
            int32_t *t = mesh->triangles[queue[i]];
            if ((mark[queue[i]] == TURN) != (volume < 0)) {
                int32_t swap = t[1];
                t[1] = t[2];
                t[2] = swap;
            }
        }
    }
}

Mesh *solid_finish(MeshBuilder *b)
{
    Mesh *mesh = mesh_builder_finish(b);
    if (!mesh)
        return NULL;
    size_t count = (size_t)mesh->triangle_count;
    HalfEdge *edges = array_alloc(3 * count, sizeof *edges);
    Link *links = array_alloc(3 * count, sizeof *links);
    int32_t *queue = array_alloc(count, sizeof *queue);
    int8_t *used = array_alloc(count, 1), *mark = array_alloc(count, 1);
    bool ok = edges && links && queue && used && mark;
    if (ok) {
        memset(used, 0, count);
        memset(mark, UNSEEN, count);
        ok = link_triangles(mesh, edges, links, used);
    }
    if (ok)
        turn_outwards(mesh, links, mark, queue);
    free(edges);
    free(links);
    free(queue);
    free(used);
    free(mark);
    if (ok)
        return mesh;
    mesh_release(mesh);
    return NULL;
}
