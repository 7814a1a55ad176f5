// Unsaved changes: quitting, closing the window and opening something else ask first, in a bar that
// leaves the view alone; without changes nothing is asked.
#include "app/tests/journey/small_scene.h"

static bool asked(const Journey *j)
{
    return state_widget(&j->now, "unsaved_cancel") != NULL;
}

static void answer_by_key(Journey *j, KeySym modifier, KeySym key)
{
    AWAIT(j, asked(j));
    journey_chord(j, modifier, key);
    AWAIT(j, !asked(j));
}

static void answer(Journey *j, const char *widget)
{
    AWAIT(j, asked(j));
    journey_settle(j);
    journey_click_widget(j, widget);
    AWAIT(j, !asked(j));
}

static void check_quitting(Journey *j)
{
    journey_step(j, "quitting asks, the view goes on meanwhile, and Esc goes on working");
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
    journey_chord(j, XK_Control_L, XK_q);
    AWAIT(j, asked(j));
    double yaw = j->now.camera[3];
    journey_chord(j, NoSymbol, XK_3);
    AWAIT(j, j->now.camera[3] < yaw || j->now.camera[3] > yaw);
    answer_by_key(j, NoSymbol, XK_Escape);
    journey_step(j, "so does closing the window");
    screen_close_window(j->display);
    answer(j, "unsaved_cancel");
    EXPECT(j, j->now.unsaved == 1 && j->now.parts[0].ghost == 1);
    journey_step(j, "a question whose changes were undone goes away");
    journey_chord(j, XK_Control_L, XK_q);
    AWAIT(j, asked(j));
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, !asked(j) && j->now.parts[0].ghost == 0);
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.parts[0].ghost == 1);
}

static void open_first_lesson(Journey *j)
{
    journey_click_widget(j, "menu_help");
    journey_click_widget(j, "menu_lessons");
    journey_click_widget(j, "menu_first_lesson");
}

// What is open is s.json, with a change.
static void check_lesson(Journey *j)
{
    journey_step(j, "a lesson asks, too; Cancel keeps what is open");
    open_first_lesson(j);
    answer(j, "unsaved_cancel");
    journey_settle(j);
    EXPECT(j, strcmp(j->now.title, "s.json") == 0 && j->now.parts[0].ghost == 1);
    EXPECT(j, j->now.unsaved == 1 && state_widget(&j->now, "lesson_next") == NULL);
    journey_step(j, "Discard begins it; at its end what was open comes back, as it is in the file");
    open_first_lesson(j);
    answer(j, "unsaved_discard");
    AWAIT(j, strcmp(j->now.title, "Two tori") == 0 && j->now.busy == 0);
    journey_find(j, "lesson_choice_1");
    journey_step(j, "another lesson does not ask: what is open is the first one's");
    open_first_lesson(j);
    journey_settle(j);
    EXPECT(j, !asked(j) && strcmp(j->now.title, "Two tori") == 0);
    journey_click_widget(j, "lesson_end");
    journey_click_widget(j, "lesson_return");
    AWAIT(j, strcmp(j->now.title, "s.json") == 0 && j->now.busy == 0);
    journey_settle(j);
    EXPECT(j, j->now.parts[0].ghost == 0 && j->now.unsaved == 0);
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
}

static void check_opening(Journey *j)
{
    journey_step(j, "a dropped file asks; Cancel keeps what is open, Discard opens it");
    journey_drop(j, in_folder(j, "more.stl"));
    answer_by_key(j, NoSymbol, XK_Escape);
    EXPECT(j, strcmp(j->now.title, "s.json") == 0 && j->now.unsaved == 1);
    journey_drop(j, in_folder(j, "more.stl"));
    answer_by_key(j, XK_Control_L, XK_BackSpace);
    AWAIT(j, strcmp(j->now.title, "more.stl") == 0 && j->now.busy == 0 && j->now.unsaved == 0);
    EXPECT(j, !file_has(in_folder(j, "s.json"), "\"ghost\": true"));

    journey_step(j, "without changes nothing is asked");
    journey_drop(j, in_folder(j, "s.json"));
    AWAIT(j, strcmp(j->now.title, "s.json") == 0 && j->now.busy == 0);
    EXPECT(j, !asked(j) && j->now.parts[0].ghost == 0);

    journey_step(j, "Save writes the scene first, then opens the other one");
    toggle_ghosts(j);
    AWAIT(j, j->now.unsaved == 1);
    journey_drop(j, in_folder(j, "more.stl"));
    answer(j, "unsaved_save");
    AWAIT(j, strcmp(j->now.title, "more.stl") == 0 && j->now.busy == 0);
    EXPECT(j, file_has(in_folder(j, "s.json"), "\"ghost\": true"));
}

static void check_path(Journey *j)
{
    journey_step(j, "another path asks before it takes the place of one that was recorded");
    journey_drop(j, in_folder(j, "other.path")); // there is none yet: nothing is asked
    AWAIT(j, strstr(j->now.last_notice, "other.path") != NULL);
    EXPECT(j, !asked(j));
    State before = j->now;
    journey_chord(j, XK_Shift_L, XK_r);
    journey_settle(j);
    journey_chord(j, XK_Alt_L, XK_Left);
    AWAIT(j, !state_same_placements(&before, &j->now));
    journey_chord(j, XK_Shift_L, XK_r);
    journey_settle(j);
    journey_drop(j, in_folder(j, "other.path"));
    answer_by_key(j, NoSymbol, XK_Escape);
    journey_step(j, "so does a new recording, and clearing");
    journey_chord(j, XK_Shift_L, XK_r);
    answer_by_key(j, NoSymbol, XK_Escape);
    journey_palette(j, "clear path");
    AWAIT(j, strcmp(j->now.palette, "clear path") == 0);
    journey_chord(j, NoSymbol, XK_Return);
    answer_by_key(j, NoSymbol, XK_Escape);
}

static void check_nameless(Journey *j)
{
    journey_step(j, "a mesh has no scene yet: Save asks where, and without an answer asks again");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_a);
    AWAIT(j, j->now.selected == 0);
    journey_chord(j, NoSymbol, XK_g);
    AWAIT(j, j->now.parts[0].ghost == 1 && j->now.unsaved == 1);
    check_path(j);
    journey_chord(j, XK_Control_L, XK_q);
    answer_by_key(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "path_do") != NULL);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, asked(j) && state_widget(&j->now, "path_do") == NULL);
    journey_step(j, "Discard quits");
    journey_settle(j);
    journey_click_widget(j, "unsaved_discard");
    journey_expect_end(j);
}

void journey_unsaved(Journey *j)
{
    make_files(j);
    journey_step(j, "open a scene from the command line");
    journey_start_program(j, in_folder(j, "s.json"));
    check_quitting(j);
    check_lesson(j);
    check_opening(j);
    check_nameless(j);
}
