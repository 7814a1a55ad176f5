// The colours of contact in the theme that is shown.
#ifndef SNUG_APP_DRAW_CONTACT_COLOURS_H
#define SNUG_APP_DRAW_CONTACT_COLOURS_H

#include "app/picture/kind_colours.h"
#include "app/stages/app.h"

static inline uint32_t contact_colour(const App *app, enum FitKind kind)
{
    return kind_colour(&themes[look_theme(app->document.view.look)], kind);
}

#endif
