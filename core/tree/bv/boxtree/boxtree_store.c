// Storing, decoding and refitting restricted boxes in either layout.
#include "core/tree/bv/boxtree/boxtree_store.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rounding.h"
#include "core/shape/box.h"
#include "core/shape/box_ends.h"

#include <assert.h>

const uint8_t boxtree_pairs[15][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5},
                                      {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 3},
                                      {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
const uint8_t boxtree_triples[20][3] = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}, {0, 2, 3},
                                        {0, 2, 4}, {0, 2, 5}, {0, 3, 4}, {0, 3, 5}, {0, 4, 5},
                                        {1, 2, 3}, {1, 2, 4}, {1, 2, 5}, {1, 3, 4}, {1, 3, 5},
                                        {1, 4, 5}, {2, 3, 4}, {2, 3, 5}, {2, 4, 5}, {3, 4, 5}};

static Boxtree *tree_of(Bvh *bvh)
{
    return bvh->nodes;
}

static bool resize_array(void *array, uint32_t count, size_t size)
{
    void *old;
    memcpy(&old, array, sizeof old);
    void *resized = mem_realloc(old, (size_t)count * size + (count == 0));
    if (resized)
        memcpy(array, &resized, sizeof resized);
    return resized != NULL;
}

static Boxtree *open_tree(Bvh *bvh, const BoxtreeConfig *config)
{
    Boxtree *tree = mem_calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->config = *config;
    tree->index_bits = (uint8_t)(31 - (config->moves == 1 ? 3 : config->moves == 2 ? 4 : 5));
    while (1 << tree->count_bits < bvh->desc.leaf_size)
        ++tree->count_bits;
    bvh->nodes = tree;
    return tree;
}

bool boxtree_resize(Bvh *bvh, uint32_t node_count, const BoxtreeConfig *config)
{
    assert(config->moves == 1 || config->layout == 2);
    Boxtree *tree = bvh->nodes ? bvh->nodes : open_tree(bvh, config);
    if (!tree)
        return false;
    if (tree->config.layout == 1)
        return resize_array(&tree->offset, node_count, sizeof *tree->offset) &&
               resize_array(&tree->ref, node_count, sizeof *tree->ref) &&
               resize_array(&tree->flags, node_count, sizeof *tree->flags);
    // More triangles than a reference can name are refused like lack of memory.
    if ((uint32_t)bvh->mesh->triangle_count > 1u << (tree->index_bits - tree->count_bits))
        return false;
    return resize_array(&tree->inner, node_count / 2, boxtree_stride(tree) * sizeof *tree->inner);
}

void boxtree_release(Bvh *bvh)
{
    Boxtree *tree = tree_of(bvh);
    if (!tree)
        return;
    mem_free(tree->offset);
    mem_free(tree->ref);
    mem_free(tree->flags);
    mem_free(tree->inner);
    mem_free(tree);
}

size_t boxtree_bytes(const Bvh *bvh, MemoryRow *rows, int max)
{
    const Boxtree *tree = boxtree_of(bvh);
    size_t nodes = bvh->node_count, count = 0;
    if (max < 5 || !tree)
        return 0;
    if (tree->config.layout == 1) {
        rows[count++] = (MemoryRow){"offsets", nodes * sizeof *tree->offset};
        rows[count++] = (MemoryRow){"references", nodes * sizeof *tree->ref};
        rows[count++] = (MemoryRow){"flags", nodes * sizeof *tree->flags};
    } else {
        size_t record = boxtree_stride(tree) * sizeof *tree->inner;
        rows[count++] = (MemoryRow){"inner nodes", nodes / 2 * record};
    }
    rows[count++] = (MemoryRow){"triangle index", bvh->slot_count * sizeof *bvh->slots};
    rows[count++] = (MemoryRow){"root box and tree", sizeof *tree};
    return count;
}

float boxtree_step(double extent)
{
    int exponent;
    double mantissa = frexp(extent / (BOXTREE_TABLE_STEPS - 1) * (1 + 0x1p-50), &exponent);
    return (float)ldexp(ceil(mantissa * 0x1p14), exponent - 14);
}

static uint32_t set_of(const uint8_t *code, int moves)
{
    if (moves == 1)
        return code[0];
    uint32_t set = 0;
    while (memcmp(moves == 2 ? boxtree_pairs[set] : boxtree_triples[set], code, (size_t)moves) != 0)
        ++set;
    return set;
}

static void store_links(Boxtree *tree, NodeId node, NodeLinks links, uint32_t set)
{
    if (tree->config.layout == 1) {
        tree->ref[node] = links.first;
        tree->flags[node] = (uint8_t)(set | (links.leaf ? 8 | (links.count - 1) << 4 : 0));
        return;
    }
    uint32_t index =
        links.leaf ? links.first << tree->count_bits | (links.count - 1) : (links.first - 1) / 2;
    uint32_t ref = (links.leaf ? 0x80000000u : 0) | set << tree->index_bits | index;
    if (node == 0) {
        tree->root_ref = ref;
        return;
    }
    BoxtreeWord *record = tree->inner + (size_t)((node - 1) / 2) * boxtree_stride(tree);
    record[2 * tree->config.moves + (int)((node - 1) & 1)].ref = ref;
}

static void store_offset(Boxtree *tree, NodeId node, int move, uint8_t code, float offset)
{
    BoxtreeWord word = {.offset = offset};
    float step = tree->step[code >> 1];
    if (tree->config.quantised)
        word.steps = step > 0 ? (uint32_t)boxtree_step_count(offset, step, 1 / step) : 0;
    if (tree->config.layout == 1) {
        tree->offset[node] = word;
        return;
    }
    BoxtreeWord *record = tree->inner + (size_t)((node - 1) / 2) * boxtree_stride(tree);
    record[(int)((node - 1) & 1) * tree->config.moves + move] = word;
}

// The next smaller offset that can be kept; whole steps are floats, and so are their differences.
static float less(const Boxtree *tree, int axis, float offset)
{
    return tree->config.quantised ? offset - tree->step[axis] : nextafterf(offset, 0);
}

// How far a side may move: to the triangles, rounded down, so that the decoded side, as
// boxtree_move_side computes it, does not cut them off.
static float offset_of(const Boxtree *tree, const Box3d *box, uint8_t code, const Box3 *tight)
{
    int axis = code >> 1;
    double room = code & 1 ? (double)tight->lo.v[axis] - box->lo.v[axis]
                           : box->hi.v[axis] - (double)tight->hi.v[axis];
    if (room <= 0)
        return 0;
    float offset = float_below(room);
    if (tree->config.quantised) {
        float step = tree->step[axis];
        offset = step > 0 ? step * (float)boxtree_step_count(offset, step, 1 / step) : 0;
    }
    // The sums of boxtree_move_side.
    if (code & 1)
        while (offset > 0 && box->lo.v[axis] + (double)offset > (double)tight->lo.v[axis])
            offset = less(tree, axis, offset);
    else
        while (offset > 0 && box->hi.v[axis] - (double)offset < (double)tight->hi.v[axis])
            offset = less(tree, axis, offset);
    return offset;
}

// The side whose move takes the largest part of its box away; sides in `taken` are left alone.
static uint8_t best_side(const Boxtree *tree, const Box3d *box, const Box3 *tight, unsigned taken)
{
    double most = -1;
    uint8_t best = 0;
    for (uint8_t code = 0; code < BOXTREE_SIDES; ++code) {
        if (taken >> code & 1)
            continue;
        int axis = code >> 1;
        double extent = box->hi.v[axis] - box->lo.v[axis];
        double part = extent > 0 ? (double)offset_of(tree, box, code, tight) / extent : 0;
        if (part > most) {
            most = part;
            best = code;
        }
    }
    return best;
}

// One moved side: where the criterion says, both children on the same axis (without sides from the
// criterion: away from each other), unless that gains nothing.
static uint8_t chosen_side(const Boxtree *tree, const Box3d *box, const FitItems *items,
                           float *offset)
{
    const SplitChoice *choice = items->made_by;
    int child = items->child;
    uint8_t code = (uint8_t)(2 * choice->axis + (choice->sides_set ? choice->side[child] : child));
    *offset = tree->config.own_planes ? 0 : offset_of(tree, box, code, &items->box);
    if (*offset > 0)
        return code;
    code = best_side(tree, box, &items->box, 0);
    *offset = offset_of(tree, box, code, &items->box);
    return code;
}

static void set_root(Boxtree *tree, const Box3 *box)
{
    tree->root = *box;
    for (int k = 0; k < 3; ++k)
        tree->step[k] = boxtree_step((double)box->hi.v[k] - (double)box->lo.v[k]);
    if (tree->config.layout == 1)
        tree->offset[0] = (BoxtreeWord){.offset = 0};
}

void boxtree_fit(Bvh *bvh, NodeId node, NodeLinks links, const void *parent,
                 const SplitChoice *choice, const FitItems *items)
{
    (void)choice;
    Boxtree *tree = tree_of(bvh);
    int moves = tree->config.moves;
    if (!parent) {
        set_root(tree, &items->box);
        store_links(tree, node, links, 0);
        return;
    }
    if (moves == 1) {
        float offset;
        uint8_t side = chosen_side(tree, parent, items, &offset);
        store_offset(tree, node, 0, side, offset);
        store_links(tree, node, links, side);
        return;
    }
    Box3d box = *(const Box3d *)parent;
    uint8_t code[BOXTREE_MAX_MOVES];
    unsigned taken = 0;
    for (int m = 0; m < moves; ++m) {
        code[m] = best_side(tree, &box, &items->box, taken);
        taken |= 1u << code[m];
        boxtree_move_side(&box, code[m], offset_of(tree, &box, code[m], &items->box));
    }
    // Sorted by code, as the sets are; distinct sides do not disturb each other's offsets.
    box = *(const Box3d *)parent;
    for (int side = 0, m = 0; side < BOXTREE_SIDES; ++side) {
        if (!(taken >> side & 1))
            continue;
        code[m] = (uint8_t)side;
        float offset = offset_of(tree, &box, code[m], &items->box);
        boxtree_move_side(&box, code[m], offset);
        store_offset(tree, node, m, code[m], offset);
        ++m;
    }
    store_links(tree, node, links, set_of(code, moves));
}

NodeLinks boxtree_node_links(const Bvh *bvh, NodeId node)
{
    return boxtree_links(boxtree_of(bvh), node);
}

static Box3d root_box(const Boxtree *tree)
{
    return (Box3d){vec3d_from(tree->root.lo), vec3d_from(tree->root.hi)};
}

void boxtree_decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    const Boxtree *tree = boxtree_of(bvh);
    Box3d *box = volume;
    if (node == 0) {
        *box = root_box(tree);
        return;
    }
    float offset[BOXTREE_MAX_MOVES];
    uint8_t code[BOXTREE_MAX_MOVES];
    boxtree_moves(tree, node, offset, code);
    *box = *(const Box3d *)parent;
    for (int m = 0; m < tree->config.moves; ++m)
        boxtree_move_side(box, code[m], offset[m]);
}

// Tight boxes of all nodes, bottom-up.
static bool find_tight(const Bvh *bvh, const Ends *corners, Ends *tight, Job *job)
{
    const Boxtree *tree = boxtree_of(bvh);
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = boxtree_links(tree, i);
        const int32_t *slots = bvh->slots + at.first;
        Ends box = at.leaf ? ends_of_triangle(bvh->mesh->triangles[slots[0]], corners)
                           : ends_union(tight[at.first], tight[at.first + 1]);
        for (uint32_t n = 1; at.leaf && n < at.count; ++n)
            box = ends_union(box, ends_of_triangle(bvh->mesh->triangles[slots[n]], corners));
        tight[i] = box;
    }
    return true;
}

// What refits work on: of all vertices, of all nodes.
typedef struct RefitScratch {
    Box3d *boxes;
    Ends *corners, *tight;
} RefitScratch;

static bool take_scratch(Bvh *bvh, RefitScratch *scratch)
{
    size_t vertices = (size_t)bvh->mesh->vertex_count, nodes = bvh->node_count;
    char *memory = bvh_scratch(bvh, (vertices + nodes) * sizeof *scratch->corners +
                                        nodes * sizeof *scratch->boxes);
    if (!memory)
        return false;
    scratch->corners = (void *)memory;
    scratch->tight = scratch->corners + vertices;
    scratch->boxes = (void *)(scratch->tight + nodes);
    for (size_t i = 0; i < vertices; ++i)
        scratch->corners[i] = ends_of_point(&bvh->mesh->vertices[i]);
    return true;
}

static Box3 box_of(const Ends *ends)
{
    return (Box3){vec3(-ends->minus_lo[0], -ends->minus_lo[1], -ends->minus_lo[2]),
                  vec3(ends->hi[0], ends->hi[1], ends->hi[2])};
}

// Tight boxes bottom-up, then offsets top-down on the sides the nodes already have: encloses
// whatever the deformation, but sides that no longer suit it stay.
bool boxtree_refit(Bvh *bvh, Job *job)
{
    Boxtree *tree = tree_of(bvh);
    uint32_t count = bvh->node_count;
    RefitScratch scratch;
    if (count > 0 &&
        (!take_scratch(bvh, &scratch) || !find_tight(bvh, scratch.corners, scratch.tight, job)))
        return false;
    if (count > 0) {
        Box3 root = box_of(&scratch.tight[0]);
        set_root(tree, &root);
        scratch.boxes[0] = root_box(tree);
    }
    for (NodeId i = 0; i < count; ++i) {
        NodeLinks links = boxtree_links(tree, i);
        for (uint32_t n = 0; !links.leaf && n < links.count; ++n) {
            NodeId child = links.first + n;
            float offset[BOXTREE_MAX_MOVES];
            uint8_t code[BOXTREE_MAX_MOVES];
            boxtree_moves(tree, child, offset, code);
            Box3 tight = box_of(&scratch.tight[child]);
            Box3d box = scratch.boxes[i];
            for (int m = 0; m < tree->config.moves; ++m) {
                offset[m] = offset_of(tree, &box, code[m], &tight);
                boxtree_move_side(&box, code[m], offset[m]);
                store_offset(tree, child, m, code[m], offset[m]);
            }
            scratch.boxes[child] = box;
        }
    }
    bvh_refitted(bvh);
    return true;
}

double boxtree_measure(const void *volume, enum Measure what)
{
    return box3d_measure(volume, what);
}

void boxtree_extent(const void *volume, Extent *out)
{
    *out = box3d_extent(volume);
}

// No tolerance: offsets were chosen for just these sums.
bool boxtree_contains(const void *volume, Vec3d p)
{
    const Box3d *box = volume;
    for (int k = 0; k < 3; ++k)
        if (p.v[k] < box->lo.v[k] || p.v[k] > box->hi.v[k])
            return false;
    return true;
}

void boxtree_outline(const void *volume, LineFn *line, void *user)
{
    box3d_outline(volume, line, user);
}

int boxtree_counts(const Bvh *bvh, CountRow rows[BV_MAX_COUNTS])
{
    enum { LU, LL, UU, OWN, CASES };
    static const char *const names[CASES] = {"lu: children part", "ll: both trim their upper side",
                                             "uu: both trim their lower side",
                                             "each child its own axis"};
    for (int i = 0; i < CASES; ++i)
        rows[i] = (CountRow){names[i], 0};
    // The children of the k-th inner node are 2k + 1 and 2k + 2.
    for (NodeId child = 1; child + 1 < bvh->node_count; child += 2) {
        uint8_t code[2];
        for (uint32_t k = 0; k < 2; ++k)
            boxtree_one_move(boxtree_of(bvh), child + k, &code[k]);
        bool raised[2] = {code[0] & 1, code[1] & 1};
        int which = code[0] >> 1 != code[1] >> 1 ? OWN : raised[0] != raised[1] ? LU : LL;
        ++rows[which == LL && raised[0] ? UU : which].count;
    }
    return CASES;
}
