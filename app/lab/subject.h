// What kinds of hierarchies are compared on: parts with their meshes, or with primitives instead of them, and how
// they move against each other. The viewer makes one of what is open, `snug bench files` one of files; what follows is the same for both, so that
// both count the same.
#ifndef SNUG_APP_LAB_SUBJECT_H
#define SNUG_APP_LAB_SUBJECT_H

#include "app/io/motion_path.h"
#include "core/bench/contest_hybrid.h"
#include "core/bench/standard_motion.h"

enum { LAB_MOST_FRAMES = 5000, LAB_MOST_PAIRS = 256, LAB_PATH_FRAMES = 100 };

typedef struct LabPart {
    char *key;         // clean (core/base/utf8.h), which paths name it by
    Mesh *mesh;        // or NULL:
    PrimitiveSet *set; // its own, in its frame
    Affine rest;       // where it is unless the path moves it
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
    ContestPair *pairs;           // of meshes
    HybridContestPair *set_pairs; // of primitives
    int32_t (*pair_parts)[2];
    int pair_count;
    Affine *poses; // of the pairs, those of one together
} LabSubject;

// Retains the mesh. False: memory ran short.
bool lab_subject_add(LabSubject *subject, const char *key, Mesh *mesh, const Affine *rest);
bool lab_subject_add_set(LabSubject *subject, const char *key, const PrimitiveSet *set,
                         const Affine *rest);        // a copy of it
bool lab_subject_is_sets(const LabSubject *subject); // its parts are primitives
void lab_subject_free(LabSubject *subject);          // empty afterwards

// With a path: all pairs that move against each other and come so near that balls about them meet. Parts are
// those of the path that have the same key, or else the same mesh; who is in no pair is left out. Without: the
// first two, by the standard motion; primitives that are alone move against a copy of themselves. Primitives become what
// they read back as from a file, so that a file of them counts the same. False: err says why nothing can be compared.
bool lab_subject_prepare(LabSubject *subject, Error *err);

// The mesh as OBJ, which reads back as the same triangles, or the primitives as XML. To be freed; NULL: memory ran
// short.
char *lab_part_text(const LabPart *part, const char *name);

#endif
