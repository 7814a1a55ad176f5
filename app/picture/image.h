// PNG pictures, in memory and as files.
#ifndef SNUG_APP_PICTURE_IMAGE_H
#define SNUG_APP_PICTURE_IMAGE_H

#include "app/picture/camera.h"

#include <stddef.h>

// In memory, to be freed; NULL: too large or no memory.
unsigned char *image_encode_png(int width, int height, const unsigned char *rgba, size_t *size);
// Appears under its name only when it is complete.
bool image_write_png(const char *path, int width, int height, const unsigned char *rgba,
                     Error *err);

// Four bytes per pixel, rows from the top; to be freed. NULL: it is not there, or no PNG.
unsigned char *image_read_png(const char *path, int *width, int *height);

typedef struct PngImage {
    unsigned char *png; // NULL: none
    size_t size;
    int width, height;
    Camera camera; // that it was drawn with
} PngImage;
void png_images_free(PngImage *images, size_t count); // NULL is fine

#endif
