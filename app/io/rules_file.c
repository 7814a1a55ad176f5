#include "app/io/rules_file.h"

#include "app/io/file.h"
#include "app/io/text_buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 16 << 20 };

bool rules_read(RuleSet *set, const char *path, Error *err)
{
    FileBytes bytes;
    if (!file_read_whole(path, MAX_BYTES, &bytes, err))
        return false;
    bool ok = rules_parse(set, file_base_name(path), bytes.data, bytes.size, err);
    free(bytes.data);
    return ok;
}

char *rules_text(const RuleSet *set, enum LengthUnit unit)
{
    const LengthUnitInfo *info = length_unit_info(unit);
    TextBuffer text = {0};
    text_add(&text, "# Pairs of parts, by name; the last rule that matches a pair holds.\n");
    for (size_t i = 0; i < set->group_count; ++i) {
        text_add(&text, "group \"%s\"", set->groups[i].name);
        for (size_t k = 0; k < set->groups[i].count; ++k)
            text_add(&text, " \"%s\"", set->groups[i].patterns[k]);
        text_add(&text, "\n");
    }
    for (size_t i = 0; i < set->count; ++i) {
        const Rule *rule = &set->rules[i];
        text_add(&text, "%s \"%s\" \"%s\"", pair_rule_keyword(rule->kind), rule->a, rule->b);
        if (rule->kind == RULE_BASELINE && isinf(rule->length))
            text_add(&text, " inside");
        else if (rule->kind == RULE_BASELINE || rule->kind == RULE_CLEARANCE)
            text_add(&text, " %.17g%s", rule->length / info->metres, info->suffix);
        text_add(&text, "\n");
    }
    return text_take(&text);
}

bool rules_write(const RuleSet *set, enum LengthUnit unit, const char *path, Error *err)
{
    char *text = rules_text(set, unit);
    bool ok = text ? file_write_atomic(path, text, strlen(text), err)
                   : error_set(err, "not enough memory for the rules");
    free(text);
    return ok;
}
