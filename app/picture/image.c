// PNG files. The picture is complete before it gets its name, so that no reader sees half of it.
#include "app/picture/image.h"

#include "app/io/file.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Missing from the header although it is meant to be called.
unsigned char *stbi_write_png_to_mem(const unsigned char *pixels, int stride_bytes, int x, int y,
                                     int n, int *out_len);

static bool is_opaque(const unsigned char *rgba, size_t pixels)
{
    for (size_t i = 0; i < pixels; ++i)
        if (rgba[4 * i + 3] != 255)
            return false;
    return true;
}

// Without the column that is 255 everywhere. NULL: it is not, or memory is short.
static unsigned char *without_alpha(const unsigned char *rgba, size_t pixels)
{
    unsigned char *rgb = is_opaque(rgba, pixels) ? malloc(3 * pixels) : NULL;
    for (size_t i = 0; rgb && i < pixels; ++i)
        memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    return rgb;
}

unsigned char *image_encode_png(int width, int height, const unsigned char *rgba, size_t *size)
{
    int bytes = 0;
    if (width < 1 || height < 1 || width > INT_MAX / 4 / height)
        return NULL;
    unsigned char *rgb = without_alpha(rgba, (size_t)width * (size_t)height);
    int channels = rgb ? 3 : 4;
    unsigned char *png =
        stbi_write_png_to_mem(rgb ? rgb : rgba, channels * width, width, height, channels, &bytes);
    free(rgb);
    *size = (size_t)bytes;
    return png;
}

bool image_write_png(const char *path, int width, int height, const unsigned char *rgba, Error *err)
{
    if (width < 1 || height < 1 || width > INT_MAX / 4 / height)
        return error_set(err, "%s: a picture of %d x %d pixels cannot be written", path, width,
                         height);
    size_t bytes;
    unsigned char *png = image_encode_png(width, height, rgba, &bytes);
    if (!png)
        return error_set(err, "%s: out of memory", path);
    bool ok = file_write_atomic(path, png, bytes, err);
    free(png);
    return ok;
}

void png_images_free(PngImage *images, size_t count)
{
    for (size_t i = 0; images && i < count; ++i)
        free(images[i].png);
    free(images);
}

unsigned char *image_read_png(const char *path, int *width, int *height)
{
    enum { MOST_BYTES = 4 << 20 };
    FileBytes bytes;
    Error ignored;
    int channels;
    if (!file_read_whole(path, MOST_BYTES, &bytes, &ignored))
        return NULL;
    unsigned char *pixels = stbi_load_from_memory((const stbi_uc *)bytes.data, (int)bytes.size,
                                                  width, height, &channels, 4);
    free(bytes.data);
    return pixels;
}
