// What a query is about, as plain data that tasks own and keys compare: trees, placements,
// visibility, settings, and the rules that leave pairs out.
#ifndef SNUG_APP_STAGES_TARGET_H
#define SNUG_APP_STAGES_TARGET_H

#include "app/stages/app.h"

// The document's rules as they apply to its parts; references are counted by the main thread.
typedef struct SharedRules {
    int references;
    RuleSet *source; // the document's, compared by address; kept alive by `rules`
    uint32_t generation, names_version;
    uint64_t rigid; // rigid_signature of the document
    PairRules rules;
    uint64_t *signatures; // per part: what is ignored about it
} SharedRules;
SharedRules *stages_rules(App *app); // up to date, not retained; NULL: memory ran short
const SharedRules *stages_known_rules(const App *app); // NULL: they are not up to date
SharedRules *shared_rules_retain(SharedRules *rules);
void shared_rules_release(SharedRules *rules); // NULL is fine

typedef struct QueryPart {
    Bvh *tree; // retained, so that its address cannot come back as another tree
    Affine placement;
    bool active;
    uint64_t ignored; // signature of the rules
} QueryPart;
bool query_part_equal(const QueryPart *a, const QueryPart *b);
// As it stands in the document; not retained.
QueryPart query_part_of(const App *app, const SharedRules *rules, int32_t part);

typedef struct QueryTarget {
    QueryPart *parts; // NULL: nothing yet
    int32_t count;
    QueryDesc desc;
    QueryEffort effort;
} QueryTarget;
// All parts as they stand in the document, and nothing else. False: memory ran short, and *out is
// as it was.
bool query_target_take(const App *app, const SharedRules *rules, QueryTarget *out);
// The parts alone. False: memory ran short, and *out is empty.
bool query_target_copy(QueryTarget *out, const QueryTarget *from);
// The parts are as they stand in the document; the settings are not compared.
bool query_target_has_parts(const App *app, const SharedRules *rules, const QueryTarget *target);
void query_target_free(QueryTarget *target);
// For a search, to be freed; NULL: memory ran short. Trees belong to the target.
PosedPart *query_target_posed(const QueryTarget *target, bool changed);

#endif
