// What is drawn of contact: marked polygons and the lines where parts meet. Buffers on the GPU are
// made again only when what they show has changed.
#ifndef SNUG_APP_DRAW_CONTACT_DRAW_H
#define SNUG_APP_DRAW_CONTACT_DRAW_H

#include "app/picture/draw_scene.h"
#include "app/stages/app.h"
#include "app/stages/contact_state.h"

typedef struct ContactDraw ContactDraw;

ContactDraw *contact_draw_create(void);       // small allocation: aborts when memory is short
void contact_draw_destroy(ContactDraw *draw); // with the GL context still current

void contact_draw_load(ContactDraw *draw, int32_t part_count); // another assembly
void contact_draw_stale(ContactDraw *draw);                    // marked polygons have moved

// Fills in triangles and lines of the scene; pointers stay valid until the next call.
void contact_draw_update(ContactDraw *draw, const App *app, const ContactState *contacts,
                         float scale, DrawScene *out);

#endif
