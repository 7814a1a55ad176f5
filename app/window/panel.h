// Panels read the app and submit actions; they change nothing themselves. To add one: panel_x.c
// that defines `const Panel panel_x`, and X(x) in list.h. Text that comes from files is drawn with
// igTextUnformatted only, never as a label or a format.
#ifndef SNUG_APP_WINDOW_PANEL_H
#define SNUG_APP_WINDOW_PANEL_H

#include "app/stages/app.h"
#include "app/stages/contact_state.h"
#include "app/stages/overlay.h"
#include "app/window/file_question.h"
#include "app/window/joint_pick.h"

// Where a window's widget is on the screen, for tests that drive the program from outside.
typedef struct NamedRect {
    const char *name; // a literal
    float x, y, width, height;
    float low, high; // what is to be seen of the panel that it is in: between these; 0: all of it
} NamedRect;

enum { UI_MAX_RECTS = 160, UI_MAX_CLIPPED = 32 };

// Memory from frame to frame that belongs to one panel alone: a file describes its own, and gets it
// from ui_own.
typedef struct UiPrivate {
    size_t size;
    void (*begin)(void *state); // of zeroed memory; may be NULL
    void (*end)(void *state);   // may be NULL
} UiPrivate;

// Where the selected part met others last, set by the handles.
typedef struct LastContact {
    int32_t part; // in its frame ...
    Vec3d point;
    uint32_t assembly; // ... in this assembly_version; 0: nowhere yet
} LastContact;

// The control that is lit up, for lessons: see light.c.
typedef struct UiLight {
    char name[64];             // of its rectangle; "": none
    double since;              // clock, when it began
    bool scroll;               // into sight, if need be
    int frame;                 // of ImGui, in which it was drawn last ...
    float x, y, width, height; // ... there ...
    bool visible;              // ... and not out of its panel's sight
} UiLight;
struct LessonRun;

// What panels, tools and the loop tell each other.
typedef struct UiState {
    bool open[PANELS_MOST];  // by the number in `panels`
    bool focus[PANELS_MOST]; // bring to the front in the next frame
    struct UiMemory *memory; // see ui_own
    FileQuestion question;
    float question_height;  // of the bar at the top of the view, 0: nothing is asked
    float hints[2];         // where the first hints end, right and below; 0, 0: there are none
    double frame_ms;        // how long a frame takes, smoothed
    PanelSettings settings; // what scenes keep
    enum LengthUnit file_unit;
    enum UpAxis file_up; // of files that do not say
    int shape_frame;     // of ImGui, in which the Shape panel was last drawn
    int connector_frame; // the same, in which a connector was pointed at in their list ...
    int32_t connector_part, connector; // ... this one
    int variant_frame;                 // the same, in which the Variants panel was drawn ...
    int32_t variant_part;              // ... about this part ...
    int variant;                       // ... and this one of its variants
    int variant_align;                 // enum VariantAlign of what is added
    uint32_t trace_hovered;            // the test of the recorded search under the mouse ...
    int trace_side;                    // ... of A's or B's ...
    int trace_frame;                   // ... in this frame of ImGui
    uint32_t tree_hovered;             // the node of the tree under the mouse ...
    int tree_frame;                    // ... in this frame of ImGui
    int32_t hybrid_hovered;            // the node of the hierarchy over primitives under it ...
    int hybrid_frame;                  // ... in this frame of ImGui
    int candidate_hovered;             // what was weighed for a split, under the mouse ...
    int candidate_frame;               // ... in this frame of ImGui
    int32_t *live;                     // all parts that are not removed, of this frame
    size_t live_count, live_capacity;
    const struct Panel *panel_hovered; // the one under the mouse, or NULL
    int32_t view_hovered;              // part under the cursor in the 3-D view, or NO_PART
    int32_t list_hovered;              // the same in the list of parts
    float scale;
    UiLight light;
    char sought[32];          // a widget that its panel is to bring into sight; "": none
    struct LessonRun *lesson; // that is open, see lesson_run.h; NULL: none
    bool start_page;          // is shown ...
    uint32_t start_seen;      // ... since this was open
    bool lesson_top;          // its strip is to scroll there
    int lesson_bottom; // likewise, for so many frames: what was revealed becomes longer while it is measured
    bool lesson_stays;       // after it: what is open now is kept
    const struct Tool *mode; // that is to be the view's, see tool.h; NULL: none
    LastContact contact;
    JointPick joint_pick;
    double view_aspect;            // width / height of the 3-D view
    const char *effort;            // what is left out of the picture while it moves, or NULL
    char drag_hint[128];           // what else the part in the hand could do, or does; "": nothing
    int measure_count;             // measurements in the picture ...
    bool measures_clear;           // ... which are to go
    Box3d shown;                   // of all visible parts as they were last drawn
    NamedRect rects[UI_MAX_RECTS]; // of this frame
    int rect_count;
    const char *clipped[UI_MAX_CLIPPED]; // of these, controls that are narrower than their words
    int clipped_count;
    uint64_t merge_key; // of the slider that is being dragged: one step of the history
    bool layout_reset;  // dock everything again where it was at the start
    int front_after;    // frames until these are brought to the front of their tabs
    bool to_front[PANELS_MOST];
    bool in_front[PANELS_MOST]; // of their tabs, in the last frame
} UiState;

typedef struct PanelContext {
    const App *app;
    const ContactState *contacts;
    ActionQueue *out;
    UiState *ui;
} PanelContext;

// In the column on the right, or below the view: what is wide, and only there while it is open.
enum PanelPlace { PLACE_TOP, PLACE_MIDDLE, PLACE_BOTTOM, PLACE_STRIP, PLACE_FLOATING };

typedef struct Panel {
    const char *title, *note;
    const char *shortcut; // or NULL
    const char *chapter; // of the manual, where F1 opens it over the panel: "moving#the-pose-panel"
    enum PanelPlace place;
    bool open;           // at the start
    bool lab;            // ... or in the lab layout
    bool in_front;       // ... before the other tabs
    bool in_view_menu;   // of floating ones: there, not in the help menu
    float width, height; // of floating ones, before scaling
    void (*draw)(const PanelContext *context);
    void (*pressed)(UiState *ui); // of its shortcut; NULL: opens and closes it
} Panel;

extern const Panel *const panels[];
extern const int panel_count;                       // at most PANELS_MOST
int panel_find(const char *title);                  // panel_count: there is none
void panel_show(UiState *ui, const Panel *panel);   // opens it and brings it to the front
void panel_toggle(UiState *ui, const Panel *panel); // the same, or closes it

// ui_state.c
void ui_state_init(UiState *ui);
void ui_state_free(UiState *ui);
void *ui_own(const UiState *ui, const UiPrivate *owner); // made at the first call
// Remembers the last widget's place, or any other, under a literal name.
void ui_note_rect(UiState *ui, const char *name);
// The same for an area of the window that is being drawn, which may have to be scrolled into sight.
void ui_note_area(UiState *ui, const char *name, float x, float y, float width, float height);
void ui_note_clipped(UiState *ui, const char *name); // it is narrower than its words
// Its panel would have to be scrolled for it to be seen.
bool named_rect_hidden(const NamedRect *rect);
void ui_note_place(UiState *ui, const char *name, float x, float y, float width, float height);
// light.c: the last widget may be the one that is lit up.
void light_note(UiState *ui, const char *name, float x, float y, float width, float height);
void ui_list_parts(UiState *ui, const App *app); // fills `live`

#endif
