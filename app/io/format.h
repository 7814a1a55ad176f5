// The files of meshes that can be opened. To add one: a reader in io/, its function in import.h,
// and a row here.
#ifndef SNUG_APP_IO_FORMAT_H
#define SNUG_APP_IO_FORMAT_H

#include "app/io/import.h"

// X(name for people, reader, ending, other ending or NULL)
#define IMPORT_FORMAT_LIST(X)                                                                      \
    X("OBJ", obj_import, ".obj", NULL)                                                             \
    X("STL", stl_import, ".stl", NULL)                                                             \
    X("PLY", ply_import, ".ply", NULL)                                                             \
    X("glTF", gltf_import, ".gltf", ".glb")

typedef bool ImportFn(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                      Error *err);
typedef struct ImportFormat {
    const char *name;
    ImportFn *read;
    const char *endings[2];
} ImportFormat;

#define X(name, read, ending, other) +1
enum { IMPORT_FORMAT_COUNT = 0 IMPORT_FORMAT_LIST(X) };
#undef X
extern const ImportFormat import_formats[IMPORT_FORMAT_COUNT];

// By the ending, in capitals or not; NULL: none of ours.
const ImportFormat *import_format_of(const char *path);

// By the format of the path.
bool import_file(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err);

#endif
