// What is kept outside of memory, as a row of pieces: whoever keeps it need not know what they mean,
// and whoever reads it back gets each into its own place, without a copy in between.
#ifndef SNUG_CORE_BASE_PIECES_H
#define SNUG_CORE_BASE_PIECES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Piece {
    const void *bytes; // borrowed
    size_t size;
} Piece;

// The next piece, which has exactly this size. False: it has not, or cannot be read; nothing more can
// be read then.
typedef bool PieceReadFn(void *from, void *to, size_t size);

#endif
