// Ctrl+P: everything the program can do, found by typing a few letters of it. A line as in scripts
// is done as it stands.
#ifndef SNUG_APP_WINDOW_PANELS_PALETTE_H
#define SNUG_APP_WINDOW_PANELS_PALETTE_H

#include <stdbool.h>

typedef struct CommandPalette {
    bool wanted; // open it in the next frame
    bool shown;
    char filter[256];
    char fill[64]; // to be put into the field; "": nothing
    bool refocus;
    int row_count; // in the last frame
    int chosen;    // row of the filtered list
} CommandPalette;

struct PanelContext;

void palette_draw(const struct PanelContext *context);

#endif
