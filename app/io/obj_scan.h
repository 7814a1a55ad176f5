// The first pass over an OBJ file: validates every statement, counts, and owns the line numbers.
// What it lets through, libtinyobjloader reads without surprises. It also reads the vertices,
// because the library's number parser does not round correctly.
#ifndef SNUG_APP_IO_OBJ_SCAN_H
#define SNUG_APP_IO_OBJ_SCAN_H

#include "core/base/error.h"
#include "core/base/vec.h"

#include <stddef.h>
#include <stdint.h>

enum {
    OBJ_MAX_LINE = 4 << 20,  // bytes, continued lines taken together: a polygon of 100,000 corners
    OBJ_MAX_LIBRARIES = 256, // mtllib statements looked at
    OBJ_NAMED_EXAMPLES = 8,  // of what was left out
    OBJ_KEYWORD_MAX = 15,
};

enum ObjIndexKind { OBJ_VERTEX, OBJ_TEXTURE, OBJ_NORMAL, OBJ_INDEX_KINDS };

typedef struct ObjSpan {
    size_t at, length; // within the text
} ObjSpan;

typedef struct ObjScanPart {
    ObjSpan object, group; // length 0: none
    int64_t first_line;
    int64_t face_count;
} ObjScanPart;

typedef struct ObjExample {
    ObjSpan name;
    int64_t line;
} ObjExample;

typedef struct ObjUnknown {
    char keyword[OBJ_KEYWORD_MAX + 1];
    int64_t count, line;
} ObjUnknown;

// A face may name a vertex that comes later. Only a new highest index is noted.
typedef struct ObjForward {
    int64_t line, index;
} ObjForward;

typedef struct ObjScan {
    const char *name; // of the file, for messages
    char *text;       // changed in place: continued lines are joined, and blanked are comments
                      // behind statements and the numbers of vertices, which have been read
    size_t used;      // scanned so far
    size_t end;       // of the text, once known
    bool last;        // the end is known
    int64_t line;     // being scanned, from 1

    Vec3d *vertices;
    size_t vertex_capacity;
    int64_t counts[OBJ_INDEX_KINDS]; // of v, vt, vn
    int64_t face_count, corner_count;
    ObjForward *forward[OBJ_INDEX_KINDS];
    size_t forward_count[OBJ_INDEX_KINDS], forward_capacity[OBJ_INDEX_KINDS];

    ObjScanPart *parts; // those with faces
    size_t part_count, part_capacity;
    ObjExample libraries[OBJ_MAX_LIBRARIES]; // name: all that follows mtllib
    int64_t library_count;

    // For the notices; counts go on when the room for examples is full.
    ObjExample empty[OBJ_NAMED_EXAMPLES];
    int64_t empty_count;
    ObjUnknown unknown[OBJ_NAMED_EXAMPLES];
    int unknown_kinds;
    int64_t unknown_count, line_element_count, point_count;
    int64_t tiny_count, tiny_line, weight_count, weight_line, bad_attribute_count,
        bad_attribute_line;
    int64_t
        cut_line; // the file ends in the middle of this vertex or face, as far as anyone can tell

    // State: the statement that the next face belongs to.
    ObjSpan object, group;
    int64_t object_line, group_line, part_line; // 0: no such statement yet
    bool object_has_faces, group_has_faces, part_open;
} ObjScan;

// `text` is the address at which the file will stand as it is read; it must have one byte more than
// the file, for a final 0.
void obj_scan_begin(ObjScan *scan, const char *name, char *text);

// Scans the complete lines of the first `available` bytes; with `last`, all of them. Called until
// `last`; no call after a failure.
bool obj_scan_more(ObjScan *scan, size_t available, bool last, Error *err);

void obj_scan_free(ObjScan *scan);

#endif
