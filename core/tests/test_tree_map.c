// A hierarchy as it is looked at: every node stands where the walk comes by, holds what is below it, and
// its volume is the tree's own, for every type of volume.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"
#include "core/tree/quality/quality.h"
#include "core/tree/quality/tree_map.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Seen {
    const TreeMap *map;
    uint32_t at;
    unsigned char *volume; // room for one
} Seen;

typedef struct Lines {
    double sum;
    int count;
} Lines;

static void add_line(void *user, Vec3 from, Vec3 to)
{
    Lines *lines = user;
    for (int k = 0; k < 3; ++k)
        lines->sum += (lines->count % 7 + 1) * ((k + 1) * (double)from.v[k] - (double)to.v[k]);
    ++lines->count;
}

// Byte by byte they are not: there are gaps between members.
static void same_volume(const BvType *type, const void *a, const void *b)
{
    Lines of_a = {0}, of_b = {0};
    type->outline(a, add_line, &of_a);
    type->outline(b, add_line, &of_b);
    assert_int_equal(of_a.count, of_b.count);
    assert_true(of_a.sum == of_b.sum);
    for (int what = MEASURE_VOLUME; what <= MEASURE_RADIUS; ++what)
        assert_true(type->measure(a, (enum Measure)what) == type->measure(b, (enum Measure)what));
}

static bool compare(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    Seen *seen = user;
    const TreeMap *map = seen->map;
    uint32_t at = seen->at++;
    assert_int_equal(map->node[at], node);
    assert_int_equal(map->place[node], at);
    assert_int_equal(tree_map_level(map, at), level);
    assert_true(tree_map_volume(map, at, seen->volume));
    same_volume(map->tree->type, seen->volume, volume);
    uint32_t size = 1, triangles = links.leaf ? links.count : 0, next = at + 1;
    for (uint32_t i = 0; !links.leaf && i < links.count; ++i) {
        uint32_t child = tree_map_child(map, at, i);
        assert_int_equal(child, next); // one behind the other
        assert_int_equal(tree_map_parent(map, child), at);
        assert_int_equal(tree_map_sibling(map, child, 1),
                         i + 1 < links.count ? tree_map_child(map, at, i + 1) : TREE_MAP_NONE);
        assert_int_equal(tree_map_sibling(map, child, -1),
                         i > 0 ? tree_map_child(map, at, i - 1) : TREE_MAP_NONE);
        next += map->size[child];
        size += map->size[child];
        triangles += map->triangles[child];
    }
    assert_int_equal(map->size[at], size);
    assert_int_equal(map->triangles[at], triangles);
    return true;
}

static void leaves_list_their_triangles(const TreeMap *map)
{
    for (int32_t t = 0; t < map->tree->mesh->triangle_count; ++t) {
        uint32_t found = 0, times = 0;
        for (uint32_t i = 0; i < map->tree->slot_count; ++i)
            times += map->tree->slots[i] == t;
        for (uint32_t leaf = tree_map_leaf(map, t, 0); leaf != TREE_MAP_NONE;
             leaf = tree_map_leaf(map, t, leaf + 1))
            ++found;
        assert_int_equal(found, times);
        assert_true(found >= 1);
    }
    assert_int_equal(tree_map_leaf(map, map->tree->mesh->triangle_count, 0), TREE_MAP_NONE);
}

static void figures_are_those_of_quality(const TreeMap *map)
{
    NodeMeasures measures;
    assert_true(quality_measure(map->tree, NULL, &measures));
    assert_int_equal(measures.count, map->count);
    for (uint32_t at = 0; at < map->count; ++at) {
        const NodeMeasure *node = &measures.nodes[map->node[at]];
        double wanted = map->flat ? node->area : node->volume;
        assert_true(fabs((double)map->volume[at] - wanted) <= 1e-6 * fabs(wanted));
        assert_int_equal(map->triangles[at], node->triangles);
        double tight = tree_map_tightness(map, at),
               other = quality_tightness(&measures, map->node[at]);
        if (!map->flat && !isnan(tight) && !isnan(other))
            assert_true(fabs(tight - other) <= 1e-5 * other);
        assert_true(isnan(tight) || map->size[at] > 1);
    }
    node_measures_free(&measures);
}

// Of each level that there is, and one below the deepest.
static void levels_are_told(const TreeMap *map)
{
    uint32_t *places = malloc(map->count * sizeof *places);
    for (int level = 0; level <= map->depth; ++level) {
        uint32_t wanted = 0, count = tree_map_on_level(map, level, places, map->count);
        for (uint32_t at = 0; at < map->count; ++at) {
            int here = tree_map_level(map, at);
            if (here == level || (here < level && map->size[at] == 1))
                assert_int_equal(places[wanted++], at);
        }
        assert_int_equal(count, wanted);
        if (count > 1)
            assert_int_equal(tree_map_on_level(map, level, places, count - 1), count);
        if (count > 2) // more than there is room for: nobody goes on counting
            assert_int_equal(tree_map_on_level(map, level, places, count - 2), count - 1);
    }
    free(places);
}

static void every_tree_is_mapped_as_it_is(void **state)
{
    (void)state;
    Mesh *meshes[3] = {shape_torus(2, 0.7, 12, 8), shape_box(vec3d(1, 2, 3)), NULL};
    int maps = 0;
    uint32_t nodes = 0;
    for (int m = 0; meshes[m]; ++m)
        for (int type = 0; type < bv_type_count; ++type) {
            Error err = {""};
            Bvh *tree = bvh_build(meshes[m], &(BvhDesc){.type = bv_types[type]}, NULL, &err);
            if (!tree)
                fail_msg("%s: %s", bv_types[type]->name, err.text);
            TreeMap map;
            assert_true(tree_map_make(tree, NULL, &map));
            assert_int_equal(map.count, tree->node_count);
            assert_int_equal(map.depth, tree->depth);
            Seen seen = {&map, 0, malloc(tree->type->volume_size)};
            assert_true(bvh_visit(tree, compare, &seen));
            assert_int_equal(seen.at, map.count);
            leaves_list_their_triangles(&map);
            figures_are_those_of_quality(&map);
            levels_are_told(&map);
            ++maps;
            nodes += map.count;
            free(seen.volume);
            tree_map_free(&map);
            bvh_release(tree);
        }
    for (int m = 0; meshes[m]; ++m)
        mesh_release(meshes[m]);
    printf("RAN: %d trees mapped, %u nodes\n", maps, nodes);
}

static void cancel_is_heard(void **state)
{
    (void)state;
    Error err = {""};
    Mesh *mesh = shape_torus(2, 0.7, 12, 8);
    Bvh *tree = bvh_build(mesh, &(BvhDesc){0}, NULL, &err);
    assert_non_null(tree);
    Job job = {0};
    job_cancel(&job);
    TreeMap map;
    assert_false(tree_map_make(tree, &job, &map));
    tree_map_free(&map);
    bvh_release(tree);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tree_is_mapped_as_it_is),
        cmocka_unit_test(cancel_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
