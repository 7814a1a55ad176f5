// What a scene keeps about panels: which are open, and what is chosen in them. Where they are
// docked belongs to the user (window/loop/layout.h). The window keeps App.panels up to date, and takes
// over what a scene says.
#ifndef SNUG_APP_DOCUMENT_PANEL_SETTINGS_H
#define SNUG_APP_DOCUMENT_PANEL_SETTINGS_H

#include <stdbool.h>
#include <string.h>

enum { PANELS_MOST = 64 };

typedef struct PanelSettings {
    int primitive_type;  // enum VolumeType: what is fitted next
    bool lasso_through;  // the line also takes what is hidden
    bool pose_from_home; // numbers of a pose count from where the part was when opened
} PanelSettings;

typedef struct PanelsShown {
    bool known;                    // there is a window
    const char *open[PANELS_MOST]; // their titles, which live as long as the program
    int open_count;
    PanelSettings settings;
} PanelsShown;

static inline bool panels_shown_have(const PanelsShown *shown, const char *title)
{
    for (int i = 0; i < shown->open_count; ++i)
        if (strcmp(shown->open[i], title) == 0)
            return true;
    return false;
}

#endif
