// Tools: what is drawn over the 3-D view and can be grabbed there: handles, dimension lines,
// rectangles of selection. Camera and parts get the mouse only where no tool takes it, so they
// never fight. To add one: tool_x.c that defines `const Tool tool_x`, and X(x) in list.h.
//
// A tool reads the view and submits actions; what belongs to the user is in the document, and only
// what belongs to the gesture is in the tool's state. x and y are from the top left corner of the
// viewport. What it draws (draw) comes after actions and stages of the frame, so that it fits the
// picture below; see marks.h.
#ifndef SNUG_APP_WINDOW_TOOL_H
#define SNUG_APP_WINDOW_TOOL_H

#include "app/window/view.h"

enum { NO_TOOL = -1 }; // where tools are numbered as in `tools`

typedef struct Tool {
    const char *name;
    const char *title, *shortcut; // of modes that a key chooses: what the key does; else NULL
    // NULL: always there. Otherwise it works only while it is chosen (ui.mode), and this
    // says what to do: "Click two points to measure. Esc ends." It then sees presses before all
    // others.
    const char *mode_hint;
    int half; // 1: only in the left half, while two settings are compared, 2: only in the right one
    size_t state_size; // zeroed at the start
    // Nobody holds the mouse: would a press here be this tool's? Marks what it would grab. Called
    // with `inside` false where the mouse is over a panel or an earlier tool took it.
    bool (*hover)(View *view, void *state, bool inside, double x, double y);
    // True: taken, and drag and release follow. A click that needs no drag also returns true.
    bool (*press)(View *view, void *state, int button, double x, double y);
    void (*drag)(View *view, void *state, double x, double y); // may be NULL
    // cancelled: Escape, or the assembly is gone; what was done is to be taken back. May be NULL.
    void (*release)(View *view, void *state, double x, double y, bool cancelled);
    // After actions and stages of the frame: what has to be known before it is drawn. May be NULL.
    void (*settle)(const View *view, void *state);
    void (*draw)(const View *view, const void *state); // may be NULL
    void (*mode_ended)(View *view, void *state);       // of modes: forget points; may be NULL
    void (*free)(void *state);                         // may be NULL
} Tool;

extern const Tool *const tools[];
extern const int tool_count;

// registry.c: called by the window.
int tool_number(const Tool *tool); // NO_TOOL for NULL
void *tool_state(const View *view, const Tool *tool);
void tools_init(View *view);
void tools_free(View *view);
// True: a tool has the mouse (or would take a press here), and nobody else is to have it.
bool tools_apply(View *view, bool inside, double x, double y);
bool tools_dragging(const View *view);
void tools_cancel(View *view);     // takes back what is held
void tools_let_go(View *view);     // as if the button were up
void tools_draw(const View *view); // between the scene and the end of the panels' frame
// What the hint of the mode takes at the top of the view, below what is asked there; 0: there is none.
float tools_mode_hint_height(const View *view);

#endif
