// Questions about files: what to do with unsaved changes, with what a crash has left, and with a
// scene that names files elsewhere. Also where to ask for a path before an action.
#ifndef SNUG_APP_PANELS_FILE_DIALOGS_H
#define SNUG_APP_PANELS_FILE_DIALOGS_H

#include "app/app.h"

enum FileQuestion { ASK_NOTHING, ASK_QUIT, ASK_RECOVER, ASK_OUTSIDE };

typedef struct FileDialogs {
    enum FileQuestion wanted; // opens in the next frame
    enum FileQuestion shown;
    bool quit_after_save; // as soon as it is written
    bool quits;           // the question was answered: go
    char path[1024];      // what the question is about
    char when[64];
} FileDialogs;

struct PanelContext;
struct UiState;

void file_dialogs_draw(const struct PanelContext *context);

// True: a dialog asks for what the action needs, and does it then. False: it can be done as it is.
bool ui_ask_path(struct UiState *ui, const App *app, enum ActionId id);

#endif
