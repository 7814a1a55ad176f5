// A glTF file before libassimp sees it: read, checked and reduced. What the library gets is a file
// of our own making, of nodes, triangles and nothing else, because on hostile files it reads out of
// bounds or stops the whole program (Debian builds it with its assertions on).
#ifndef SNUG_APP_IO_GLTF_SOURCE_H
#define SNUG_APP_IO_GLTF_SOURCE_H

#include "app/io/import.h"
#include "app/io/json.h"

enum { GLTF_MAX_DEPTH = 128 }; // of nodes: the library walks them recursively

typedef struct GltfList {
    const JsonValue **items;
    int32_t count;
} GltfList;

typedef struct GltfBytes {
    unsigned char *data;
    size_t size;
} GltfBytes;

typedef struct GltfSource {
    const char *name; // of the file
    Json json;
    GltfList buffers, views, accessors, meshes, nodes, materials;
    GltfBytes *bytes; // per buffer
    size_t total_bytes;
    ImportResult *out; // notices
    Job *job;
    Error *err;
} GltfSource;

// `path` NULL: from memory, there is no folder to look for buffers in.
bool gltf_source_read(GltfSource *source, const char *path, const char *bytes, size_t size);
void gltf_source_free(GltfSource *source);

// The reduced file: JSON text, and the bytes of its one buffer, data.bin. Node i is called "n<i>",
// materials have kept their numbers.
typedef struct GltfReduced {
    TextBuffer text;
    GltfBytes data;
    size_t capacity;
} GltfReduced;
bool gltf_reduce(GltfSource *source, GltfReduced *out);
void gltf_reduced_free(GltfReduced *reduced);

// Whole numbers of an object; absent ones are `fallback`. False: err is filled.
bool gltf_integer(const GltfSource *source, const JsonValue *object, const char *key,
                  int64_t fallback, int64_t most, int64_t *out);

#endif
