// The joints of a scene file, and which of them are coupled.
//
//     "joints": [{"name": "Lid on Box", "kind": "hinge", "child": "Lid", "parent": "Box",
//       "parent_frame": {"origin": [0, 0, 5], "axis": [1, 0, 0], "side": [0, 1, 0]},
//       "child_frame": {...}, "least_turn": 0, "most_turn": 1.57, "turn": 0.3}],
//     "couplings": [{"of": "Wheel", "with": "Pinion", "ratio": -0.5, "offset": 0}]
//
// Without a parent it is the ground. A joint is named by its child, in couplings too. Angles in
// radians; limits that are not said are none.
#ifndef SNUG_APP_SESSION_SCENE_FILE_JOINTS_H
#define SNUG_APP_SESSION_SCENE_FILE_JOINTS_H

#include "app/session/scene_file_fields.h"

// After the parts, which they name by key.
bool scene_read_joints(SceneReader *reader);
void scene_write_joints(TextBuffer *out, const SceneFile *file, bool *first);

#endif
