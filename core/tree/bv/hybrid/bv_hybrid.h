// What a hierarchy of hybrid volumes can say beyond the contract.
#ifndef SNUG_CORE_TREE_BV_HYBRID_BV_HYBRID_H
#define SNUG_CORE_TREE_BV_HYBRID_BV_HYBRID_H

#include "core/tree/bv/hybrid/hybrid_fit.h"
#include "core/tree/bvh.h"

// The decoded volume of a node.
typedef struct HybridDecoded {
    HybridVolume volume;
    enum VolumeType type;
} HybridDecoded;

// Why two of them are apart (pair/explain.h).
void hybrid_explain(const ExplainPair *pair, Explanation *out);

#endif
