// Words and numbers of a text file, with the line they stand in.
#ifndef SNUG_APP_IO_TOKENS_H
#define SNUG_APP_IO_TOKENS_H

#include "core/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Tokens {
    const char *name;    // of the file, for messages
    const char *p, *end; // *end must be 0
    int64_t line;        // of the last token
    const char *token;   // the last one, not terminated
    size_t length;
} Tokens;

// The text begins with this word, and a blank after it: what says of which kind a file is.
bool tokens_head(const char *text, size_t size, const char *word);
Tokens tokens_begin(const char *name, const char *text, size_t size);
bool tokens_next(Tokens *tokens);                        // false: the text is over
bool tokens_are(const Tokens *tokens, const char *word); // letter case does not count
bool tokens_expect(Tokens *tokens, const char *word, Error *err);
// Finite, within +-limit. The thread's locale must have a decimal point, see plain_numbers_begin.
bool tokens_number(Tokens *tokens, double limit, double *out, Error *err);
// So many of them, one after the other.
bool tokens_numbers(Tokens *tokens, double limit, int count, double *out, Error *err);
// The text is over; what is left of it is refused.
bool tokens_end(Tokens *tokens, Error *err);
// A name in quotes that comes next in the line, in which a backslash protects a quote or itself. False:
// there is none, or it does not fit into `out`.
bool tokens_quoted(Tokens *tokens, char *out, size_t size);
// What is left of the line, without blanks at its ends.
void tokens_rest(Tokens *tokens, const char **text, size_t *length);
// "file:line: ..." with what stands there.
bool tokens_refuse(const Tokens *tokens, const char *wanted, Error *err);

// Decimal points in strtod and printf on this thread, whatever the locale; end gives it back.
void *plain_numbers_begin(void);
void plain_numbers_end(void *before);

#endif
