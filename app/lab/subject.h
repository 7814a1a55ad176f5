// What kinds of hierarchies are compared on: parts with their meshes, and how they move against each other. The
// viewer makes one of what is open, `snug bench files` one of files; what follows is the same for both, so that
// both count the same.
#ifndef SNUG_APP_LAB_SUBJECT_H
#define SNUG_APP_LAB_SUBJECT_H

#include "app/io/motion_path.h"
#include "core/bench/contest.h"
#include "core/bench/standard_motion.h"

enum { LAB_MOST_FRAMES = 5000, LAB_MOST_PAIRS = 256, LAB_PATH_FRAMES = 100 };

typedef struct LabPart {
    char *key; // clean (core/base/utf8.h), which paths name it by
    Mesh *mesh;
    Affine rest; // where it is unless the path moves it
} LabPart;

typedef struct LabSubject {
    LabPart *parts;
    int32_t part_count;
    size_t part_capacity;
    MotionPath path; // how they move; without parts: as `motion` says
    const StandardMotion *motion;
    uint64_t seed;
    int frames;
    // From here on by lab_subject_prepare.
    ContestPair *pairs;
    int32_t (*pair_parts)[2];
    int pair_count;
    Affine *poses; // of the pairs, those of one together
} LabSubject;

// Retains the mesh. False: memory ran short.
bool lab_subject_add(LabSubject *subject, const char *key, Mesh *mesh, const Affine *rest);
void lab_subject_free(LabSubject *subject); // empty afterwards

// With a path: all pairs that move against each other and come so near that balls about them meet. Parts are
// those of the path that have the same key, or else the same mesh; who is in no pair is left out. Without: the
// first two, by the standard motion. False: err says why nothing can be compared.
bool lab_subject_prepare(LabSubject *subject, Error *err);

// The mesh as OBJ, which reads back as the same triangles. To be freed; NULL: memory ran short.
char *lab_part_obj(const LabPart *part, const char *name);

#endif
