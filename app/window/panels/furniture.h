// The parts of the window that are always there, and what others may ask of them.
#ifndef SNUG_APP_WINDOW_PANELS_FURNITURE_H
#define SNUG_APP_WINDOW_PANELS_FURNITURE_H

#include "app/window/panel.h"

void menu_bar_draw(const PanelContext *context);
void tool_row_draw(const PanelContext *context); // in the menu bar
void status_bar_draw(const PanelContext *context);

void notices_draw(const PanelContext *context, float x, float y, float width, float height);
// Seconds until something on the screen changes by itself; 0: never.
double notices_next_change(const UiState *ui, const App *app);
extern const Panel panel_messages, panel_path, panel_traversal, panel_construction;
uint64_t messages_unseen(const UiState *ui, const App *app); // posted since they were last listed

// What the first start teaches.
enum Hint { HINT_MOVE, HINT_ORBIT, HINT_ZOOM, HINT_COUNT };
void hint_note(const UiState *ui, enum Hint hint, uint64_t gesture); // it was done, in this gesture
void hint_draw(const PanelContext *context, float x, float y, float width, float height);
void hints_begin_again(const UiState *ui);
void hints_dismiss(const UiState *ui);
int hints_left(const UiState *ui); // 0: all were done, or are not wanted

// Ctrl+P: everything the program can do, found by typing a few letters of it. A line as in scripts
// is done as it stands.
void palette_open(const UiState *ui);
const char *palette_typed(const UiState *ui);
void palette_draw(const PanelContext *context);

// Scenes, tasks, lessons and recent files with pictures, over a rectangle of the window.
void start_page_draw(const PanelContext *context, float x, float y, float width, float height);

// The questions of file_question.h, at the top of a rectangle of the window. Returns its height, 0
// when nothing is asked. `keys`: Enter and Esc are for it.
float question_bar_draw(const PanelContext *context, float x, float y, float width, bool keys);
// True: a dialog asks for what the action needs, and does it then. False: it can be done as it is.
bool ui_ask_path(UiState *ui, const App *app, const Action *action);

#endif
