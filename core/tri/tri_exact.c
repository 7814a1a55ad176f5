// The default test: right for the six points given, coplanar, touching and collapsed triangles
// included.
#include "planar.h"

#define TRI_CONTACT exact_contact
#define TRI_PLANE orient3d_plane
#define TRI_PLANE_ACCURATE(p, q, d) orient3d_plane_widened(p, q, d, ORIENT_ACCURATE)
#define TRI_ORIENT3 orient3d
#define TRI_ORIENT2 orient2d
#include "tri_exact.inl"

const TriTest tri_exact = {
    .id = TRI_TEST_exact,
    .name = "Exact",
    .note = "Orientation predicates in adaptive precision: no epsilon, no wrong verdict.",
    .exact = true,
    .contact = exact_contact,
};
