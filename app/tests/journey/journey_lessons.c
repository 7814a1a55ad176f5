// The start page and lessons in the real window, by mouse and keys: from the menu, to the end, and what was
// open before comes back; and a figure of the papers. All of both are played in the long tier, and without drawing
// them by test_window_lessons.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

void journey_lessons(Journey *journey)
{
    Journey *j = journey;
    journey_step(j, journey_is_long() ? "every lesson" : "one lesson");
    EXPECT(j,
           journey_play_sized(j, journey_is_long() ? SCRIPTS "/lessons.txt" : SCRIPTS "/lesson.txt",
                              "1000x640") == 0);

    if (journey_is_long()) {
        journey_step(j, "every figure of the papers");
        EXPECT(j, journey_play_sized(j, SCRIPTS "/figures.txt", "1000x640") == 0);
    }

    journey_step(j, "without a file there is the start page, and a scene on it");
    journey_start_empty(j);
    EXPECT(j, j->now.part_count == 0);
    journey_find(j, "start_first_lesson");
    journey_find(j, "start_open");
    journey_click_widget(j, "start_first_scene");
    AWAIT(j, strcmp(j->now.title, "Gear unit") == 0 && j->now.busy == 0);
    AWAIT(j, state_widget(&j->now, "start_open") == NULL);

    journey_step(j, "it comes back from the menu and goes by Escape");
    journey_click_widget(j, "menu_file");
    journey_click_widget(j, "menu_start");
    journey_find(j, "start_open");
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "start_open") == NULL);
    EXPECT(j, strcmp(j->now.title, "Gear unit") == 0);

    journey_step(j, "a lesson from the menu, while a scene is open");
    journey_click_widget(j, "menu_help");
    journey_click_widget(j, "menu_lessons");
    journey_click_widget(j, "menu_first_lesson");
    journey_find(j, "lesson_choice_3");
    AWAIT(j, strcmp(j->now.title, "Two tori") == 0 && j->now.busy == 0);

    journey_step(j, "a guess, then Next by its key");
    EXPECT(j, state_widget(&j->now, "lesson_next") != NULL);
    journey_click_widget(j, "lesson_choice_3");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_Page_Down);
    journey_settle(j);

    journey_step(j, "the end, and back to what was open");
    journey_click_widget(j, "lesson_end");
    journey_click_widget(j, "lesson_return");
    AWAIT(j, strcmp(j->now.title, "Gear unit") == 0 && j->now.busy == 0);
    AWAIT(j, state_widget(&j->now, "lesson_next") == NULL);

    journey_step(j, "a figure of the papers from the menu, with what was measured for it");
    journey_click_widget(j, "menu_help");
    journey_click_widget(j, "menu_figures");
    journey_click_widget(j, "menu_figures_2006");
    journey_click_widget(j, "menu_first_figure");
    AWAIT(j, strcmp(j->now.title, "Pin and plate") == 0 && j->now.busy == 0);
    journey_find(j, "figure_table");
    journey_find(j, "figure_plot");
    journey_click_widget(j, "lesson_next");
    journey_settle(j);
    journey_click_widget(j, "figure_measure");
    journey_settle(j);
    journey_find(j, "figure_table");
    journey_click_widget(j, "lesson_end");
    journey_click_widget(j, "lesson_return");
    AWAIT(j, strcmp(j->now.title, "Gear unit") == 0 && j->now.busy == 0);
    journey_quit(j);

    journey_step(j, "a lesson by its name on the command line");
    journey_start_lesson(j, "sat-and-sat-lite");
    journey_find(j, "lesson_next");
    EXPECT(j, strcmp(j->now.title, "Gear unit") != 0 && j->now.part_count > 0);
    journey_quit(j);
}
