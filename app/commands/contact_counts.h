// Contacts counted in the polygons a person drew, not in the triangles made of them.
#ifndef SNUG_APP_COMMANDS_CONTACT_COUNTS_H
#define SNUG_APP_COMMANDS_CONTACT_COUNTS_H

#include "core/assembly.h"

// Pairs of source polygons, each counted once under its gravest kind.
typedef struct ContactCounts {
    int64_t pairs;
    int64_t of_kind[TRI_CONTACT_COUNT];
} ContactCounts;

// False: memory ran short.
bool contact_counts(const Mesh *a, const Mesh *b, const ContactList *contacts, ContactCounts *out);

// "runs into", "lies flush on" or "touches", by the gravest contact of a pair of parts.
const char *contact_verb(uint8_t worst);

#endif
