// The files that libassimp sees, all in memory: it never opens one itself.
#ifndef SNUG_APP_IO_GLTF_FILES_H
#define SNUG_APP_IO_GLTF_FILES_H

#include "app/io/gltf_source.h"

#include <assimp/cfileio.h>

typedef struct MemoryFiles {
    const GltfReduced *reduced;
    const Job *job; // once it is cancelled, reading fails
} MemoryFiles;

// scene.gltf and data.bin; the struct must outlive what is returned.
struct aiFileIO memory_file_io(MemoryFiles *files);

#endif
