// A scene of two parts in the journey's folder, and what is done to it.
#ifndef SNUG_APP_TESTS_JOURNEY_SMALL_SCENE_H
#define SNUG_APP_TESTS_JOURNEY_SMALL_SCENE_H

#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#define FACET(x)                                                                                   \
    "facet normal 0 0 1\nouter loop\nvertex " x " 0 0\nvertex " x " 2 0\nvertex " x                \
    " 0 3\nendloop\nendfacet\n"
#define PLACE "\"placement\": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]"

static inline const char *in_folder(const Journey *j, const char *name)
{
    static char paths[4][700];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", j->folder, name);
    return path;
}

static inline void write_text(Journey *j, const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    EXPECT(j, file != NULL);
    EXPECT(j, fputs(text, file) >= 0 && fclose(file) == 0);
}

static inline bool file_has(const char *path, const char *text)
{
    char bytes[8192];
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file)
        fclose(file);
    bytes[size] = '\0';
    return strstr(bytes, text) != NULL;
}

static inline void make_files(Journey *j)
{
    write_text(j, in_folder(j, "two.stl"),
               "solid Left\n" FACET("0") "endsolid\nsolid Right\n" FACET("9") "endsolid\n");
    write_text(j, in_folder(j, "more.stl"), "solid More\n" FACET("20") "endsolid\n");
    write_text(j, in_folder(j, "s.json"),
               "{\"snug\": 1, \"files\": [{\"path\": \"two.stl\"}], \"parts\": [\n"
               "{\"key\": \"Left\", \"file\": 0, " PLACE "},\n"
               "{\"key\": \"Right\", \"file\": 0, " PLACE "}],\n"
               "\"panels\": [\"Parts\", \"Primitives\"]}\n");
}

static inline bool autosave_is_there(const Journey *j)
{
    glob_t found = {0};
    bool there = glob(in_folder(j, "state/snug/autosave-*.json"), 0, NULL, &found) == 0;
    globfree(&found);
    return there;
}

// Both parts transparent, or not any more.
static inline void toggle_ghosts(Journey *j)
{
    int before = j->now.parts[0].ghost;
    journey_chord(j, XK_Control_L, XK_a);
    AWAIT(j, j->now.selected >= 0);
    journey_chord(j, NoSymbol, XK_g);
    AWAIT(j, j->now.parts[0].ghost == !before && j->now.parts[1].ghost == !before);
}

#endif
