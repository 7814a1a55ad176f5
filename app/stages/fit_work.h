// The report in words, made from what is shown: by the fit stage for the window, and once more,
// from nothing, for a file.
#ifndef SNUG_APP_STAGES_FIT_WORK_H
#define SNUG_APP_STAGES_FIT_WORK_H

#include "app/stages/target.h"

// What one fit report is about: contacts by their version, and what was said about pairs.
typedef struct FitKey {
    uint32_t report_version, names_version;
    RuleSet *rules; // retained
    double clearance, tolerance;
    bool valid;
} FitKey;
FitKey fit_key_wanted(const App *app); // not retained
bool fit_key_equal(const FitKey *a, const FitKey *b);
void fit_key_free(FitKey *key);

// Contacts and their meaning as far as they are known, and the parts and rules they belong to.
typedef struct FitBase {
    QueryTarget target;
    AssemblyReport contacts;
    ContactReport details;
    FitCurves curves;
} FitBase;
void fit_base_free(FitBase *base);

// The private state of the fit stage.
typedef struct FitState {
    FitKey key;       // what app->fit belongs to
    FitBase base;     // what the next one starts from
    QueryTarget told; // the parts that app->fit is about
    bool failed;      // it could not be made, and is empty
} FitState;
bool fit_failed(const App *app);
bool fit_wants_volumes(const Document *document); // how much space pairs share is measured, too

// Everything a worker needs.
typedef struct FitWork {
    FitKey key;
    Assembly assembly; // names and meshes: another one may be opened while this runs
    PosedPart *posed;
    SharedRules *rules; // retained
    FitBase base;       // brought up to date
    FitCheck check;
} FitWork;
// The base may be filled already: then only what has changed since is looked at. False: memory is
// short. To be freed in any case.
bool fit_work_begin(App *app, FitWork *work);
bool fit_work_run(FitWork *work, Job *job, Error *err); // on a worker
void fit_work_free(FitWork *work);

// The check that app->fit came from, nothing of it owned but the list of parts, which is to be
// freed. Only while the report is current. False: memory is short.
bool fit_check_shown(const App *app, FitCheck *out);

#endif
