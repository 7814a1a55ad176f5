// Filling lists of contacts; for queries and the oracles they are checked against.
#ifndef SNUG_CORE_QUERY_CONTACTS_H
#define SNUG_CORE_QUERY_CONTACTS_H

#include "../query.h"

bool contact_list_add(ContactList *list, int32_t a, int32_t b, enum TriContact kind,
                      const TriWitness *witness); // witness may be NULL; false: memory ran short
bool contact_list_sort(ContactList *list);        // by (a, b), each pair once

#endif
