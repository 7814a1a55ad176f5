// What the tests of the library share.
#ifndef SNUG_CORE_TESTS_DOOR_CASE_H
#define SNUG_CORE_TESTS_DOOR_CASE_H

#include "core/include/snug/snug.h"
#include "core/mesh/mesh.h"

snug_mesh_desc door_mesh_desc(const Mesh *mesh); // of the same arrays
snug_mesh *door_mesh(const Mesh *mesh);          // a copy, through the library
snug_mesh *door_mesh_of(Mesh *mesh);             // the same, and releases the original
snug_tree *door_tree(snug_mesh *mesh, const char *volume);
void door_numbers(const Affine *placement, double numbers[12]);
// Takes over the shape. Its number.
int32_t door_part(snug_assembly *assembly, const char *name, Mesh *shape, Vec3d at);

// Fails the test with the library's text.
#define MUST(call)                                                                                 \
    do {                                                                                           \
        snug_error must_error = {.text = ""}, *error = &must_error;                                \
        if ((call) != SNUG_OK)                                                                     \
            fail_msg("%s: %s", #call, must_error.text);                                            \
    } while (0)

// Refused with this status, and a text.
#define MUST_REFUSE(expected, call)                                                                \
    do {                                                                                           \
        snug_error refused = {.text = ""}, *error = &refused;                                      \
        assert_int_equal((call), expected);                                                        \
        assert_true(refused.status == (expected) && refused.text[0]);                              \
    } while (0)

#endif
