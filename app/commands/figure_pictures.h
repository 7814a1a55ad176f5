// Pictures of figures as the viewer shows them live: what assets/figures/ID.lesson sets up is done without a window,
// and drawn after each of its steps.
#ifndef SNUG_APP_COMMANDS_FIGURE_PICTURES_H
#define SNUG_APP_COMMANDS_FIGURE_PICTURES_H

#include "app/figures/page.h"

typedef struct FigurePictures FigurePictures;

FigurePictures *figure_pictures_begin(Error *err);  // NULL: nothing can be drawn on this machine
void figure_pictures_end(FigurePictures *pictures); // NULL is fine
// Writes ID-1.png, ID-2.png ... into the folder. Returns how many; -1 with the reason.
int figure_pictures_draw(FigurePictures *pictures, const char *id, const char *folder,
                         FigurePicture *out, int most, Error *err);

#endif
