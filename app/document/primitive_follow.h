// Primitives go with the parts they were fitted to.
#ifndef SNUG_APP_DOCUMENT_PRIMITIVE_FOLLOW_H
#define SNUG_APP_DOCUMENT_PRIMITIVE_FOLLOW_H

#include "app/document/document.h"

// Moves the primitives as the parts whose triangles they cover have been moved since `start`, where
// the present step of the history began. `before`: the list before the present action; what that
// did to primitives itself is left alone. One that covers several parts follows when all of
// them were moved alike. Without memory they stay where they are.
void primitives_follow_parts(Document *document, const Document *start,
                             const PrimitiveList *before);

#endif
