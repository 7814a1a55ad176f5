#include "app/document/part_colours.h"

// Instances share a mesh by the thousand: a sample tells as much.
enum { MOST_COLOURS = 16, MOST_LOOKED_AT = 4096 };

uint32_t part_colour(const Mesh *mesh, int32_t index)
{
    static const uint32_t table[] = {0x8FA3B5, 0x6E9F8D, 0xB5A27A, 0x7D8FC4, 0xA58CB0, 0x9DB36A,
                                     0x5FA3B8, 0xBD9A8F, 0x7F8C7A, 0xA9B8C9, 0x8C7FA8, 0xC2B59B};
    struct {
        int32_t colour;
        double area;
    } found[MOST_COLOURS];
    int count = 0, best = 0;
    double bare = 0; // what has no colour counts, too
    int32_t step = 1 + mesh->triangle_count / MOST_LOOKED_AT;
    for (int32_t i = 0; mesh->colour_of && i < mesh->triangle_count; i += step) {
        Triangle t = mesh_triangle(mesh, i);
        double area =
            vec3d_length(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
        if (mesh->colour_of[i] == COLOUR_NONE) {
            bare += area;
            continue;
        }
        int k = 0;
        while (k < count && found[k].colour != mesh->colour_of[i])
            ++k;
        if (k == MOST_COLOURS)
            continue;
        if (k == count) {
            found[k].colour = mesh->colour_of[i];
            found[count++].area = 0;
        }
        found[k].area += area;
    }
    for (int k = 1; k < count; ++k)
        if (found[k].area > found[best].area)
            best = k;
    if (count > 0 && found[best].area >= bare)
        return (uint32_t)found[best].colour;
    return table[(uint32_t)index % (sizeof table / sizeof *table)];
}
