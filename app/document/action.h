// Actions: the only way to change the document. Panels, keys, mouse, scripts and the command
// palette all submit them; undo, redo and recording follow from the list. To add one:
// actions/action_x.c that defines `const Action action_x`, or a place in the file of its family, such
// as actions/actions_view.c, and X(x) in the list of its group, actions/list_<group>.h, which is also
// what declares it to those who name it.
#ifndef SNUG_APP_DOCUMENT_ACTION_H
#define SNUG_APP_DOCUMENT_ACTION_H

#include "app/document/document.h"

typedef struct App App;

// What an action is given. Its rows (Arg) say which of these it takes, and what they mean.
typedef struct ActionArgs {
    int32_t part;      // its number
    int32_t other;     // the second part of a pair
    union {            // a whole number, under the name that fits
        int32_t index; // of an entry of a list
        int32_t level, axis, colour, step, unit, count;
    };
    union { // a real one
        double number;
        double amount, aspect, up, rule;
    };
    bool flag;
    Affine placement;
    Camera camera;
    char text[1024]; // a path or a name, UTF-8
} ActionArgs;

enum ArgType {
    ARG_END,       // of the rows
    ARG_PART,      // part
    ARG_SELECTED,  // part: the selected one, when the action is called by a key or a menu
    ARG_OTHER,     // other
    ARG_INDEX,     // index
    ARG_PRIMITIVE, // index of a primitive
    ARG_NUMBER,    // number
    ARG_FLAG,      // flag
    ARG_TEXT,      // text
    ARG_PATH,      // text: of a file
    ARG_PLACEMENT, // placement of the part
    ARG_MOTION,    // placement: a motion of the world
    ARG_CAMERA,    // camera
};

// One argument. Scripts accept and record by these rows, the palette asks for what it cannot know,
// and values are checked by them before the action is applied.
typedef struct Arg {
    enum ArgType type;
    bool optional;    // parts, primitives: or none; paths: or ""; others: 0 and off make sense
    const char *what; // for refusals: "there is no <level> number 7", "<a factor> must lie between"
    double least, most;            // of numbers; both 0: any
    const struct ChoiceList *list; // that the index is an entry of
} Arg;
enum { ARGS_MOST = 5 };

enum ActionFlags {
    ACTION_UNDOABLE = 1, // the document before it goes into the history
    // Together they do what the last one alone would do: recorded scripts keep only that one.
    ACTION_MERGES = 2,  // consecutive ones with the same merge_key become one history step: a drag
    ACTION_SETTING = 4, // kept from one start to the next; see settings.c
    ACTION_MOVES = 8,   // parts, as they are: by hand it is done as far as contact lets it (hand.h)
    ACTION_PLACES = 16, // those with the same merge_key are one history step, whichever they are
    ACTION_UNRECORDED = 64 // stays out of recorded scripts
};

typedef struct Action {
    const char *name;     // stable, for scripts: "part.move"
    const char *title;    // for people: "Move part"
    const char *shortcut; // "Ctrl+Z", or NULL; shown in menus and help, bound by window/keys
    const char *note;     // what it does, and what its arguments mean
    unsigned flags;
    Arg args[ARGS_MOST + 1];   // ends with ARG_END
    const struct Field *field; // that it sets, as fields.h says: no functions below; NULL: a verb
    // Why it is not possible now, NULL: it is. Without it an action needs what its arguments name: a
    // part, a primitive.
    const char *(*obstacle)(const App *app);
    // False with err filled: refused, the document is as it was, and the user gets a notice.
    bool (*apply)(App *app, const ActionArgs *args, Error *err);
    void (*act)(App *app, const ActionArgs *args); // instead of it, where nothing is refused
    // What it was done to, for the undo menu. NULL: its part, or the entry of its list.
    const char *(*subject)(const App *app, const ActionArgs *args);
    // What its flag says now, of this part; keys choose the other. NULL: nothing.
    bool (*is_on)(const App *app, int32_t part);
    // Arguments that make sense, as in a script, for people who type and for tests over the registry.
    // Parts, switches and primitives need not be said. NULL: nothing needs to be.
    const char *example;
} Action;

extern const Action *const actions[]; // in the order of the command palette
extern const int action_count;
const Action *action_find(const char *name); // NULL: there is none
#define ACTION_DECLARE(name) extern const Action action_##name;

// The action's argument of this type; NULL: it has none.
const Arg *action_takes(const Action *action, enum ArgType type);
// False with err filled: one of the arguments is not what its row says.
bool action_check(const Action *action, const Document *document, const ActionArgs *args,
                  Error *err);

// Name of entry i of the list that the action's index chooses from; NULL after the last one, and
// for actions without a list. Some lists depend on what is chosen now.
const char *action_entry(const App *app, const Action *action, int i);

typedef struct QueuedAction {
    const Action *action;
    uint64_t merge_key; // 0: never merged; equal keys in a row are one undo step
    bool takes_back;    // the gesture of this key is given up
    ActionArgs args;
} QueuedAction;

typedef struct ActionQueue {
    QueuedAction *items;
    size_t count, capacity;
} ActionQueue;

// args may be NULL. Small allocation: aborts when memory is short.
void action_submit(ActionQueue *queue, const Action *action, const ActionArgs *args);
void action_submit_merged(ActionQueue *queue, const Action *action, const ActionArgs *args,
                          uint64_t merge_key);
// The same for an action that leads back to where the gesture of this key began.
void action_submit_back(ActionQueue *queue, const Action *action, const ActionArgs *args,
                        uint64_t merge_key);

#endif
