// Mueller's split: sorted along each axis, every cut tried.
#ifndef SNUG_CORE_HYBRID_SPLIT_H
#define SNUG_CORE_HYBRID_SPLIT_H

#include "core/hybrid/hybrid.h"

typedef struct HybridSplitter HybridSplitter;

// For boxes indexed by item; NULL: memory is short.
HybridSplitter *hybrid_splitter_create(const Box3d *boxes, int32_t count);
void hybrid_splitter_free(HybridSplitter *splitter);

// Reorders the items and returns how many go left, at least one and not all: the cut with the least
// count x volume summed over both sides; equal ones are told apart by area, then by length, then by
// balance. count >= 2.
int32_t hybrid_split(HybridSplitter *splitter, int32_t *items, int32_t count);
// Notes every cut that is tried from now on; NULL: none.
void hybrid_splitter_note(HybridSplitter *splitter, HybridRecord *record);

Box3d hybrid_box_of(const HybridVolume *volume);

typedef struct Level Level;

// Proposes candidates for groups to branch and bound, see levels.h.
typedef bool ProposeFn(Level *level, int attempt);

// Makes one node of some; only branch and bound proposes.
typedef bool HybridJoinFn(HybridWork *work, ProposeFn *propose, const HybridId *nodes,
                          int32_t count, HybridId *root);

// Joins all leaves, if there are no more than `above`. More are cut into blocks first, each joined
// for itself, and then the blocks' nodes.
bool hybrid_build_by_blocks(HybridWork *work, int32_t above, int32_t block, HybridJoinFn *join,
                            ProposeFn *propose, HybridId *root);

#endif
