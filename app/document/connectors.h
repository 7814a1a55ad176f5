// Connectors that a person made at a part, beside those that are recognised on its mesh. They are
// kept as one text per part, which documents share without owning it (names.h):
//
//     hole 0 12 0  0 1 0  1 0 0  5 20 48 0 Bore; pin ...
//
// kind; origin, axis and side in the part's coordinates; radius; length; facets; 1 if something stops
// there, else 0; and the name, which goes on to the next semicolon.
#ifndef SNUG_APP_DOCUMENT_CONNECTORS_H
#define SNUG_APP_DOCUMENT_CONNECTORS_H

#include "core/feature/connector.h"

enum {
    CONNECTORS_MOST = 64, // of one part, by hand
    CONNECTOR_NAME_SIZE = 64,
    CONNECTOR_TEXT_SIZE = 512,
    NO_CONNECTOR = -1
};

typedef struct NamedConnector {
    Connector at; // in the part's coordinates
    char name[CONNECTOR_NAME_SIZE];
} NamedConnector;

// Exact: what is read from it again is the same.
void connector_to_text(const NamedConnector *connector, char text[CONNECTOR_TEXT_SIZE]);
// Up to the next semicolon, which *end is then behind, or up to the end.
bool connector_from_text(const char *text, NamedConnector *out, const char **end, Error *err);
// Cut to size, without what texts are divided by. False: nothing is left of it.
bool connector_name_clean(const char *name, char out[CONNECTOR_NAME_SIZE]);

// All of a part. `out` has room for CONNECTORS_MOST, or is NULL. False: text that no part can have.
bool connectors_read(const char *text, NamedConnector *out, int *count, Error *err);
int connectors_count(const char *text); // of one that was accepted; NULL: none
// Small allocations: abort when memory is short. NULL: there are none.
const char *connectors_accepted(const char *text); // as it is written here, if a part can have it
const char *connectors_intern(const NamedConnector *list, int count);

#endif
