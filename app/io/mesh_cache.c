#include "app/io/mesh_cache.h"

#include "app/io/cache.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/mesh/mesh_digest.h"
#include "core/mesh/topology_keep.h"
#include "core/tree/bvh_keep.h"
#include "core/tree/split/split.h"

static int32_t least_triangles = 4096;

void mesh_cache_set_least(int32_t triangles)
{
    least_triangles = triangles;
}

static bool is_worth_it(const Mesh *mesh)
{
    return cache_is_on() && mesh->triangle_count >= least_triangles;
}

static Digest topology_key(const Mesh *mesh)
{
    DigestState state = cache_key(CACHE_TOPOLOGY);
    Digest contents = mesh_digest(mesh);
    digest_add(&state, contents.bytes, DIGEST_BYTES);
    return digest_end(&state);
}

void mesh_cache_take_topologies(Mesh *const *meshes, int32_t count, Job *job)
{
    for (int32_t i = 0; i < count && !job_cancelled(job); ++i) {
        if (!is_worth_it(meshes[i]) || mesh_topology_known(meshes[i]))
            continue;
        CacheEntry entry;
        Digest key = topology_key(meshes[i]);
        if (cache_open(CACHE_TOPOLOGY, &key, &entry))
            cache_close(&entry, topology_read(meshes[i], cache_next, &entry));
    }
}

void mesh_cache_keep_topologies(Mesh *const *meshes, int32_t count, Job *job)
{
    for (int32_t i = 0; i < count && !job_cancelled(job); ++i) {
        const MeshTopology *topology =
            is_worth_it(meshes[i]) ? mesh_topology_known(meshes[i]) : NULL;
        if (!topology)
            continue;
        Digest key = topology_key(meshes[i]);
        TopologyHead head;
        Piece pieces[TOPOLOGY_PIECES];
        if (cache_has(CACHE_TOPOLOGY, &key))
            continue;
        topology_pieces(topology, meshes[i], &head, pieces);
        cache_keep(CACHE_TOPOLOGY, &key, pieces, TOPOLOGY_PIECES);
    }
}

// --- hierarchies

static void add_text(DigestState *state, const char *text)
{
    digest_add(state, text, strlen(text) + 1);
}

static Digest tree_key(const Mesh *mesh, const BvhDesc *desc)
{
    DigestState state = cache_key(CACHE_TREE);
    Digest contents = mesh_digest(mesh);
    digest_add(&state, contents.bytes, DIGEST_BYTES);
    add_text(&state, desc->type->name);
    add_text(&state, desc->builder->name);
    add_text(&state, desc->split->name);
    digest_add(&state, &desc->leaf_size, sizeof desc->leaf_size);
    digest_add(&state, &desc->arity, sizeof desc->arity);
    digest_add(&state, desc->params, sizeof desc->params);
    return digest_end(&state);
}

static Bvh *take_tree(Mesh *mesh, const BvhDesc *desc, const Digest *key)
{
    CacheEntry entry;
    double start = clock_seconds();
    if (!cache_open(CACHE_TREE, key, &entry))
        return NULL;
    Bvh *tree = bvh_read(mesh, desc, cache_next, &entry);
    cache_close(&entry, tree != NULL);
    if (tree)
        tree->build_ms = 1e3 * (clock_seconds() - start);
    return tree;
}

static void keep_tree(const Bvh *tree, const Digest *key)
{
    BvhHead head;
    Piece pieces[BVH_PIECES];
    if (bvh_pieces(tree, &head, pieces))
        cache_keep(CACHE_TREE, key, pieces, BVH_PIECES);
}

// What is asked for, and what of it has to be built.
typedef struct Wanted {
    Mesh **meshes; // not found
    Bvh **trees;
    int32_t *at; // where it stands in what was asked for
    Digest *keys;
    int32_t count;
} Wanted;

static bool wanted_alloc(Wanted *wanted, size_t count)
{
    wanted->meshes = array_alloc(count, sizeof *wanted->meshes);
    wanted->trees = array_alloc(count, sizeof *wanted->trees);
    wanted->at = array_alloc(count, sizeof *wanted->at);
    wanted->keys = array_alloc(count, sizeof *wanted->keys);
    return wanted->meshes && wanted->trees && wanted->at && wanted->keys;
}

static void wanted_free(Wanted *wanted)
{
    mem_free(wanted->meshes);
    mem_free(wanted->trees);
    mem_free(wanted->at);
    mem_free(wanted->keys);
}

bool mesh_cache_build_all(Mesh *const *meshes, int32_t count, const BvhDesc *desc, Pool *pool,
                          Job *job, Bvh **trees, Error *err)
{
    BvhDesc filled = bvh_desc_filled(desc);
    Wanted wanted = {0};
    if (!cache_is_on() || !bvh_can_be_kept(&filled) || !wanted_alloc(&wanted, (size_t)count)) {
        wanted_free(&wanted);
        return bvh_build_all(meshes, count, desc, pool, job, trees, err);
    }
    for (int32_t i = 0; i < count; ++i) {
        bool known = is_worth_it(meshes[i]) && !job_cancelled(job);
        Digest key = known ? tree_key(meshes[i], &filled) : (Digest){{0}};
        trees[i] = known ? take_tree(meshes[i], &filled, &key) : NULL;
        if (trees[i])
            continue;
        wanted.meshes[wanted.count] = meshes[i];
        wanted.keys[wanted.count] = key;
        wanted.at[wanted.count++] = i;
    }
    bool good = bvh_build_all(wanted.meshes, wanted.count, desc, pool, job, wanted.trees, err);
    for (int32_t i = 0; i < wanted.count; ++i) {
        trees[wanted.at[i]] = wanted.trees[i];
        if (good && is_worth_it(wanted.meshes[i]))
            keep_tree(wanted.trees[i], &wanted.keys[i]);
    }
    wanted_free(&wanted);
    return good;
}
