// What the panels about hierarchies and searches share.
#ifndef SNUG_APP_WINDOW_PANELS_LAB_WIDGETS_H
#define SNUG_APP_WINDOW_PANELS_LAB_WIDGETS_H

#include "app/window/panels/widgets.h"

// Why the action is not possible now; NULL: it is.
const char *lab_obstacle(const App *app, const Action *action);
// A button that does an action, with its note and key; greyed with the reason where it is not possible.
void lab_action_button(const PanelContext *context, const char *label, const char *rect,
                       const Action *action, float width);

// How a recording is gone through: a scrubber over its steps, and below it Back, Play, Step and two ways to run on.
typedef struct LabTransport {
    const char *name, *note; // of the scrubber
    double at, last;         // from 1 on
    const Action *go;
    uint64_t merge_key; // of going and playing
    bool playing;
    const char *play_name, *play_note;
    const Action *play;
    struct {
        const char *label, *name;
        const Action *action;
    } back, forward, runs[2];
} LabTransport;
void lab_transport(const PanelContext *context, const LabTransport *transport);

// Colours and what they mean, as many in a line as fit.
void lab_legend(const uint32_t *colours, const char *const *words, int count);

// For axes of ImPlot. Frames and levels are counted: there is nothing at half of one.
int lab_whole_numbers(double value, char *text, int size, void *user);

#endif
