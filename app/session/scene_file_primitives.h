// The primitives of a scene file: volumes made by hand, which triangles they are meant to cover,
// and how the hierarchy over them is built.
//
//     "primitives": {"build": true, "builder": "branch and bound", "factors": {"aabb": 1, ...},
//      "types": [["aabb", "sphere"]], "parameters": {...}, "volumes": [
//       {"name": "Hub", "volume": "sphere 0 0 0 5", "covers": [
//        {"part": "Gear", "triangles": [0, 11, 20, 25]}]}]}
//
// Triangles are runs: from 0 to 11 and from 20 to 25.
#ifndef SNUG_APP_SESSION_SCENE_FILE_PRIMITIVES_H
#define SNUG_APP_SESSION_SCENE_FILE_PRIMITIVES_H

#include "app/session/scene_file_fields.h"

// Of all primitives together: a short file must not ask for much memory.
enum { SCENE_MAX_COVERED = 1 << 24 };

// After the parts, which it names by key. NULL: there are none.
bool scene_read_primitives(SceneReader *reader, const JsonValue *object);
void scene_write_primitives(TextBuffer *out, const SceneFile *file, bool *first);

#endif
