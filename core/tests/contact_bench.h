// Two meshes, their trees and placements, examined together.
#ifndef SNUG_CORE_TESTS_CONTACT_BENCH_H
#define SNUG_CORE_TESTS_CONTACT_BENCH_H

#include "core/meaning/solid.h"

typedef struct ContactBench {
    Mesh *mesh[2];
    Bvh *tree[2];
    PosedPart part[2];
    ContactList contacts;
    SolidCache solids;
    ContactDetail detail;
} ContactBench;

// Takes over the meshes. Both parts are where their meshes are.
void contact_bench_create(ContactBench *bench, Mesh *a, Mesh *b, const BvhDesc *desc);
void contact_bench_examine(ContactBench *bench, const ContactDesc *desc); // fills contacts, detail
void contact_bench_free(ContactBench *bench);

// The sum of the solid angles of all triangles seen from p (van Oosterom and Strackee 1983) over
// 4 pi: an integer away from the surface of a closed solid.
double winding_by_angles(const PlacedSolid *placed, Vec3d p);

// A box with a cavity: the inner one turned inside out. turned = false leaves it as it is.
Mesh *hollow_box(double outer, double inner, bool turned);

void assert_within(double value, double lo, double hi, const char *what);

#endif
