// Scenes on their way to the disk: saving, what has changed since, autosaving, and finding what a
// crashed program has left. Files are written by a worker and replaced in one step.
#ifndef SNUG_APP_SESSION_SAVE_H
#define SNUG_APP_SESSION_SAVE_H

#include "app/session/open.h"
#include "app/stages/app.h"

// What is open as a scene file at `path`, on a worker; a notice says how it went. False: it cannot
// be saved, and err says why.
bool save_scene(App *app, const char *path, Error *err);
// A text file, likewise; takes the text over. `what` is said when it is there: "the poses".
void save_text(App *app, const char *path, char *text, const char *what);
// The path that parts move along, likewise; it counts as saved once it is on the disk.
void save_motion_path(App *app, const char *path, char *text);
// A plot (app/lab/plot_svg.h) likewise: as PNG where the path ends in .png, or else as the SVG that it is.
void save_plot(App *app, const char *path, char *svg, const char *what);
// A picture as PNG, likewise; takes the pixels over. An empty `what` says nothing.
void save_picture(App *app, const char *path, int width, int height, unsigned char *rgba,
                  const char *what);
// A mesh as OBJ or STL, as its ending says, likewise.
void save_mesh(App *app, const char *path, Mesh *mesh, const char *what);
int save_waiting(const App *app);      // files that are not written yet
const char *save_path(const App *app); // where it was saved or opened from; NULL: nowhere yet
bool save_is_dirty(const App *app);    // something that is saved has changed since
bool save_asks(const App *app);        // dirty, and more than play in a demonstration: worth asking
bool save_busy(const App *app);        // something but an autosave is being written
double save_next_change(const App *app); // seconds until an autosave is due; 0: none is

void save_before_risk(App *app); // autosaves at once, if there is something to lose
// The program must end now: everything is written on this thread, and unsaved work stays as an
// autosave for the next start. True: there is some.
bool save_keep_work(App *app);
void save_after_load(App *app, bool all_new, const OpenRequest *request, const SceneFile *scene);

// The scene as it would be saved. `absolute`: paths that do not depend on where it lies.
bool save_collect(const App *app, const char *path, bool absolute, SceneFile *out, Error *err);

// Autosaves under the XDG state folder, from now on. At the start of the window; commands and tests
// do without.
void save_start_autosave(App *app, double seconds);
// The newest scene that a program which is no more has left; false: there is none.
bool save_find_recoverable(App *app, char *path, size_t size);
void save_recover(App *app, const char *path); // opens it; what is left of it goes then
void save_discard(App *app, const char *path);

#endif
