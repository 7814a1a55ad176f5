// The window's own state: what is neither document nor result. It is not undone and not saved.
#ifndef SNUG_APP_WINDOW_VIEW_H
#define SNUG_APP_WINDOW_VIEW_H

#include "app/gfx/gfx.h"
#include "app/stages/app.h"
#include "app/stages/contact_state.h"
#include "app/window/drag.h"
#include "app/window/effort.h"
#include "app/window/label_room.h"
#include "app/window/measure.h"
#include "app/window/panel.h"
#include "app/window/pick.h"
#include "app/window/rules_follow.h"
#include "app/window/settings.h"

typedef struct GLFWwindow GLFWwindow;
typedef struct SceneDraw SceneDraw;
struct ScriptPlayer;

// In screen coordinates of the window, origin in the top left corner.
typedef struct ViewRect {
    double x, y, width, height;
} ViewRect;

// A key as it was pressed, with the modifiers of that very moment: a slow frame may see the
// modifier only after it was let go.
typedef struct KeyChord {
    char text[32]; // "Ctrl+Shift+Z"
    bool repeat;
} KeyChord;
enum { VIEW_MAX_CHORDS = 32 };

// Of the path that is played: see loop/path_play.c.
typedef struct PathPlay {
    double clock;  // at the last frame
    bool playing;  // then
    uint32_t seen; // the path's version
} PathPlay;

// Of the recorded search that is played: see loop/trace_play.c.
typedef struct TracePlay {
    double clock;  // at the last frame
    double due;    // part of a step that has passed
    bool playing;  // then
    uint32_t seen; // its version
} TracePlay;

// Of the levels of a hierarchy that are played: see loop/tree_play.c.
typedef struct TreePlay {
    double due;   // when the next level comes
    bool playing; // in the last frame
} TreePlay;

typedef struct View {
    App *app;
    GLFWwindow *window;
    Renderer *renderer, *beside; // beside: of the second half, once there was one; or NULL
    SceneDraw *scene;
    UiState ui;
    Drag drag;
    Measures measures;
    PathPlay path;
    PathPlay removal; // the same of an order of removal: loop/removal_play.c
    TracePlay trace;
    TreePlay tree;
    TracePlay construction; // the same of a recorded construction: loop/construction_play.c
    Effort effort;
    ViewRect viewport; // where the parts are drawn and the mouse takes hold of them
    ViewRect halves
        [2]; // ... while two settings are compared: A's and B's; the viewport is that of the mouse
    bool split;         // two settings are compared
    int side;           // enum CompareSide of what is being drawn
    double pixel_scale; // framebuffer pixels per screen coordinate
    int applied_look;   // enum Look that the panels have
    float ui_scale;     // size of fonts and widgets against a 96 dpi screen
    void **tool_states;
    LabelRoom *labels; // of the frame that is being drawn
    int held_tool;     // number of the one that has the mouse, or NO_TOOL
    int held_button;   // ... since this button was pressed
    int active_mode;   // the tool that was chosen as the view's mode; follows ui.mode
    int triad_marked;  // 1 + the standard view under the cursor, or 0
    int32_t hovered;   // part under the cursor, or NO_PART
    KeyChord chords[VIEW_MAX_CHORDS]; // pressed since the last frame
    int chord_count;
    uint64_t frame;
    int nudges;              // in a row by a key that is held
    uint64_t gesture;        // counts drags: each is one step of the history
    double last_event;       // glfwGetTime of the last input, for animations and tooltips
    int frames_wanted;       // the user interface needs a few frames to settle after each event
    uint32_t seen_version;   // the assembly that gestures belong to
    uint32_t seen_snap;      // the last one that gestures made way for
    uint32_t framed_version; // the assembly the camera was fitted to
    RulesFollow rules;       // --rules
    const char *state_path;  // --state, or NULL
    char *last_state;
    char drawn_title[256];
    bool keeps_layout;       // panels and settings are as they were at the last start
    WindowSettings settings; // as last seen
    char *written_settings;  // what the file holds, or NULL
    uint32_t seen_resets;
    bool lab;                    // the layout that is chosen, view.lab
    int layout_seen;             // 1: the usual layout, 2: the lab, 0: none yet
    bool saving_first;           // what waits is done once the scene is written
    uint32_t seen_panels;        // what a scene said about panels last
    struct ScriptPlayer *player; // --script, or NULL
    bool settled;                // the loop is about to sleep until something happens
    int heard;                   // buttons and keys that went down or up, for who sends them
    bool untidy;                 // results were replaced since free memory was given back
    double tidied;               // glfwGetTime when it was
} View;

// window.c
bool view_init(View *view, App *app, int width, int height, Error *err);
void view_free(View *view); // after app_free: until then workers may wake the loop

// loop.c
void view_frame(View *view); // events were collected; actions, stages, scene, panels, swap
void view_poll(View *view);  // takes in what happened, without waiting
void view_run(View *view);
bool view_screenshot(View *view, const char *path, Error *err); // of one more frame

void view_apply_settings(View *view, const WindowSettings *settings); // before the first frame
void view_keep_settings(View *view); // writes what has changed, if it is to be kept

// take_pictures.c
void pictures_prepare(View *view);          // before the scene is drawn: where the camera is for it
void pictures_take(View *view, bool whole); // before or after the panels are drawn
// What is drawn so far, rows from the top; to be freed. NULL: memory is short.
unsigned char *view_pixels(View *view, bool whole, int *width, int *height);

// ui.c
bool ui_init(View *view, Error *err);
void ui_free(void);
void ui_restore_layout(View *view); // before the first frame; from then on it is kept
void ui_keep_layout(View *view);    // writes it, if it is to be kept
void ui_begin(View *view);
void ui_draw(View *view); // all panels; also finds the viewport
void ui_render(void);

// split.c
ViewRect view_whole(const View *view); // all that the parts are drawn in: both halves
void split_update(View *view);         // after ui_draw: halves, and the one under the mouse
void split_strip(View *view, const PanelContext *context); // takes its room off the viewport
// The scene into the viewport, or into both halves.
void split_draw(View *view, DrawScene *scene, int pixel_height);
void split_tools_draw(View *view);

// unsaved.c
void view_apply_actions(View *view); // holds back what would lose work
void unsaved_update(View *view);     // after stages: does that once the question was answered

// panels_follow.c: scenes and panels, both ways; before panels are drawn
void panels_follow(View *view);

// input.c, keys.c: after ui_draw, so that panels have had first choice
void input_apply(View *view);
void keys_apply(View *view);
Pick view_pick(const View *view, double x, double y);  // what is shown there in the viewport
Anchor view_aim(const View *view, double x, double y); // corner, edge or face there
void keys_note(View *view, int key, int scancode, int mods, bool repeat); // GLFW's numbers

// state_dump.c
void state_dump(View *view);

#endif
