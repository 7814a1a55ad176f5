// Asks for a file to write reports, rules or primitives into, or to read rules or primitives from.
#ifndef SNUG_APP_WINDOW_PANELS_PATH_DIALOG_H
#define SNUG_APP_WINDOW_PANELS_PATH_DIALOG_H

#include "app/window/panel.h"

enum PathPurpose {
    PATH_EXPORT_REPORT,
    PATH_OPEN_RULES,
    PATH_SAVE_RULES,
    PATH_SAVE_SCRIPT,
    PATH_OPEN_PRIMITIVES,
    PATH_SAVE_PRIMITIVES,
    PATH_SAVE_HYBRID,
    PATH_SAVE_SCENE,
    PATH_SAVE_PICTURE,
    PATH_OPEN_POSES,
    PATH_SAVE_POSES,
    PATH_OPEN_PATH,
    PATH_SAVE_PATH,
    PATH_SAVE_FRAMES,
    PATH_SAVE_BEST,
    PATH_SAVE_FIGURE,
    PATH_SAVE_SEARCH,
    PATH_SAVE_EMPTY,
    PATH_SAVE_TASK,
    PATH_SAVE_SWEEP,
    PATH_SAVE_REMOVAL,
    PATH_SAVE_VARIANTS,
    PATH_PURPOSE_COUNT
};

const char *path_dialog_title(enum PathPurpose purpose);
// What the path of this action is for; PATH_PURPOSE_COUNT when it is not asked for here.
enum PathPurpose path_dialog_purpose(const Action *action);
// Proposes a name after the assembly's, in the folder the program was started in.
void path_dialog_open(const UiState *ui, enum PathPurpose purpose, const App *app);
bool path_dialog_open_now(const UiState *ui);
void path_dialog_draw(const PanelContext *context);

#endif
