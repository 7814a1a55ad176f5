// What came out of a file as bytes and back, for the cache. What is read may have been written by
// anybody; it is taken only if it could have come out of a file.
#ifndef SNUG_APP_IO_IMPORT_BYTES_H
#define SNUG_APP_IO_IMPORT_BYTES_H

#include "app/io/import.h"
#include "core/base/digest.h"
#include "core/base/pieces.h"

// A file that the result follows from, as it was.
typedef struct ImportSource {
    bool inside, there; // in the folder or below; readable
    Digest contents;    // 0 if not
} ImportSource;

// What is known of the opening beside its result.
typedef struct ImportOrigin {
    char *path;            // that the notices name; NULL: none do
    ImportSource *sources; // of each of the result's depends
} ImportOrigin;
void import_origin_free(ImportOrigin *origin);

typedef struct ImportPieces {
    Piece *pieces;
    size_t count;
    char *head; // the first of them
} ImportPieces;

// False: memory is short. The result must live for as long as the pieces.
bool import_pieces(const ImportResult *result, const ImportOrigin *origin, ImportPieces *out);
void import_pieces_free(ImportPieces *pieces);
// False: it is none, or memory is short; *out and *origin are empty.
typedef struct ImportSizes {
    uint64_t head, all; // of the first piece, of all
} ImportSizes;
bool import_read_pieces(PieceReadFn *next, void *from, const ImportSizes *sizes, ImportResult *out,
                        ImportOrigin *origin);

#endif
