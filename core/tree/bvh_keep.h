// A hierarchy as bytes and back, for types whose nodes are one block of memory (BvType.sound). What is
// read may have been written by anybody: it is taken only if it is a tree over all triangles of the
// mesh, each once, and wide ones only in the order of their leaves. Whether volumes hold what is in
// them, and how deep it is, is not looked at: whoever keeps trees makes sure that they are the bytes
// that were written.
#ifndef SNUG_CORE_TREE_BVH_KEEP_H
#define SNUG_CORE_TREE_BVH_KEEP_H

#include "core/base/pieces.h"
#include "core/tree/bvh.h"

// The first piece; it stands for the struct.
enum { BVH_KEEP_NAME = 60 };
typedef struct BvhHead {
    uint64_t node_bytes;
    uint32_t node_count, depth, slot_count;
    uint32_t has_corners, cut_count;
    struct {
        char what[BVH_KEEP_NAME];
        uint32_t count;
    } cuts[BV_MAX_COUNTS];
} BvhHead;
enum { BVH_PIECES = 3 };

bool bvh_can_be_kept(const BvhDesc *desc); // with every default filled in
// Head and tree must live for as long as the pieces. False: it cannot be kept.
bool bvh_pieces(const Bvh *bvh, BvhHead *head, Piece out[BVH_PIECES]);
// A tree of this mesh by this description, with every default filled in. NULL: it is none, or memory
// is short.
Bvh *bvh_read(Mesh *mesh, const BvhDesc *desc, PieceReadFn *next, void *from);

#endif
