// What is kept between two starts, beside the layout of the panels: a file of lines as in scripts,
// in the XDG configuration folder. A line that is not understood loses itself and nothing else.
#ifndef SNUG_APP_WINDOW_SETTINGS_H
#define SNUG_APP_WINDOW_SETTINGS_H

#include "app/stages/app.h"

// Of the window; the rest is in the document and set by actions.
typedef struct WindowSettings {
    int width, height; // on a screen of 96 dpi; 0: the usual size
    bool maximised;
    bool hints_seen; // the first start is over
    enum LengthUnit unit;
    enum UpAxis up; // of files that do not say
} WindowSettings;

// Applies a text; what was wrong with the first bad line goes into `problem`. Returns how many
// lines were bad.
int settings_read(WindowSettings *window, App *app, const char *text, size_t size, Error *problem);
char *settings_text(const WindowSettings *window, const App *app); // to be freed

void settings_load(WindowSettings *window, App *app); // a notice says what was wrong
// Writes the file if it would change; *written is what it holds, to be freed by the caller.
void settings_keep(const WindowSettings *window, const App *app, char **written);

#endif
