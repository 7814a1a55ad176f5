#include "app/picture/icon.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { SAMPLES = 4 }; // per side of a pixel
#define GROUND 0x23272E
#define BLOCK 0x6FA3D4
#define CONTACT 0xFF6B57
#define PIN 0xE3B34C
#define NOTHING UINT32_MAX

static bool in_round_rect(double x, double y, double x0, double y0, double x1, double y1, double r)
{
    double dx = fmax(fmax(x0 + r - x, x - x1 + r), 0), dy = fmax(fmax(y0 + r - y, y - y1 + r), 0);
    return dx * dx + dy * dy <= r * r;
}

// In the drawing's own 64 by 64 units, y down.
static uint32_t colour_at(double x, double y)
{
    double from_pin = hypot(x - 32, y - 28);
    if (!in_round_rect(x, y, 2, 2, 62, 62, 14))
        return NOTHING;
    if (from_pin <= 5.2)
        return GROUND;
    if (from_pin <= 14.2)
        return PIN;
    if (fabs(from_pin - 16) <= 1.6 && y >= 34)
        return CONTACT;
    if (from_pin >= 16 && in_round_rect(x, y, 10, 34, 54, 54, 5))
        return BLOCK;
    return GROUND;
}

void icon_draw(int size, unsigned char *rgba)
{
    double unit = 64.0 / ((double)size * SAMPLES);
    for (int py = 0; py < size; ++py)
        for (int px = 0; px < size; ++px) {
            int sum[3] = {0}, covered = 0;
            for (int i = 0; i < SAMPLES * SAMPLES; ++i) {
                double x = (px * SAMPLES + i % SAMPLES + 0.5) * unit;
                double y = (py * SAMPLES + i / SAMPLES + 0.5) * unit;
                uint32_t colour = colour_at(x, y);
                if (colour == NOTHING)
                    continue;
                ++covered;
                for (int k = 0; k < 3; ++k)
                    sum[k] += (int)(colour >> (16 - 8 * k) & 0xFF);
            }
            unsigned char *pixel = rgba + 4 * ((long)py * size + px);
            for (int k = 0; k < 3; ++k)
                pixel[k] = (unsigned char)(covered > 0 ? sum[k] / covered : 0);
            pixel[3] = (unsigned char)(255 * covered / (SAMPLES * SAMPLES));
        }
}
