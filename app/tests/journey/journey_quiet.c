// A file that does not fit as it was opened: a bar says so and offers what to do; the picture shows
// the machine.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>

// Pin and Cap run into Block, which stands before them.
static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    obj_box(file, &vertices, "Block", 0, 0, 0, 10);
    obj_box(file, &vertices, "Pin", 3, 9, 3, 4);
    obj_box(file, &vertices, "Cap", 9, 2, 2, 4);
    EXPECT(j, fclose(file) == 0);
}

static void point_nowhere(Journey *j)
{
    journey_move(j, 40, 600);
    AWAIT(j, j->now.hovered == NO_PART);
    journey_settle(j);
}

static int red(Journey *j)
{
    return journey_view_count(j, colour_is_alert);
}

void journey_quiet(Journey *j)
{
    char path[700];
    journey_step(j, "a machine that does not fit opens as a machine, and a bar says so");
    snprintf(path, sizeof path, "%s/quiet.obj", j->folder);
    write_parts(j, path);
    journey_start_program(j, path);
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 2 && j->now.quiet_pairs == 2);
    AWAIT(j, state_widget(&j->now, "quiet_show") != NULL);
    point_nowhere(j);
    EXPECT(j, state_widget(&j->now, "quiet_pairs") != NULL); // in the status bar
    int quiet = red(j);

    journey_step(j, "pointing at a part lights up what is wrong with it, leaving it ends that");
    journey_point_at(j, 1, 0, 0);
    AWAIT(j, j->now.hovered == 1);
    journey_settle(j);
    int pointed = red(j);
    EXPECT(j, pointed > quiet + 500);
    point_nowhere(j);
    EXPECT(j, red(j) < quiet + 100);

    journey_step(j,
                 "the bar's first button lights up all of it; undone it is quiet, and not asked");
    journey_click_widget(j, "quiet_show");
    AWAIT(j, j->now.quiet_pairs == 0);
    point_nowhere(j);
    EXPECT(j, red(j) > pointed);
    EXPECT(j, state_widget(&j->now, "quiet_show") == NULL);
    EXPECT(j, j->now.undo_steps == 1);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.quiet_pairs == 2);
    journey_settle(j);
    EXPECT(j, state_widget(&j->now, "quiet_show") == NULL);
    EXPECT(j, red(j) < quiet + 100);

    journey_step(j, "opened again, the second button takes it as the baseline");
    journey_drop(j, path);
    AWAIT(j, state_widget(&j->now, "quiet_baseline") != NULL);
    journey_settle(j);
    journey_click_widget(j, "quiet_baseline");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 0 && j->now.quiet_pairs == 0);
    journey_settle(j);
    EXPECT(j, state_widget(&j->now, "quiet_baseline") == NULL);
    EXPECT(j, j->now.clash_rows == 2 && j->now.undo_steps == 1);

    journey_step(j, "and the third leaves all as it is");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.quiet_pairs == 2 && j->now.fit_current == 1);
    journey_drop(j, path);
    AWAIT(j, state_widget(&j->now, "quiet_keep") != NULL);
    journey_settle(j);
    journey_click_widget(j, "quiet_keep");
    AWAIT(j, state_widget(&j->now, "quiet_keep") == NULL);
    EXPECT(j, j->now.quiet_pairs == 2 && j->now.undo_steps == 0);
    journey_quit(j);
}
