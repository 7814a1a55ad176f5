// A strip at the left edge of the view, for what is gone through step by step: lessons and tasks.
#ifndef SNUG_APP_WINDOW_PANELS_STRIP_H
#define SNUG_APP_WINDOW_PANELS_STRIP_H

#include "app/window/panel.h"

typedef struct StripPlace {
    float x, y, width, height; // of the view that it is taken from
} StripPlace;

// Its width; 0: there is no room for it. known: to the help, as a panel is.
float strip_draw(const PanelContext *context, const StripPlace *place, const Panel *known,
                 void (*draw)(const PanelContext *context));
void strip_gap(float ems);
// True: its cross was clicked. rect, of the cross: a literal.
bool strip_title(const PanelContext *context, const char *text, const char *rect, const char *note);
// One piece of a bar for each step.
void strip_progress(int count, uint32_t (*colour)(const void *user, int step), const void *user);
// Greyed with the reason where it is not possible.
bool strip_button(const PanelContext *context, const Action *action, const char *label,
                  const char *rect, float width);
// Over the last line that is seen of what scrolls: in a low window something may be out of sight.
void strip_more_below(void);

// lesson_strip.c, task_strip.c: 0 where none is open.
float lesson_strip_draw(const PanelContext *context, const StripPlace *place);
float task_strip_draw(const PanelContext *context, const StripPlace *place);

#endif
