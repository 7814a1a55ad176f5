// Principal axes of a set of triangles.
#ifndef SNUG_CORE_MESH_COVARIANCE_H
#define SNUG_CORE_MESH_COVARIANCE_H

#include "core/base/pair_lanes.h"
#include "core/mesh/mesh.h"

// Principal axes of some triangles and what they take up along them, once somebody needed them.
// Every component is a float's value, so that a volume can store the axes as they were used.
typedef struct PrincipalAxes {
    bool known;
    Vec3d axis[3];
    double lo[3], hi[3];
} PrincipalAxes;

// Of each triangle of a mesh, for builders that ask for the axes of many sets of them.
typedef struct TriangleMoments {
    Pair area_x, y_z;         // its area, and the sum of its corners
    Pair xx_yy, xz_yz, zz_xy; // second moments, weighted by the area
} TriangleMoments;
typedef struct MomentTable {
    Vec3d origin;        // that everything is about: the middle of the mesh
    TriangleMoments *of; // NULL for large meshes: found when they are asked for, with the same bits
} MomentTable;
enum { MOMENTS_MOST = 1 << 20 }; // triangles: 80 MB; without a table building takes a fifth longer
bool moment_table_init(MomentTable *table, const Mesh *mesh); // false: memory ran short
void moment_table_free(MomentTable *table);

// Three times a triangle's centroid, from the table's origin.
Vec3d moment_table_corners(const MomentTable *table, const Mesh *mesh, int32_t triangle);

// Right-handed orthonormal axes by falling variance, each triangle weighted by its area, so that a
// finely meshed corner counts no more than it is large. Without any area the corners count alike.
// The table may be NULL. Returns the sum of the corners, from the table's origin where there is
// one.
Vec3d covariance_axes(const Mesh *mesh, const MomentTable *table, const int32_t *items,
                      int32_t count, Vec3d axes[3]);

// The same where each corner of each triangle counts alike, however large the triangle is; and where
// the surface of the convex hull counts instead of the triangles', so that what lies within has no
// say. False: the hull has no volume, or memory is short.
void covariance_axes_of_corners(const Mesh *mesh, const int32_t *items, int32_t count,
                                Vec3d axes[3]);
bool covariance_axes_of_hull(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axes[3]);

// The same rounded to float, and what the triangles' corners take up along them.
Vec3d principal_axes_find(PrincipalAxes *axes, const Mesh *mesh, const MomentTable *table,
                          const int32_t *items, int32_t count);
void principal_axes_set(PrincipalAxes *axes, const Vec3d axis[3]); // rounds them
void principal_axes_measure(PrincipalAxes *axes, const Mesh *mesh, const int32_t *items,
                            int32_t count);

#endif
