// Contacts by fours, for every processor.
#define COLLECT_FOURS collect_contacts_by_fours
#include "core/query/contacts_fours.inl"
