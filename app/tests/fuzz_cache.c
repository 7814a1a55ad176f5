// Any bytes at all as an entry of the cache: what came out of a file, then a topology and hierarchies of
// its meshes. Refused or taken, never a crash, a leak, or something that breaks its promises. Build with
// -DSNUG_FUZZ=ON (clang), run with app/tests/corpus/cache.
#include "app/io/import_bytes.h"
#include "core/mesh/topology_keep.h"
#include "core/tree/build/build.h"
#include "core/tree/bvh_keep.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

// A piece is whatever comes next, of whichever size is asked for.
static bool next(void *from, void *to, size_t size)
{
    Bytes *bytes = from;
    if (size > bytes->left)
        return false;
    if (size > 0)
        memcpy(to, bytes->at, size);
    bytes->at += size;
    bytes->left -= size;
    return true;
}

static bool look(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    const Bvh *bvh = user;
    (void)level;
    (void)volume;
    require(node < bvh->node_count);
    for (uint32_t i = 0; links.leaf && i < links.count; ++i)
        require(bvh->slots[links.first + i] < bvh->mesh->triangle_count);
    return true;
}

static void read_trees(Mesh *mesh, Bytes *bytes)
{
    for (int i = 0; i < bv_type_count; ++i) {
        BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = bv_types[i]});
        Bytes same = *bytes;
        Bvh *tree = bvh_can_be_kept(&desc) ? bvh_read(mesh, &desc, next, &same) : NULL;
        if (!tree)
            continue;
        require(bvh_visit(tree, look, tree));
        bvh_release(tree);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ImportResult result;
    ImportOrigin origin;
    Error err;
    uint16_t head;
    if (size < sizeof head)
        return 0;
    memcpy(&head, data, sizeof head);
    Bytes bytes = {data + sizeof head, size - sizeof head};
    ImportSizes sizes = {head, bytes.left};
    if (!import_read_pieces(next, &bytes, &sizes, &result, &origin)) {
        require(result.part_count == 0 && !result.parts && !origin.path && !origin.sources);
        return 0;
    }
    require(result.part_count > 0);
    for (int32_t i = 0; i < result.part_count; ++i) {
        Mesh *mesh = result.parts[i].mesh;
        require(result.parts[i].name[0] != '\0' && mesh_validate(mesh, &err));
        Bytes same = bytes;
        if (!mesh_topology_known(mesh) && topology_read(mesh, next, &same))
            require(mesh_topology_known(mesh)->edge_count >= 0);
        read_trees(mesh, &bytes);
        read_trees(mesh, &same);
    }
    import_result_free(&result);
    import_origin_free(&origin);
    return 0;
}
