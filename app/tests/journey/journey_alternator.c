// The larger alternator by the mouse, in a window: everything that stands in the way of the alternator is gone, the
// variant is chosen in the list and dragged out. It stops between plenum and fender, and the program names what holds
// it; the alternator that was loaded goes on up and out.
#include "app/tests/journey/handles.h"

#include <stdio.h>
#include <string.h>

// As after the first five steps of the task.
static const char CLEARED[] = "scene.open \"Engine bay\"\n"
                              "wait idle\n"
                              "joint.set \"Hood\" index=turn number=65\n"
                              "part.move \"Fan\" by=24,560,0\n"
                              "joint.set \"Oil filter\" index=turn number=85\n"
                              "part.deform \"Cooling hose\" index=\"push aside\" number=0.65\n"
                              "joint.set \"Fixing wheel\" index=turn number=360\n"
                              "move.contact \"Slide\"\n"
                              "wait idle\n";
static const double OFF_ITS_PINS = 38, RADIUS = 62, LARGER = 66; // millimetres
static const double BAY_HEIGHT = 540; // up to here it is in the bay, as in the task

static void start_cleared(Journey *j)
{
    char path[700];
    snprintf(path, sizeof path, "%s/cleared.txt", j->folder);
    FILE *file = fopen(path, "we");
    EXPECT(j, file && fputs(CLEARED, file) >= 0);
    EXPECT(j, fclose(file) == 0);
    journey_start_script(j, path);
    AWAIT(j, strcmp(j->now.title, "Engine bay") == 0 && j->now.busy == 0);
    AWAIT(j, strcmp(j->now.settings[SET_CONTACT], "Slide") == 0);
    journey_settle(j);
}

static int select_by_name(Journey *j)
{
    int part = state_part(&j->now, "Alternator");
    journey_click_widget(j, "part_filter");
    journey_settle(j); // the field has the keyboard
    journey_type(j, "alternator", j->now.part_filter);
    journey_settle(j);
    journey_click_widget(j, "first_part");
    AWAIT(j, j->now.selected == part);
    return part;
}

static void use(Journey *j, const char *row, int number)
{
    journey_settle(j);
    journey_click_widget(j, row);
    journey_settle(j);
    journey_click_widget(j, "variant_use");
    AWAIT(j, j->now.studies.variant == number && j->now.busy == 0);
    journey_settle(j);
}

static bool is_held_in_the_throat(const Journey *j)
{
    const char *held = strstr(j->now.hand, "held by ");
    return held && (strstr(held, "Intake plenum") || strstr(held, "Fender right"));
}

void journey_alternator(Journey *j)
{
    int x, y;
    if (!journey_is_long()) { // proven motion among forty parts
        journey_step(j, "only in the long tier");
        return;
    }
    journey_step(j, "hood, fan, filter, hose and wheel are out of the way");
    start_cleared(j);
    int part = select_by_name(j);

    journey_step(j, "the larger alternator is chosen in the list, and fits where it is");
    journey_open_panel(j, "panel variants", "variant_first");
    use(j, "variant_first", 1);
    AWAIT(j, j->now.fit_current == 1);
    EXPECT(j, j->now.contacts == 0 && j->now.clashes == 0);

    journey_step(j, "it comes off its pins");
    double from = at(j, part, X);
    take_handle(j, "gizmo_x", &x, &y);
    lead(j, x - 28, y - 14);
    UNTIL(j, from - at(j, part, X) > OFF_ITS_PINS && j->now.busy == 0);

    journey_step(j, "dragged up it does not come out, and what holds it is named");
    from = at(j, part, Y);
    take_handle(j, "gizmo_y", &x, &y);
    journey_glide(j, x, y - 250);
    AWAIT(j, is_held_in_the_throat(j));
    journey_let_go(j, BUTTON_LEFT);
    UNTIL(j, j->now.busy == 0 && is_held_in_the_throat(j));
    EXPECT(j, at(j, part, Y) > from + LARGER && at(j, part, Y) - LARGER < BAY_HEIGHT);
    EXPECT(j, j->now.contacts == 0 && j->now.parts[part].contact == 0);

    journey_step(j, "the one that was loaded goes on up, and out");
    use(j, "variant_loaded", 0);
    take_handle(j, "gizmo_y", &x, &y);
    lead(j, x, y - 150);
    UNTIL(j, at(j, part, Y) - RADIUS > BAY_HEIGHT && j->now.busy == 0);
    EXPECT(j, !is_held_in_the_throat(j));
    journey_quit(j);
}
