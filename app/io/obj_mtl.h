// The diffuse colours of MTL files; everything else in them is about rendering and ignored.
#ifndef SNUG_APP_IO_OBJ_MTL_H
#define SNUG_APP_IO_OBJ_MTL_H

#include "app/io/import.h"

typedef struct ObjMaterial {
    char *name;     // as in the file, without blanks at its ends
    int32_t colour; // 0xRRGGBB or COLOUR_NONE
    size_t order;   // of appearance: the first of equal names wins
} ObjMaterial;

typedef struct ObjMaterials {
    ObjMaterial *items;
    size_t count, capacity;
    bool sorted;
    size_t bytes_read;
} ObjMaterials; // zero initialised: empty

// Adds the materials of one library. The text must end in a 0. Oddities become notices of `result`;
// false: memory is short.
bool obj_mtl_read(ObjMaterials *materials, const char *name, const char *text, size_t size,
                  ImportResult *result);

// Adds what one mtllib statement names: one file, also with blanks in its name, or several. Files
// are looked for beside the OBJ file and below; other paths and missing files become notices. A
// cancelled job ends it early. False: memory is short.
bool obj_mtl_load(ObjMaterials *materials, const char *obj_path, int64_t line,
                  const char *statement, size_t length, ImportResult *result, const Job *job);

// False: there is no such material.
bool obj_mtl_find(ObjMaterials *materials, const char *name, size_t length, int32_t *colour);

void obj_mtl_free(ObjMaterials *materials);

#endif
