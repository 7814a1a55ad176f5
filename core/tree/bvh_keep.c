#include "core/tree/bvh_keep.h"

#include "core/base/array.h"

#include <assert.h>
#include <pthread.h>

bool bvh_can_be_kept(const BvhDesc *desc)
{
    return desc->type->sound && !desc->type->release &&
           !(desc->type->traits & BV_REPEATS_TRIANGLES);
}

bool bvh_pieces(const Bvh *bvh, BvhHead *head, Piece out[BVH_PIECES])
{
    MemoryRow rows[16];
    if (!bvh_can_be_kept(&bvh->desc) || bvh->edges || bvh->node_count == 0 ||
        bvh->type->bytes(bvh, rows, 16) < 1)
        return false;
    memset(head, 0, sizeof *head);
    head->node_bytes = rows[0].bytes; // of the nodes
    head->node_count = bvh->node_count;
    head->depth = bvh->depth;
    head->slot_count = bvh->slot_count;
    head->has_corners = bvh->corners != NULL;
    head->cut_count = (uint32_t)bvh->cuts.count;
    for (int i = 0; i < bvh->cuts.count; ++i) {
        size_t length = strlen(bvh->cuts.rows[i].what);
        if (length >= sizeof head->cuts[i].what)
            return false;
        memcpy(head->cuts[i].what, bvh->cuts.rows[i].what, length);
        head->cuts[i].count = bvh->cuts.rows[i].count;
    }
    out[0] = (Piece){head, sizeof *head};
    out[1] = (Piece){bvh->nodes, rows[0].bytes};
    out[2] = (Piece){bvh->slots, bvh->slot_count * sizeof *bvh->slots};
    return true;
}

// Reasons live as long as the program, as if they were literals. NULL: there are more than any
// criterion of ours has.
static const char *literal(const char *what)
{
    enum { MOST = 64 };
    static char known[MOST][BVH_KEEP_NAME];
    static int count;
    static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
    const char *found = NULL;
    pthread_mutex_lock(&guard);
    for (int i = 0; i < count && !found; ++i)
        if (strcmp(known[i], what) == 0)
            found = known[i];
    if (!found && count < MOST) {
        memcpy(known[count], what, BVH_KEEP_NAME);
        found = known[count++];
    }
    pthread_mutex_unlock(&guard);
    return found;
}

static bool take_head(Bvh *bvh, const BvhHead *head)
{
    uint32_t triangles = (uint32_t)bvh->mesh->triangle_count;
    // There are at most two nodes to a leaf, and some types keep a little beside them.
    uint64_t most = ((uint64_t)triangles + 1) * 1024;
    if (triangles == 0 || head->node_count == 0 || head->node_count / 2 > triangles ||
        head->slot_count != triangles || head->depth == 0 || head->depth > head->node_count ||
        head->node_bytes == 0 || head->node_bytes > most || head->has_corners > 1 ||
        head->cut_count > BV_MAX_COUNTS)
        return false;
    bvh->node_count = head->node_count;
    bvh->depth = head->depth;
    bvh->slot_count = head->slot_count;
    bvh->cuts.count = (int)head->cut_count;
    for (int i = 0; i < bvh->cuts.count; ++i) {
        const char *what = memchr(head->cuts[i].what, 0, BVH_KEEP_NAME) ? head->cuts[i].what : NULL;
        bvh->cuts.rows[i] = (CountRow){what ? literal(what) : NULL, head->cuts[i].count};
        if (!bvh->cuts.rows[i].what)
            return false;
    }
    return true;
}

// Bits of what was named so far. There is room for a word more than is needed.
typedef uint64_t Named;

static Named *named_alloc(uint32_t count)
{
    return mem_calloc((size_t)count / 64 + 2, sizeof(Named));
}

// All of them were named by nobody before. Without a branch: which nodes are leaves nobody can guess.
static inline bool name(Named *named, NodeLinks links)
{
    uint64_t bits = ((uint64_t)1 << links.count) - 1, low = bits << links.first % 64;
    uint64_t high = bits >> 1 >> (63 - links.first % 64);
    Named *at = named + links.first / 64;
    uint64_t before = (at[0] & low) | (at[1] & high);
    at[0] |= low;
    at[1] |= high;
    return before == 0;
}

// Each node but the root has one parent, which comes before it, and each slot one leaf.
static bool links_are_sound(const Bvh *bvh)
{
    uint32_t limits[2] = {bvh->node_count, bvh->slot_count};
    uint64_t counts[2] = {1, 0}; // of nodes, and of slots, that are below some node
    Named *named[2] = {named_alloc(bvh->node_count), named_alloc(bvh->slot_count)};
    bool sound = named[0] && named[1];
    for (NodeId node = 0; node < bvh->node_count && sound; ++node) {
        NodeLinks links = bvh->type->links(bvh, node);
        uint64_t end = (uint64_t)links.first + links.count;
        sound = links.count > 0 && links.count <= 32 && end <= limits[links.leaf] &&
                (links.leaf | (links.first > node)) && name(named[links.leaf], links);
        counts[links.leaf] += links.count;
    }
    mem_free(named[0]);
    mem_free(named[1]);
    return sound && counts[0] == bvh->node_count && counts[1] == bvh->slot_count;
}

// Nodes with one parent that are still to be seen, on one level.
typedef struct Level {
    NodeId next, end;
} Level;

// Leaves stand in the order of their slots, so that what is below a node stands together: wide nodes
// are fitted anew by that. The links are sound.
static bool order_is_sound(const Bvh *bvh)
{
    Level *levels = array_alloc((size_t)bvh->depth + 1, sizeof *levels);
    bool sound = levels != NULL;
    uint32_t level = 0, slot = 0;
    if (sound)
        levels[0] = (Level){0, 1};
    while (sound) {
        if (levels[level].next == levels[level].end) {
            if (level-- == 0)
                break;
            continue;
        }
        NodeLinks links = bvh->type->links(bvh, levels[level].next++);
        if (links.leaf) {
            sound = links.first == slot;
            slot += links.count;
        } else {
            sound = level + 1 < bvh->depth;
            if (sound)
                levels[++level] = (Level){links.first, links.first + links.count};
        }
    }
    mem_free(levels);
    return sound;
}

static bool slots_are_sound(const Bvh *bvh)
{
    uint8_t *seen = mem_calloc((size_t)bvh->slot_count / 8 + 1, 1);
    bool sound = seen != NULL;
    for (uint32_t i = 0; i < bvh->slot_count && sound; ++i) {
        int32_t triangle = bvh->slots[i];
        sound = triangle >= 0 && (uint32_t)triangle < bvh->slot_count &&
                !(seen[triangle / 8] >> triangle % 8 & 1);
        if (sound)
            seen[triangle / 8] |= (uint8_t)(1 << triangle % 8);
    }
    mem_free(seen);
    return sound;
}

Bvh *bvh_read(Mesh *mesh, const BvhDesc *desc, PieceReadFn *next, void *from)
{
    BvhHead head;
    if (!bvh_can_be_kept(desc) || !next(from, &head, sizeof head))
        return NULL;
    Bvh *bvh = mem_calloc(1, sizeof *bvh);
    if (!bvh)
        return NULL;
    atomic_init(&bvh->references, 1);
    bvh->desc = *desc;
    bvh->type = desc->type;
    bvh->mesh = mesh_retain(mesh);
    size_t bytes = (size_t)head.node_bytes;
    bool good = take_head(bvh, &head);
    if (good) {
        bvh->nodes = mem_alloc(bytes);
        bvh->slots = array_alloc(bvh->slot_count, sizeof *bvh->slots);
    }
    good = good && bvh->nodes && bvh->slots && next(from, bvh->nodes, bytes) &&
           next(from, bvh->slots, bvh->slot_count * sizeof *bvh->slots) && slots_are_sound(bvh) &&
           bvh->type->sound(bvh, bytes) && links_are_sound(bvh) &&
           (bvh->desc.arity <= 2 || order_is_sound(bvh));
    if (good) {
        bvh_refitted(bvh);
        good = !head.has_corners || bvh_make_corners(bvh);
    }
    if (good)
        return bvh;
    bvh_release(bvh);
    return NULL;
}
