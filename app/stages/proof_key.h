// What a proof about the path is about: it holds while the path, the parts and the rules are as they were. Where
// the path's own parts stand just now does not matter.
#ifndef SNUG_APP_STAGES_PROOF_KEY_H
#define SNUG_APP_STAGES_PROOF_KEY_H

#include "app/stages/stage.h"

typedef struct ProofKey {
    QueryTarget target; // parts of the path at the origin
    RuleSet *rules;     // retained
    uint32_t path_version;
    double clearance, tolerance;
} ProofKey;

bool proof_key_take(App *app, ProofKey *key); // false: memory ran short
bool proof_key_holds(App *app, const ProofKey *key);
void proof_key_free(ProofKey *key);

#endif
