// The cage as a demonstration: its scene is opened by the menu, the two wheels bounce, the plots go on while they do,
// and are stopped. What is left is a path, and plots that can be gone back in.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <string.h>

enum { WHEELS = 2, FRAMES = 2000, PER_SECOND = 30 };

static void open_by_menu(Journey *j)
{
    journey_step(j, "the File menu opens the scene");
    journey_start_empty(j);
    journey_click_widget(j, "menu_file");
    journey_find(j, "menu_scenes");
    journey_settle(j);
    journey_click_widget(j, "menu_scenes");
    journey_find(j, "menu_scene_cage");
    journey_settle(j);
    journey_click_widget(j, "menu_scene_cage");
    AWAIT(j, strcmp(j->now.title, "Cage") == 0 && j->now.busy == 0);
    EXPECT(j, j->now.studies.path_keys == 0);
}

static Picture plot_picture(Journey *j)
{
    Picture picture = screen_picture(j->display, journey_find(j, "plot"));
    EXPECT(j, picture.rgb != NULL);
    return picture;
}

// The plot goes on by searches of the frames that are played, and what is drawn of them changes.
static void watch_plots(Journey *j)
{
    enum { MORE = 8, VISIBLE = 30 };
    journey_step(j, "the plots go on while they fly");
    AWAIT(j, j->now.studies.plotted > MORE);
    Picture before = plot_picture(j);
    int plotted = j->now.studies.plotted, differs = 0;
    AWAIT(j, j->now.studies.plotted > plotted + MORE);
    for (int look = 0; look < 20 && differs <= VISIBLE;
         ++look) { // the picture may come a frame later
        journey_rest(0.1);
        Picture now = plot_picture(j);
        differs = picture_difference(&before, &now);
        picture_free(&now);
    }
    EXPECT(j, differs > VISIBLE && j->now.studies.path_plays == 1);
    picture_free(&before);
}

void journey_cage(Journey *j)
{
    open_by_menu(j);
    journey_open_panel(j, "panel plots", NULL);
    journey_open_panel(j, "panel path", "path_cage");
    State before = j->now;

    journey_step(j, "both wheels bounce: two thousand frames as a path, which plays");
    journey_click_widget(j, "path_cage");
    AWAIT(j, j->now.studies.path_plays == 1);
    EXPECT(j, j->now.studies.path_keys > 2 * WHEELS);
    double end = j->now.studies.path_end;
    EXPECT(j, end > 0.9 * FRAMES / PER_SECOND && end <= (double)FRAMES / PER_SECOND);
    watch_plots(j);

    journey_step(j, "they stop where they are, and stay there");
    journey_click_widget(j, "path_play");
    AWAIT(j, j->now.studies.path_plays == 0);
    journey_settle(j);
    double time = j->now.studies.path_time;
    int plotted = j->now.studies.plotted;
    EXPECT(j, time > 0 && time < end && j->now.studies.path_keys > 2 * WHEELS);
    for (int wheel = 0; wheel < WHEELS; ++wheel)
        EXPECT(j, !state_same_placement(&before, &j->now, wheel));
    EXPECT(j, j->now.contacts == 0); // they turned back before they met
    journey_rest(0.5);
    journey_look(j);
    EXPECT(j, j->now.studies.path_time <= time && j->now.studies.plotted == plotted);

    journey_step(
        j, "the path puts them back to where they were; the plots take them to an earlier frame");
    journey_click_widget(j, "path_back");
    AWAIT(j, state_same_placements(&before, &j->now) && j->now.busy == 0);
    journey_settle(j);
    journey_click_widget(j, "plot_frame");
    AWAIT(j, !state_same_placement(&before, &j->now, 0) && j->now.busy == 0);
    EXPECT(j, !state_same_placement(&before, &j->now, 1) && j->now.studies.path_keys > 2 * WHEELS);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
    journey_quit(j);
}
