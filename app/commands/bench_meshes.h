// Meshes of somebody's own that benchmarks measure on instead of theirs: one per file, the part of it with most
// triangles.
#ifndef SNUG_APP_COMMANDS_BENCH_MESHES_H
#define SNUG_APP_COMMANDS_BENCH_MESHES_H

#include "core/base/error.h"
#include "core/bench/run.h"

#include <stdio.h>

typedef struct BenchFiles {
    BenchMesh meshes[BENCH_MESHES_MOST]; // called by the names of their files, as CSV can have them
    char names[BENCH_MESHES_MOST][64];
    const char *paths[BENCH_MESHES_MOST];
    int count;
} BenchFiles;

bool bench_files_add(BenchFiles *files, const char *path, Error *err);
void bench_files_free(BenchFiles *files);
void bench_files_words(const BenchFiles *files,
                       FILE *out); // as they were given, for a command line

bool bench_takes_files(const char *bench);
const char *bench_files_takers(void); // their names

#endif
