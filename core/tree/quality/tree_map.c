#include "core/tree/quality/tree_map.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>
#include <math.h>

enum { LOOK_AFTER = 4096 }; // nodes between two looks at the job

typedef struct Walk {
    TreeMap *map;
    Job *job;
    float *area;
    bool cancelled;
} Walk;

static bool note(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    Walk *walk = user;
    TreeMap *map = walk->map;
    const BvType *type = map->tree->type;
    if (map->count % LOOK_AFTER == 0 && job_cancelled(walk->job))
        walk->cancelled = true;
    if (walk->cancelled)
        return false;
    uint32_t at = map->count++;
    map->node[at] = node;
    map->place[node] = at;
    for (uint32_t i = 0; !links.leaf && i < links.count; ++i)
        map->above[links.first + i] = node;
    map->volume[at] = (float)type->measure(volume, MEASURE_VOLUME);
    walk->area[at] = (float)type->measure(volume, MEASURE_AREA);
    map->size[at] = 1;
    map->triangles[at] = links.leaf ? links.count : 0;
    map->depth = level + 1 > map->depth ? level + 1 : map->depth;
    return true;
}

// Parents stand before their children: from the last one on, each adds what it holds to its parent.
static void add_up(TreeMap *map)
{
    for (uint32_t at = map->count; at-- > 1;) {
        uint32_t parent = map->place[map->above[map->node[at]]];
        map->size[parent] += map->size[at];
        map->triangles[parent] += map->triangles[at];
    }
}

bool tree_map_make(Bvh *tree, Job *job, TreeMap *out)
{
    assert(tree && out);
    size_t n = tree->node_count;
    *out = (TreeMap){.tree = bvh_retain(tree)};
    out->size = array_alloc(n, sizeof *out->size);
    out->triangles = array_alloc(n, sizeof *out->triangles);
    out->volume = array_alloc(n, sizeof *out->volume);
    out->node = array_alloc(n, sizeof *out->node);
    out->place = array_alloc(n, sizeof *out->place);
    out->above = array_alloc(n, sizeof *out->above);
    Walk walk = {.map = out, .job = job, .area = array_alloc(n, sizeof(float))};
    bool ok = out->size && out->triangles && out->volume && out->node && out->place && out->above &&
              walk.area;
    if (ok && n > 0)
        out->above[0] = BVH_NO_NODE;
    ok = ok && bvh_visit(tree, note, &walk) && !walk.cancelled;
    if (ok) {
        add_up(out);
        out->flat = out->count > 0 && !(out->volume[0] > 0);
        if (out->flat) {
            float *swap = out->volume;
            out->volume = walk.area;
            walk.area = swap;
        }
    }
    mem_free(walk.area);
    return ok;
}

void tree_map_free(TreeMap *map)
{
    assert(map);
    mem_free(map->size);
    mem_free(map->triangles);
    mem_free(map->volume);
    mem_free(map->node);
    mem_free(map->place);
    mem_free(map->above);
    bvh_release(map->tree);
    *map = (TreeMap){0};
}

uint32_t tree_map_parent(const TreeMap *map, uint32_t place)
{
    assert(map && place < map->count);
    NodeId above = map->above[map->node[place]];
    return above == BVH_NO_NODE ? TREE_MAP_NONE : map->place[above];
}

int tree_map_level(const TreeMap *map, uint32_t place)
{
    int level = 0;
    for (uint32_t up = tree_map_parent(map, place); up != TREE_MAP_NONE;
         up = tree_map_parent(map, up))
        ++level;
    return level;
}

// What lies below a node follows it, so that the walk goes on behind that at once.
uint32_t tree_map_on_level(const TreeMap *map, int level, uint32_t *places, uint32_t most)
{
    assert(map && level >= 0 && (places || most == 0));
    uint32_t found = 0, at = 0;
    int here = 0;
    while (at < map->count && found <= most) {
        if (here < level && map->size[at] > 1) {
            ++at;
            ++here;
            continue;
        }
        if (found < most)
            places[found] = at;
        ++found;
        uint32_t next = at + map->size[at];
        // Up to the node whose next child this is.
        for (uint32_t up = tree_map_parent(map, at);
             up != TREE_MAP_NONE && next == up + map->size[up]; up = tree_map_parent(map, up))
            --here;
        at = next;
    }
    return found;
}

NodeLinks tree_map_links(const TreeMap *map, uint32_t place)
{
    assert(map && place < map->count);
    return map->tree->type->links(map->tree, map->node[place]);
}

uint32_t tree_map_child(const TreeMap *map, uint32_t place, uint32_t child)
{
    NodeLinks links = tree_map_links(map, place);
    assert(!links.leaf && child < links.count);
    return map->place[links.first + child];
}

uint32_t tree_map_sibling(const TreeMap *map, uint32_t place, int step)
{
    assert(step == 1 || step == -1);
    uint32_t parent = tree_map_parent(map, place);
    if (parent == TREE_MAP_NONE)
        return TREE_MAP_NONE;
    NodeLinks links = tree_map_links(map, parent);
    NodeId node = map->node[place];
    if (step < 0 ? node == links.first : node + 1 == links.first + links.count)
        return TREE_MAP_NONE;
    return map->place[step < 0 ? node - 1 : node + 1];
}

uint32_t tree_map_leaf(const TreeMap *map, int32_t triangle, uint32_t from)
{
    assert(map);
    for (uint32_t at = from; at < map->count; ++at) {
        if (map->size[at] > 1)
            continue;
        NodeLinks links = tree_map_links(map, at);
        for (uint32_t i = 0; links.leaf && i < links.count; ++i)
            if (map->tree->slots[links.first + i] == triangle)
                return at;
    }
    return TREE_MAP_NONE;
}

double tree_map_tightness(const TreeMap *map, uint32_t place)
{
    NodeLinks links = tree_map_links(map, place);
    double sum = 0;
    for (uint32_t i = 0; !links.leaf && i < links.count; ++i)
        sum += (double)map->volume[map->place[links.first + i]];
    return sum > 0 ? (double)map->volume[place] / sum : NAN;
}

bool tree_map_volume(const TreeMap *map, uint32_t place, void *volume)
{
    assert(map && place < map->count);
    return bvh_volume(map->tree, map->node[place], map->above, volume);
}

size_t tree_map_bytes(const TreeMap *map)
{
    return (size_t)map->count * (sizeof *map->size + sizeof *map->triangles + sizeof *map->volume +
                                 sizeof *map->node + sizeof *map->place + sizeof *map->above);
}
