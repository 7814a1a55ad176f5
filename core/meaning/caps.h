// Surfaces that close the holes of shells.
#ifndef SNUG_CORE_MEANING_CAPS_H
#define SNUG_CORE_MEANING_CAPS_H

#include "core/meaning/material.h"

typedef struct Caps {
    int32_t (*triangles)[3]; // of vertices of the mesh
    size_t count, capacity;
    double slack;             // see Material.cap_slack
    double area_of_triangles; // of holes with three corners
    double area_of_others;
} Caps;

// Appends the caps of a shell's loops. False: memory ran short, or cancelled.
bool caps_of_shell(Caps *caps, const MeshShells *shells, const Shell *shell, const Mesh *mesh,
                   Job *job);
void caps_free(Caps *caps);

#endif
