// Groups that are one body: their parts are selected together (document_settle) and moved together
// (rigid_joints.h), and contacts between them are left alone. A part says how many levels of its group's path name the body; 0: none.
#ifndef SNUG_APP_DOCUMENT_RIGID_H
#define SNUG_APP_DOCUMENT_RIGID_H

#include "app/document/document.h"

bool rigid_any(const Document *document);                // there are bodies
bool rigid_same(const PartState *a, const PartState *b); // parts of one body; not of none
// It is one body with one of these.
bool rigid_among(const Document *document, const int32_t *parts, int32_t count, int32_t part);
// Per part the first one of its body; of none, itself. False: memory ran short.
bool rigid_firsts(const Document *document, int32_t *first);
uint64_t rigid_body(const PartState *part); // a number of its body, which its name gives; 0: none
// One number of all bodies and who belongs to them, in this run of the program; 0: there are none.
uint64_t rigid_signature(const Document *document);

// A group whose parts are one body, or no longer.
void rigid_set(Document *document, const char *group, bool rigid);
// What a part that came into its group belongs to, as the others in it do.
void rigid_follow_group(Document *document, int32_t part);

#endif
