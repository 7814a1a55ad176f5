#include "core/query/edge_contacts.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/topology.h"
#include "core/query/contacts.h"
#include "core/shape/predicates.h"
#include "core/shape/triangle/variants.h"
#include "core/tree/leaf_edges.h"

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

// One leaf's edges against the other's triangles.
typedef struct LeafWay {
    Query *query;
    const Bvh *of, *other; // of the edges, of the triangles
    NodeLinks edges, polygons;
    bool of_b; // the edges
} LeafWay;

static Triangle triangle_of(const LeafWay *way, bool of_b, int32_t index)
{
    const Query *query = way->query;
    Triangle t = mesh_triangle((of_b ? query->b : query->a)->mesh, index);
    return of_b ? triangle_transformed(&t, &query->b_to_a) : t;
}

// An edge meets the triangle, so all triangles at the edge do; kind and points are those of the pair.
static bool collect_around(const LeafWay *way, int32_t side, int32_t index,
                           const Triangle *triangle)
{
    Collector *c = way->query->user;
    TriWitness witness, *where = c->witnesses ? &witness : NULL;
    const MeshTopology *topology = mesh_topology(way->of->mesh, NULL);
    int32_t at = side;
    c->failed |= !topology;
    if (!topology)
        return false;
    do {
        int32_t owner = at / 3;
        Triangle own = triangle_of(way, way->of_b, owner);
        enum TriContact kind = way->of_b ? c->tri->contact(triangle, &own, where)
                                         : c->tri->contact(&own, triangle, where);
        assert(kind != TRI_DISJOINT);
        if (!collector_add(c, way->query, way->of_b ? index : owner, way->of_b ? owner : index,
                           kind, where) ||
            c->first_only)
            return false;
        at = topology->next[at] < 0 ? side : topology->next[at];
    } while (at != side);
    return true;
}

// Both ends strictly on one side of the plane: most pairs end there.
static bool on_one_side(Vec3d from, Vec3d to, const Triangle *t)
{
    double a = orient3d(&t->p[0], &t->p[1], &t->p[2], &from),
           b = orient3d(&t->p[0], &t->p[1], &t->p[2], &to);
    return (a > 0 && b > 0) || (a < 0 && b < 0);
}

// Boxes first.
static bool collect_pair(const LeafWay *way, int32_t side, const Triangle *own, int32_t index,
                         const Triangle *triangle)
{
    Vec3d from = own->p[side % 3], to = own->p[(side % 3 + 1) % 3];
    for (int k = 0; k < 3; ++k) {
        double p = triangle->p[0].v[k], q = triangle->p[1].v[k], r = triangle->p[2].v[k];
        bool below = from.v[k] < p && from.v[k] < q && from.v[k] < r && to.v[k] < p &&
                     to.v[k] < q && to.v[k] < r;
        bool above = from.v[k] > p && from.v[k] > q && from.v[k] > r && to.v[k] > p &&
                     to.v[k] > q && to.v[k] > r;
        if (below || above)
            return true;
    }
    ++way->query->stats.triangle_tests;
    return on_one_side(from, to, triangle) || !segment_meets(own, side % 3, triangle, NULL) ||
           collect_around(way, side, index, triangle);
}

// What is B's is moved into A's frame once: it stands in the outer loop.
static bool collect_one_way(const LeafWay *way)
{
    const uint32_t *first = way->of->edges->first;
    const int32_t *sides = way->of->edges->sides, *slots = way->other->slots + way->polygons.first;
    uint32_t begin = first[way->edges.first], end = first[way->edges.first + way->edges.count];
    for (uint32_t i = begin; way->of_b && i < end; ++i) {
        Triangle own = triangle_of(way, true, sides[i] / 3);
        for (uint32_t j = 0; j < way->polygons.count; ++j) {
            Triangle triangle = triangle_of(way, false, slots[j]);
            if (!collect_pair(way, sides[i], &own, slots[j], &triangle))
                return false;
        }
    }
    for (uint32_t j = 0; !way->of_b && j < way->polygons.count; ++j) {
        Triangle triangle = triangle_of(way, true, slots[j]);
        for (uint32_t i = begin; i < end; ++i) {
            Triangle own = triangle_of(way, false, sides[i] / 3);
            if (!collect_pair(way, sides[i], &own, slots[j], &triangle))
                return false;
        }
    }
    return true;
}

bool collect_contacts_by_edges(Query *query, NodeLinks a, NodeLinks b)
{
    LeafWay ways[2] = {{query, query->a, query->b, a, b, false},
                       {query, query->b, query->a, b, a, true}};
    return collect_one_way(&ways[0]) && collect_one_way(&ways[1]);
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
