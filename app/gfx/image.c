// PNG files. The picture is complete before it gets its name, so that no reader sees half of it.
#include "app/gfx/gfx.h"

#include <stb/stb_image_write.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const unsigned char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(file, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        bytes -= (size_t)written;
    }
    return true;
}

// What open() would have given; mkstemp makes files that only the owner may read.
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool save(const char *path, const unsigned char *data, size_t bytes, Error *err)
{
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary)
        return error_set(err, "%.100s...: the path is too long", path);
    int file = mkstemp(temporary);
    if (file < 0)
        return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    errno = 0;
    bool ok = write_all(file, data, bytes) && fchmod(file, usual_mode()) == 0;
    ok = close(file) == 0 && ok;
    ok = ok && rename(temporary, path) == 0;
    if (!ok) {
        error_set(err, "%s: cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    return ok;
}

// Missing from the header although it is meant to be called.
unsigned char *stbi_write_png_to_mem(const unsigned char *pixels, int stride_bytes, int x, int y,
                                     int n, int *out_len);

unsigned char *image_encode_png(int width, int height, const unsigned char *rgba, size_t *size)
{
    int bytes = 0;
    if (width < 1 || height < 1 || width > INT_MAX / 4 / height)
        return NULL;
    unsigned char *png = stbi_write_png_to_mem(rgba, 4 * width, width, height, 4, &bytes);
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
    bool ok = save(path, png, bytes, err);
    free(png);
    return ok;
}
