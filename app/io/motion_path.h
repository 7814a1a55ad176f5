// A path: how parts move, as a text file of ours. Documented in app/manual/paths.md:
//
//     snug-path 1
//     unit mm
//     part "Bolt (2)"
//     mesh 8c1f4be0a7d29e35
//     scale 1 1 1
//     pivot 0 0 0
//     joints 0
//     key 0  12.5 0 -3  1 0 0 0
//     key 0.5  12.5 40 -3  0.70710678118654757 0 0.70710678118654757 0
//
// A placement is x -> at + R(turn)(scale x - pivot). Between two keys `at` moves straight and the part
// turns about it by the shortest rotation, both evenly; before the first and after the last key it
// rests. What is read comes from anywhere: all of it is checked.
#ifndef SNUG_APP_IO_MOTION_PATH_H
#define SNUG_APP_IO_MOTION_PATH_H

#include "app/io/tokens.h"
#include "core/base/units.h"
#include "core/motion/rigid.h"

typedef struct PathKey {
    double time; // seconds, ascending
    RigidPose pose;
} PathKey;

typedef struct PathPart {
    char *key;     // of the part in its assembly
    uint64_t mesh; // its mesh_hash
    Affine scale;  // the fixed linear map before turning, its p is 0: not singular
    Vec3d pivot;   // what the part turns about, in its frame after scaling
    int32_t joint_count;
    PathKey *keys; // at least one
    size_t key_count, key_capacity;
    double *joints; // joint_count per key; NULL: none
    size_t joint_capacity;
} PathPart;

typedef struct MotionPath {
    enum LengthUnit unit; // of all lengths
    PathPart *parts;      // at least one, of different keys
    size_t part_count, part_capacity;
    size_t key_count; // of all parts
} MotionPath;

enum {
    PATH_VERSION = 1,
    PATH_MOST_PARTS = 1 << 16,
    PATH_MOST_KEYS = 1 << 18, // of all parts
    PATH_MOST_JOINTS = 16,    // of a part
    PATH_MOST_BYTES = 32 << 20,
    PATH_KEY_TEXT = 1024 // of a part's key
};
#define PATH_MOST_TIME 1e9 // seconds

void motion_path_free(MotionPath *path); // empty afterwards
bool motion_path_copy(MotionPath *to, const MotionPath *from);
double motion_path_end(const MotionPath *path); // time of the last key; 0 without any
double motion_path_start(const MotionPath *path);
PathPart *motion_path_find(const MotionPath *path, const char *key); // NULL: none
// Building one: a part without keys, and a key at its end. NULL or false: memory ran short, or one of
// the limits above is reached.
PathPart *motion_path_add(MotionPath *path, const char *key);
bool motion_path_add_key(MotionPath *path, PathPart *part, const PathKey *key,
                         const double *joints);
// Half the angle between two turns has this cosine, not negative; nearly 0: half a turn, whose
// direction nobody knows.
double path_turn_cosine(const RigidPose *a, const RigidPose *b);
#define PATH_LEAST_COSINE 1e-8

// All or nothing: *out is empty when it fails. text[size] must be 0.
bool motion_path_parse(MotionPath *out, const char *name, const char *text, size_t size,
                       Error *err);
bool motion_path_read(MotionPath *out, const char *file, Error *err);
// To be freed; NULL: memory ran short. Reads back as it is, bit for bit.
char *motion_path_text(const MotionPath *path);
bool motion_path_is(const char *text, size_t size); // it begins like one, of whatever version

// Words that files of poses (pose_file.h) have in common with paths: what comes next in the line.
bool path_unit_word(Tokens *line, enum LengthUnit *out, Error *err);
bool path_mesh_word(Tokens *line, uint64_t *out, Error *err);
// False: the length of the quaternion is not nearly 1. Exactly unit ones stay as they are, bit for bit.
bool path_make_unit(double q[4]);

#endif
