// What a person would point at on a part: its flat faces, its pins and holes, and the circles at their
// ends, found in a mesh that knows only triangles. In the mesh's own coordinates.
#ifndef SNUG_CORE_FEATURE_FEATURE_H
#define SNUG_CORE_FEATURE_FEATURE_H

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/mesh/mesh.h"

enum FeatureKind {
    FEATURE_PLANE,    // triangles that hang together and lie in one plane
    FEATURE_CYLINDER, // facets around an axis: at least 6 of them and a quarter of a turn
    FEATURE_CIRCLE    // where a cylinder ends, all the way round
};

typedef struct Feature {
    enum FeatureKind kind;
    bool inward; // a hole, or the rim of one: its surface looks towards the axis
    bool even;   // cylinder: all the way round, and the same after 1 / facets of a turn
    bool
        convex; // circle: what lies beyond the rim falls away from it, as at the tip of a pin and the
                // mouth of a hole, and not at the bottom of one or under the head of a bolt
    // Plane: the middle of its area. Cylinder: of its axis. Circle: its own.
    Vec3d origin;
    // Unit. Plane: out of the material. Circle: along the cylinder and away from it. Cylinder: one of
    // the two.
    Vec3d axis;
    // Unit, across the axis. Cylinder and circle: towards a corner between two facets, the mean over
    // all of them if it is even. Plane: along its longest edge.
    Vec3d side;
    double radius;  // of the circle through the corners; plane: no point is farther from the origin
    double length;  // cylinder: along the axis, which the origin halves
    double arc;     // of cylinder and circle in radians: 2 pi all the way round
    int32_t facets; // around the axis; plane: 0
    double residual;      // no corner is farther from the plane or from the true cylinder
    double area;          // of its triangles; circle: 0
    int32_t parent;       // circle: its cylinder; else -1
    int32_t face;         // circle: the plane that ends the cylinder, or -1; else -1
    int32_t first, count; // its triangles: Features.triangles[first ...]; none for circles
} Feature;

typedef struct Features {
    Feature *items; // planes first, then cylinders, then circles; large ones before small ones
    int32_t count;
    int32_t *triangles;
    int32_t *plane_of; // per triangle, or -1
    int32_t *
        cylinder_of; // as well: facets of a cylinder that turn by less than 30 degrees are no planes
    int32_t triangle_count;
} Features;

// Facets and arc that a cylinder must have, and what the rounding of a file moves a corner by at most,
// as a share of the mesh's diagonal: half of the last of six digits.
#define FEATURE_LEAST_FACETS 6
#define FEATURE_LEAST_ARC 1.5707 // a quarter of a turn, to the noise of files
#define FEATURE_NOISE 5e-6

// Its time grows with the number of triangles, but for sorting. The same mesh gives the same features;
// one with other numbers, or turned, the same to rounding. False: cancelled (err stays ""), or memory
// is short; *out is empty then.
bool features_find(const Mesh *mesh, Job *job, Features *out, Error *err);
void features_free(Features *features);

// What a triangle that was picked belongs to: the cylinder, else the plane; -1: neither.
int32_t features_at(const Features *features, int32_t triangle);

#endif
