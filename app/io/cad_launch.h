// The importer of CAD files, run as a program of its own: with limits, no shell, and an end as soon
// as nobody wants its result any more. Whatever becomes of it, what is open stays as it is.
#ifndef SNUG_APP_IO_CAD_LAUNCH_H
#define SNUG_APP_IO_CAD_LAUNCH_H

#include "app/io/format.h"

typedef struct CadLimits {
    uint64_t bytes;        // of address space; 0: any
    uint64_t cpu_seconds;  // 0: any
    double silent_seconds; // without a sign of life
} CadLimits;

// A program that reads files of other libraries.
typedef struct CadImporter {
    const char *program;            // its name, beside this one
    const char *variable;           // of the environment, which names another one
    const char *source, *libraries; // packages to build and to run it
    const char *advice;             // when it takes too long
    uint64_t seconds, seconds_per_megabyte;
} CadImporter;
extern const CadImporter cad_importer_occt, cad_importer_assimp;

CadLimits cad_limits_for(const CadImporter *importer, uint64_t file_bytes);

// The program that the variable names, or the one beside this program. False: err says what to do.
bool cad_find_importer(const CadImporter *importer, const char *file, char *path, size_t size,
                       Error *err);

// kind: "--step", "--iges" and so on. False: err says why, in one sentence.
bool cad_launch(ImportFile *file, const CadImporter *importer, const char *program,
                const char *kind, const CadLimits *limits);
// All of it: finds the program, and runs it on the file with the usual limits.
bool cad_import(ImportFile *file, const CadImporter *importer, const char *kind);

#endif
