// The files of meshes that can be opened. To add one: x_import.c that defines `const ImportFormat
// format_x`, and X(x) in format_list.h.
#ifndef SNUG_APP_IO_FORMAT_H
#define SNUG_APP_IO_FORMAT_H

#include "app/io/import.h"

typedef struct ImportFormat {
    const char *name;
    bool (*read)(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err);
    const char *endings[2]; // the second one may be NULL
} ImportFormat;

extern const ImportFormat *const import_formats[];
extern const int import_format_count;

// By the ending, in capitals or not; NULL: none of ours.
const ImportFormat *import_format_of(const char *path);

// For sentences: "OBJ, STL, PLY or glTF", and ".obj, .stl, .ply, .gltf or .glb".
void import_format_names(char *text, size_t size);
void import_format_endings(char *text, size_t size);

// By the format of the path.
bool import_file(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err);

#endif
