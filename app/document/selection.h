// Which parts are selected. One of them is the primary one, Document.selected: panels show it, keys
// and menus begin with it. The set always includes it.
#ifndef SNUG_APP_DOCUMENT_SELECTION_H
#define SNUG_APP_DOCUMENT_SELECTION_H

#include "app/document/document.h"

static inline bool selection_has(const Document *document, int32_t part)
{
    return document->parts[part].selected || document->selected == part;
}

int32_t selection_count(const Document *document);
void selection_only(Document *document, int32_t part); // NO_PART: nothing
// The pair that is shown alone, or the two parts that are selected; otherwise the primary part and
// NO_PART, or NO_PART twice.
void selection_pair(const Document *document, int32_t pair[2]);
void selection_add(Document *document, int32_t part); // it becomes the primary one
void selection_remove(Document *document, int32_t part);
void selection_set_body(Document *document, int32_t part,
                        bool selected); // what is one body with it

// What is done to a part that is selected is done to the whole selection: true for part i when
// something is done to `part`.
static inline bool selection_goes_along(const Document *document, int32_t part, int32_t i)
{
    return i == part || (selection_has(document, part) && selection_has(document, i));
}

#endif
