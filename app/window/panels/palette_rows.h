// What the command palette lists.
#ifndef SNUG_APP_WINDOW_PANELS_PALETTE_ROWS_H
#define SNUG_APP_WINDOW_PANELS_PALETTE_ROWS_H

#include "app/window/keys.h"
#include "app/window/tool.h"

enum { PALETTE_MAX_ROWS = 1024, NO_INDEX = -1, NO_PANEL = -1, RESET_LAYOUT = -2 };

typedef struct PaletteRow {
    char title[112];
    const char *keys;          // or NULL
    const char *why_not;       // or NULL: it can be done
    const KeyBinding *binding; // or NULL
    const Action *action;      // NULL: none
    int index;                 // the entry of the action's list, or NO_INDEX
    const Tool *tool;          // becomes the view's mode, or NULL
    int panel;                 // or NO_PANEL, RESET_LAYOUT
    bool typed;                // its arguments have to be typed: begins such a line
    bool line;                 // what was typed is a line of a script: args are its arguments
    ActionArgs args;
} PaletteRow;

typedef struct PaletteRows {
    PaletteRow rows[PALETTE_MAX_ROWS];
    int count;
    Error why; // of the typed line
} PaletteRows;

// typed: what stands in the palette's field, which may be a line of a script.
void palette_fill(PaletteRows *rows, const App *app, const char *typed);
bool palette_line_arguments(const App *app, const char *text, ActionArgs *args, Error *err);

#endif
