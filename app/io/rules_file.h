// Rules about pairs of parts in files, and as text; what the text means: core/meaning/rules_parse.h.
#ifndef SNUG_APP_IO_RULES_FILE_H
#define SNUG_APP_IO_RULES_FILE_H

#include "core/meaning/rules_parse.h"

bool rules_read(RuleSet *set, const char *path, Error *err);

// The same as text, to be freed; NULL: memory ran short. Reads back as an equal set, but for the
// last bit of depths.
char *rules_text(const RuleSet *set, enum LengthUnit unit);
bool rules_write(const RuleSet *set, enum LengthUnit unit, const char *path, Error *err);

#endif
