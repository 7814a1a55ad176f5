// Questions about files: what to do with unsaved changes before something else is opened or the
// program ends, with what a crash has left, and with a scene that names files elsewhere. They are
// asked in a bar over the view, which goes on meanwhile. Also where to ask for a path before an
// action.
#ifndef SNUG_APP_WINDOW_PANELS_FILE_DIALOGS_H
#define SNUG_APP_WINDOW_PANELS_FILE_DIALOGS_H

#include "app/stages/app.h"

enum FileQuestion { ASK_NOTHING, ASK_UNSAVED, ASK_RECOVER, ASK_OUTSIDE };
enum UnsavedAnswer { ANSWER_NONE, ANSWER_SAVE, ANSWER_DISCARD, ANSWER_CANCEL };

typedef struct FileDialogs {
    enum FileQuestion asked;
    enum UnsavedAnswer answer; // to ASK_UNSAVED, for view/unsaved.c
    ActionQueue held;          // what would lose the changes: done or dropped by the answer
    char path[1024];           // what the other questions are about
    char when[64];
} FileDialogs;

struct PanelContext;
struct UiState;

// At the top of a rectangle of the window. Returns its height, 0 when nothing is asked.
// `keys`: Enter and Esc are for it.
float file_dialogs_draw(const struct PanelContext *context, float x, float y, float width,
                        bool keys);

// True: a dialog asks for what the action needs, and does it then. False: it can be done as it is.
bool ui_ask_path(struct UiState *ui, const App *app, const Action *action);

#endif
