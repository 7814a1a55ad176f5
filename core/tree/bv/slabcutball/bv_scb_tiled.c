// Slab cut balls over strips of triangles (Larsson 2008, section 6): a long thin triangle gets
// several leaves, each around one strip of it, and is listed in all of them. Queries remove the
// duplicates. What is stored is a tree of slab cut balls; only leaves and slots are more.
#include "core/base/rounding.h"
#include "core/shape/slab_overlap.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/slabcutball/slab_explain.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/bv/slabcutball/slab_node.h"
#include "core/tree/bv/slabcutball/tiles.h"
#include "core/tree/pair/traversal.h"

// While a tree is being built: its items are strips, and these are made of triangles.
typedef struct Tiling {
    Tiles tiles;
    int32_t *items; // room for all pieces
} Tiling;

static FitItems pieces_of(const Bvh *bvh, const FitItems *items)
{
    const Tiling *tiling = bvh->build_data;
    const Tiles *tiles = &tiling->tiles;
    FitItems pieces = *items;
    pieces.room = NULL; // which is the mesh's own
    pieces.mesh = tiles->pieces;
    pieces.items = tiling->items;
    pieces.count = 0;
    for (int32_t i = 0; i < items->count; ++i) {
        int32_t strip = items->items[i];
        for (int32_t k = tiles->first_piece[strip]; k < tiles->first_piece[strip + 1]; ++k)
            tiling->items[pieces.count++] = k;
    }
    return pieces;
}

#define SLAB_NODE SlabNode
#define SLAB_ITEMS(bvh, items) pieces_of(bvh, items)
#define SLAB_SLACK(bvh) (TILES_SLACK * (bvh)->radius)
#define SLAB_REFIT 0
#include "core/base/memory.h"
#include "core/tree/bv/slabcutball/slab_nodes.inl"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { TILED_ASPECT = SLAB_PARAMS, TILED_LENGTH, TILED_MOST, TILED_PARAMS };
static const Param params[TILED_PARAMS] = {
    SLAB_COMMON_PARAMS,
    [TILED_ASPECT] = {.name = "aspect",
                      .note = "triangles are cut into strips at most this many times as long as "
                              "the triangle is wide",
                      .min = 1,
                      .max = 50,
                      .normal = 4},
    [TILED_LENGTH] = {.name = "least length",
                      .note = "strips need not be shorter than this part of the mesh's radius",
                      .max = 1,
                      .normal = 0.1},
    [TILED_MOST] = {.name = "most strips",
                    .note = "of one triangle; 1 makes it a plain tree of slab cut balls",
                    .min = 1,
                    .max = TILES_MAX,
                    .normal = 16,
                    .whole = true},
};

// The tree is built over the strips; then each slot gets the triangle its strip is of.
static bool build_tiled(Bvh *bvh, Job *job, Error *err)
{
    const double *p = bvh->desc.params;
    TileRule rule = {p[TILED_ASPECT], p[TILED_LENGTH] * bvh->radius, (int)p[TILED_MOST]};
    Tiling tiling = {0};
    bool ok = tiles_cut(bvh->mesh, &rule, &tiling.tiles);
    if (ok)
        tiling.items =
            array_alloc((size_t)tiling.tiles.pieces->triangle_count, sizeof *tiling.items);
    if (!ok || !tiling.items) {
        tiles_free(&tiling.tiles);
        return error_set(err, "not enough memory to cut the triangles into strips");
    }
    Mesh *mesh = bvh->mesh;
    bvh->mesh = tiling.tiles.strips;
    bvh->build_data = &tiling;
    ok = build(bvh, job, err);
    bvh->build_data = NULL;
    bvh->mesh = mesh;
    for (uint32_t i = 0; ok && i < bvh->slot_count; ++i)
        bvh->slots[i] = tiling.tiles.origin[bvh->slots[i]];
    tiles_free(&tiling.tiles);
    mem_free(tiling.items);
    return ok;
}

const BvType bv_scb_tiled = {
    .name = "tiled slab cut ball",
    .note = "slab cut balls around strips of long thin triangles",
    .traits = BV_REPEATS_TRIANGLES | BV_WIDE | BV_ONE_BY_ONE,
    .params = params,
    .param_count = TILED_PARAMS,
    .build = build_tiled,
    SLAB_TYPE,
};
