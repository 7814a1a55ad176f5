#include "core/hybrid/diagram.h"
#include "core/base/array.h"
#include "core/base/memory.h"

void hybrid_diagram_free(HybridDiagram *diagram)
{
    mem_free(diagram->level);
    mem_free(diagram->from);
    mem_free(diagram->wide);
    *diagram = (HybridDiagram){0};
}

// Trees are in order: parents before children, children together.
bool hybrid_diagram_make(const HybridTree *tree, HybridDiagram *d)
{
    *d = (HybridDiagram){.count = tree->count};
    d->level = array_alloc((size_t)tree->count, sizeof *d->level);
    d->from = array_alloc((size_t)tree->count, sizeof *d->from);
    d->wide = array_alloc((size_t)tree->count, sizeof *d->wide);
    if (!d->level || !d->from || !d->wide) {
        hybrid_diagram_free(d);
        return false;
    }
    for (HybridId i = tree->count; i-- > 0;) {
        const HybridNode *n = &tree->nodes[i];
        d->level[i] = 0;
        d->wide[i] = n->child_count == 0;
        for (HybridId c = n->first_child; c != HYBRID_NONE; c = tree->nodes[c].next) {
            d->wide[i] += d->wide[c];
            d->level[i] = d->level[c] + 1 > d->level[i] ? d->level[c] + 1 : d->level[i];
        }
    }
    for (HybridId i = 0; i < tree->count; ++i) {
        if (i == 0)
            d->from[i] = 0;
        int32_t at = d->from[i];
        for (HybridId c = tree->nodes[i].first_child; c != HYBRID_NONE; c = tree->nodes[c].next) {
            d->from[c] = at;
            at += d->wide[c];
        }
        d->transferred += hybrid_transferred(d, tree, i);
    }
    d->levels = tree->count > 0 ? d->level[0] + 1 : 0;
    return true;
}
