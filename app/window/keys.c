#include "app/window/keys.h"

#include "app/stages/move.h"
#include "app/window/nudge.h"
#include "app/window/view.h"

#include <cimgui.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const KeyBinding key_bindings[] = {
    {"Home", "Isometric view", ACTION_camera_standard_view, KEY_INDEX, VIEW_ISO},
    {"Ctrl+Shift+Z", "Redo", ACTION_edit_redo, KEY_PLAIN, 0},
    {"]", "Hierarchy: one level deeper", ACTION_overlay_level, KEY_LEVEL_STEP, 1},
    {"[", "Hierarchy: one level up", ACTION_overlay_level, KEY_LEVEL_STEP, -1},
    {"Up", "Hierarchy: one level deeper", ACTION_overlay_level, KEY_LEVEL_STEP, 1},
    {"Down", "Hierarchy: one level up", ACTION_overlay_level, KEY_LEVEL_STEP, -1},
    {"V", "Next kind of volume, also while dragging", ACTION_build_volume, KEY_NEXT, 1},
    {"Shift+V", "Previous kind of volume", ACTION_build_volume, KEY_NEXT, -1},
    {"T", "Next overlap test, also while dragging", ACTION_query_test, KEY_NEXT, 1},
    {"D", "Next descent rule, also while dragging", ACTION_query_rule, KEY_NEXT, 1},
    {"Q", "Next kind of handles: move, turn, scale, none", ACTION_move_handles, KEY_NEXT, 1},
    {"Alt+Left", "Nudge to the left", ACTION_part_nudge, KEY_NUDGE, NUDGE_LEFT},
    {"Alt+Right", "Nudge to the right", ACTION_part_nudge, KEY_NUDGE, NUDGE_RIGHT},
    {"Alt+Up", "Nudge up", ACTION_part_nudge, KEY_NUDGE, NUDGE_UP},
    {"Alt+Down", "Nudge down", ACTION_part_nudge, KEY_NUDGE, NUDGE_DOWN},
    {"Alt+PgUp", "Nudge away", ACTION_part_nudge, KEY_NUDGE, NUDGE_AWAY},
    {"Alt+PgDn", "Nudge nearer", ACTION_part_nudge, KEY_NUDGE, NUDGE_NEAR},
    {"Shift+Alt+Left", "Turn to the left", ACTION_part_turn, KEY_NUDGE, NUDGE_LEFT},
    {"Shift+Alt+Right", "Turn to the right", ACTION_part_turn, KEY_NUDGE, NUDGE_RIGHT},
    {"Shift+Alt+Up", "Turn upwards", ACTION_part_turn, KEY_NUDGE, NUDGE_UP},
    {"Shift+Alt+Down", "Turn downwards", ACTION_part_turn, KEY_NUDGE, NUDGE_DOWN},
    {"Shift+Alt+PgUp", "Turn clockwise", ACTION_part_turn, KEY_NUDGE, NUDGE_AWAY},
    {"Shift+Alt+PgDn", "Turn counter-clockwise", ACTION_part_turn, KEY_NUDGE, NUDGE_NEAR},
    {"Shift+E", "Slide parts along an edge or a face", ACTION_COUNT, KEY_TOOL, TOOL_slide},
    {"P", "Pick the point to turn about", ACTION_COUNT, KEY_TOOL, TOOL_pivot},
    {"B", "The next drag selects by a box", ACTION_COUNT, KEY_TOOL, TOOL_box},
    {"Shift+W", "Next way to draw surfaces", ACTION_view_shading, KEY_NEXT, 1},
    {"M", "Measure between two places", ACTION_COUNT, KEY_TOOL, TOOL_measure},
    {"Shift+M", "Measure an edge", ACTION_COUNT, KEY_TOOL, TOOL_measure_edge},
    {"Ctrl+P", "All commands", ACTION_COUNT, KEY_PALETTE, 0},
    {"Esc", "Bring the other parts back after a clash was shown", ACTION_pair_leave, KEY_PLAIN, 0},
    {"Ctrl+H", "What was done, step by step", ACTION_COUNT, KEY_PANEL, PANEL_history},
    {"F1", "This help", ACTION_COUNT, KEY_PANEL, PANEL_help},
};
const int key_binding_count = sizeof key_bindings / sizeof *key_bindings;

const MouseHelp mouse_help[] = {
    {"Click a part", "selects it"},
    {"Right click a part", "opens its menu"},
    {"Ctrl + click a part", "adds it to the selection, or removes it"},
    {"Ctrl + drag on nothing, or B and drag",
     "selects by a box: to the right what is inside, to the left what it touches"},
    {"Drag a part", "moves it, and what is selected with it, in the plane of the view"},
    {"Shift + drag a part", "moves it along the view: up is away"},
    {"Alt + drag a part", "rotates it about the point you hold"},
    {"Ctrl while dragging a part", "goes in steps, or onto the axis of another part"},
    {"Drag a handle at the selected part", "moves, turns or scales it; with Ctrl in steps"},
    {"Esc while dragging", "puts it back"},
    {"Right drag, or drag on nothing", "orbits"},
    {"Middle drag, Shift + right drag", "pans"},
    {"Wheel", "zooms to the cursor"},
    {"Double click", "fits the part, or everything"},
    {"Drop a file", "opens it"},
};
const int mouse_help_count = sizeof mouse_help / sizeof *mouse_help;

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

ActionArgs keys_arguments(const App *app, enum ActionId id, double aspect)
{
    const Document *document = &app->document;
    ActionArgs args = {.part = document->selected};
    if (id == ACTION_move_pivot)
        args.part = NO_PART; // a contact is looked up
    if (id == ACTION_move_axes)
        args.flag = !document->move.local;
    switch (id) {
    case ACTION_part_show:
        args.flag = document->selected == NO_PART || !document->parts[document->selected].visible;
        break;
    case ACTION_part_ghost:
        args.flag = document->selected == NO_PART || !document->parts[document->selected].ghost;
        break;
    case ACTION_part_lock:
        args.flag = document->selected == NO_PART || !document->parts[document->selected].locked;
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
    case ACTION_contact_through:
        args.flag = !document->view.contact.through;
        break;
    case ACTION_contact_marks:
        args.flag = !document->view.contact.marks;
        break;
    case ACTION_contact_dimension:
        args.flag = !document->view.contact.dimension;
        break;
    case ACTION_contact_bands:
        args.flag = !document->view.contact.bands;
        break;
    case ACTION_contact_legend:
        args.flag = !document->view.contact.legend;
        break;
    case ACTION_overlay_empty_cells:
        args.flag = !document->view.empty_cells;
        break;
    case ACTION_view_grid:
        args.flag = !document->view.grid;
        break;
    case ACTION_view_section:
        args.flag = !document->view.section.on;
        break;
    case ACTION_view_occlusion:
        args.flag = !document->view.occlusion;
        break;
    case ACTION_camera_trackball:
        args.flag = !document->view.trackball;
        break;
    case ACTION_primitives_show:
        args.flag = document->primitives.hidden;
        break;
    case ACTION_hybrid_build:
        args.flag = !document->primitives.build;
        break;
    case ACTION_hybrid_triangles:
        args.flag = !document->primitives.triangles;
        break;
    case ACTION_hybrid_area:
        args.flag = !document->primitives.desc.by_area;
        break;
    case ACTION_primitive_delete:
        args.index = document->primitives.selected;
        break;
    case ACTION_camera_projection:
        args.flag = document->view.camera.fov_y > 0;
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

bool keys_needs_selection(enum ActionId id)
{
    return id == ACTION_part_show || id == ACTION_part_reset || id == ACTION_part_ghost ||
           id == ACTION_part_isolate || id == ACTION_part_lock || id == ACTION_part_rename ||
           id == ACTION_part_duplicate || id == ACTION_part_delete || id == ACTION_part_ungroup;
}

static bool step_level(const App *app, int step, ActionArgs *args)
{
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
    *args = (ActionArgs){.part = part, .index = level};
    return level >= OVERLAY_OFF && level < deepest;
}

static bool choose_next(const Document *document, const KeyBinding *binding, ActionArgs *args)
{
    int count = 0, present = 0;
    if (binding->action == ACTION_build_volume) {
        count = BV_TYPE_COUNT;
        present = (int)document->build.type->id;
    } else if (binding->action == ACTION_query_test) {
        count = document->build.type->test_count;
        present = document->query.test;
    } else if (binding->action == ACTION_move_handles) {
        count = HANDLES_COUNT;
        present = document->move.handles;
    } else if (binding->action == ACTION_query_rule) {
        count = DESCENT_RULE_COUNT;
        present = (int)document->query.rule;
    } else if (binding->action == ACTION_view_shading) {
        count = SHADING_COUNT;
        present = document->view.shading;
    }
    if (count > 1)
        *args = (ActionArgs){.part = NO_PART, .index = (present + count + binding->index) % count};
    return count > 1;
}

bool keys_binding_arguments(const App *app, const KeyBinding *binding, double aspect,
                            ActionArgs *args)
{
    if (binding->argument == KEY_LEVEL_STEP)
        return step_level(app, binding->index, args);
    if (binding->argument == KEY_NUDGE)
        return nudge_arguments(app, binding->action, (enum NudgeWay)binding->index, 1, args);
    if (binding->argument == KEY_NEXT)
        return choose_next(&app->document, binding, args);
    *args = keys_arguments(app, binding->action, aspect);
    args->index = binding->index;
    return true;
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
    if (binding->argument == KEY_PANEL) {
        view->ui.open[binding->index] = !view->ui.open[binding->index];
        view->ui.focus[binding->index] = view->ui.open[binding->index];
    } else if (binding->argument == KEY_TOOL) {
        view->ui.mode = view->ui.mode == binding->index ? NO_TOOL : binding->index;
    } else if (binding->argument == KEY_PALETTE) {
        view->ui.palette.wanted = true;
    } else if (binding->action == ACTION_pair_leave) { // Escape means other things as well
        if (document_pair_shown(&view->app->document))
            action_submit(&view->app->queue, ACTION_pair_leave, NULL);
    } else if (keys_needs_selection(binding->action) && view->app->document.selected == NO_PART) {
        app_notify(view->app, NOTICE_INFO, "Select a part first.");
    } else if (keys_binding_arguments(view->app, binding, aspect_of(view), &args)) {
        action_submit(&view->app->queue, binding->action, &args);
    }
}

static void run_action(View *view, enum ActionId id, int index)
{
    KeyBinding binding = {NULL, NULL, id, KEY_PLAIN, index};
    const char *why;
    if (ui_ask_path(&view->ui, view->app, id))
        return;
    if (id == ACTION_part_rename && view->app->document.selected != NO_PART)
        ui_rename_part(&view->ui, view->app, view->app->document.selected);
    else if (id != ACTION_app_cancel)
        run_binding(view, &binding);
    else if (actions[id]->enabled(view->app, &why)) // Escape means other things as well
        run_binding(view, &binding);
}

// What changes neither placements nor the camera can be done with a part in the hand.
static bool works_while_dragging(const KeyBinding *binding)
{
    return (binding->argument == KEY_NEXT && binding->action != ACTION_move_handles) ||
           binding->argument == KEY_LEVEL_STEP;
}

static bool repeats(const KeyBinding *binding)
{
    return binding->argument == KEY_LEVEL_STEP || binding->argument == KEY_NUDGE;
}

static void run_chord(View *view, const KeyChord *chord)
{
    bool dragging = view->drag.kind != DRAG_NONE || view->held_tool != NO_TOOL;
    for (int i = 0; i < key_binding_count; ++i)
        if (matches(chord, key_bindings[i].keys, repeats(&key_bindings[i])) &&
            (!dragging || works_while_dragging(&key_bindings[i]))) {
            if (key_bindings[i].argument == KEY_NUDGE)
                nudge(view, &key_bindings[i], chord->repeat);
            else
                run_binding(view, &key_bindings[i]);
        }
    if (dragging)
        return;
    for (int id = 0; id < ACTION_COUNT; ++id) {
        const char *keys = actions[id]->shortcut;
        if (!keys)
            continue;
        int place = place_in_range(chord, keys);
        if (place >= 0)
            run_action(view, (enum ActionId)id, place);
        else if (matches(chord, keys, id == ACTION_edit_undo || id == ACTION_edit_redo))
            run_action(view, (enum ActionId)id, 0);
    }
}

void keys_apply(View *view)
{
    const ImGuiIO *io = igGetIO();
    bool free_keys = !io->WantTextInput && !io->WantCaptureKeyboard;
    for (int i = 0; i < view->chord_count && free_keys; ++i) {
        run_chord(view, &view->chords[i]);
        view_apply_actions(view); // the next key builds on what this one did
    }
    view->chord_count = 0;
}
