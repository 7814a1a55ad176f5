// The header of a PLY file: which elements follow, and the numbers each of them has.
#ifndef SNUG_APP_IO_PLY_HEADER_H
#define SNUG_APP_IO_PLY_HEADER_H

#include "app/io/tokens.h"

enum PlyType { PLY_I8, PLY_U8, PLY_I16, PLY_U16, PLY_I32, PLY_U32, PLY_F32, PLY_F64, PLY_TYPES };
enum PlyFormat { PLY_TEXT, PLY_LITTLE, PLY_BIG };
enum { PLY_MAX_ELEMENTS = 32, PLY_MAX_PROPERTIES = 64, PLY_NAME_MAX = 31 };

typedef struct PlyProperty {
    char name[PLY_NAME_MAX + 1];
    bool list;
    enum PlyType count_type, type; // count_type: of lists only
} PlyProperty;

typedef struct PlyElement {
    char name[PLY_NAME_MAX + 1];
    int64_t count;
    PlyProperty properties[PLY_MAX_PROPERTIES];
    int property_count;
} PlyElement;

typedef struct PlyHeader {
    enum PlyFormat format;
    PlyElement elements[PLY_MAX_ELEMENTS];
    int element_count;
} PlyHeader;

int ply_type_size(enum PlyType type);
// Leaves tokens->p at the first byte of the data.
bool ply_header_read(PlyHeader *header, Tokens *tokens, Error *err);
const PlyElement *ply_header_find(const PlyHeader *header, const char *name); // NULL: none
int ply_element_find(const PlyElement *element, const char *name, bool list); // -1: none

#endif
