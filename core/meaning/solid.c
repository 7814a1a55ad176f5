// Topology of a mesh: coinciding vertices, neighbours, closedness, connected pieces.
#include "core/meaning/solid.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <stdio.h>

// Open addressing over 2^bits places, at most half full; what is stored are indices of entries.
typedef struct Table {
    int32_t *slots; // -1: free
    size_t mask;
} Table;

static bool table_init(Table *table, size_t entries)
{
    size_t size = 16;
    while (size < 2 * entries)
        size *= 2;
    table->slots = array_alloc(size, sizeof *table->slots);
    table->mask = size - 1;
    for (size_t i = 0; table->slots && i < size; ++i)
        table->slots[i] = -1;
    return table->slots;
}

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t point_hash(Vec3d p)
{
    uint64_t hash = 0;
    for (int k = 0; k < 3; ++k) {
        double x = p.v[k] + 0.0; // -0 and 0 are one place
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = mixed(hash + bits);
    }
    return hash;
}

static bool same_point(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Vertices of equal coordinates are one point: files repeat them at every face.
static bool weld(Solid *solid)
{
    const Mesh *mesh = solid->mesh;
    Table table;
    solid->point_of = array_alloc((size_t)mesh->vertex_count, sizeof *solid->point_of);
    if (!solid->point_of || !table_init(&table, (size_t)mesh->vertex_count))
        return false;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        size_t at = point_hash(mesh->vertices[i]) & table.mask;
        while (table.slots[at] >= 0 &&
               !same_point(mesh->vertices[table.slots[at]], mesh->vertices[i]))
            at = (at + 1) & table.mask;
        if (table.slots[at] < 0)
            table.slots[at] = i;
        solid->point_of[i] = table.slots[at];
    }
    mem_free(table.slots);
    return true;
}

typedef struct Edge {
    int32_t lo, hi;
    int32_t first, second; // 3 * triangle + side
    int32_t count, sense;  // sense: uses from lo to hi less those from hi to lo
} Edge;

static void points_of(const Solid *solid, int32_t triangle, int32_t p[3])
{
    for (int k = 0; k < 3; ++k)
        p[k] = solid->point_of[solid->mesh->triangles[triangle][k]];
}

static bool collapsed(const int32_t p[3])
{
    return p[0] == p[1] || p[1] == p[2] || p[2] == p[0];
}

static Edge *edge_of(Table *table, Edge *edges, int32_t *edge_count, int32_t lo, int32_t hi)
{
    size_t at = mixed((uint64_t)lo << 32 | (uint32_t)hi) & table->mask;
    while (table->slots[at] >= 0 &&
           (edges[table->slots[at]].lo != lo || edges[table->slots[at]].hi != hi))
        at = (at + 1) & table->mask;
    if (table->slots[at] < 0) {
        table->slots[at] = (*edge_count)++;
        edges[table->slots[at]] = (Edge){.lo = lo, .hi = hi};
    }
    return &edges[table->slots[at]];
}

static void count_edges(Solid *solid, Table *table, Edge *edges, int32_t *edge_count)
{
    for (int32_t t = 0; t < solid->mesh->triangle_count; ++t) {
        int32_t p[3];
        points_of(solid, t, p);
        for (int k = 0; k < 3; ++k)
            solid->neighbours[t][k] = -1;
        // A triangle with two equal corners runs there and back: it bounds nothing.
        if (collapsed(p))
            continue;
        for (int k = 0; k < 3; ++k) {
            int32_t from = p[k], to = p[(k + 1) % 3];
            Edge *edge =
                edge_of(table, edges, edge_count, from < to ? from : to, from < to ? to : from);
            if (edge->count == 0)
                edge->first = 3 * t + k;
            else
                edge->second = 3 * t + k;
            ++edge->count;
            edge->sense += from < to ? 1 : -1;
        }
    }
}

static bool connect(Solid *solid)
{
    size_t sides = 3 * (size_t)solid->mesh->triangle_count;
    Table table = {0};
    Edge *edges = NULL;
    solid->neighbours = array_alloc(sides / 3, sizeof *solid->neighbours);
    if (sides > INT32_MAX || !solid->neighbours || !(edges = array_alloc(sides, sizeof *edges)) ||
        !table_init(&table, sides)) {
        mem_free(edges);
        return false;
    }
    int32_t edge_count = 0, open = 0, crowded = 0, turned = 0;
    count_edges(solid, &table, edges, &edge_count);
    for (int32_t i = 0; i < edge_count; ++i) {
        const Edge *edge = &edges[i];
        open += edge->count == 1;
        crowded += edge->count > 2;
        if (edge->count != 2)
            continue;
        turned += edge->sense != 0;
        solid->neighbours[edge->first / 3][edge->first % 3] = edge->second / 3;
        solid->neighbours[edge->second / 3][edge->second % 3] = edge->first / 3;
    }
    mem_free(edges);
    mem_free(table.slots);
    solid->closed = edge_count > 0 && open == 0 && crowded == 0 && turned == 0;
    const char *what = open      ? "open"
                       : crowded ? "shared by more than two triangles"
                                 : "between triangles that face opposite ways";
    int32_t count = open ? open : crowded ? crowded : turned;
    if (edge_count == 0)
        snprintf(solid->why, sizeof solid->why, "no triangles");
    else if (!solid->closed)
        snprintf(solid->why, sizeof solid->why, "%d edge%s %s", count, count == 1 ? "" : "s", what);
    return true;
}

static int32_t root_of(int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

// Pieces that hang together at points: each lies wholly on one side of a surface it does not meet.
static bool find_bodies(Solid *solid)
{
    const Mesh *mesh = solid->mesh;
    int32_t *parent = array_alloc((size_t)mesh->vertex_count, sizeof *parent);
    if (!parent)
        return false;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        parent[i] = i;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t p[3];
        points_of(solid, t, p);
        for (int k = 1; k < 3; ++k) {
            int32_t x = root_of(parent, p[0]), y = root_of(parent, p[k]);
            parent[x < y ? y : x] = x < y ? x : y;
        }
    }
    // Vertices of no triangle are not part of the surface: a piece is counted at the first triangle
    // that holds it, whose root is then marked by -1.
    solid->bodies = NULL;
    size_t capacity = 0;
    bool ok = true;
    for (int32_t t = 0; ok && t < mesh->triangle_count; ++t) {
        int32_t i = solid->point_of[mesh->triangles[t][0]];
        while (i >= 0 && parent[i] != i)
            i = parent[i];
        if (i < 0)
            continue;
        ok = array_reserve(&solid->bodies, &capacity, (size_t)solid->body_count + 1,
                           sizeof *solid->bodies);
        if (ok)
            solid->bodies[solid->body_count++] = i;
        parent[i] = -1;
    }
    mem_free(parent);
    return ok;
}

// Children stand after their parents, so backwards every box finds those it is made of.
static bool make_nodes(Solid *solid)
{
    BvhDesc desc = {.type = &bv_aabb, .split = &split_object_median, .leaf_size = 4};
    solid->tree = bvh_build(solid->mesh, &desc, NULL, NULL);
    if (!solid->tree)
        return false;
    const Bvh *tree = solid->tree;
    solid->nodes = array_alloc(tree->node_count, sizeof *solid->nodes);
    for (uint32_t i = tree->node_count; solid->nodes && i-- > 0;) {
        SolidNode node = {box3d_empty(), tree->type->links(tree, i)};
        for (uint32_t k = node.links.first; k < node.links.first + node.links.count; ++k) {
            if (node.links.leaf) {
                Triangle t = mesh_triangle(solid->mesh, tree->slots[k]);
                for (int c = 0; c < 3; ++c)
                    node.box = box3d_including(node.box, t.p[c]);
            } else {
                node.box.lo = vec3d_min(node.box.lo, solid->nodes[k].box.lo);
                node.box.hi = vec3d_max(node.box.hi, solid->nodes[k].box.hi);
            }
        }
        solid->nodes[i] = node;
    }
    return solid->nodes;
}

Solid *solid_build(Mesh *mesh)
{
    Solid *solid = mem_calloc(1, sizeof *solid);
    if (!solid)
        return NULL;
    solid->mesh = mesh_retain(mesh);
    solid->version = mesh->version;
    if (weld(solid) && connect(solid) && find_bodies(solid) && make_nodes(solid))
        return solid;
    solid_release(solid);
    return NULL;
}

void solid_release(Solid *solid)
{
    if (!solid)
        return;
    mem_free(solid->point_of);
    mem_free(solid->neighbours);
    mem_free(solid->bodies);
    bvh_release(solid->tree);
    mem_free(solid->nodes);
    mesh_release(solid->mesh);
    mem_free(solid);
}

bool solid_closed(const Solid *solid, const char **why_not)
{
    if (why_not)
        *why_not = solid->why;
    return solid->closed;
}

const Solid *solid_cache_get(SolidCache *cache, Mesh *mesh)
{
    for (size_t i = 0; i < cache->count; ++i)
        if (cache->solids[i]->mesh == mesh && cache->solids[i]->version == mesh->version)
            return cache->solids[i];
    if (!array_reserve(&cache->solids, &cache->capacity, cache->count + 1, sizeof *cache->solids))
        return NULL;
    Solid *solid = solid_build(mesh);
    if (solid)
        cache->solids[cache->count++] = solid;
    return solid;
}

void solid_cache_free(SolidCache *cache)
{
    for (size_t i = 0; i < cache->count; ++i)
        solid_release(cache->solids[i]);
    mem_free(cache->solids);
    *cache = (SolidCache){0};
}
