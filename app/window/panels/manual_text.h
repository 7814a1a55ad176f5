// Text of the manual: words in several fonts, wrapped at the edge, with links that can be clicked.
#ifndef SNUG_APP_WINDOW_PANELS_MANUAL_TEXT_H
#define SNUG_APP_WINDOW_PANELS_MANUAL_TEXT_H

#include "app/window/look.h"

#include <stdbool.h>

// What a page is drawn with, and what was clicked on it.
typedef struct ManualPage {
    const char *marked; // words that are searched for: they are marked; "": none
    int scroll_to;      // line of the chapter that is brought into sight, or -1
    char followed[128]; // target of the link that was clicked; "": none
    int links;          // drawn so far: each needs a name of its own
    float link_x, link_y, link_width, link_height; // of the first link in sight
    bool link_seen;
} ManualPage;

// A paragraph over the rest of the line, or of the table's cell. `font` and `rgb` are those of plain
// words. Takes **bold** and *emphasis* (which look alike), `code`, [links](target) and backslashes before such marks.
void manual_paragraph(ManualPage *page, enum LookFont font, uint32_t rgb, const char *text);
typedef struct ManualWidth {
    float word, line; // of its longest word, and of all of them on one line
} ManualWidth;
ManualWidth manual_width(enum LookFont font, const char *text);
// A line of code as it is: nothing in it is a mark, and its blanks are kept.
void manual_code_line(ManualPage *page, const char *text);

#endif
