#ifndef SNUG_APP_IO_BENCH_OBJ_H
#define SNUG_APP_IO_BENCH_OBJ_H

#include <stdbool.h>
#include <stdio.h>

// Imports a generated file of 871,200 triangles and compares the time with what libtinyobjloader
// alone needs for it, as CSV; or somebody's own files of OBJ. False: more than twice, or the file could not be written
// or read.
bool bench_obj(FILE *out);

// Writes that file: a wavy torus, six digits behind the point as exporters write them.
bool bench_obj_write(FILE *file);

#endif
