// Panels read the app and submit actions; they change nothing themselves. To add one: panel_x.c
// that defines `const Panel panel_x`, and X(x) in list.h. Text that comes from files is drawn with
// igTextUnformatted only, never as a label or a format.
#ifndef SNUG_APP_WINDOW_PANEL_H
#define SNUG_APP_WINDOW_PANEL_H

#include "app/stages/app.h"
#include "app/stages/contact_state.h"
#include "app/stages/overlay.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/file_dialogs.h"
#include "app/window/panels/list.h"
#include "app/window/panels/palette.h"
#include "app/window/panels/part_list.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/tools/tool_id.h"

enum PanelId {
#define X(name) PANEL_##name,
    PANEL_LIST(X)
#undef X
        PANEL_COUNT
};

// Where a window's widget is on the screen, for tests that drive the program from outside.
typedef struct NamedRect {
    const char *name; // a literal
    float x, y, width, height;
} NamedRect;

enum { UI_MAX_RECTS = 160, UI_MAX_DISMISSED = 256 };

// What the first start teaches, see hints.c.
enum Hint { HINT_MOVE, HINT_ORBIT, HINT_ZOOM, HINT_COUNT };

// A rule about pairs that is being written, see rule_list.h.
typedef struct RuleDraft {
    bool wanted; // open the list in the next frame
    int kind;
    char a[256], b[512]; // patterns
} RuleDraft;

// What panels remember between frames.
typedef struct UiState {
    bool open[PANEL_COUNT];
    bool focus[PANEL_COUNT]; // bring to the front in the next frame
    FileBrowser browser;
    PathDialog path_dialog;
    FileDialogs files;
    float question_height; // of the bar at the top of the view, 0: nothing is asked
    CommandPalette palette;
    bool hint_dismissed;
    bool hint_done[HINT_COUNT];
    int hint_moves;                     // of parts, since the start
    uint64_t hint_gesture;              // that was noted last
    uint64_t seen_notices;              // how many had been posted when they were last listed
    double frame_ms;                    // how long a frame takes, smoothed
    double dismissed[UI_MAX_DISMISSED]; // times of the notices that were closed, a ring
    int dismissed_count;
    PanelSettings settings;  // what scenes keep
    char primitive_name[64]; // being typed
    int32_t primitive_named; // whose name that is
    char part_filter[64];    // of the list of parts
    RuleDraft rule;
    int shape_frame; // of ImGui, in which the Shape panel was last drawn
    int32_t *live;   // all parts that are not removed, of this frame
    size_t live_count, live_capacity;
    PartList list;
    int32_t view_hovered;     // part under the cursor in the 3-D view, or NO_PART
    int32_t menu_part;        // whose menu the view shows
    bool menu_wanted;         // ... from the next frame on
    int listed_step;          // of the history, when its list was last drawn
    int32_t listed_selection; // the selected part when the list was last drawn
    float scale;
    int mode;             // enum ToolId that is to be the view's mode, or NO_TOOL
    double typed_number;  // in the field that is being edited
    int32_t contact_part; // the selected part met others last here, in its frame ...
    Vec3d contact_point;
    uint32_t contact_assembly; // ... in this assembly_version; 0: nowhere yet
    OverlayCount volumes_drawn;
    double view_aspect;            // width / height of the 3-D view
    const char *effort;            // what is left out of the picture while it moves, or NULL
    char drag_hint[128];           // what else the part in the hand could do, or does; "": nothing
    int measure_count;             // measurements in the picture ...
    bool measures_clear;           // ... which are to go
    Box3d shown;                   // of all visible parts as they were last drawn
    NamedRect rects[UI_MAX_RECTS]; // of this frame
    int rect_count;
    uint64_t merge_key; // of the slider that is being dragged: one step of the history
    bool layout_reset;  // dock everything again where it was at the start
    int front_after;    // frames until the first tab is brought to the front
} UiState;

typedef struct PanelContext {
    const App *app;
    const ContactState *contacts;
    ActionQueue *out;
    UiState *ui;
} PanelContext;

enum PanelPlace { PLACE_TOP, PLACE_MIDDLE, PLACE_BOTTOM, PLACE_FLOATING };

typedef struct Panel {
    const char *title, *note;
    const char *shortcut; // or NULL
    enum PanelPlace place;
    bool open;           // at the start
    float width, height; // of floating ones, before scaling
    void (*draw)(const PanelContext *context);
} Panel;

extern const Panel *const panels[PANEL_COUNT];
#define X(name) extern const Panel panel_##name;
PANEL_LIST(X)
#undef X
int panel_find(const char *title); // PANEL_COUNT: there is none

// Names the part in the list, which comes to the front.
void ui_rename_part(UiState *ui, const App *app, int32_t part);

// Remembers the last widget's place under a literal name.
void ui_note_rect(UiState *ui, const char *name);
void ui_state_free(UiState *ui);
void ui_list_parts(UiState *ui, const App *app); // fills `live`

// Seconds until something on the screen changes by itself; 0: never.
double ui_next_change(const UiState *ui, const App *app);

// The parts of the window that are always there.
void tool_row_draw(const PanelContext *context); // in the menu bar
void menu_bar_draw(const PanelContext *context);
void status_bar_draw(const PanelContext *context);
void notices_draw(const PanelContext *context, float x, float y, float width, float height);
void hint_note(UiState *ui, enum Hint hint, uint64_t gesture); // it was done, in this gesture
void hint_draw(const PanelContext *context, float x, float y, float width, float height);

#endif
