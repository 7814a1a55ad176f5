// Trees and topologies written, read: the same again; and with any number in them changed, refused or at
// least sound, which sanitizers see.
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/array.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology_keep.h"
#include "core/tests/tree_check.h"
#include "core/tree/bvh_keep.h"
#include <cmocka.h>

// All pieces behind each other, and where each ends.
typedef struct Kept {
    char *bytes;
    size_t ends[8], count, next;
} Kept;

static Kept keep(const Piece *pieces, size_t count)
{
    Kept kept = {.count = count};
    size_t size = 0;
    for (size_t i = 0; i < count; ++i)
        kept.ends[i] = size += pieces[i].size;
    kept.bytes = malloc(size + 1);
    assert_non_null(kept.bytes);
    for (size_t i = 0, at = 0; i < count; at = kept.ends[i++])
        if (pieces[i].size > 0)
            memcpy(kept.bytes + at, pieces[i].bytes, pieces[i].size);
    return kept;
}

static bool next(void *from, void *to, size_t size)
{
    Kept *kept = from;
    size_t start = kept->next > 0 ? kept->ends[kept->next - 1] : 0;
    if (kept->next == kept->count || kept->ends[kept->next] - start != size)
        return false;
    if (size > 0)
        memcpy(to, kept->bytes + start, size);
    ++kept->next;
    return true;
}

static bool same_array(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

static bool same_topology(const MeshTopology *a, const MeshTopology *b, const Mesh *mesh)
{
    size_t triangles = (size_t)mesh->triangle_count;
    return same_array(a->point_of, b->point_of, (size_t)mesh->vertex_count * 4) &&
           same_array(a->next, b->next, triangles * 12) &&
           same_array(a->creases, b->creases, triangles) && a->body_count == b->body_count &&
           same_array(a->bodies, b->bodies, (size_t)a->body_count * 4) &&
           a->edge_count == b->edge_count && a->open_count == b->open_count &&
           a->crowded_count == b->crowded_count && a->turned_count == b->turned_count &&
           a->closed == b->closed && a->outward == b->outward;
}

static void topologies_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < test_mesh_count; ++i) {
        Mesh *mesh = test_meshes[i].make(), *other = test_meshes[i].make();
        const MeshTopology *made = mesh_topology(mesh, NULL);
        TopologyHead head;
        Piece pieces[TOPOLOGY_PIECES];
        assert_true(made && !mesh_topology_known(other));
        topology_pieces(made, mesh, &head, pieces);
        Kept kept = keep(pieces, TOPOLOGY_PIECES);
        if (!topology_read(other, next, &kept))
            fail_msg("%s: refused", test_meshes[i].name);
        const MeshTopology *back = mesh_topology_known(other);
        if (!back || mesh_topology(other, NULL) != back || !same_topology(made, back, mesh))
            fail_msg("%s: another topology", test_meshes[i].name);
        free(kept.bytes);
        mesh_release(mesh);
        mesh_release(other);
    }
}

// One of the numbers that the bytes are made of becomes another one.
static void spoil(Kept *kept, Rng *rng)
{
    size_t size = kept->ends[kept->count - 1];
    uint32_t at = (uint32_t)rng_below(rng, (int32_t)(size / 4)), word;
    memcpy(&word, kept->bytes + 4 * (size_t)at, 4);
    uint32_t change = 1u << rng_below(rng, 32);
    word = rng_below(rng, 3) == 0 ? word + 1 : rng_below(rng, 2) == 0 ? word - 1 : word ^ change;
    memcpy(kept->bytes + 4 * (size_t)at, &word, 4);
}

static void spoilt_topologies_do_no_harm(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    int refused = 0, rounds = 3000;
    Mesh *mesh = shape_torus(2, 0.7, 12, 9);
    TopologyHead head;
    Piece pieces[TOPOLOGY_PIECES];
    topology_pieces(mesh_topology(mesh, NULL), mesh, &head, pieces);
    for (int round = 0; round < rounds; ++round) {
        Mesh *other = shape_torus(2, 0.7, 12, 9);
        Kept kept = keep(pieces, TOPOLOGY_PIECES);
        spoil(&kept, &rng);
        bool taken = topology_read(other, next, &kept);
        refused += !taken;
        assert_true(taken == (mesh_topology_known(other) != NULL));
        // Everybody who goes around an edge comes back.
        const MeshTopology *topology = mesh_topology_known(other);
        for (int32_t s = 0; topology && s < 3 * other->triangle_count; ++s) {
            int32_t steps = 0, at = s;
            do
                at = topology->next[at];
            while (at >= 0 && at != s && ++steps < 4000);
            assert_true(topology->next[s] < 0 || at == s);
            assert_true(topology->point_of[side_vertex(other, s)] < other->vertex_count);
        }
        free(kept.bytes);
        mesh_release(other);
    }
    printf("RAN: %d spoilt topologies, %d of them refused\n", rounds, refused);
    assert_true(refused > rounds / 2);
    mesh_release(mesh);
}

static Kept kept_tree(const Bvh *tree)
{
    BvhHead head;
    Piece pieces[BVH_PIECES];
    assert_true(bvh_pieces(tree, &head, pieces));
    return keep(pieces, BVH_PIECES);
}

static bool same_cuts(const CountRows *a, const CountRows *b)
{
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; ++i)
        same =
            a->rows[i].count == b->rows[i].count && strcmp(a->rows[i].what, b->rows[i].what) == 0;
    return same;
}

static void trees_come_back(void **state)
{
    (void)state;
    int count = 0, types = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        types += bv_types[t]->sound != NULL;
        for (int wide = 0; wide < 3 && bv_types[t]->sound; ++wide)
            for (int m = 0; m < test_mesh_count; ++m) {
                Mesh *mesh = test_meshes[m].make();
                BvhDesc desc = bvh_desc_filled(
                    &(BvhDesc){.type = bv_types[t], .arity = 2 << wide, .leaf_size = 1 + wide});
                Bvh *made = bvh_build(mesh, &desc, NULL, NULL);
                assert_non_null(made);
                if (made->node_count > 0) {
                    Error err = {""};
                    Kept kept = kept_tree(made);
                    Bvh *back = bvh_read(mesh, &desc, next, &kept);
                    if (!back || tree_hash(back) != tree_hash(made) || back->depth != made->depth ||
                        !same_cuts(&back->cuts, &made->cuts) || back->radius != made->radius ||
                        bvh_bytes(back) != bvh_bytes(made) || !bvh_validate(back, &err))
                        fail_msg("%s, %s: %s", bv_types[t]->name, test_meshes[m].name,
                                 back ? err.text : "refused");
                    if (back->corners)
                        assert_memory_equal(back->corners, made->corners,
                                            made->slot_count * sizeof *made->corners);
                    assert_true(!made->corners == !back->corners);
                    bvh_release(back);
                    free(kept.bytes);
                    ++count;
                }
                bvh_release(made);
                mesh_release(mesh);
            }
    }
    printf("RAN: %d trees of %d types written, read\n", count, types);
    assert_true(types >= 6);
}

static bool look(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    const Bvh *bvh = user;
    (void)volume;
    assert_true(node < bvh->node_count && level < 200);
    for (uint32_t i = 0; links.leaf && i < links.count; ++i)
        assert_true(bvh->slots[links.first + i] < bvh->mesh->triangle_count);
    return true;
}

static void spoilt_trees_do_no_harm(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    int refused = 0, taken = 0;
    Mesh *mesh = shape_torus(2, 0.7, 10, 8);
    for (int t = 0; t < bv_type_count; ++t) {
        if (!bv_types[t]->sound)
            continue;
        for (int wide = 0; wide < 2; ++wide) {
            BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = bv_types[t], .arity = wide ? 8 : 2});
            Bvh *made = bvh_build(mesh, &desc, NULL, NULL);
            for (int round = 0; round < 400; ++round) {
                Kept kept = kept_tree(made);
                for (int more = rng_below(&rng, 3); more >= 0; --more)
                    spoil(&kept, &rng);
                Bvh *back = bvh_read(mesh, &desc, next, &kept);
                if (back) {
                    assert_true(bvh_visit(back, look, back));
                    if (back->type->refit)
                        assert_true(back->type->refit(back, NULL));
                }
                *(back ? &taken : &refused) += 1;
                bvh_release(back);
                free(kept.bytes);
            }
            bvh_release(made);
        }
    }
    printf("RAN: %d spoilt trees refused, %d were trees all the same\n", refused, taken);
    assert_true(refused > 500 && taken > 500);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topologies_come_back),
        cmocka_unit_test(spoilt_topologies_do_no_harm),
        cmocka_unit_test(trees_come_back),
        cmocka_unit_test(spoilt_trees_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
