#include "app/tests/journey/small_picture.h"

#include <math.h>
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 2 };               // of the smoothing, to each side
static const double VISIBLE = 20; // of 255, in any channel

bool small_picture_read(const char *path, SmallPicture *out)
{
    int width, height, channels;
    unsigned char *rgb = stbi_load(path, &width, &height, &channels, 3);
    if (!rgb || width < SMALL_WIDTH || height < SMALL_HEIGHT) {
        fprintf(stderr, "%s: %s\n", path, rgb ? "too small" : "cannot be read");
        free(rgb);
        return false;
    }
    // Every pixel of the small one is the mean of those it covers.
    for (int y = 0; y < SMALL_HEIGHT; ++y)
        for (int x = 0; x < SMALL_WIDTH; ++x) {
            int x0 = x * width / SMALL_WIDTH, x1 = (x + 1) * width / SMALL_WIDTH;
            int y0 = y * height / SMALL_HEIGHT, y1 = (y + 1) * height / SMALL_HEIGHT;
            double sum[3] = {0};
            for (int v = y0; v < y1; ++v)
                for (int u = x0; u < x1; ++u)
                    for (int c = 0; c < 3; ++c)
                        sum[c] += rgb[3 * ((long)v * width + u) + c];
            for (int c = 0; c < 3; ++c)
                out->rgb[y][x][c] = (float)(sum[c] / ((x1 - x0) * (y1 - y0)));
        }
    free(rgb);
    return true;
}

bool small_picture_write(const char *path, const SmallPicture *picture)
{
    static unsigned char rgb[SMALL_HEIGHT * SMALL_WIDTH * 3];
    for (int i = 0; i < SMALL_HEIGHT * SMALL_WIDTH * 3; ++i)
        rgb[i] = (unsigned char)lroundf((&picture->rgb[0][0][0])[i]);
    return stbi_write_png(path, SMALL_WIDTH, SMALL_HEIGHT, 3, rgb, 3 * SMALL_WIDTH) != 0;
}

static double smoothed(const SmallPicture *p, int x, int y, int channel)
{
    double sum = 0;
    int count = 0;
    for (int v = y - REACH; v <= y + REACH; ++v)
        for (int u = x - REACH; u <= x + REACH; ++u)
            if (u >= 0 && v >= 0 && u < SMALL_WIDTH && v < SMALL_HEIGHT) {
                sum += (double)p->rgb[v][u][channel];
                ++count;
            }
    return sum / count;
}

double small_picture_difference(const SmallPicture *a, const SmallPicture *b)
{
    int differ = 0;
    for (int y = 0; y < SMALL_HEIGHT; ++y)
        for (int x = 0; x < SMALL_WIDTH; ++x) {
            double most = 0;
            for (int c = 0; c < 3; ++c)
                most = fmax(most, fabs(smoothed(a, x, y, c) - smoothed(b, x, y, c)));
            differ += most > VISIBLE;
        }
    return (double)differ / (SMALL_WIDTH * SMALL_HEIGHT);
}
