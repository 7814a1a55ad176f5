// Files: dropped, bad, too long to wait for, named on the command line.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

static void make_path(const Journey *j, char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", j->folder, name);
}

static void write_text(Journey *j, const char *path, const char *text)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    EXPECT(j, fputs(text, file) >= 0);
    EXPECT(j, fclose(file) == 0);
}

// Two boxes apart from each other, or a tetrahedron in each other's place: enough to see them.
static const char TWO_PARTS[] = "o Left\nv 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\n"
                                "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
                                "o Right\nv 20 0 0\nv 30 0 0\nv 20 10 0\nv 20 0 10\n"
                                "f 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";

// A wavy square of 2 n^2 triangles.
static void write_large(Journey *j, const char *path, int n)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    fprintf(file, "o Sheet\n");
    for (int y = 0; y <= n; ++y)
        for (int x = 0; x <= n; ++x)
            fprintf(file, "v %d %d %d\n", x, (x * y) % 7, y);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            int a = y * (n + 1) + x + 1;
            fprintf(file, "f %d %d %d\nf %d %d %d\n", a, a + n + 1, a + 1, a + 1, a + n + 1,
                    a + n + 2);
        }
    EXPECT(j, fclose(file) == 0);
}

static void check_good_drop(Journey *j)
{
    char path[700];
    journey_step(j, "a dropped file opens, whatever its name");
    make_path(j, path, sizeof path, "two parts, 100% \xC3\xA4.obj");
    write_text(j, path, TWO_PARTS);
    Picture view = journey_view(j);
    journey_drop(j, path);
    AWAIT(j, j->now.part_count == 2 && strcmp(j->now.parts[1].name, "Right") == 0);
    EXPECT(j, strcmp(j->now.parts[0].name, "Left") == 0);
    EXPECT(j, strstr(j->now.title, "two parts, 100% \xC3\xA4") != NULL);
    EXPECT(j, j->now.can_undo == 0 && j->now.pairs == 0);
    AWAIT(j, journey_view_difference(j, &view) > 20000);
    picture_free(&view);
}

// As its line of text says: file, line, reason.
static void check_bad_drop(Journey *j)
{
    char path[700];
    journey_step(j, "a bad file is refused with its line; what was open stays open");
    make_path(j, path, sizeof path, "bad.obj");
    write_text(j, path, "v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n");
    journey_settle(j);
    State before = j->now;
    Picture view = journey_view(j);
    journey_drop(j, path);
    AWAIT(j, j->now.notices > before.notices && strstr(j->now.last_notice, "bad.obj"));
    EXPECT(j, strstr(j->now.last_notice, "bad.obj:3:") != NULL);
    AWAIT(j, state_widget(&j->now, "notice_close") != NULL);
    EXPECT(j, strcmp(j->now.title, before.title) == 0);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));
    AWAIT(j, journey_view_difference(j, &view) < 50);

    journey_step(j, "so are a folder and a file that is gone");
    journey_drop(j, j->folder);
    AWAIT(j, j->now.notices > before.notices + 1);
    make_path(j, path, sizeof path, "gone.obj");
    journey_drop(j, path);
    AWAIT(j, j->now.notices > before.notices + 2 && strstr(j->now.last_notice, "gone.obj"));
    EXPECT(j, strcmp(j->now.title, before.title) == 0);
    EXPECT(j, state_same_placements(&j->now, &before));
    AWAIT(j, journey_view_difference(j, &view) < 50);
    picture_free(&view);
}

static void check_cancel(Journey *j)
{
    char path[700];
    journey_step(j, "Escape cancels the opening of a large file");
    make_path(j, path, sizeof path, "large.obj");
    write_large(j, path, 1000);
    journey_settle(j);
    State before = j->now;
    journey_drop(j, path);
    AWAIT(j, j->now.busy == 1);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.busy == 0);
    EXPECT(j, strstr(j->now.last_notice, "cancelled") != NULL);
    EXPECT(j, strcmp(j->now.title, before.title) == 0);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));

    journey_step(j, "so does the button beside the progress bar");
    journey_settle(j);
    before = j->now;
    journey_drop(j, path);
    AWAIT(j, j->now.busy == 1 && state_widget(&j->now, "cancel") != NULL);
    journey_click_widget(j, "cancel");
    AWAIT(j, j->now.busy == 0);
    EXPECT(j, strstr(j->now.last_notice, "cancelled") != NULL);
    EXPECT(j, strcmp(j->now.title, before.title) == 0);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));
    remove(path);
}

static void check_command_line(Journey *j)
{
    char path[700];
    journey_step(j, "a file named on the command line opens");
    make_path(j, path, sizeof path, "two parts, 100% \xC3\xA4.obj");
    journey_start_program(j, path);
    EXPECT(j, j->now.part_count == 2);
    journey_step(j, "quit");
    journey_quit(j);

    journey_step(j, "a bad one leaves an empty window with a message");
    make_path(j, path, sizeof path, "bad.obj");
    journey_start_program(j, path);
    EXPECT(j, j->now.part_count == 0);
    EXPECT(j, strstr(j->now.last_notice, "bad.obj:3:") != NULL);
    EXPECT(j, state_widget(&j->now, "notice_close") != NULL);
    journey_step(j, "which a file can be dropped on");
    make_path(j, path, sizeof path, "two parts, 100% \xC3\xA4.obj");
    journey_drop(j, path);
    AWAIT(j, j->now.part_count == 2);
    journey_step(j, "quit while a file is being opened");
    make_path(j, path, sizeof path, "large.obj");
    write_large(j, path, 700);
    journey_drop(j, path);
    AWAIT(j, j->now.busy == 1);
    journey_quit(j);
    remove(path);
}

void journey_files(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    check_good_drop(j);
    check_bad_drop(j);
    check_cancel(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
    check_command_line(j);
}
