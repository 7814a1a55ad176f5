// Scenes and their files: open one, add a file, save, reload what has changed, crash, recover.
#include "app/tests/journey/process.h"
#include "app/tests/journey/small_scene.h"

#include <signal.h>
#include <stdlib.h>

static void check_saving(Journey *j)
{
    journey_step(j, "a change shows as unsaved, Ctrl+S writes it in place");
    EXPECT(j, j->now.unsaved == 0 && strcmp(j->now.title, "s.json") == 0);
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
    journey_chord(j, XK_Control_L, XK_s);
    AWAIT(j, strcmp(j->now.last_notice, "Saved s.json") == 0 && j->now.unsaved == 0);
    EXPECT(j, file_has(in_folder(j, "s.json"), "\"ghost\": true"));
    EXPECT(j, file_has(in_folder(j, "s.json"), "\"panels\": [\"Parts\", \"Primitives\"]"));
}

static void check_reloading(Journey *j)
{
    journey_step(j, "a file that changes on the disk is reloaded, states are kept");
    write_text(j, in_folder(j, "two.stl"),
               "solid Left\n" FACET("0") FACET("1") "endsolid\nsolid Right\n" FACET(
                   "9") "endsolid\nsolid Third\n" FACET("30") "endsolid\n");
    AWAIT(j, strstr(j->now.last_notice, "Reloaded two.stl") != NULL);
    AWAIT(j, j->now.live_parts == 3);
    EXPECT(j, j->now.parts[0].ghost == 1 && state_part(&j->now, "Third") == 2);
    journey_step(j, "a broken version of it replaces nothing");
    write_text(j, in_folder(j, "two.stl"), "solid Left\nfacet");
    AWAIT(j, strstr(j->now.last_notice, "what was loaded before stays") != NULL);
    EXPECT(j, j->now.live_parts == 3);
}

static void check_crash(Journey *j)
{
    int code;
    journey_step(j, "a file dropped with Shift joins what is open; before that, work is kept");
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
    journey_settle(j);
    screen_key(j->display, XK_Shift_L, true);
    journey_drop(j, in_folder(j, "more.stl"));
    AWAIT(j, j->now.live_parts == 4 && state_part(&j->now, "more/More") == 3);
    screen_key(j->display, XK_Shift_L, false);
    AWAIT(j, autosave_is_there(j));
    journey_step(j, "killed, it offers to recover at the next start");
    kill(j->snug_pid, SIGKILL);
    while (!process_ended(j->snug_pid, &code))
        ;
    j->snug_pid = 0;
    write_text(j, in_folder(j, "two.stl"),
               "solid Left\n" FACET("0") "endsolid\nsolid Right\n" FACET("9") "endsolid\n");
    journey_start_program(j, NULL);
    AWAIT(j, state_widget(&j->now, "recover_do") != NULL);
    journey_settle(j);
    journey_click_widget(j, "recover_do");
    AWAIT(j, strstr(j->now.last_notice, "Recovered s.json") != NULL);
    EXPECT(j, strcmp(j->now.title, "s.json") == 0);
    AWAIT(j, j->now.unsaved == 1 && state_part(&j->now, "Left") == 0 && j->now.parts[0].ghost == 0);
}

static void check_end(Journey *j)
{
    journey_step(j, "saved again it ends without a question and leaves nothing to recover");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_s);
    AWAIT(j, strcmp(j->now.last_notice, "Saved s.json") == 0 && j->now.unsaved == 0);
    journey_quit(j);
    EXPECT(j, !autosave_is_there(j));
}

void journey_scenes(Journey *j)
{
    make_files(j);
    journey_step(j, "open a scene from the command line");
    journey_start_program(j, in_folder(j, "s.json"));
    EXPECT(j, j->now.live_parts == 2);
    journey_step(j, "with the panels that it names, and no others");
    EXPECT(j, state_widget(&j->now, "primitive_fit") != NULL);
    EXPECT(j, state_widget(&j->now, "search_settings") == NULL);
    check_saving(j);
    check_reloading(j);
    check_crash(j);
    check_end(j);
}
