#include "app/window/loop/script_player.h"

#include "app/draw/scene_draw.h"
#include "core/base/clock.h"

#include <cimgui.h>
#include <cimgui_impl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <string.h>

static const double MOST_IDLE_WAIT = 600, MOST_CONDITION_WAIT = 60; // seconds
enum { SETTLE_FRAMES = 2 }; // until panels and results show what a command did

static bool is(const ScriptCommand *command, const char *name)
{
    return strcmp(command->name, name) == 0;
}

static bool is_picture(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".png") == 0;
}

bool player_knows(const ScriptCommand *command, Error *err)
{
    const ScriptWord *words = command->words;
    double seconds;
    if (input_is_command(command->name))
        return input_check(command, err);
    if (is(command, "expect"))
        return condition_check(words, command->count, err);
    if (is(command, "wait"))
        return (command->count == 1 && !words[0].key &&
                (strcmp(words[0].value, "idle") == 0 ||
                 (script_numbers(words[0].value, &seconds, 1) && seconds >= 0 &&
                  seconds <= MOST_IDLE_WAIT))) ||
               condition_check(words, command->count, err);
    for (int i = 0; i < command->count; ++i)
        if (words[i].key)
            return error_set(err, "%s has no argument \"%.60s\"", command->name, words[i].key);
    if (is(command, "screenshot"))
        return (command->count == 1 && is_picture(words[0].value)) ||
               error_set(err, "one path that ends in .png must follow screenshot");
    if (is(command, "panels") || is(command, "tooltips") || is(command, "clipped"))
        return command->count == 0 || error_set(err, "nothing can follow %s", command->name);
    if (is(command, "say"))
        return command->count == 1 || error_set(err, "one text must follow say");
    if (is(command, "panel"))
        return (command->count == 2 && panel_find(words[0].value) < panel_count &&
                (strcmp(words[1].value, "on") == 0 || strcmp(words[1].value, "off") == 0)) ||
               error_set(err, "a panel's title and on or off must follow panel");
    return error_set(err, "there is no command \"%.100s\"", command->name);
}

bool player_done(const ScriptPlayer *player)
{
    return player->failed || (player->next >= player->script.command_count &&
                              player->step_next >= player->step_count);
}

static bool is_ready(const ScriptPlayer *player, const View *view)
{
    const ScriptCommand *command = &player->script.commands[player->next];
    if (player->frames < 1 || stages_loading(view->app))
        return false;
    if (command->now)
        return true;
    return player->frames >= SETTLE_FRAMES && stages_settled(view->app) &&
           !view->app->overlay.pending && !view->app->lesson.busy;
}

bool player_waits(const ScriptPlayer *player, const View *view)
{
    return player->step_next >= player->step_count && player->frames >= SETTLE_FRAMES &&
           (player->waiting || !is_ready(player, view));
}

static void fail(ScriptPlayer *player, View *view, const char *what)
{
    Error err;
    script_refuse(&player->script, player->script.commands[player->next].line, what, &err);
    fprintf(stderr, "snug view: %s\n", err.text);
    player->failed = true;
    view->app->quit = true;
}

static bool run_action(View *view, const ScriptCommand *command, Error *err)
{
    App *app = view->app;
    ActionArgs args;
    if (!script_arguments(app, command, &args, err))
        return false;
    if (app_do(app, command->action, &args, 0))
        return true;
    return error_set(err, "%s",
                     app->notice_count > 0 ? app->notices[app->notice_count - 1].text
                                           : "this was not possible");
}

// One after the other, each for as long as it needs to be laid out. True: that was the last.
static bool show_panels(ScriptPlayer *player, View *view)
{
    enum { PANEL_FRAMES = 3 };
    int i = player->panel / PANEL_FRAMES;
    if (i < panel_count && player->panel % PANEL_FRAMES == 0) {
        bool floats = panels[i]->place == PLACE_FLOATING;
        view->ui.open[i] = view->ui.focus[i] = true;
        for (int k = 0; k < i; ++k) // these would cover each other
            view->ui.open[k] = view->ui.open[k] && !(floats && panels[k]->place == PLACE_FLOATING);
    }
    player->panel = i < panel_count ? player->panel + 1 : 0;
    if (i < panel_count)
        return false;
    for (int k = 0; k < panel_count; ++k)
        view->ui.open[k] = view->ui.open[k] && panels[k]->place != PLACE_FLOATING;
    return true;
}

// True when the command is done with; false and an empty error: ask again in the next frame.
static bool run(ScriptPlayer *player, View *view, const ScriptCommand *command, Error *err)
{
    const ScriptWord *words = command->words;
    bool holds = true;
    double seconds;
    if (command->action)
        return run_action(view, command, err);
    if (input_is_command(command->name))
        return input_plan(player, view, command, err);
    if (is(command, "screenshot"))
        return view_screenshot(view, words[0].value, err);
    if (is(command, "say")) {
        app_notify(view->app, NOTICE_INFO, "%s", words[0].value);
        return true;
    }
    if (is(command, "panels"))
        return show_panels(player, view);
    if (is(command, "tooltips")) {
        if (!tooltips_step(player, view))
            return false;
        return player->walk.missing == 0 ||
               error_set(err, "%d controls have no tooltip", player->walk.missing);
    }
    if (is(command, "clipped")) {
        if (!clipped_step(player, view))
            return false;
        int found = player->clipped.found;
        player->clipped = (ClippedWalk){0};
        return found == 0 || error_set(err, "%d things are cut off", found);
    }
    if (is(command, "panel")) {
        int i = panel_find(words[0].value);
        view->ui.open[i] = strcmp(words[1].value, "on") == 0;
        view->ui.focus[i] = view->ui.open[i];
        return true;
    }
    double waited = clock_seconds() - player->since;
    if (is(command, "wait") && command->count == 1) {
        player->waiting = strcmp(words[0].value, "idle") != 0 &&
                          script_numbers(words[0].value, &seconds, 1) && waited < seconds;
        return !player->waiting;
    }
    Error found = {""};
    if (!condition_holds(view, words, command->count, &holds, &found))
        return error_set(err, "%s", found.text);
    player->waiting = !holds && is(command, "wait") && waited < MOST_CONDITION_WAIT;
    if (holds || player->waiting)
        return holds;
    return error_set(err, "%s", found.text);
}

static void next_command(ScriptPlayer *player, View *view)
{
    double now = clock_seconds();
    if (!is_ready(player, view)) {
        if (now - player->since > MOST_IDLE_WAIT)
            fail(player, view, "the program did not come to rest");
        return;
    }
    if (!player->waiting)
        player->since = now;
    Error err = {""};
    if (run(player, view, &player->script.commands[player->next], &err)) {
        ++player->next;
        player->frames = 0;
        player->waiting = false;
        player->since = clock_seconds();
    } else if (err.text[0]) {
        fail(player, view, err.text);
    }
}

void player_step(ScriptPlayer *player, View *view)
{
    ++player->frames;
    if (player->since <= 0) {
        player->since = clock_seconds();
        // Otherwise the backend asks where the real pointer is.
        ImGui_ImplGlfw_CursorEnterCallback(view->window, GLFW_TRUE);
    }
    if (player->step_next < player->step_count) {
        input_play(player, view);
        player->frames = 0;
    } else if (!player_done(player)) {
        next_command(player, view);
    }
    if (player->holds_pointer)
        ImGuiIO_AddMousePosEvent(igGetIO(), (float)player->pointer_x, (float)player->pointer_y);
    view->last_event = glfwGetTime();
}

void player_free(ScriptPlayer *player)
{
    script_free(&player->script);
}
