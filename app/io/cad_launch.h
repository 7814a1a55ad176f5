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
CadLimits cad_limits_for(uint64_t file_bytes);

// The program that SNUG_IMPORTER names, or the one beside this program. False: err says what to do.
bool cad_find_importer(const char *file, char *path, size_t size, Error *err);

// kind: "--step", "--iges" or "--brep". False: err says why, in one sentence.
bool cad_launch(ImportFile *file, const char *program, const char *kind, const CadLimits *limits);

#endif
