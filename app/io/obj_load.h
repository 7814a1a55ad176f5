// Within the OBJ reader: from faces, as the library hands them out, to the meshes of the parts.
#ifndef SNUG_APP_IO_OBJ_LOAD_H
#define SNUG_APP_IO_OBJ_LOAD_H

#include "app/io/import.h"
#include "app/io/obj_mtl.h"
#include "app/io/obj_scan.h"
#include "app/io/polygon_cut.h"

typedef struct ObjTriangle {
    int32_t v[3];
    int32_t polygon, colour;
} ObjTriangle;

typedef struct ObjLoad {
    const char *name; // of the file
    const ObjScan *scan;
    ObjMaterials *materials;
    ImportResult *out;
    Job *job;
    Error *err;

    int64_t vertices_seen, faces_seen, calls;
    int64_t faces_left; // of the present part
    int32_t colour;

    // The present part. Its vertices are numbered in the order in which faces use them.
    int32_t *local_of; // per vertex of the file, -1: not in the part
    int32_t *used;     // the other way round
    size_t used_count, used_capacity;
    ObjTriangle *triangles;
    size_t triangle_count, triangle_capacity;
    int32_t polygon_count;
    bool has_colours;

    // The present face.
    int32_t *corners;
    size_t corner_capacity;
    PolygonCutter cutter;

    int64_t missing_count;
    char missing[OBJ_NAMED_EXAMPLES][64]; // materials
    int missing_examples;
} ObjLoad;

// Parses the scanned text once more, through libtinyobjloader, and fills out->parts.
bool obj_load_parts(ObjLoad *load, const char *text, size_t size);
void obj_load_free(ObjLoad *load);

#endif
