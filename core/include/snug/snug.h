// Snug: exact collision detection of triangle meshes, and fit checks of assemblies.
//
//     #include <snug/snug.h>
//     #include <stdio.h>
//
//     int main(void) // how many pairs of triangles of two overlapping tetrahedra meet?
//     {
//         const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
//         const int32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
//         const double moved[] = {1, 0, 0, 0.2, 0, 1, 0, 0.2, 0, 0, 1, 0.2};
//         const snug_mesh_desc shape = {.struct_size = sizeof shape, .vertices = corners,
//             .vertex_count = 4, .triangles = faces, .triangle_count = 4};
//         snug_contacts found = {.struct_size = sizeof found};
//         snug_mesh *mesh = NULL;
//         snug_tree *tree = NULL;
//         snug_error error;
//         if (snug_mesh_create(&shape, &mesh, &error) ||
//             snug_tree_build(mesh, NULL, &tree, &error) ||
//             snug_find_contacts(tree, tree, moved, NULL, &found, &error))
//             return fprintf(stderr, "%s\n", error.text), 1;
//         printf("%d pairs of triangles meet\n", (int)found.count);
//         snug_contacts_free(&found);
//         snug_tree_release(tree);
//         snug_mesh_release(mesh);
//         return 0;
//     }
//
//     cc program.c $(pkg-config --cflags --libs snug)
//
// Conventions
// - Every call that can fail returns a snug_status; SNUG_OK is 0. The last argument `error`, which
//   may be NULL, then gets the same status and a sentence for people. A call that fails changes
//   nothing: neither what it was given nor the result it was to fill. Nothing is ever printed, and
//   no NULL, number, name, mesh or struct that is wrong makes the library abort or exit.
// - A Desc goes in, a result comes out. Both begin with struct_size: set it to the sizeof of the
//   struct and all else to 0, which means the default, before you set what you want. So a struct
//   can grow in later versions, and programs compiled earlier go on working. A pointer to a
//   Desc may be NULL: all defaults.
// - A placement is 12 doubles, three rows of four: x' = p[0] x + p[1] y + p[2] z + p[3], and so on.
//   NULL is the identity. It maps a part to the world, or the second mesh to the first one's frame.
// - Objects are shared by counting: a tree keeps its mesh, an assembly its meshes, a search its
//   trees. Release yours when you need it no longer, in any order; NULL is fine.
// - Touching is contact. Whether triangles meet is decided exactly for the coordinates given (those
//   of the second mesh after its placement has been applied and rounded to double).
// - Threads. [any]: at any time, also several calls at once on the same objects. [own]: while no
//   other call uses an object that is not const here. [first]: before every other call.
//   What is const in a signature is only read: any number of threads may query one tree.
#ifndef SNUG_SNUG_H
#define SNUG_SNUG_H

#include "assembly.h" // parts, rules, checks
#include "base.h"     // errors, hooks, names, jobs
#include "common.h"   // what two parts share
#include "features.h" // planes, pins, holes
#include "joint.h"    // joints between parts, and couplings of them
#include "motion.h"   // parts that move against contact
#include "query.h"    // meshes, trees, contacts, distances, rays

#endif
