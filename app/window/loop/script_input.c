// Mouse and keyboard of scripts: each command becomes steps, one per frame, that enter where GLFW's
// events do.
#include "app/draw/scene_draw.h"
#include "app/window/loop/script_player.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRAG_STEPS = 8, SEARCH = 24, MAX_CLICKS = 3 };

static const struct {
    const char *name;
    int key;
} named_keys[] = {
    {"Esc", ImGuiKey_Escape},       {"Enter", ImGuiKey_Enter},    {"Tab", ImGuiKey_Tab},
    {"Space", ImGuiKey_Space},      {"Home", ImGuiKey_Home},      {"End", ImGuiKey_End},
    {"Up", ImGuiKey_UpArrow},       {"Down", ImGuiKey_DownArrow}, {"Left", ImGuiKey_LeftArrow},
    {"Right", ImGuiKey_RightArrow}, {"Del", ImGuiKey_Delete},     {"Backspace", ImGuiKey_Backspace},
    {"[", ImGuiKey_LeftBracket},    {"]", ImGuiKey_RightBracket}, {"PgUp", ImGuiKey_PageUp},
    {"PgDn", ImGuiKey_PageDown},
};
static const struct {
    const char *name;
    int modifier;
} named_modifiers[] = {{"Ctrl", ImGuiMod_Ctrl}, {"Shift", ImGuiMod_Shift}, {"Alt", ImGuiMod_Alt}};
static const char *const buttons[] = {"left", "right", "middle"}; // in ImGui's order

bool input_is_command(const char *name)
{
    static const char *const names[] = {"pointer", "click", "drag", "wheel", "key", "type"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static int key_of(const char *name)
{
    double number;
    for (size_t i = 0; i < sizeof named_keys / sizeof *named_keys; ++i)
        if (strcmp(named_keys[i].name, name) == 0)
            return named_keys[i].key;
    if (name[0] >= 'A' && name[0] <= 'Z' && !name[1])
        return ImGuiKey_A + (name[0] - 'A');
    if (name[0] >= '0' && name[0] <= '9' && !name[1])
        return ImGuiKey_0 + (name[0] - '0');
    if (name[0] == 'F' && script_numbers(name + 1, &number, 1) && number >= 1 && number <= 12)
        return ImGuiKey_F1 + (int)number - 1;
    return ImGuiKey_None;
}

// "Ctrl+Shift+Z", in any order of the modifiers. key: NULL when only modifiers are wanted.
static bool parse_chord(const char *text, int *modifiers, const char **key)
{
    *modifiers = 0;
    if (key)
        *key = NULL;
    while (*text) {
        size_t length = strcspn(text, "+"), found = 0;
        for (size_t i = 0; i < sizeof named_modifiers / sizeof *named_modifiers; ++i)
            if (strlen(named_modifiers[i].name) == length &&
                strncmp(named_modifiers[i].name, text, length) == 0) {
                *modifiers |= named_modifiers[i].modifier;
                found = 1;
            }
        if (!found) {
            if (!key || key_of(text) == ImGuiKey_None)
                return false;
            *key = text;
            return true;
        }
        text += length;
        text += *text == '+';
    }
    return !key && *modifiers;
}

static int find_button(const char *name)
{
    for (int i = 0; i < 3; ++i)
        if (strcmp(buttons[i], name) == 0)
            return i;
    return -1;
}

static const ScriptWord *find_word(const ScriptCommand *command, const char *key)
{
    for (int i = 0; i < command->count; ++i) {
        const char *k = command->words[i].key;
        if (key && k ? strcmp(k, key) == 0 : !key && !k)
            return &command->words[i];
    }
    return NULL;
}

static bool check_word(const ScriptCommand *command, const ScriptWord *word, Error *err)
{
    double v[3];
    int modifiers;
    const char *key = word->key;
    bool mouse = strcmp(command->name, "click") == 0 || strcmp(command->name, "drag") == 0;
    bool drag = strcmp(command->name, "drag") == 0;
    if (!key)
        return true;
    if (strcmp(key, "world") == 0    ? script_numbers(word->value, v, 3)
        : strcmp(key, "widget") == 0 ? true
        : strcmp(key, "button") == 0 ? mouse && find_button(word->value) >= 0
        : strcmp(key, "with") == 0   ? mouse && parse_chord(word->value, &modifiers, NULL)
        : strcmp(key, "count") == 0
            ? mouse && !drag && script_numbers(word->value, v, 1) && v[0] >= 1 && v[0] <= MAX_CLICKS
        : strcmp(key, "by") == 0 || strcmp(key, "to") == 0
            ? drag && script_numbers(word->value, v, 2)
            : false)
        return true;
    return error_set(err, "%s does not understand %.60s=%.100s", command->name, key, word->value);
}

bool input_check(const ScriptCommand *command, Error *err)
{
    const char *name = command->name, *key;
    int modifiers, places = 0, unnamed = 0;
    double number;
    bool wheel = strcmp(name, "wheel") == 0;
    if (strcmp(name, "type") == 0)
        return (command->count == 1 && !command->words[0].key) ||
               error_set(err, "one text must follow type");
    if (strcmp(name, "key") == 0)
        return (command->count == 1 && !command->words[0].key &&
                parse_chord(command->words[0].value, &modifiers, &key)) ||
               error_set(err, "a key is written as F, Home, Esc or Ctrl+Shift+Z");
    for (int i = 0; i < command->count; ++i) {
        if (!check_word(command, &command->words[i], err))
            return false;
        bool notches = wheel && i == 0;
        unnamed += !command->words[i].key && !notches;
    }
    places =
        unnamed + (find_word(command, "world") != NULL) + (find_word(command, "widget") != NULL);
    if (wheel && (command->count < 1 || command->words[0].key ||
                  !script_numbers(command->words[0].value, &number, 1)))
        return error_set(err, "a number of notches must follow wheel");
    if (places > 1 || (places == 0 && !wheel))
        return error_set(err, "%s needs one place: a part, x,y, world= or widget=", name);
    if (strcmp(name, "drag") == 0 && !find_word(command, "by") == !find_word(command, "to"))
        return error_set(err, "drag needs by=dx,dy or to=x,y");
    return true;
}

// A pixel where the part is in front: the candidate nearest to the middle of its box that has the
// part on all four sides as well, else any.
static bool find_part(const View *view, int32_t part, double *x, double *y, Error *err)
{
    const ViewRect *v = &view->viewport;
    const char *name = view->app->assembly.parts[part].name;
    if (!(v->width > 0))
        return error_set(err, "nothing was drawn yet");
    Box3d box = scene_world_bounds(view->app, part);
    double low[2] = {v->width, v->height}, high[2] = {0, 0}, best = INFINITY;
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = vec3d(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                             i & 4 ? box.hi.z : box.lo.z);
        double p[2];
        if (!camera_project(&view->app->document.view.camera, corner, v->width, v->height, &p[0],
                            &p[1]))
            continue;
        for (int k = 0; k < 2; ++k) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
        }
    }
    low[0] = fmax(low[0], 0);
    low[1] = fmax(low[1], 0);
    high[0] = fmin(high[0], v->width - 1);
    high[1] = fmin(high[1], v->height - 1);
    for (int i = 0; i <= SEARCH; ++i)
        for (int j = 0; j <= SEARCH; ++j) {
            double px = low[0] + (high[0] - low[0]) * i / SEARCH;
            double py = low[1] + (high[1] - low[1]) * j / SEARCH;
            if (!(px >= 0 && py >= 0 && px < v->width && py < v->height) ||
                view_pick(view, px, py).part != part)
                continue;
            bool inner = view_pick(view, px - 2, py).part == part &&
                         view_pick(view, px + 2, py).part == part &&
                         view_pick(view, px, py - 2).part == part &&
                         view_pick(view, px, py + 2).part == part;
            double rank = hypot(i - SEARCH * 0.5, j - SEARCH * 0.5) + (inner ? 0 : 1000);
            if (rank < best) {
                best = rank;
                *x = v->x + px;
                *y = v->y + py;
            }
        }
    return isfinite(best) || error_set(err, "%s cannot be seen from here", name);
}

// A panel that was opened just now is drawn some frames later, and one that is scrolled has to bring the
// widget into sight first. False with an empty err: not yet.
static bool find_widget(const ScriptPlayer *player, View *view, const char *name, double *x,
                        double *y, Error *err)
{
    enum { MOST_FRAMES = 30 };
    UiState *ui = &view->ui;
    bool early = player->frames < MOST_FRAMES;
    ui->sought[0] = '\0';
    for (int i = 0; i < ui->rect_count; ++i) {
        const NamedRect *r = &ui->rects[i];
        if (strcmp(r->name, name) != 0)
            continue;
        if (early && named_rect_hidden(r)) {
            snprintf(ui->sought, sizeof ui->sought, "%s", name);
            return false;
        }
        *x = (double)(r->x + r->width / 2);
        *y = (double)(r->y + r->height / 2);
        return true;
    }
    return !early && error_set(err, "there is no widget \"%.100s\" on the screen", name);
}

static bool find_place(const ScriptPlayer *player, View *view, const ScriptCommand *command,
                       double *x, double *y, Error *err)
{
    const ViewRect *v = &view->viewport;
    const ScriptWord *world = find_word(command, "world"), *widget = find_word(command, "widget");
    double at[3];
    if (world) {
        script_numbers(world->value, at, 3);
        if (!camera_project(&view->app->document.view.camera, vec3d(at[0], at[1], at[2]), v->width,
                            v->height, x, y))
            return error_set(err, "this place is behind the camera");
        *x += v->x;
        *y += v->y;
        return true;
    }
    if (widget)
        return find_widget(player, view, widget->value, x, y, err);
    const ScriptWord *word = NULL;
    for (int i = strcmp(command->name, "wheel") == 0; i < command->count && !word; ++i)
        if (!command->words[i].key)
            word = &command->words[i];
    if (!word) { // the wheel turns where the pointer is, or in the middle of the view
        *x = v->x + v->width / 2;
        *y = v->y + v->height / 2;
        return true;
    }
    if (!word->quoted && script_numbers(word->value, at, 2)) {
        *x = at[0];
        *y = at[1];
        return true;
    }
    int32_t part;
    if (!script_find_part(view->app, word, &part, err))
        return false;
    return part == NO_PART ? error_set(err, "which part?") : find_part(view, part, x, y, err);
}

static void add(ScriptPlayer *player, InputStep step)
{
    if (player->step_count < PLAYER_MAX_STEPS)
        player->steps[player->step_count++] = step;
}

static void add_button(ScriptPlayer *player, int button, bool down, int modifiers)
{
    add(player,
        (InputStep){.kind = INPUT_BUTTON, .button = button, .down = down, .modifiers = modifiers});
}

static void plan_mouse(ScriptPlayer *player, const ScriptCommand *command, double x, double y)
{
    const ScriptWord *with = find_word(command, "with"), *by = find_word(command, "by"),
                     *to = find_word(command, "to"), *named = find_word(command, "button"),
                     *times = find_word(command, "count");
    int modifiers = 0, button = named ? find_button(named->value) : 0;
    double end[2] = {x, y}, count = 1;
    if (with)
        parse_chord(with->value, &modifiers, NULL);
    if (times)
        script_numbers(times->value, &count, 1);
    add(player, (InputStep){.kind = INPUT_MODIFIERS, .modifiers = modifiers});
    for (int i = 0; i < (int)count; ++i) {
        add_button(player, button, true, modifiers);
        if (to || by) {
            script_numbers((to ? to : by)->value, end, 2);
            end[0] += by ? x : 0;
            end[1] += by ? y : 0;
            for (int k = 1; k <= DRAG_STEPS; ++k)
                add(player, (InputStep){.kind = INPUT_MOVE,
                                        .x = x + (end[0] - x) * k / DRAG_STEPS,
                                        .y = y + (end[1] - y) * k / DRAG_STEPS,
                                        .modifiers = modifiers});
        }
        add_button(player, button, false, modifiers);
    }
    add(player, (InputStep){.kind = INPUT_MODIFIERS});
}

static void plan_key(ScriptPlayer *player, const char *text)
{
    int modifiers;
    const char *key = NULL;
    parse_chord(text, &modifiers, &key);
    // As keys_note writes it.
    snprintf(player->chord, sizeof player->chord, "%s%s%s%.12s",
             modifiers & ImGuiMod_Ctrl ? "Ctrl+" : "", modifiers & ImGuiMod_Shift ? "Shift+" : "",
             modifiers & ImGuiMod_Alt ? "Alt+" : "", key);
    add(player, (InputStep){.kind = INPUT_KEY,
                            .button = key_of(key),
                            .down = true,
                            .modifiers = modifiers,
                            .text = player->chord});
    add(player, (InputStep){.kind = INPUT_KEY, .button = key_of(key)});
}

bool input_plan(ScriptPlayer *player, View *view, const ScriptCommand *command, Error *err)
{
    double x, y, notches;
    const char *name = command->name;
    player->step_count = player->step_next = 0;
    if (strcmp(name, "key") == 0) {
        plan_key(player, command->words[0].value);
        return true;
    }
    if (strcmp(name, "type") == 0) {
        add(player, (InputStep){.kind = INPUT_TYPE, .text = command->words[0].value});
        return true;
    }
    if (!find_place(player, view, command, &x, &y, err))
        return false;
    add(player, (InputStep){.kind = INPUT_MOVE, .x = x, .y = y});
    if (strcmp(name, "wheel") == 0) {
        script_numbers(command->words[0].value, &notches, 1);
        add(player, (InputStep){.kind = INPUT_WHEEL, .y = notches});
    } else if (strcmp(name, "pointer") != 0) {
        plan_mouse(player, command, x, y);
    }
    return true;
}

void input_play(ScriptPlayer *player, View *view)
{
    const InputStep *step = &player->steps[player->step_next++];
    ImGuiIO *io = igGetIO();
    for (size_t i = 0; i < sizeof named_modifiers / sizeof *named_modifiers; ++i)
        ImGuiIO_AddKeyEvent(io, (ImGuiKey)named_modifiers[i].modifier,
                            (step->modifiers & named_modifiers[i].modifier) != 0);
    switch (step->kind) {
    case INPUT_MOVE:
        player->holds_pointer = true;
        player->pointer_x = step->x;
        player->pointer_y = step->y;
        break; // sent with every frame
    case INPUT_BUTTON:
        ImGuiIO_AddMouseButtonEvent(io, step->button, step->down);
        break;
    case INPUT_WHEEL:
        ImGuiIO_AddMouseWheelEvent(io, 0, (float)step->y);
        break;
    case INPUT_KEY:
        ImGuiIO_AddKeyEvent(io, (ImGuiKey)step->button, step->down);
        if (step->down && view->chord_count < VIEW_MAX_CHORDS) {
            KeyChord *chord = &view->chords[view->chord_count++];
            snprintf(chord->text, sizeof chord->text, "%s", step->text);
            chord->repeat = false;
        }
        break;
    case INPUT_TYPE:
        ImGuiIO_AddInputCharactersUTF8(io, step->text);
        break;
    case INPUT_MODIFIERS:
        break;
    }
}
