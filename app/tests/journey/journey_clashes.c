// The list of clashes: sentences, zoom, the local highlight and what both parts share as a solid, rules by context menu, the baseline, a safety distance, a
// report written from the menu.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Pin runs 0.5 into Block, Cap lies flush on it, Far stands 8 away from it.
static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    obj_box(file, &vertices, "Block", 0, 0, 0, 10);
    obj_box(file, &vertices, "Pin", 3, 9.5, 3, 2);
    obj_box(file, &vertices, "Cap", 10, 2, 2, 4);
    obj_box(file, &vertices, "Far", -13, 0, 0, 5);
    EXPECT(j, fclose(file) == 0);
}

static void open_panel(Journey *j)
{
    journey_step(j, "the list of clashes comes to the front by its name");
    journey_palette(j, "panel clashes");
    AWAIT(j, strcmp(j->now.palette, "panel clashes") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "first_clash") != NULL);
    AWAIT(j, j->now.fit_current == 1);
    EXPECT(j, j->now.clashes == 1 && j->now.clash_rows == 2);
}

static void check_zoom(Journey *j)
{
    journey_step(j, "a click selects one of the two and zooms to the place");
    double distance = j->now.camera[5];
    journey_click_widget(j, "first_clash");
    AWAIT(j, j->now.selected != NO_PART);
    AWAIT(j, j->now.camera[5] < 0.9 * distance);
    EXPECT(j, j->now.can_undo == 0); // a look is no change
}

static bool colour_is_shared(uint32_t rgb) // turquoise, whatever light it is in
{
    int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
    return g > r + 60 && b > r + 70 && b - g < 60 && g > 70;
}

static void check_solid(Journey *j)
{
    journey_step(j, "only what lies in the contact is painted, by a key");
    journey_settle(j);
    int whole = journey_view_count(j, colour_is_alert), before = j->now.undo_steps;
    journey_chord(j, XK_Shift_L, XK_I);
    AWAIT(j, j->now.undo_steps == before + 1);
    AWAIT(j, 2 * journey_view_count(j, colour_is_alert) < whole);
    EXPECT(j, journey_view_count(j, colour_is_shared) == 0);

    journey_step(j, "what both share is drawn as a solid, in a colour of its own, by a click");
    journey_settle(j);
    journey_click_widget(j, "clash_solid");
    AWAIT(j, journey_view_count(j, colour_is_shared) > 400);
    EXPECT(j, j->now.undo_steps == before + 2);
    journey_settle(j);
    journey_chord(j, XK_Shift_L, XK_O);
    AWAIT(j, journey_view_count(j, colour_is_shared) == 0);

    journey_step(j, "undo takes the three back");
    journey_settle(j);
    for (int steps = before + 2; steps >= before; --steps) {
        journey_chord(j, XK_Control_L, XK_z);
        AWAIT(j, j->now.undo_steps == steps);
    }
    AWAIT(j, 10 * journey_view_count(j, colour_is_alert) > 9 * whole);
}

// By the first clash's menu.
static void take_from_menu(Journey *j, const char *entry)
{
    journey_settle(j);
    Rect row = journey_find(j, "first_clash");
    journey_move(j, (int)(row.x + row.width / 2), (int)(row.y + row.height / 2));
    screen_button(j->display, 3, true);
    screen_button(j->display, 3, false);
    AWAIT(j, state_widget(&j->now, entry) != NULL);
    journey_settle(j);
    journey_click_widget(j, entry);
}

static void check_rules_by_name(Journey *j)
{
    journey_step(j, "a rule for parts called like these is prepared, and added");
    take_from_menu(j, "clash_rule_like");
    AWAIT(j, state_widget(&j->now, "rule_add") != NULL);
    journey_settle(j);
    EXPECT(j, state_widget(&j->now, "rule_remove") == NULL);
    journey_click_widget(j, "rule_add");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 0 && j->now.pairs == 1);

    journey_step(j, "and taken back in the list");
    AWAIT(j, state_widget(&j->now, "rule_remove") != NULL);
    journey_settle(j);
    journey_click_widget(j, "rule_remove");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 1 && j->now.pairs == 2);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "rule_add") == NULL);
    journey_settle(j);
    for (int steps = 1; steps >= 0; --steps) {
        journey_chord(j, XK_Control_L, XK_z);
        AWAIT(j, j->now.undo_steps == steps && j->now.fit_current == 1);
    }
    EXPECT(j, j->now.clashes == 1);
}

static void check_rules(Journey *j)
{
    journey_step(j, "the context menu ignores a pair, which is then not queried");
    take_from_menu(j, "clash_ignore");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 0 && j->now.clash_rows == 1);
    AWAIT(j, j->now.pairs == 1 && j->now.can_undo == 1);

    journey_step(j, "undo brings it back");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 1 && j->now.pairs == 2);
    EXPECT(j, j->now.can_undo == 0);
}

static void check_baseline(Journey *j)
{
    journey_step(j, "the baseline quietens all that touches now, in one step");
    journey_settle(j);
    journey_click_widget(j, "clash_baseline");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 0);
    EXPECT(j, j->now.clash_rows == 2 && j->now.pairs == 2);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 1);
}

static void check_export(Journey *j)
{
    char path[700];
    struct stat info;
    journey_step(j, "a report is written on a worker");
    // The dialog proposes a name in the folder of the file.
    snprintf(path, sizeof path, "%s/clashes-fit.html", j->folder);
    unlink(path);
    journey_palette(j, "export fit");
    AWAIT(j, strcmp(j->now.palette, "export fit") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "path_do") != NULL);
    journey_settle(j);
    journey_click_widget(j, "path_do");
    AWAIT(j, strstr(j->now.last_notice, "Wrote the report into") != NULL);
    EXPECT(j, stat(path, &info) == 0 && info.st_size > 2000);
    unlink(path);
}

void journey_clashes(Journey *j)
{
    char path[700];
    journey_step(j, "open two parts that run into each other and two that do not");
    snprintf(path, sizeof path, "%s/clashes.obj", j->folder);
    write_parts(j, path);
    journey_start_program(j, path);
    AWAIT(j, j->now.pairs == 2);
    open_panel(j);
    check_zoom(j);
    check_solid(j);
    check_rules(j);
    check_rules_by_name(j);
    check_baseline(j);
    check_export(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
