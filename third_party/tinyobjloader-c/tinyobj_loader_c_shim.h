// OBJ parsing in C: libtinyobjloader (C++, built for doubles) through its callback reader, under
// the names of tinyobj_loader_c where the notion is the same. No exception leaves these functions.
//
// The library is lenient (nan becomes 0, indices are not checked, continued lines are not joined),
// so the text must have been validated before; app/io/obj_scan.c does that.
#ifndef TINYOBJ_LOADER_C_SHIM_H
#define TINYOBJ_LOADER_C_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TINYOBJ_SUCCESS (0)
#define TINYOBJ_ERROR_EMPTY (-1)
#define TINYOBJ_ERROR_INVALID_PARAMETER (-2)
#define TINYOBJ_ERROR_FILE_OPERATION (-3)
#define TINYOBJ_ERROR_OUT_OF_MEMORY (-4) // not in tinyobj_loader_c
#define TINYOBJ_ERROR_STOPPED (-5)       // a callback returned false
#define TINYOBJ_ERROR_LIBRARY (-6)       // the library gave up; it has no reason to on valid text

// As written in the file: from 1, or negative for "counted backwards from here"; 0 is "not given".
typedef struct tinyobj_vertex_index_t {
    int v_idx, vt_idx, vn_idx;
} tinyobj_vertex_index_t;

// Called in the order of the file. Each may be NULL; returning false stops the parsing.
typedef struct tinyobj_callbacks_t {
    bool (*vertex)(void *user, double x, double y, double z, double w);
    bool (*face)(void *user, const tinyobj_vertex_index_t *corners, int num_corners);
    bool (*usemtl)(void *user, const char *name);
    bool (*group)(void *user, const char *const *names, int num_names);
    bool (*object)(void *user, const char *name);
} tinyobj_callbacks_t;

// Parses text in memory, which is neither copied nor changed.
int tinyobj_parse_obj(const char *buf, size_t len, const tinyobj_callbacks_t *callbacks,
                      void *user);

// The library alone on a file: the yardstick of the import benchmark. Either its callback reader
// with counting callbacks or its plain reader, which triangulates and keeps everything.
enum { TINYOBJ_ALONE_CALLBACKS, TINYOBJ_ALONE_PLAIN };
int tinyobj_parse_alone(const char *filename, int reader, size_t *num_vertices, size_t *num_faces);

#ifdef __cplusplus
}
#endif

#endif
