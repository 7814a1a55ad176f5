#include "keys.h"

#include "view.h"

#include <cimgui.h>

#include <string.h>

const KeyBinding key_bindings[] = {
    {"Home", "Isometric view", ACTION_camera_standard_view, KEY_INDEX, VIEW_ISO},
    {"R", "Reset selected part", ACTION_part_reset, KEY_PLAIN, 0},
    {"Ctrl+Shift+Z", "Redo", ACTION_edit_redo, KEY_PLAIN, 0},
    {"]", "Hierarchy: one level deeper", ACTION_overlay_level, KEY_LEVEL_STEP, 1},
    {"[", "Hierarchy: one level up", ACTION_overlay_level, KEY_LEVEL_STEP, -1},
    {"Up", "Hierarchy: one level deeper", ACTION_overlay_level, KEY_LEVEL_STEP, 1},
    {"Down", "Hierarchy: one level up", ACTION_overlay_level, KEY_LEVEL_STEP, -1},
    {"F1", "This help", ACTION_COUNT, KEY_PANEL, PANEL_help},
};
const int key_binding_count = sizeof key_bindings / sizeof *key_bindings;

const MouseHelp mouse_help[] = {
    {"Click a part", "selects it"},
    {"Drag a part", "moves it in the plane of the view"},
    {"Shift + drag a part", "moves it along the view: up is away"},
    {"Ctrl + drag a part", "rotates it about the point you hold"},
    {"Esc while dragging", "puts it back"},
    {"Right drag, or drag on nothing", "orbits"},
    {"Middle drag, Shift + right drag", "pans"},
    {"Wheel", "zooms to the cursor"},
    {"Double click", "fits the part, or everything"},
    {"Drop an OBJ file", "opens it"},
};
const int mouse_help_count = sizeof mouse_help / sizeof *mouse_help;

static ImGuiKey find_key(const char *name)
{
    static const struct {
        const char *name;
        ImGuiKey key;
    } others[] = {
        {"Esc", ImGuiKey_Escape}, {"[", ImGuiKey_LeftBracket}, {"]", ImGuiKey_RightBracket},
        {"Del", ImGuiKey_Delete}, {"Up", ImGuiKey_UpArrow},    {"Down", ImGuiKey_DownArrow},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strcmp(name, others[i].name) == 0)
            return others[i].key;
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
        if (strcmp(name, igGetKeyName((ImGuiKey)key)) == 0)
            return (ImGuiKey)key;
    return ImGuiKey_None;
}

static bool take_prefix(const char **text, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncmp(*text, prefix, length) != 0)
        return false;
    *text += length;
    return true;
}

// Exactly these modifiers, so that Ctrl+Z is not also Ctrl+Shift+Z.
static bool chord_pressed(const char *keys, bool repeat)
{
    const ImGuiIO *io = igGetIO();
    bool ctrl = take_prefix(&keys, "Ctrl+"), shift = take_prefix(&keys, "Shift+"),
         alt = take_prefix(&keys, "Alt+");
    ImGuiKey key = find_key(keys);
    return key != ImGuiKey_None && io->KeyCtrl == ctrl && io->KeyShift == shift &&
           io->KeyAlt == alt && igIsKeyPressed_Bool(key, repeat);
}

// "1..7": these digits, on either half of the keyboard. Returns the place in the range, or -1.
static int range_pressed(const char *keys)
{
    const ImGuiIO *io = igGetIO();
    if (strlen(keys) != 4 || keys[1] != '.' || keys[2] != '.' || io->KeyCtrl || io->KeyShift ||
        io->KeyAlt)
        return -1;
    for (char digit = keys[0]; digit <= keys[3] && digit >= '0' && digit <= '9'; ++digit)
        if (igIsKeyPressed_Bool((ImGuiKey)(ImGuiKey_0 + (digit - '0')), false) ||
            igIsKeyPressed_Bool((ImGuiKey)(ImGuiKey_Keypad0 + (digit - '0')), false))
            return digit - keys[0];
    return -1;
}

ActionArgs keys_arguments(const App *app, enum ActionId id, double aspect)
{
    const Document *document = &app->document;
    ActionArgs args = {.part = document->selected};
    switch (id) {
    case ACTION_part_show:
        args.flag = document->selected == NO_PART || !document->parts[document->selected].visible;
        break;
    case ACTION_view_edges:
        args.flag = !document->view.feature_edges;
        break;
    case ACTION_view_wire:
        args.flag = !document->view.wire_on_contact;
        break;
    case ACTION_view_lines:
        args.flag = !document->view.intersection_lines;
        break;
    case ACTION_camera_fit:
        args.number = aspect;
        break;
    default:
        break;
    }
    return args;
}

static double aspect_of(const View *view)
{
    return view->viewport.height > 0 ? view->viewport.width / view->viewport.height : 0;
}

static bool needs_selection(enum ActionId id)
{
    return id == ACTION_part_show || id == ACTION_part_reset;
}

static void step_level(View *view, int step)
{
    const App *app = view->app;
    int32_t part = app->document.selected;
    int level = OVERLAY_OFF, deepest = 0;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (part != NO_PART && part != i)
            continue;
        int shown = app->document.parts[i].overlay_level;
        int levels = app->part_trees && app->part_trees[i] ? (int)app->part_trees[i]->depth : 0;
        level = shown > level ? shown : level;
        deepest = levels > deepest ? levels : deepest;
    }
    level += step;
    if (level < OVERLAY_OFF || level >= deepest)
        return;
    action_submit(&view->app->queue, ACTION_overlay_level,
                  &(ActionArgs){.part = part, .index = level});
}

static void run_binding(View *view, const KeyBinding *binding)
{
    ActionArgs args;
    switch (binding->argument) {
    case KEY_PANEL:
        view->ui.open[binding->index] = !view->ui.open[binding->index];
        view->ui.focus[binding->index] = view->ui.open[binding->index];
        break;
    case KEY_LEVEL_STEP:
        step_level(view, binding->index);
        break;
    default:
        args = keys_arguments(view->app, binding->action, aspect_of(view));
        args.index = binding->index;
        if (needs_selection(binding->action) && args.part == NO_PART)
            app_notify(view->app, NOTICE_INFO, "Select a part first.");
        else
            action_submit(&view->app->queue, binding->action, &args);
    }
}

static void run_action(View *view, enum ActionId id, int index)
{
    KeyBinding binding = {NULL, NULL, id, KEY_PLAIN, index};
    const char *why;
    if (id == ACTION_file_open)
        file_browser_open(&view->ui.browser);
    else if (id != ACTION_app_cancel)
        run_binding(view, &binding);
    else if (actions[id]->enabled(view->app, &why)) // Escape means other things as well
        run_binding(view, &binding);
}

void keys_apply(View *view)
{
    const ImGuiIO *io = igGetIO();
    if (io->WantTextInput || io->WantCaptureKeyboard || view->drag.kind != DRAG_NONE)
        return;
    for (int i = 0; i < key_binding_count; ++i)
        if (chord_pressed(key_bindings[i].keys, key_bindings[i].argument == KEY_LEVEL_STEP))
            run_binding(view, &key_bindings[i]);
    for (int id = 0; id < ACTION_COUNT; ++id) {
        const char *keys = actions[id]->shortcut;
        if (!keys)
            continue;
        bool repeat = id == ACTION_edit_undo || id == ACTION_edit_redo;
        int place = range_pressed(keys);
        if (place >= 0)
            run_action(view, (enum ActionId)id, place);
        else if (chord_pressed(keys, repeat))
            run_action(view, (enum ActionId)id, 0);
    }
}
