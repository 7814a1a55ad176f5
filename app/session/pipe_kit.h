// Segments of the pipe kit (scenes/kit.h), each added where the line goes on: at an open end of a part, with hole over
// hole.
#ifndef SNUG_APP_SESSION_PIPE_KIT_H
#define SNUG_APP_SESSION_PIPE_KIT_H

#include "app/stages/app.h"

enum { PIPE_PIECES_MOST = 16 };
// The pieces that are segments, as entries of kit_pieces. Returns how many.
int pipe_pieces(int pieces[PIPE_PIECES_MOST]);

// Once the ends of the part are known; NO_PART, or where no end is open: beside everything. size: nominal width in mm,
// 0: the one that fits, or the usual one. False: err says why not.
bool pipe_kit_add(App *app, int32_t part, int piece, double size, Error *err);

// kit_beside.c: where a piece comes that nobody has a place for.
Affine kit_beside(const App *app);
// stage_load.c: a piece there; chosen: it becomes the selected part.
bool load_kit(App *app, int piece, double size, const Affine *at, bool chosen, Error *err);

#endif
