// Keys as they are pressed: which binding or action they mean, and running it.
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/window/keys.h"
#include "app/window/nudge.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/tool.h"

#include <cimgui.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// What the key is called in shortcuts: by its letter on this keyboard, so that Ctrl+Z is where the
// user expects it.
static bool key_name(int key, int scancode, char *name, size_t size)
{
    static const struct {
        int key;
        const char *name;
    } named[] = {
        {GLFW_KEY_ESCAPE, "Esc"},   {GLFW_KEY_HOME, "Home"},      {GLFW_KEY_END, "End"},
        {GLFW_KEY_UP, "Up"},        {GLFW_KEY_DOWN, "Down"},      {GLFW_KEY_LEFT, "Left"},
        {GLFW_KEY_RIGHT, "Right"},  {GLFW_KEY_DELETE, "Del"},     {GLFW_KEY_SPACE, "Space"},
        {GLFW_KEY_PAGE_UP, "PgUp"}, {GLFW_KEY_PAGE_DOWN, "PgDn"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; ++i)
        if (named[i].key == key)
            return snprintf(name, size, "%s", named[i].name) > 0;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return snprintf(name, size, "F%d", key - GLFW_KEY_F1 + 1) > 0;
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
        return snprintf(name, size, "%d", key - GLFW_KEY_KP_0) > 0;
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) // also where digits need Shift
        return snprintf(name, size, "%d", key - GLFW_KEY_0) > 0;
    const char *printed = glfwGetKeyName(key, scancode);
    if (!printed || !printed[0] || printed[1])
        return false;
    return snprintf(name, size, "%c", toupper((unsigned char)printed[0])) > 0;
}

void keys_note(View *view, int key, int scancode, int mods, bool repeat)
{
    char name[16];
    if (view->chord_count >= VIEW_MAX_CHORDS || !key_name(key, scancode, name, sizeof name))
        return;
    KeyChord *chord = &view->chords[view->chord_count++];
    snprintf(chord->text, sizeof chord->text, "%s%s%s%s", mods & GLFW_MOD_CONTROL ? "Ctrl+" : "",
             mods & GLFW_MOD_SHIFT ? "Shift+" : "", mods & GLFW_MOD_ALT ? "Alt+" : "", name);
    chord->repeat = repeat;
}

static bool matches(const KeyChord *chord, const char *keys, bool repeats)
{
    return (repeats || !chord->repeat) && strcmp(chord->text, keys) == 0;
}

// "1..7": these digits. Returns the place in the range, or -1.
static int place_in_range(const KeyChord *chord, const char *keys)
{
    bool range = strlen(keys) == 4 && keys[1] == '.' && keys[2] == '.';
    if (!range || chord->repeat || chord->text[1] || chord->text[0] < keys[0] ||
        chord->text[0] > keys[3])
        return -1;
    return chord->text[0] - keys[0];
}

static double aspect_of(const View *view)
{
    return view->viewport.height > 0 ? view->viewport.width / view->viewport.height : 0;
}

// A key that is held is one step of the history, and counts from its beginning.
static void nudge(View *view, const KeyBinding *binding, bool repeat)
{
    static const uint64_t first_key = (uint64_t)1 << 34;
    ActionArgs args;
    view->nudges = repeat ? view->nudges + 1 : 1;
    if (!repeat)
        ++view->gesture;
    if (nudge_arguments(view->app, binding->action, (enum NudgeWay)binding->index, view->nudges,
                        &args))
        action_submit_merged(&view->app->queue, binding->action, &args, first_key + view->gesture);
    else
        app_notify(view->app, NOTICE_INFO, "Select a part first.");
}

static void run_binding(View *view, const KeyBinding *binding)
{
    ActionArgs args;
    if (binding->argument == KEY_PALETTE) {
        palette_open(&view->ui);
    } else if (binding->action == &action_pair_leave) { // Escape means other things as well
        if (document_pair_shown(&view->app->document))
            action_submit(&view->app->queue, &action_pair_leave, NULL);
    } else if (keys_needs_selection(binding->action) && view->app->document.selected == NO_PART) {
        app_notify(view->app, NOTICE_INFO, "Select a part first.");
    } else if (keys_binding_arguments(view->app, binding, aspect_of(view), &args)) {
        action_submit(&view->app->queue, binding->action, &args);
    }
}

static void run_action(View *view, const Action *action, int index)
{
    KeyBinding binding = {NULL, NULL, action, KEY_PLAIN, index};
    const char *why;
    if (ui_ask_path(&view->ui, view->app, action))
        return;
    if (action == &action_part_rename && view->app->document.selected != NO_PART)
        parts_panel_rename(&view->ui, view->app, view->app->document.selected);
    else if (action != &action_app_cancel)
        run_binding(view, &binding);
    else if (app_can(view->app, action, &why)) // Escape means other things as well
        run_binding(view, &binding);
}

// What changes neither placements nor the camera can be done with a part in the hand.
static bool works_while_dragging(const KeyBinding *binding)
{
    return (binding->argument == KEY_NEXT && binding->action != &action_move_handles) ||
           binding->argument == KEY_NEXT_BUILD || binding->argument == KEY_LEVEL_STEP;
}

static bool action_works_while_dragging(const Action *action)
{
    return action == &action_part_go_through || action == &action_part_snap ||
           action == &action_move_snap || action == &action_move_turning;
}

static bool repeats(const KeyBinding *binding)
{
    return binding->argument == KEY_LEVEL_STEP || binding->argument == KEY_NUDGE;
}

// Keys that have to wait for the end of a drag say so: otherwise they would seem dead.
static void run_while_dragging(View *view, const KeyChord *chord)
{
    const char *waits = NULL;
    for (int i = 0; i < key_binding_count; ++i) {
        const KeyBinding *binding = &key_bindings[i];
        if (matches(chord, binding->keys, repeats(binding)) && works_while_dragging(binding))
            run_binding(view, binding);
        else if (matches(chord, binding->keys, false))
            waits = binding->title;
    }
    for (int i = 0; i < action_count; ++i) {
        if (!actions[i]->shortcut || !matches(chord, actions[i]->shortcut, false))
            continue;
        if (action_works_while_dragging(actions[i]))
            run_action(view, actions[i], 0);
        else
            waits = actions[i]->title;
    }
    for (int i = 0; i < tool_count; ++i)
        if (tools[i]->shortcut && matches(chord, tools[i]->shortcut, false))
            waits = tools[i]->title;
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->shortcut && matches(chord, panels[i]->shortcut, false))
            waits = panels[i]->title;
    if (waits && strcmp(chord->text, "Esc") != 0) // which puts back what is dragged
        app_notify(view->app, NOTICE_INFO, "%s: not while you drag. Let go first.", waits);
}

static void run_chord(View *view, const KeyChord *chord)
{
    if (view->drag.kind != DRAG_NONE || view->held_tool != NO_TOOL) {
        run_while_dragging(view, chord);
        return;
    }
    for (int i = 0; i < key_binding_count; ++i)
        if (matches(chord, key_bindings[i].keys, repeats(&key_bindings[i]))) {
            if (key_bindings[i].argument == KEY_NUDGE)
                nudge(view, &key_bindings[i], chord->repeat);
            else
                run_binding(view, &key_bindings[i]);
        }
    for (int i = 0; i < tool_count; ++i)
        if (tools[i]->shortcut && matches(chord, tools[i]->shortcut, false))
            view->ui.mode = view->ui.mode == tools[i] ? NULL : tools[i];
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->shortcut && matches(chord, panels[i]->shortcut, false)) {
            if (panels[i]->pressed)
                panels[i]->pressed(&view->ui);
            else
                panel_toggle(&view->ui, panels[i]);
        }
    for (int i = 0; i < action_count; ++i) {
        const char *keys = actions[i]->shortcut;
        if (!keys)
            continue;
        int place = place_in_range(chord, keys);
        if (place >= 0)
            run_action(view, actions[i], place);
        else if (matches(chord, keys,
                         actions[i] == &action_edit_undo || actions[i] == &action_edit_redo))
            run_action(view, actions[i], 0);
    }
}

void keys_apply(View *view)
{
    const ImGuiIO *io = igGetIO();
    bool free_keys = !io->WantTextInput && !io->WantCaptureKeyboard;
    // A slider that was let go of in this very frame had the keys until now: they are for the next one.
    if (!free_keys && !io->WantTextInput && !igIsAnyItemActive() &&
        igIsMouseReleased_Nil(ImGuiMouseButton_Left) && view->chord_count > 0) {
        view->frames_wanted = view->frames_wanted < 1 ? 1 : view->frames_wanted;
        return;
    }
    for (int i = 0; i < view->chord_count && free_keys; ++i) {
        run_chord(view, &view->chords[i]);
        view_apply_actions(view); // the next key builds on what this one did
    }
    view->chord_count = 0;
}
