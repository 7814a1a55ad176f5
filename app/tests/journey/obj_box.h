// Boxes as OBJ text, for journeys that open a file of their own.
#ifndef SNUG_APP_TESTS_JOURNEY_OBJ_BOX_H
#define SNUG_APP_TESTS_JOURNEY_OBJ_BOX_H

#include <stdio.h>

// A part: a box between two corners. vertices: written so far.
static inline void obj_cuboid(FILE *file, int *vertices, const char *name, const double low[3],
                              const double high[3])
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < 8; ++i)
        fprintf(file, "v %.12g %.12g %.12g\n", i & 1 ? high[0] : low[0],
                i >> 1 & 1 ? high[1] : low[1], i >> 2 ? high[2] : low[2]);
    for (int f = 0; f < 6; ++f)
        fprintf(file, "f %d %d %d %d\n", *vertices + faces[f][0] + 1, *vertices + faces[f][1] + 1,
                *vertices + faces[f][2] + 1, *vertices + faces[f][3] + 1);
    *vertices += 8;
}

// Of corner x y z and size s.
static inline void obj_box(FILE *file, int *vertices, const char *name, double x, double y,
                           double z, double s)
{
    obj_cuboid(file, vertices, name, (const double[3]){x, y, z},
               (const double[3]){x + s, y + s, z + s});
}

#endif
