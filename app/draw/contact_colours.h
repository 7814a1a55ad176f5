// What the colours of contact mean: the same in the view, in its legend and in the lists.
#ifndef SNUG_APP_DRAW_CONTACT_COLOURS_H
#define SNUG_APP_DRAW_CONTACT_COLOURS_H

#include "app/stages/app.h"

// PAIR_CLEAR stands for a clearance that is too small.
static inline uint32_t contact_colour(const App *app, enum PairState state)
{
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    switch (state) {
    case PAIR_CLEAR:
        return theme->clearance;
    case PAIR_INSIDE:
        return theme->inside;
    default:
        return pair_state_info(state)->wrong ? theme->alert : theme->touch;
    }
}

// Volumes that touch, where no triangles were compared: near is all that is known.
static inline uint32_t contact_volume_colour(const App *app)
{
    return themes[look_theme(app->document.view.look)].bands[0];
}

#endif
