// Primitives from triangles: which ones a line drawn around them holds, the volume around them, and
// what of them sticks out. No document here: everything is given, so that workers can do it.
#ifndef SNUG_APP_STAGES_PRIMITIVE_FIT_H
#define SNUG_APP_STAGES_PRIMITIVE_FIT_H

#include "app/document/primitives.h"
#include "app/picture/camera.h"
#include "app/picture/section_plane.h"
#include "core/base/job.h"

// One per part of the assembly.
typedef struct PosedMesh {
    Mesh *mesh;
    Affine placement; // to the world
    bool active;      // can be chosen from: visible
    Affine shown;     // where it is drawn: apart from the others while the view is exploded
    bool ghost;       // transparent: hides nothing, and is chosen from only where nothing else is
    bool solid;       // closed: where a section plane opens it, a cap hides its back faces
} PosedMesh;

enum { LASSO_MAX_POINTS = 96 };
// A closed line on the screen.
typedef struct Lasso {
    double points[LASSO_MAX_POINTS][2]; // 0..1 across the view, from its top left corner
    int count;
    Camera camera;
    double aspect;        // of the view, width / height
    bool through;         // also what is hidden by something in front
    SectionPlane section; // what it cuts away cannot be chosen, nor hides it anything
} Lasso;

// Points as "1234,5678 ...", in parts of 10000. False: it is not a line of three points or more.
void lasso_to_text(const Lasso *lasso, char *text, size_t size);
bool lasso_from_text(const char *text, Lasso *lasso, Error *err);

// Triangles of active parts whose middle is inside the line: all of them, or those whose middle is
// seen. Of one that the section plane cuts it is the middle of what is left. NULL: cancelled, or
// memory is short. It may be empty.
Coverage *lasso_triangles(const Lasso *lasso, const PosedMesh *parts, int32_t count, Job *job);

// All triangles of the active parts.
Coverage *coverage_of_parts(const PosedMesh *parts, int32_t count);

// Around the triangles of the coverage, of which there is at least one, in the world.
bool primitive_fit(enum VolumeType type, const Coverage *covers, const PosedMesh *parts,
                   int32_t count, HybridVolume *out, Error *err);

// What of the triangles a primitive is meant to cover is not inside.
typedef struct PrimitiveCover {
    int32_t covered, out; // triangles; those of parts that are gone are not counted
    double farthest;      // how far out the farthest corner is
} PrimitiveCover;
PrimitiveCover primitive_cover(const HybridVolume *volume, const Coverage *covers,
                               const PosedMesh *parts, int32_t count, Job *job);

#endif
