// A hierarchy over primitives drawn level by level, as in Andersen and Bay 2006, appendix C: primitives
// on the lowest level, each group one level above its highest child. A node whose parent is higher than
// that is transferred: it stands on the levels between as well, where it does not count again.
#ifndef SNUG_CORE_HYBRID_DIAGRAM_H
#define SNUG_CORE_HYBRID_DIAGRAM_H

#include "core/hybrid/hybrid.h"

typedef struct HybridDiagram {
    int32_t *level; // by node: 0 of primitives
    int32_t *from,
        *wide; // by node: the first of the primitives below it, from left to right, and how many
    int32_t count;       // nodes
    int32_t levels;      // 0: there is nothing
    int64_t transferred; // nodes drawn on levels above their own, all together
} HybridDiagram;

bool hybrid_diagram_make(const HybridTree *tree, HybridDiagram *out); // false: memory ran short
void hybrid_diagram_free(HybridDiagram *diagram);

// How many levels a node is transferred to.
static inline int32_t hybrid_transferred(const HybridDiagram *d, const HybridTree *tree,
                                         HybridId node)
{
    HybridId up = tree->nodes[node].parent;
    return up == HYBRID_NONE ? 0 : d->level[up] - d->level[node] - 1;
}

#endif
