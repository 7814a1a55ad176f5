// A script is played in the real window; what it recorded is played again and ends in the same
// parts; scripts that are wrong end with the right code.
#include "app/tests/journey/journey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_script(Journey *journey, const char *name, const char *text)
{
    FILE *file = fopen(name, "we");
    EXPECT(journey, file && fputs(text, file) >= 0);
    EXPECT(journey, fclose(file) == 0);
}

static void append(Journey *journey, const char *name, const char *line)
{
    FILE *file = fopen(name, "ae");
    EXPECT(journey, file && fputs(line, file) >= 0);
    EXPECT(journey, fclose(file) == 0);
}

static bool same_parts(const State *a, const State *b)
{
    bool same = a->part_count == b->part_count && a->part_count > 0;
    for (int i = 0; same && i < a->part_count; ++i) {
        const PartInfo *p = &a->parts[i], *q = &b->parts[i];
        same = strcmp(p->name, q->name) == 0 && p->visible == q->visible && p->ghost == q->ghost &&
               p->level == q->level && memcmp(p->placement, q->placement, sizeof p->placement) == 0;
    }
    return same && a->selected == b->selected && a->pairs == b->pairs && a->contacts == b->contacts;
}

void journey_script(Journey *journey)
{
    EXPECT(journey, chdir(journey->folder) == 0); // where the script leaves its files
    unlink("recorded.txt");
    unlink("contact.png");
    journey_step(journey, "play a script");
    EXPECT(journey, journey_play(journey, SCRIPTS "/contact.txt") == 0);
    EXPECT(journey, access("contact.png", R_OK) == 0);
    State first = journey->now;
    EXPECT(journey, first.part_count == 2);

    journey_step(journey, "play what was recorded");
    append(journey, "recorded.txt", "app.quit\n");
    EXPECT(journey, journey_play(journey, "recorded.txt") == 0);
    EXPECT(journey, same_parts(&first, &journey->now));

    journey_step(journey, "stop a build");
    EXPECT(journey, journey_play(journey, SCRIPTS "/cancel.txt") == 0);

    journey_step(journey, "stop at volumes");
    EXPECT(journey, journey_play(journey, SCRIPTS "/leaf_volumes.txt") == 0);

    journey_step(journey, "record a path, replay it, save it and open it again");
    EXPECT(journey, journey_play(journey, SCRIPTS "/paths.txt") == 0);

    journey_step(journey, "record a search and go through it");
    EXPECT(journey, journey_play(journey, SCRIPTS "/traversal.txt") == 0);

    journey_step(journey, "compare two settings");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/compare.txt", "1280x800") == 0);

    journey_step(journey, "look at a hierarchy node by node");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/tree.txt", "1280x800") == 0);
    EXPECT(journey, access("empty.png", R_OK) == 0);

    journey_step(journey, "safety distances, contacts in a matrix, a rigid group");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/safety.txt", "1280x800") == 0);

    journey_step(journey, "record how a hierarchy is built and go through it");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/construction.txt", "1280x800") == 0);
    EXPECT(journey, access("bound.png", R_OK) == 0);

    journey_step(journey, "go back to an earlier search");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/plots.txt", "1280x800") == 0);
    EXPECT(journey, journey->now.t > 0 && journey->now.work[0] > 0 && journey->now.work[1] >= 0 &&
                        journey->now.work[2] > 0);
    EXPECT(journey, access("plots-cost.png", R_OK) == 0 && access("plots-deadline.png", R_OK) == 0);

    journey_step(journey, "find out which kind of hierarchy is best");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/best.txt", "1280x800") == 0);
    EXPECT(journey, access("best.html", R_OK) == 0 && access("best-1.obj", R_OK) == 0);

    journey_step(journey, "a script asks for verdicts");
    EXPECT(journey, journey_play(journey, SCRIPTS "/verdicts.txt") == 0);

    journey_step(journey, "type either limit of a joint");
    EXPECT(journey, journey_play(journey, SCRIPTS "/joint_limits.txt") == 0);

    journey_step(journey, "scripts that do not hold");
    write_script(journey, "wrong.txt", "scene.open \"Two tori\"\nexpect parts = 3\n");
    EXPECT(journey, journey_play(journey, "wrong.txt") == 1);
    write_script(journey, "wrong.txt", "edit.undo\n");
    EXPECT(journey, journey_play(journey, "wrong.txt") == 1);
    write_script(journey, "wrong.txt", "app.quit\nexpect part\n");
    EXPECT(journey, journey_play(journey, "wrong.txt") == 2);
    EXPECT(journey, journey->now.frame == 0); // no window was opened
}
