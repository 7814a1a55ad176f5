// The actions that set one field each; see fields.h.
#ifndef SNUG_APP_DOCUMENT_FIELD_ACTIONS_H
#define SNUG_APP_DOCUMENT_FIELD_ACTIONS_H

#include "app/document/action.h"

#define FIELD(group, word, ...) extern const Action action_##group##_##word;
#define PLAIN_FIELD(...)
#include "app/document/fields_list.inl"
#undef FIELD
#undef PLAIN_FIELD

#endif
