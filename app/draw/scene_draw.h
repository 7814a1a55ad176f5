// Turns the document and its results into what the renderer draws. Buffers on the GPU are made
// again only when what they show has changed.
#ifndef SNUG_APP_DRAW_SCENE_DRAW_H
#define SNUG_APP_DRAW_SCENE_DRAW_H

#include "app/gfx/gfx.h"
#include "app/stages/app.h"
#include "app/stages/contact_state.h"

typedef struct SceneDraw SceneDraw;

SceneDraw *scene_draw_create(void);        // small allocation: aborts when memory is short
void scene_draw_destroy(SceneDraw *scene); // with the GL context still current

// Brings buffers up to date and describes the scene; pointers stay valid until the next call.
// hovered: part to be marked, or NO_PART. scale: of line widths. Drawing changes nothing of the app.
void scene_draw_update(SceneDraw *scene, const App *app, const ContactState *contacts,
                       int32_t hovered, float scale, DrawScene *out);

// The same scene with B's hierarchies, while two settings are compared: only the volumes are others.
void scene_draw_beside(SceneDraw *scene, const App *app, DrawScene *out);

bool scene_draw_trouble(SceneDraw *scene, Error *err); // what could not be drawn; says it once

// Sends the meshes of parts that are not in graphics memory yet, as scene_draw_update does, and drops the
// app's arrays of each as soon as they are there: for who is the only one to draw them.
void scene_draw_take(SceneDraw *scene, App *app);

// In the world, as shown.
Box3d scene_world_bounds(const App *app, int32_t part);
Box3d scene_visible_bounds(const App *app);

#endif
