#ifndef SNUG_APP_COMMANDS_BENCH_DRAG_H
#define SNUG_APP_COMMANDS_BENCH_DRAG_H

#include <stdbool.h>
#include <stdio.h>

// Frames of 200,000 triangles while a part is dragged through another one, with collision and
// without, in turns, as CSV. False: collision makes a frame dearer than stated in the file.
bool bench_drag(FILE *out);

#endif
