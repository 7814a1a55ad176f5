// Panels as a scene says, and what the scene is to keep of them. Those that float are asked for
// each time and belong to no scene.
#include "app/window/view.h"

static void take(View *view, const PanelsShown *said)
{
    bool listed[PANELS_MOST] = {false};
    for (int i = 0; i < said->open_count; ++i) {
        int panel = panel_find(said->open[i]);
        if (panel < panel_count)
            listed[panel] = true; // others are of a newer version, or of none
    }
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->place != PLACE_FLOATING)
            view->ui.open[i] = listed[i];
    view->ui.settings = said->settings;
    view->frames_wanted = 3;
}

void panels_follow(View *view)
{
    App *app = view->app;
    if (view->seen_panels != app->panels_version) {
        view->seen_panels = app->panels_version;
        take(view, &app->panels);
    }
    app->panels = (PanelsShown){.known = true, .settings = view->ui.settings};
    for (int i = 0; i < panel_count; ++i)
        if (view->ui.open[i] && panels[i]->place != PLACE_FLOATING)
            app->panels.open[app->panels.open_count++] = panels[i]->title;
}
