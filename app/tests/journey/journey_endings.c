// Endings that nobody in the window has asked for: signals and a screen that is gone. Work that was
// never saved is offered at the next start.
#include "app/tests/journey/process.h"
#include "app/tests/journey/small_scene.h"

#include <signal.h>
#include <stdlib.h>

// Long before an autosave is due.
static void change(Journey *j)
{
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
    EXPECT(j, !autosave_is_there(j));
}

// What was changed is offered and comes back; then it is given up.
static void check_recovery(Journey *j)
{
    EXPECT(j, autosave_is_there(j));
    journey_start_program(j, NULL);
    AWAIT(j, state_widget(&j->now, "recover_do") != NULL);
    journey_settle(j);
    journey_click_widget(j, "recover_do");
    AWAIT(j, strstr(j->now.last_notice, "Recovered s.json") != NULL);
    AWAIT(j, j->now.unsaved == 1 && j->now.parts[0].ghost == 1);
    journey_settle(j);
    journey_quit(j);
    EXPECT(j, !autosave_is_there(j));
}

// Returns with the program ended.
static void end_by(Journey *j, int number)
{
    kill(j->snug_pid, number);
    EXPECT(j, journey_end_code(j) == 128 + number);
}

static void lose_screen(Journey *j)
{
    int number;
    Display *display = j->display;
    journey_step(j, "its screen is gone");
    pid_t screen = process_start_screen(SCREEN_WIDTH, SCREEN_HEIGHT, &number);
    EXPECT(j, screen > 0);
    j->display = screen_open(number);
    EXPECT(j, j->display != NULL);
    char before[64];
    snprintf(before, sizeof before, "%s", getenv("DISPLAY"));
    process_use_screen(number);
    journey_start_program(j, in_folder(j, "s.json"));
    change(j);
    XCloseDisplay(j->display);
    j->display = display;
    setenv("DISPLAY", before, 1);
    process_stop(screen);
    EXPECT(j, journey_end_code(j) == 1);
    check_recovery(j);
}

void journey_endings(Journey *j)
{
    make_files(j);
    journey_step(j, "told to end without unsaved work, it leaves nothing");
    journey_start_program(j, in_folder(j, "s.json"));
    end_by(j, SIGTERM);
    EXPECT(j, !autosave_is_there(j));
    journey_step(j, "told to end, as at the end of a session");
    journey_start_program(j, in_folder(j, "s.json"));
    change(j);
    end_by(j, SIGTERM);
    check_recovery(j);
    lose_screen(j);
    journey_step(j, "the terminal that it was started from is closed");
    journey_start_program(j, in_folder(j, "s.json"));
    change(j);
    end_by(j, SIGHUP);
    EXPECT(j, autosave_is_there(j));
}
