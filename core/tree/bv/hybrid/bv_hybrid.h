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

// Nodes of each type, leaves and inner nodes together. The tree must be of this type.
void bv_hybrid_type_counts(const Bvh *bvh, uint32_t counts[VOLUME_TYPE_COUNT]);

#endif
