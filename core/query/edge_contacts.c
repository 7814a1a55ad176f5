#include "core/query/edge_contacts.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/topology.h"
#include "core/query/contacts.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>
#include <stdlib.h>

static Box3d bounds_of(const Vec3d *p, int count)
{
    Box3d box = {p[0], p[0]};
    for (int i = 1; i < count; ++i) {
        box.lo = vec3d_min(box.lo, p[i]);
        box.hi = vec3d_max(box.hi, p[i]);
    }
    return box;
}

// One of the meshes in A's frame.
typedef struct Side {
    const Mesh *mesh;
    const MeshTopology *topology;
    Triangle *triangles;
    Box3d *boxes; // of the triangles
    Box3d box;
} Side;

static void free_side(Side *side)
{
    mem_free(side->triangles);
    mem_free(side->boxes);
}

static bool make_side(Side *side, const Mesh *mesh, const Affine *to)
{
    size_t count = (size_t)mesh->triangle_count;
    *side = (Side){.mesh = mesh, .topology = mesh_topology(mesh, NULL)};
    side->triangles = array_alloc(count + 1, sizeof *side->triangles);
    side->boxes = array_alloc(count + 1, sizeof *side->boxes);
    if (!side->topology || !side->triangles || !side->boxes)
        return false;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        side->triangles[i] = to ? triangle_transformed(&t, to) : t;
        Box3d box = side->boxes[i] = bounds_of(side->triangles[i].p, 3);
        side->box.lo = i ? vec3d_min(side->box.lo, box.lo) : box.lo;
        side->box.hi = i ? vec3d_max(side->box.hi, box.hi) : box.hi;
    }
    return true;
}

// A segment is a triangle with two equal corners, so that the exact test serves here, too.
static bool segment_meets(const Triangle *of, int corner, const Triangle *triangle, Vec3d *point)
{
    Vec3d end = of->p[(corner + 1) % 3];
    Triangle segment = {{of->p[corner], end, end}};
    TriWitness witness;
    if (tri_exact.contact(&segment, triangle, point ? &witness : NULL) == TRI_DISJOINT)
        return false;
    if (point)
        *point = witness.point[0];
    return true;
}

bool contact_edges(const Mesh *a, const Mesh *b, const Affine *b_to_a, int32_t triangle_a,
                   int32_t triangle_b, EdgeWitness out[EDGE_WITNESSES_MOST], int *count)
{
    assert(a && b && b_to_a && out && count);
    const MeshTopology *topology[2] = {mesh_topology(a, NULL), mesh_topology(b, NULL)};
    Triangle t[2] = {mesh_triangle(a, triangle_a), mesh_triangle(b, triangle_b)};
    int32_t index[2] = {triangle_a, triangle_b};
    t[1] = triangle_transformed(&t[1], b_to_a);
    *count = 0;
    if (!topology[0] || !topology[1])
        return false;
    for (int of_b = 0; of_b < 2; ++of_b) {
        for (int corner = 0; corner < 3; ++corner) {
            EdgeWitness *w = &out[*count];
            if (!segment_meets(&t[of_b], corner, &t[!of_b], &w->point))
                continue;
            w->edge = side_edge(topology[of_b], 3 * index[of_b] + corner);
            w->triangle = index[!of_b];
            w->of_b = of_b;
            ++*count;
        }
    }
    return true;
}

typedef struct Search {
    const Side *edges, *polygons;
    bool of_b; // the edges
    unsigned filters;
    int32_t *kept; // polygons to be looked at
    int32_t kept_count;
    ContactList *out;
    EdgeWitnesses *witnesses; // or NULL
    uint64_t tests;
} Search;

// Of the triangles around an edge each is in contact with what the edge meets.
static bool add_hit(Search *s, int32_t side, int32_t triangle, Vec3d point)
{
    const int32_t *next = s->edges->topology->next;
    int32_t at = side;
    do {
        int32_t owner = at / 3;
        if (!contact_list_add(s->out, s->of_b ? triangle : owner, s->of_b ? owner : triangle,
                              TRI_DISJOINT, NULL))
            return false;
        at = next[at] < 0 ? side : next[at];
    } while (at != side);
    EdgeWitnesses *w = s->witnesses;
    if (!w)
        return true;
    if (!array_reserve(&w->items, &w->capacity, w->count + 1, sizeof *w->items))
        return false;
    w->items[w->count++] = (EdgeWitness){side, triangle, s->of_b, point};
    return true;
}

static bool search_edge(Search *s, int32_t side)
{
    const Triangle *of = &s->edges->triangles[side / 3];
    Vec3d ends[2] = {of->p[side % 3], of->p[(side % 3 + 1) % 3]};
    Box3d box = bounds_of(ends, 2);
    if (s->filters & SIMPLE_EDGES && !box3d_meet(&box, &s->polygons->box))
        return true;
    for (int32_t i = 0; i < s->kept_count; ++i) {
        int32_t triangle = s->kept[i];
        Vec3d point = {{0, 0, 0}};
        if (s->filters & SIMPLE_PAIRS && !box3d_meet(&box, &s->polygons->boxes[triangle]))
            continue;
        ++s->tests;
        if (segment_meets(of, side % 3, &s->polygons->triangles[triangle],
                          s->witnesses ? &point : NULL) &&
            !add_hit(s, side, triangle, point))
            return false;
    }
    return true;
}

// Each edge once: by its last side. Triangles that collapsed have sides without a ring.
static bool search_one_way(Search *s)
{
    const int32_t *next = s->edges->topology->next;
    s->kept_count = 0;
    for (int32_t i = 0; i < s->polygons->mesh->triangle_count; ++i)
        if (!(s->filters & SIMPLE_TRIANGLES) || box3d_meet(&s->polygons->boxes[i], &s->edges->box))
            s->kept[s->kept_count++] = i;
    for (int32_t side = 0; side < 3 * s->edges->mesh->triangle_count; ++side)
        if (next[side] <= side && !search_edge(s, side))
            return false;
    return true;
}

static int by_edge(const void *x, const void *y)
{
    const EdgeWitness *a = x, *b = y;
    if (a->of_b != b->of_b)
        return a->of_b ? 1 : -1;
    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

bool simple_edge_contacts(const Mesh *a, const Mesh *b, const Affine *b_to_a,
                          const SimpleDesc *desc, ContactList *out, EdgeWitnesses *witnesses,
                          QueryStats *stats)
{
    assert(a && b && b_to_a && out);
    SimpleDesc d = desc ? *desc : (SimpleDesc){0};
    out->count = out->point_count = 0;
    out->truncated = false;
    if (witnesses)
        witnesses->count = 0;
    int32_t most = a->triangle_count > b->triangle_count ? a->triangle_count : b->triangle_count;
    Side sides[2] = {{0}, {0}};
    Search s = {.filters = SIMPLE_FILTERS & ~d.without, .out = out, .witnesses = witnesses};
    s.kept = array_alloc((size_t)most + 1, sizeof *s.kept);
    bool ok = s.kept && make_side(&sides[0], a, NULL) && make_side(&sides[1], b, b_to_a);
    for (int of_b = 0; ok && of_b < 2; ++of_b) {
        if (d.ways == (of_b ? SIMPLE_EDGES_OF_A : SIMPLE_EDGES_OF_B))
            continue;
        s.edges = &sides[of_b];
        s.polygons = &sides[!of_b];
        s.of_b = of_b;
        ok = search_one_way(&s);
    }
    free_side(&sides[0]);
    free_side(&sides[1]);
    mem_free(s.kept);
    if (witnesses && witnesses->count > 1)
        qsort(witnesses->items, witnesses->count, sizeof *witnesses->items, by_edge);
    if (stats)
        *stats = (QueryStats){.triangle_tests = s.tests};
    return ok && contact_list_sort(out);
}

void edge_witnesses_free(EdgeWitnesses *list)
{
    mem_free(list->items);
    *list = (EdgeWitnesses){0};
}
