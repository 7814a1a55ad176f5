// Ways to build and search that belong together, to be chosen at once.
#ifndef SNUG_APP_DOCUMENT_PRESETS_H
#define SNUG_APP_DOCUMENT_PRESETS_H

#include "app/document/document.h"

enum { PRESET_FAST, PRESET_PUBLISHED, PRESET_COUNT };
extern const char *const preset_names[PRESET_COUNT], *const preset_notes[PRESET_COUNT];

void preset_take(Document *document, int preset);
int preset_of(const Document *document); // PRESET_COUNT: none of them

#endif
