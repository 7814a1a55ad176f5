// The manual: chapters from app/manual, put into the program at build time by app/manual/embed.cmake.
// They are Markdown in a small subset: headings, paragraphs, lists, tables, code, **bold**, *emphasis*
// and links between chapters. No ImGui here.
#ifndef SNUG_APP_WINDOW_PANELS_MANUAL_H
#define SNUG_APP_WINDOW_PANELS_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ManualChapter {
    const char *name;         // of its file, without .md: "moving"
    const char *const *lines; // ended by NULL; the first one is "# Title"
} ManualChapter;

extern const ManualChapter manual_chapters[];
extern const int manual_chapter_count;

const char *manual_title(const ManualChapter *chapter);

typedef struct ManualPlace {
    int chapter; // -1: nowhere
    int line;    // where the heading is; 0: the beginning
} ManualPlace;

// "moving.md#the-pose-panel", "moving#the-pose-panel", "moving", or "#..." for a heading of the
// chapter `from`. A heading that is not there is the chapter's beginning.
ManualPlace manual_find(const char *target, int from);

// 1 to 6 for a heading, 0 for any other line.
int manual_heading(const char *line);
// A heading as links call it: "The Pose panel" is the-pose-panel.
void manual_slug(const char *heading, char *slug, size_t size);
// The line without its marks, as it is read.
void manual_plain(const char *line, char *text, size_t size);

typedef struct ManualHit {
    ManualPlace place; // the line itself
    int heading;       // line of the heading above it
    char text[160];    // what it says, around the first word that was found
} ManualHit;

// Lines that hold every word of the filter, headings first. At most `max`; returns how many there
// are in all.
int manual_search(const char *filter, ManualHit *hits, int max);

#endif
