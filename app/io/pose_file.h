// Poses of parts, to be checked one by one: a text file of ours. Documented in app/manual/paths.md:
//
//     snug-poses 1
//     unit mm
//     part "Door"
//     mesh 8c1f4be0a7d29e35
//     pivot -40 0 0
//     pose "shut"
//     pose "ajar"
//     at "Door"  12.5 0 -3  0.8 0 0.6 0
//     move "Bolt (2)"  0 5 0
//
// Words and numbers are those of paths (motion_path.h). A pose begins where the parts were opened,
// whatever the pose before it says. What is read comes from anywhere: all of it is checked.
#ifndef SNUG_APP_IO_POSE_FILE_H
#define SNUG_APP_IO_POSE_FILE_H

#include "app/io/motion_path.h"

// What the places of a part have in common. Parts need not be named so.
typedef struct PosedThing {
    char *key;
    int64_t line;
    bool has_mesh;
    uint64_t mesh; // its mesh_hash
    Vec3d pivot;   // what it turns about, in its frame after scaling
} PosedThing;

typedef struct PosePlace {
    size_t pose; // ascending
    char *key;   // of the part
    int64_t line;
    int32_t thing; // -1: not named before
    bool relative; // to where the part was opened
    RigidPose to;  // where its pivot comes to and how it is turned; or by how much
} PosePlace;

typedef struct NamedPose {
    char *name;
    int64_t line;
} NamedPose;

typedef struct PoseFile {
    enum LengthUnit unit; // of all lengths
    PosedThing *things;   // sorted by key
    size_t thing_count, thing_capacity;
    NamedPose *poses; // at least one, of different names
    size_t pose_count, pose_capacity;
    PosePlace *places; // of every pose at most one of a part
    size_t place_count, place_capacity;
} PoseFile;

enum { POSE_VERSION = 1, POSE_MOST = 1 << 16, POSE_MOST_PLACES = PATH_MOST_KEYS };

// All or nothing: *out is empty when it fails. text[size] must be 0.
bool pose_file_parse(PoseFile *out, const char *name, const char *text, size_t size, Error *err);
void pose_file_free(PoseFile *file);              // empty afterwards
bool pose_file_is(const char *text, size_t size); // it begins like one, of whatever version

#endif
