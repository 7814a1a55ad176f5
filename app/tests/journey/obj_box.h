// Boxes as OBJ text, for journeys that open a file of their own.
#ifndef SNUG_APP_TESTS_JOURNEY_OBJ_BOX_H
#define SNUG_APP_TESTS_JOURNEY_OBJ_BOX_H

#include <stdio.h>

// A part: a box of corner x y z and size s. vertices: written so far.
static inline void obj_box(FILE *file, int *vertices, const char *name, double x, double y,
                           double z, double s)
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < 8; ++i)
        fprintf(file, "v %g %g %g\n", x + s * (i & 1), y + s * (i >> 1 & 1), z + s * (i >> 2));
    for (int f = 0; f < 6; ++f)
        fprintf(file, "f %d %d %d %d\n", *vertices + faces[f][0] + 1, *vertices + faces[f][1] + 1,
                *vertices + faces[f][2] + 1, *vertices + faces[f][3] + 1);
    *vertices += 8;
}

#endif
