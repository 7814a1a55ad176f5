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

typedef struct ImportOptions {
    enum LengthUnit unit;
    enum UpAxis up;
    bool drop_degenerate; // triangles without area, which are kept as a rule
} ImportOptions;          // zero: millimetres, y up

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
} ImportResult;

// Wavefront OBJ with the diffuse colours of its MTL files. Parts:
// - every `o` and every `g` line begins a new part, if faces follow. It is named "object/group", or
//   by whichever of the two there is, or after the file. `o` ends the group before it; `g` keeps
//   the object; several names after `g` are one name with blanks. `usemtl` and `s` never split a
//   part.
// - a name that comes again is a new part too: "Bolt", "Bolt (2)" in order of appearance, the same
//   at every reload.
// Faces may use vertices that come later in the file. Numbers are rounded correctly.
// On failure *out is empty and err says "file:line: reason"; a cancelled job is a failure as well.
// NULL options are the default ones.
bool obj_import(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                Error *err);

// The same from memory; `name` stands for the path in messages. Material files are not read.
bool obj_import_memory(const char *name, const void *bytes, size_t size,
                       const ImportOptions *options, ImportResult *out, Job *job, Error *err);

// STL, text or binary: the file says which by its size. Every `solid` of a text file is a part, a
// binary file is one. Corners at the same place become one vertex.
bool stl_import(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                Error *err);
bool stl_import_memory(const char *name, const void *bytes, size_t size,
                       const ImportOptions *options, ImportResult *out, Job *job, Error *err);

// PLY, text or binary in either byte order: one part, polygons of any size, colours of faces.
bool ply_import(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                Error *err);
bool ply_import_memory(const char *name, const void *bytes, size_t size,
                       const ImportOptions *options, ImportResult *out, Job *job, Error *err);

// glTF 2.0, .gltf with its buffers beside it or .glb: a part per node that has a mesh, instances
// share their meshes. Always metres and y up, whatever the options say: the standard says so.
bool gltf_import(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err);
bool gltf_import_memory(const char *name, const void *bytes, size_t size,
                        const ImportOptions *options, ImportResult *out, Job *job, Error *err);

// Frees everything and leaves an empty result. Meshes that others have retained live on.
void import_result_free(ImportResult *result);

// For readers. Adds a sentence; after IMPORT_MAX_NOTICES only a last one saying so. A notice that
// finds no memory is dropped.
enum { IMPORT_MAX_NOTICES = 100 };
void import_notice(ImportResult *result, const char *format, ...) SNUG_PRINTF(2, 3);

#endif
