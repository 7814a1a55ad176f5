// Actions about the papers' figures. One line each, in the order of the command palette; they are defined in
// actions_figures.c.
#ifndef SNUG_APP_ACTIONS_LIST_FIGURES_H
#define SNUG_APP_ACTIONS_LIST_FIGURES_H

#include "app/document/action.h"

#define FIGURE_ACTIONS(X)                                                                          \
    X(figure_show)                                                                                 \
    X(figure_measure)                                                                              \
    X(figure_save)

FIGURE_ACTIONS(ACTION_DECLARE)

#endif
