// A file manager's side of drag and drop: the XDND protocol, version 5.
#ifndef SNUG_APP_TESTS_JOURNEY_DROP_H
#define SNUG_APP_TESTS_JOURNEY_DROP_H

#include <X11/Xlib.h>

#include <stdbool.h>

// Drops the file with this absolute path onto the program's window at x, y of the screen. True when
// the window said that it took it; otherwise *problem says why not.
bool drop_file(Display *display, const char *path, int x, int y, const char **problem);

#endif
