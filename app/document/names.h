// Texts that documents and the history share without owning them: names of parts and groups. Equal
// texts are the same pointer. They live as long as the program (some kilobytes); one thread only.
#ifndef SNUG_APP_DOCUMENT_NAMES_H
#define SNUG_APP_DOCUMENT_NAMES_H

#include <stddef.h>

// Small allocation: aborts when memory is short.
const char *name_intern(const char *text);
const char *name_intern_part(const char *text, size_t length); // its first bytes

#endif
