// Files of somebody's own that benchmarks measure on instead of theirs, and how what is in them moves.
#ifndef SNUG_APP_COMMANDS_BENCH_INPUT_H
#define SNUG_APP_COMMANDS_BENCH_INPUT_H

#include "app/commands/options.h"
#include "app/lab/subject.h"
#include "core/bench/run.h"

enum { BENCH_NAME = 64, BENCH_PAIR_NAME = 160 };

typedef struct BenchFile {
    const char *path;
    char name[BENCH_NAME]; // as a cell of CSV can have it
    int32_t largest;       // of its parts: the one with most triangles
    int32_t count;
} BenchFile;

typedef struct BenchInput {
    BenchFile *files;
    int file_count;
    size_t file_capacity;
    LabSubject all; // the parts of all files; nothing more of it
    // From here on by bench_input_own.
    LabSubject moving;
    BenchMesh meshes[BENCH_MESHES_MOST];
    const char *paths[BENCH_MESHES_MOST];
    BenchPair *pairs;
    char (*pair_names)[BENCH_PAIR_NAME];
    BenchPart *parts;
} BenchInput;

bool bench_input_add(BenchInput *input, const char *path, Error *err);
void bench_input_free(BenchInput *input);

// Along --path all parts, else by --motion those with most triangles of the first two files, or of the only one against
// itself; --frames, --seed and --quick. Prepared.
bool bench_input_subject(const BenchInput *input, const OptionWords *words, LabSubject *out,
                         Error *err);

// No file is one of primitives, which only snug bench files compares; the error says so.
bool bench_input_is_meshes(const BenchInput *input, Error *err);
// As benchmarks take them, where all are meshes; what is in it belongs to the input. moves: also as above.
bool bench_input_own(BenchInput *input, const OptionWords *words, bool moves, BenchOwn *out,
                     Error *err);

// "snug bench ..." as it was given, but for where results go; to be freed. NULL: memory ran short.
char *bench_command_line(const OptionWords *words);

#endif
