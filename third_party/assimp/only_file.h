// One file for libassimp, under a name that says its format: whatever else a file refers to is not
// there.
#ifndef SNUG_THIRD_PARTY_ASSIMP_ONLY_FILE_H
#define SNUG_THIRD_PARTY_ASSIMP_ONLY_FILE_H

#include <assimp/cfileio.h>

// Both strings must stay.
struct aiFileIO only_file(const char *path, const char *name);

#endif
