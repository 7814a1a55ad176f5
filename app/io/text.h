// Names from files made fit for lists, labels and reports: valid UTF-8, printable, of bounded
// length, unique.
#ifndef SNUG_APP_IO_TEXT_H
#define SNUG_APP_IO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_NAME_MAX = 120 }; // bytes of one cleaned name, without the final 0

// Copies `length` bytes into out (TEXT_NAME_MAX+1 bytes): invalid bytes become '?', control
// characters and runs of blanks one blank, blanks at both ends go; what is too long is cut between
// two characters and ends in "...".
void text_clean_name(const char *bytes, size_t length, char *out);

// Makes the names different from each other by appending " (2)", " (3)" ... in order of appearance;
// which name gets which number depends only on the sequence of names. Names are malloc'ed and may
// be replaced. False: memory is short; the names are then still valid strings.
bool text_make_unique(char **names, int32_t count);

// "1 234 567" with no-break blanks; returns the buffer.
const char *format_count(char *buffer, size_t size, int64_t value);

#endif
