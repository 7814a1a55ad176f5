// Pictures made so small that only what matters is left of them.
#ifndef SNUG_APP_TESTS_JOURNEY_SMALL_PICTURE_H
#define SNUG_APP_TESTS_JOURNEY_SMALL_PICTURE_H

#include <stdbool.h>

enum { SMALL_WIDTH = 320, SMALL_HEIGHT = 200 };

typedef struct SmallPicture {
    float rgb[SMALL_HEIGHT][SMALL_WIDTH][3]; // 0 to 255
} SmallPicture;

// Share of the picture, 0 to 1, that may differ.
#define SMALL_PICTURE_TOLERANCE 0.03

bool small_picture_read(const char *path, SmallPicture *out); // a PNG of this or a larger size
bool small_picture_write(const char *path, const SmallPicture *picture);
// Share of places whose colour, smoothed over their neighbours, is visibly another.
double small_picture_difference(const SmallPicture *a, const SmallPicture *b);

#endif
