// Mueller's split: sorted along each axis, every cut tried.
#ifndef SNUG_CORE_HYBRID_SPLIT_H
#define SNUG_CORE_HYBRID_SPLIT_H

#include "../hybrid.h"

typedef struct HybridSplitter HybridSplitter;

// For boxes indexed by item; NULL: memory is short.
HybridSplitter *hybrid_splitter_create(const Box3d *boxes, int32_t count);
void hybrid_splitter_free(HybridSplitter *splitter);

// Reorders the items and returns how many go left, at least one and not all: the cut with the least
// count x volume summed over both sides; equal ones are told apart by area, then by length, then by
// balance. count >= 2.
int32_t hybrid_split(HybridSplitter *splitter, int32_t *items, int32_t count);

Box3d hybrid_box_of(const AnyVolume *volume);

// Many nodes with the splitter into blocks of at most `most`: their ends in the reordered items.
// Returns their number, or 0 when memory is short; `ends` has room for all items.
int32_t hybrid_blocks(const Box3d *boxes, int32_t *items, int32_t count, int32_t most,
                      int32_t *ends);

#endif
