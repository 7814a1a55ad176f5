// The actions that set one field of a study each; see fields.h and fields_study.inl.
#ifndef SNUG_APP_DOCUMENT_STUDY_ACTIONS_H
#define SNUG_APP_DOCUMENT_STUDY_ACTIONS_H

#include "app/document/action.h"

#define FIELD(group, word, ...) extern const Action action_##group##_##word;
#define PLAIN_FIELD(...)
#include "app/document/fields_study.inl"
#undef FIELD
#undef PLAIN_FIELD

#endif
