// Ways to build and search that belong together, to be chosen at once: those of core/query/preset.h, and the chosen
// volume as its paper has it.
#ifndef SNUG_APP_DOCUMENT_PRESETS_H
#define SNUG_APP_DOCUMENT_PRESETS_H

#include "app/document/document.h"
#include "core/query/preset.h"
#include "core/query/search_kind.h"

enum { PRESET_FAST }; // the first one
int preset_count(void);
int preset_published(void);     // the last one: the chosen volume as published
const char *preset_name(int i); // NULL: there is none
const char *preset_note(int i);

// Of primitives it says which builder makes their hierarchy, if it says anything of them.
void preset_take(Document *document, int preset);
// The builder of hybrid hierarchies that belongs to it; NULL: none does.
const HybridBuilder *preset_builder(const SearchPreset *preset);
void preset_take_kind(Document *document, const SearchKind *kind); // whatever it is called
int preset_of(const Document *document);                           // preset_count(): none of them

#endif
