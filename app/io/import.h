// What comes out of a file: named parts with their meshes and placements, plus what the reader
// wants the user to know. Coordinates stay in the file's unit.
#ifndef SNUG_APP_IO_IMPORT_H
#define SNUG_APP_IO_IMPORT_H

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/base/units.h"
#include "core/mesh/mesh.h"

#include <stddef.h>
#include <stdint.h>

#define IMPORT_MOST_DEFLECTION 1.0 // metres

typedef struct ImportOptions {
    enum LengthUnit unit;
    enum UpAxis up;
    bool drop_degenerate; // triangles without area, which are kept as a rule
    // How far the facets of curved surfaces may lie off them, in metres, where a file has such
    // surfaces; 0: as the sizes of its parts suggest.
    double deflection;
    // The user named them: they hold also where the format, or the file itself, says something else.
    bool unit_said, up_said;
    // A new option must be told to the cache: import_cache.c and import_bytes.c name all of them.
} ImportOptions; // zero: millimetres, y up; glTF: metres; STEP, IGES and BREP: z up
bool import_options_equal(const ImportOptions *a, const ImportOptions *b);

typedef struct ImportedPart {
    char *name;         // valid UTF-8, not empty, unique within the result
    Mesh *mesh;         // recentred; one reference belongs to this struct
    Affine placement;   // from the mesh to the world: back to where it was, and y up
    int32_t first_line; // where the part begins in the file; 1 in binary ones
    char *group;        // path of the group that it is in (group_path.h), or NULL
} ImportedPart;

typedef struct ImportResult {
    ImportedPart *parts;
    int32_t part_count;
    size_t part_capacity;
    char **notices; // what was left out or looks odd, one sentence each, valid UTF-8
    int32_t notice_count;
    ImportOptions options;
    int64_t triangle_count, degenerate_count, polygon_count;
    // Other files that it follows from, whether they could be read or not, as they are named in the
    // file: import_depends.
    char **depends;
    int32_t depend_count;
    size_t depend_capacity;
    bool depends_on_more; // than is listed there
} ImportResult;

// Frees everything and leaves an empty result. Meshes that others have retained live on.
void import_result_free(ImportResult *result);

// For readers. Adds a sentence; after IMPORT_MAX_NOTICES only a last one saying so. A notice that
// finds no memory is dropped.
enum { IMPORT_MAX_NOTICES = 100 };
void import_notice(ImportResult *result, const char *format, ...) SNUG_PRINTF(2, 3);

// For readers: whatever they read besides the file itself they name here, relative to its folder.
void import_depends(ImportResult *result, const char *relative);

#endif
