// Plots as pixels: draws the SVG that app/lab/plot_svg.c writes, and no other. It knows rectangles, paths of straight lines,
// circles and texts, with the attributes and classes that stand there.
#ifndef SNUG_APP_PICTURE_SVG_PICTURE_H
#define SNUG_APP_PICTURE_SVG_PICTURE_H

#include "core/base/error.h"

// So many pixels per unit of the SVG. Four bytes per pixel, rows from the top; to be freed. NULL: memory ran short, the font
// is missing, or it is no such SVG.
unsigned char *svg_picture(const char *svg, double scale, int *width, int *height, Error *err);

#endif
