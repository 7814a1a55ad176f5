// What of two surfaces really lies within their contact: pieces of the triangles of each part that are
// inside the other one, or within the tolerance of it where faces run alongside. For drawing.
//
// Which triangles meet is decided exactly, and so is whether a piece is inside, at its middle. Where
// triangles are cut is rounded, to a few 2^-53 of the size of the parts.
#ifndef SNUG_CORE_MEANING_PIECES_H
#define SNUG_CORE_MEANING_PIECES_H

#include "core/meaning/contact.h"

enum PieceKind {
    PIECE_WITHIN, // inside the other part, or nearer to it than the tolerance
    PIECE_FLUSH,  // in one plane with faces of it, but for the tolerance
    PIECE_KIND_COUNT
};

typedef struct PieceList {
    Vec3d *points; // triples, in the part's own frame
    size_t count, capacity;
} PieceList;

typedef struct ContactPieces {
    PieceList side[2][PIECE_KIND_COUNT]; // of a, of b
    bool coarse; // some triangles met too many others and are there as a whole
} ContactPieces;

#define PIECES_MOST 4096 // that one triangle is cut into

// tolerance: in the assembly's unit. A part without an inside holds nothing: what meets it is there as
// whole triangles. False on lack of memory, bad placements or cancel; *out is then empty.
bool contact_pieces_make(ContactPieces *out, const PosedPart *a, const PosedPart *b,
                         double tolerance, SolidCache *solids, Job *job, Error *err);
void contact_pieces_free(ContactPieces *pieces);

#endif
