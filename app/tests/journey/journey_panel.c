// Panels: the level slider, lists from the registries, visibility, help.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

// Off parts and widgets, which light up under the pointer or show a tooltip.
static void park(Journey *j)
{
    journey_move(j, SCREEN_WIDTH - 150, 10); // right of the menu and the tools
    AWAIT(j, j->now.hovered == NO_PART);
}

static bool all_levels(const State *state, int level)
{
    for (int i = 0; i < state->part_count; ++i)
        if (state->parts[i].level != level)
            return false;
    return true;
}

static void check_level_slider(Journey *j)
{
    Picture plain = journey_view(j);
    journey_step(j, "the level slider draws volumes over all parts");
    journey_slide(j, "overlay_all", 0.03, 0.4);
    AWAIT(j, j->now.parts[0].level > 1);
    AWAIT(j, journey_view_difference(j, &plain) > 10000);
    journey_let_go_slider(j);
    EXPECT(j, all_levels(&j->now, j->now.parts[0].level));
    EXPECT(j, j->now.pairs == 0 && j->now.can_undo == 1);
    int level = j->now.parts[0].level;
    Picture some = journey_view(j);

    journey_step(j, "another level looks different");
    journey_slide(j, "overlay_all", 0.4, 0.6);
    AWAIT(j, j->now.parts[0].level > level);
    AWAIT(j, journey_view_difference(j, &some) > 2000);
    picture_free(&some);
    journey_let_go_slider(j);

    journey_step(j, "one undo per movement of the slider");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, all_levels(&j->now, level));
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.parts[0].level > level);

    journey_step(j, "all the way to the left the volumes are gone");
    journey_slide(j, "overlay_all", 0.6, -0.1);
    AWAIT(j, all_levels(&j->now, -1));
    journey_let_go_slider(j);
    AWAIT(j, journey_view_difference(j, &plain) < 50);
    picture_free(&plain);
}

static void check_level_of_one(Journey *j)
{
    journey_step(j, "a row of the list selects a part, whose level has a slider of its own");
    journey_settle(j);
    Rect row = journey_find(j, "first_part");
    journey_click(j, row.x + row.width / 2, row.y + row.height / 2);
    AWAIT(j, j->now.selected == 0);
    journey_settle(j);
    journey_slide(j, "overlay_part", 0.05, 0.5);
    AWAIT(j, j->now.parts[0].level > 0);
    EXPECT(j, j->now.parts[1].level == -1);
    journey_let_go_slider(j);
    journey_slide(j, "overlay_part", 0.5, -0.1);
    AWAIT(j, all_levels(&j->now, -1));
    journey_let_go_slider(j);
}

// Takes the entry that is not chosen, then takes that back.
static void check_list(Journey *j, const char *widget, enum Setting setting)
{
    char before[32];
    snprintf(before, sizeof before, "%s", j->now.settings[setting]);
    journey_step(j, widget);
    journey_choose(j, widget, "choice_1");
    if (strcmp(before, j->now.settings[setting]) == 0) // it was chosen already
        journey_choose(j, widget, "choice_0");
    EXPECT(j, strcmp(before, j->now.settings[setting]) != 0);
    EXPECT(j, j->now.pairs == 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, strcmp(before, j->now.settings[setting]) == 0 && j->now.busy == 0);
    EXPECT(j, j->now.pairs == 0);
}

// Of AABBs, which have two of them.
static void check_tests(Journey *j)
{
    char before[32];
    snprintf(before, sizeof before, "%s", j->now.settings[SET_VOLUME]);
    journey_choose(j, "build_volume", "choice_1");
    EXPECT(j, strcmp(j->now.settings[SET_VOLUME], "AABB") == 0);
    check_list(j, "query_test", SET_TEST);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, strcmp(before, j->now.settings[SET_VOLUME]) == 0 && j->now.busy == 0);
}

static void check_leaf_size(Journey *j)
{
    int before = j->now.leaf_size;
    journey_step(j, "the slider for the leaf size");
    journey_slide(j, "build_leaf_size", 0.03, 0.6);
    AWAIT(j, j->now.leaf_size > before);
    journey_let_go_slider(j);
    EXPECT(j, j->now.pairs == 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.leaf_size == before && j->now.busy == 0);
}

static void check_eye(Journey *j)
{
    journey_step(j, "the eye hides a part, undo shows it");
    park(j);
    journey_settle(j);
    Picture view = journey_view(j);
    journey_click_widget(j, "first_eye");
    AWAIT(j, j->now.parts[0].visible == 0);
    park(j);
    AWAIT(j, journey_view_difference(j, &view) > 10000);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.parts[0].visible == 1);
    AWAIT(j, journey_view_difference(j, &view) < 50);
    picture_free(&view);
}

static void check_help(Journey *j)
{
    journey_step(j, "F1 shows the help, Escape closes it");
    journey_settle(j);
    Picture view = journey_view(j);
    journey_chord(j, NoSymbol, XK_F1);
    AWAIT(j, journey_view_difference(j, &view) > 20000);
    AWAIT(j, strcmp(j->now.chapter, "controls") == 0);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, journey_view_difference(j, &view) < 50);
    picture_free(&view);
}

// The manual: by the panel under the mouse, by words, by a link, and back.
static void check_manual(Journey *j)
{
    journey_step(j, "F1 over a panel opens its chapter");
    Rect r = journey_find(j, "first_part");
    journey_move(j, r.x + r.width / 2, r.y + r.height / 2);
    journey_chord(j, NoSymbol, XK_F1);
    AWAIT(j, strcmp(j->now.chapter, "parts") == 0);
    journey_settle(j);

    journey_step(j, "words that are typed are found, a click goes there");
    journey_click_widget(j, "help_search");
    journey_type(j, "draco refused", j->now.help_filter);
    AWAIT(j, state_widget(&j->now, "help_hit") != NULL);
    journey_settle(j);
    journey_click_widget(j, "help_hit");
    AWAIT(j, strcmp(j->now.chapter, "files") == 0);
    journey_settle(j);

    journey_step(j, "a chapter from the list, a link on its page, and back");
    journey_click_widget(j, "help_search");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_a);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_BackSpace);
    AWAIT(j, j->now.help_filter[0] == 0 && state_widget(&j->now, "help_second") != NULL);
    journey_settle(j);
    journey_click_widget(j, "help_second");
    AWAIT(j, strcmp(j->now.chapter, "controls") == 0);
    journey_settle(j);
    AWAIT(j, state_widget(&j->now, "help_link") != NULL);
    journey_click_widget(j, "help_link");
    AWAIT(j, strcmp(j->now.chapter, "looking") == 0);
    journey_settle(j);
    journey_click_widget(j, "help_back");
    AWAIT(j, strcmp(j->now.chapter, "controls") == 0);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.chapter[0] == 0);
}

// A drag that begins on a panel is the panel's, wherever it goes.
static void check_panel_keeps_mouse(Journey *j)
{
    journey_step(j, "a drag from a panel into the view moves neither part nor camera");
    State before = j->now;
    const Rect v = j->now.viewport;
    Rect r = journey_find(j, "first_part");
    journey_move(j, r.x + r.width / 2, r.y + r.height / 2);
    screen_button(j->display, BUTTON_LEFT, true);
    journey_glide(j, v.x + v.width / 2, v.y + v.height / 2);
    journey_glide(j, v.x + v.width / 2 - 80, v.y + v.height / 2 - 40);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.hovered != NO_PART);
    journey_settle(j);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));
}

// In a column of the usual width, and in the lab, no title of a tab is cut off.
static void check_layouts(Journey *j)
{
    journey_step(j, "Ctrl+L: the lab, with a strip below the view");
    const Rect usual = j->now.viewport;
    EXPECT(j, j->now.looks.cut_titles == 0);
    Rect settings = journey_find(j, "overlay_all"), parts = journey_find(j, "first_part");
    EXPECT(j, settings.y > parts.y + SCREEN_HEIGHT / 2); // parts and clashes have the larger half
    journey_chord(j, XK_Control_L, XK_l);
    AWAIT(j, j->now.viewport.height < usual.height - 200);
    journey_settle(j);
    EXPECT(j, j->now.viewport.width == usual.width && j->now.looks.cut_titles == 0);
    AWAIT(j, journey_find(j, "overlay_all").y < settings.y); // and more of the settings
    journey_step(j, "a tab that is dropped in the middle floats: the view stays free");
    Rect v = j->now.viewport;
    journey_move(j, v.x + v.width + 30, v.y + 10); // "Parts"
    screen_button(j->display, BUTTON_LEFT, true);
    journey_glide(j, v.x + v.width - 100, v.y + 60);
    journey_glide(j, v.x + v.width / 2, v.y + v.height / 2);
    journey_glide(j, v.x + v.width / 2 - 3, v.y + v.height / 2);
    journey_settle(j);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, journey_find(j, "first_part").x < v.x + v.width);
    journey_settle(j);
    EXPECT(j, journey_find(j, "first_part").width < v.width / 2);
    journey_step(j, "Ctrl+L docks everything again, as usual");
    journey_chord(j, XK_Control_L, XK_l);
    AWAIT(j, j->now.viewport.height == usual.height && j->now.viewport.width == usual.width);
    AWAIT(j, journey_find(j, "first_part").x == parts.x);
    park(j);
    journey_settle(j);
}

void journey_panel(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    park(j);
    journey_settle(j);
    check_layouts(j);
    check_level_slider(j);
    check_level_of_one(j);
    check_tests(j);
    static const struct {
        const char *widget;
        enum Setting setting;
    } lists[] = {
        {"build_criterion", SET_CRITERION}, {"build_volume", SET_VOLUME},
        {"query_triangle_test", SET_TRI},   {"query_mode", SET_MODE},
        {"query_rule", SET_RULE},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        check_list(j, lists[i].widget, lists[i].setting);
    check_leaf_size(j);
    check_eye(j);
    check_help(j);
    check_manual(j);
    check_panel_keeps_mouse(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
