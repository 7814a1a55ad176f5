#include "core/mesh/mesh_hash.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 32; // a product carries upwards only
}

uint64_t mesh_hash(const Mesh *mesh)
{
    uint64_t hash = mix(UINT64_C(14695981039346656037), (uint64_t)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            double value = mesh->vertices[i].v[k] + 0.0; // -0 is 0
            uint64_t bits;
            memcpy(&bits, &value, sizeof bits);
            hash = mix(hash, bits);
        }
    }
    hash = mix(hash, (uint64_t)mesh->triangle_count);
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            hash = mix(hash, (uint64_t)mesh->triangles[i][k]);
    return hash;
}
