// The default test: right for the six points given, coplanar, touching and collapsed triangles
// included.
#include "core/shape/triangle/planar.h"

#define TRI_CONTACT exact_contact
#define TRI_BOUND orient3d_common_bound
#define TRI_PLANE orient3d_plane_bounded
#define TRI_ORIENT3 orient3d_bounded
#define TRI_ORIENT2 orient2d
#include "core/shape/triangle/tri_exact.inl"

const TriTest tri_exact = {
    .name = "Exact",
    .note = "Orientation predicates in adaptive precision: no epsilon, no wrong verdict.",
    .exact = true,
    .contact = exact_contact,
};
