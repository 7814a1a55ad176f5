// Rules about pairs of parts as text, one per line:
//
//     # bolts are meant to sit in their holes
//     group fasteners "Bolt*" "Nut*"
//     ignore @fasteners @fasteners
//     intentional "Gear 1" "Gear 2"
//     forbid Shaft Housing
//     baseline "Bolt 3" Bracket 0.42mm
//     check "Bolt 7"
//     clearance Shaft Housing 2mm
//
// The last rule that matches a pair holds; of clearances, which go with any other rule, the last of
// these. Without a second pattern all other parts are meant. A length (or the word "inside") follows
// two patterns of a baseline, and always the patterns of a clearance: 0mm is none. Patterns with blanks stand in
// quotes; * and ? are wildcards, a backslash takes the next character as it is; @ names a group
// defined above. What is not understood is refused with its line, never skipped.
#ifndef SNUG_CORE_MEANING_RULES_PARSE_H
#define SNUG_CORE_MEANING_RULES_PARSE_H

#include "core/meaning/rules.h"

// Adds the rules of the text to the set; `name` is for messages. On failure the set is half filled.
bool rules_parse(RuleSet *set, const char *name, const char *text, size_t size, Error *err);

#endif
