// One hierarchy as it is looked at: its nodes in the order of a walk from the root that goes to the
// first child first, with what lies below each, its size, and the way back up. A node's place is its
// number on that walk, its NodeId the one that it has in the tree.
#ifndef SNUG_CORE_TREE_QUALITY_TREE_MAP_H
#define SNUG_CORE_TREE_QUALITY_TREE_MAP_H

#include "core/tree/bvh.h"

#define TREE_MAP_NONE UINT32_MAX

typedef struct TreeMap {
    Bvh *tree; // retained; NULL: there is none
    uint32_t count;
    int depth;           // levels
    uint32_t *size;      // by place: how many nodes are below, itself included
    uint32_t *triangles; // by place: below it; repeated ones count as often as they are listed
    float *volume;       // by place
    NodeId *node;        // by place
    uint32_t *place;     // by NodeId
    NodeId *above;       // by NodeId: its parent, BVH_NO_NODE of the root
    bool flat;           // the root has no volume: `volume` holds areas
} TreeMap;

// False on cancel or lack of memory; free it in any case.
bool tree_map_make(Bvh *tree, Job *job, TreeMap *out);
void tree_map_free(TreeMap *map);

uint32_t tree_map_parent(const TreeMap *map, uint32_t place); // TREE_MAP_NONE of the root
int tree_map_level(const TreeMap *map, uint32_t place);       // 0 is the root
// The nodes of a level and the leaves above it, by place; at most `most` of them are written. Returns how
// many there are, or most + 1 where there are more.
uint32_t tree_map_on_level(const TreeMap *map, int level, uint32_t *places, uint32_t most);
NodeLinks tree_map_links(const TreeMap *map, uint32_t place);
uint32_t tree_map_child(const TreeMap *map, uint32_t place, uint32_t child);
// The one before or after it below the same parent; TREE_MAP_NONE: it is the first or the last.
uint32_t tree_map_sibling(const TreeMap *map, uint32_t place, int step);

// The first leaf at or behind `from` that lists the triangle; TREE_MAP_NONE: none does. Trees that
// repeat triangles have several.
uint32_t tree_map_leaf(const TreeMap *map, int32_t triangle, uint32_t from);

// Its volume by the sum of its children's, or areas where the root is flat: less is tighter. NAN where
// there are no children or these have none.
double tree_map_tightness(const TreeMap *map, uint32_t place);

// False: memory ran short.
bool tree_map_volume(const TreeMap *map, uint32_t place, void *volume);

size_t tree_map_bytes(const TreeMap *map);

#endif
