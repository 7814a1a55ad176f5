// The program's icon, app/install/snug.svg, drawn by a formula: a pin that sits in its block. For
// the window, and for the PNG files that are installed.
#ifndef SNUG_APP_PICTURE_ICON_H
#define SNUG_APP_PICTURE_ICON_H

// size*size pixels of red, green, blue, opacity.
void icon_draw(int size, unsigned char *rgba);

#endif
