// What a person has said about pairs of parts: ignore them, they are meant to meet, they must not
// even touch, they were so when work began; and, whatever else is said, how far apart they must be.
// Rules name parts by patterns of their keys, the names they have in the file, so they outlive
// reloads and renaming; of all rules that match a pair, the last one holds, and of all clearances.
#ifndef SNUG_CORE_MEANING_RULES_H
#define SNUG_CORE_MEANING_RULES_H

#include "core/assembly/assembly.h"

// X(identifier, keyword, name)
#define PAIR_RULE_LIST(X)                                                                          \
    X(CHECKED, "check", "checked")               /* nothing special: takes back what an earlier */ \
                                                 /* rule said */                                   \
    X(IGNORED, "ignore", "ignored")              /* not queried, not listed */                     \
    X(INTENTIONAL, "intentional", "intentional") /* listed, never counted: a press fit */          \
    X(FORBIDDEN, "forbid", "forbidden")          /* touching counts too */                         \
    X(BASELINE, "baseline", "baseline")          /* counted only when worse than it was */

#define PAIR_RULE_ENTRY(identifier, keyword, name) RULE_##identifier,
enum PairRule {
    PAIR_RULE_LIST(PAIR_RULE_ENTRY) RULE_COUNT,
    RULE_CLEARANCE = RULE_COUNT, // beside one of these: how far apart they must be
};
#undef PAIR_RULE_ENTRY
const char *pair_rule_keyword(enum PairRule rule); // as written in files
const char *pair_rule_name(enum PairRule rule);    // for people

// Patterns: * is any run of characters, ? any one, a backslash takes the next one as it is; all
// else, brackets included, is itself. "@name" stands for a group of patterns.
// Not empty, clean UTF-8, no backslash at the end.
bool pattern_valid(const char *pattern, const char **why);
bool pattern_matches(const char *pattern, const char *name);
// The one name it matches, in out (of strlen(pattern) + 1 bytes); false: it has wildcards.
bool pattern_literal(const char *pattern, char *out);
// The pattern that matches just this name. At most 2 * strlen(name) + 1 bytes.
void pattern_escape(const char *name, char *out);

typedef struct Rule {
    enum PairRule kind;
    char *a, *b; // patterns or groups; the order of the two does not matter
    // In metres. Of a baseline: how deep they were; infinite: one was inside. Of a clearance: how far
    // apart they must be; 0: as near as they like.
    double length;
} Rule;

typedef struct RuleGroup {
    char *name; // without the @
    char **patterns;
    size_t count, capacity;
} RuleGroup;

// Counted references, of one thread: documents in the history share one until it changes. A set
// that is shared is never changed; copy it first.
typedef struct RuleSet {
    int references;
    Rule *rules;
    size_t count, capacity;
    RuleGroup *groups;
    size_t group_count, group_capacity;
    int32_t wildcards; // patterns that are matched against every part
} RuleSet;
enum { RULES_MAX_WILDCARDS = 4096 };

RuleSet *rule_set_create(void); // with one reference; NULL: memory ran short
RuleSet *rule_set_copy(const RuleSet *set);
RuleSet *rule_set_retain(RuleSet *set);                  // NULL is fine
void rule_set_release(RuleSet *set);                     // NULL is fine
bool rule_set_equal(const RuleSet *a, const RuleSet *b); // NULL equals an empty one
size_t rule_set_bytes(const RuleSet *set);
const RuleGroup *rule_set_group(const RuleSet *set, const char *name); // NULL: there is none
bool rule_group_matches(const RuleGroup *group, const char *name);     // by a pattern; NULL: none

// At the end, where it holds over all before it. Refuses patterns that are not valid, groups that
// are not there, and more than RULES_MAX_WILDCARDS patterns with wildcards.
bool rule_set_add(RuleSet *set, enum PairRule kind, const char *a, const char *b, double length,
                  Error *err);
bool rule_set_add_group(RuleSet *set, const char *name, const char *const *patterns, size_t count,
                        Error *err);
void rule_set_remove(RuleSet *set, size_t index);
// At the end, too; earlier rules about just these two patterns go: of a clearance the clearances,
// else all others. With `put` the two are names, not patterns.
bool rule_set_replace(RuleSet *set, enum PairRule kind, const char *a, const char *b, double length,
                      Error *err);
bool rule_set_put(RuleSet *set, enum PairRule kind, const char *name_a, const char *name_b,
                  double length, Error *err);

// The same pair has the same id in every session, whatever the order of the parts: by their keys.
uint64_t pair_id(const char *key_a, const char *key_b);

// The rules as they apply to the parts of one assembly.
typedef struct RuleTable {
    struct ExactRule *exact; // for two names, sorted
    size_t exact_count, exact_capacity;
    struct WildRule *wild; // in their order
    size_t wild_count, wild_capacity;
} RuleTable;

typedef struct PairRules {
    RuleSet *set; // retained
    int32_t part_count;
    double scale;               // metres to the assembly's unit
    RuleTable said, clearances; // apart from each other
    uint64_t *bodies;           // per part: the body that it is a part of; 0: none. NULL: of all
} PairRules;
bool pair_rules_resolve(PairRules *out, RuleSet *set, const Assembly *assembly); // set: may be NULL
void pair_rules_free(PairRules *rules);
// Pairs of parts of one body are ignored, whatever rules say. Takes the numbers over.
void pair_rules_join(PairRules *rules, uint64_t *bodies);
// baseline_depth (may be NULL) is in the assembly's unit.
enum PairRule pair_rules_find(const PairRules *rules, int32_t a, int32_t b, double *baseline_depth);
// How far apart the two must be, in the assembly's unit; what holds where no rule tells is given.
double pair_rules_clearance(const PairRules *rules, int32_t a, int32_t b, double otherwise);
// The two parts of a rule about a clearance that calls both by name, from 0 on; false: no more.
bool pair_rules_named_clearance(const PairRules *rules, size_t index, int32_t pair[2]);
// The most that it is for any pair with this part.
double pair_rules_reach(const PairRules *rules, int32_t part, double otherwise);
// An AssemblyScope's skip, with the PairRules as its user: true for ignored pairs.
bool pair_rules_skip(void *rules, int32_t a, int32_t b);
// What is ignored about one part: two sets that give the same number for each of two parts both
// ignore their pair, or both do not. 0 for all parts where nothing is ignored.
uint64_t pair_rules_signature(const PairRules *rules, int32_t part);

#endif
