// The cuts that the section plane makes through the parts, brought up to date with plane,
// placements and shapes; a cut that did not change is neither computed nor uploaded again.
#ifndef SNUG_APP_DRAW_SECTION_DRAW_H
#define SNUG_APP_DRAW_SECTION_DRAW_H

#include "app/gfx/gfx.h"
#include "app/stages/app.h"

typedef struct SectionDraw SectionDraw;
SectionDraw *section_draw_create(void); // aborts when memory is short
void section_draw_destroy(SectionDraw *section);
void section_draw_reset(SectionDraw *section); // another assembly

// The cap of a part as it is shown, to be drawn with these flags. False: the plane misses it, or
// there is none. bounds: of its mesh.
bool section_draw_part(SectionDraw *section, const App *app, int32_t part, unsigned flags,
                       DrawCap *out);

#endif
