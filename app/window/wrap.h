// Breaks sentences into lines. ImGui also breaks after points, which cuts "8.47 mm" in two.
#ifndef SNUG_APP_WINDOW_WRAP_H
#define SNUG_APP_WINDOW_WRAP_H

#include <stddef.h>

// Width of the text from begin to end.
typedef float WrapMeasure(const char *begin, const char *end, void *context);

// The end of the first line of a text that is at most `width` wide: before a blank, but neither
// within a number and its unit nor within a word, unless a word alone is too wide. *next is where
// the next line begins; both are the text's end when all of it fits. Always goes on by a character.
const char *wrap_line(const char *text, float width, WrapMeasure *measure, void *context,
                      const char **next);
// All of its lines, with line breaks between them; cut where there is no more room in out.
void wrap_text(const char *text, float width, WrapMeasure *measure, void *context, char *out,
               size_t size);

#endif
