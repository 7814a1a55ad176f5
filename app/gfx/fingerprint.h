// A number for everything that decides about a picture, but how finely it is drawn. Private to
// app/gfx.
#ifndef SNUG_APP_GFX_FINGERPRINT_H
#define SNUG_APP_GFX_FINGERPRINT_H

#include "app/gfx/gfx.h"

// skipped: flags of parts that do not count.
uint64_t draw_scene_fingerprint(const DrawScene *scene, unsigned skipped);

#endif
