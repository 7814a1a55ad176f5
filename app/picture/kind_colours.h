// What the colours of contact mean: the same in the view, its legend, lists, reports and pictures.
#ifndef SNUG_APP_PICTURE_KIND_COLOURS_H
#define SNUG_APP_PICTURE_KIND_COLOURS_H

#include "app/picture/theme.h"
#include "core/meaning/fit_kind.h"

static inline uint32_t kind_colour(const Theme *theme, enum FitKind kind)
{
    switch (kind) {
    case FIT_INTERFERENCE:
        return theme->alert;
    case FIT_FORBIDDEN:
        return theme->forbidden;
    case FIT_SAME_PLACE:
        return theme->same_place;
    case FIT_INSIDE:
        return theme->inside;
    case FIT_CROSSING:
        return theme->crossing;
    case FIT_UNDECIDED:
        return theme->undecided;
    case FIT_CLOSE:
    case FIT_NEAR:
        return theme->clearance;
    case FIT_INTENTIONAL:
        return theme->intentional;
    case FIT_BASELINE:
        return theme->baseline;
    case FIT_FACETS:
        return theme->facets;
    case FIT_TOUCH:
        return theme->touch;
    case FIT_VOLUMES: // near is all that is known
        return theme->bands[0];
    case FIT_CHECKING:
    default:
        return theme->checking;
    }
}

#endif
