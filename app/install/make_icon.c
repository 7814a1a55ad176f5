// make_icon SIZE FILE.png: at build time, for the icons that are installed.
#include "app/picture/icon.h"
#include "app/picture/image.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size = argc == 3 ? atoi(argv[1]) : 0;
    Error err = {""};
    if (size < 8 || size > 1024) {
        fprintf(stderr, "usage: make_icon SIZE FILE.png\n");
        return 2;
    }
    unsigned char *rgba = malloc(4 * (size_t)size * (size_t)size);
    if (!rgba)
        return 1;
    icon_draw(size, rgba);
    bool good = image_write_png(argv[2], size, size, rgba, &err);
    if (!good)
        fprintf(stderr, "make_icon: %s\n", err.text);
    free(rgba);
    return !good;
}
