// Rules about pairs of parts as text, one per line:
//
//     # bolts are meant to sit in their holes
//     group fasteners "Bolt*" "Nut*"
//     ignore @fasteners @fasteners
//     intentional "Gear 1" "Gear 2"
//     forbid Shaft Housing
//     baseline "Bolt 3" Bracket 0.42mm
//     check "Bolt 7"
//
// The last rule that matches a pair holds. Without a second pattern all other parts are meant.
// A length (or the word "inside") follows two patterns of a baseline. Patterns with blanks stand in
// quotes; * and ? are wildcards, a backslash takes the next character as it is; @ names a group
// defined above. What is not understood is refused with its line, never skipped.
#ifndef SNUG_APP_IO_RULES_FILE_H
#define SNUG_APP_IO_RULES_FILE_H

#include "core/meaning/rules.h"

// Adds the rules of the text to the set; `name` is for messages. On failure the set is half filled.
bool rules_parse(RuleSet *set, const char *name, const char *text, size_t size, Error *err);
bool rules_read(RuleSet *set, const char *path, Error *err);

// The same as text, to be freed; NULL: memory ran short. Reads back as an equal set, but for the
// last bit of depths.
char *rules_text(const RuleSet *set, enum LengthUnit unit);
bool rules_write(const RuleSet *set, enum LengthUnit unit, const char *path, Error *err);

#endif
