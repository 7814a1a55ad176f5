// Shortcuts: those that actions, panels and tools name themselves, and a table of further ones.
#ifndef SNUG_APP_WINDOW_KEYS_H
#define SNUG_APP_WINDOW_KEYS_H

#include "app/document/action.h"

enum KeyArgument {
    KEY_PLAIN,      // no arguments
    KEY_INDEX,      // args.index = index
    KEY_LEVEL_STEP, // overlay level of the selected part, or of all: index more
    KEY_NEXT,       // args.index = the entry `index` after the present one; goes round
    KEY_NEXT_BUILD, // likewise, of what the volume takes: criteria, numbers of children, sizes of leaves
    KEY_NUDGE,      // moves or turns the selection towards `index`: enum NudgeWay
    KEY_PALETTE // no action: opens the command palette
};

typedef struct KeyBinding {
    const char *keys; // "Ctrl+Shift+Z"
    const char *title;
    const Action *action;
    enum KeyArgument argument;
    int32_t index;
} KeyBinding;

extern const KeyBinding key_bindings[];
extern const int key_binding_count;

// What an action needs when it is called by a key or a menu: the selected part, the other state of
// a switch, the shape of the view. aspect: width / height.
bool keys_needs_selection(const Action *action);
// What a binding's action needs; false: it has nothing to do. Not for panels and the palette.
bool keys_binding_arguments(const App *app, const KeyBinding *binding, double aspect,
                            ActionArgs *args);
bool keys_is_on(const App *app, const Action *action); // a switch that is on, of the selected part
ActionArgs keys_arguments(const App *app, const Action *action, double aspect);

#endif
