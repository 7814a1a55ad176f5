// What of each contact that is shown really lies within it, pair by pair, as it is painted.
#ifndef SNUG_APP_STAGES_PIECE_SET_H
#define SNUG_APP_STAGES_PIECE_SET_H

#include "core/meaning/pieces.h"

typedef struct App App;

// Of two parts as they stood to each other; shared by what is shown and what is being made, and
// counted by the main thread.
typedef struct PairPieces {
    int references;
    int32_t a, b;
    Bvh *trees[2]; // retained
    Affine placements[2], b_to_a;
    double tolerance;     // as the document says: 0 is relative
    ContactPieces pieces; // written once, by the worker, before anybody else sees it
    bool made;            // false: it could not be, whole polygons are painted instead
} PairPieces;

typedef struct PieceSet {
    PairPieces **items; // sorted by (a, b), as the report is
    size_t count, capacity;
} PieceSet;
void piece_set_free(PieceSet *set);
const PairPieces *piece_set_find(const PieceSet *set, int32_t a, int32_t b); // NULL: none
// Of one pair, at once: for pictures in reports. False: memory ran short.
bool piece_set_only(PieceSet *set, const PosedPart *a, const PosedPart *b, const int32_t parts[2],
                    double tolerance, SolidCache *solids, Job *job);

// The document asks for pieces instead of whole polygons.
bool pieces_wanted(const App *app);

#endif
