// Which variants of a part fit: at rest, where everything stands now, and along the path that is open,
// certified over the whole of it. Asked for by variant.check, answered by stage_variant_fit.c.
#ifndef SNUG_APP_STAGES_VARIANT_FIT_H
#define SNUG_APP_STAGES_VARIANT_FIT_H

#include "app/document/variants.h"
#include "app/stages/path_proof.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/deform/deform.h"

// One variant against everything else.
typedef struct VariantAnswer {
    char name[VARIANT_NAME_SIZE];
    // At rest: the words of the fit report about pairs of this part.
    bool fits, undecided;
    char rest[160];
    double clearance; // to the nearest part, 0 where they meet; infinite: there is none
    int32_t nearest;  // NO_PART: none
    // Along the path, if there is one.
    bool has_way;
    enum PathVerdict way;
    double time;     // of the first contact, of what is undecided first, or where it is tightest
    int32_t blocker; // then; NO_PART: nothing comes near
    char words[160];
} VariantAnswer;

typedef struct VariantTable {
    int32_t part;           // whose they are
    VariantAnswer *answers; // the first one is the mesh that it was loaded with
    int count;              // 0: nobody has asked
    bool current;           // about what is open as it stands; else it was
    bool wanted;            // somebody asked
    int32_t wanted_part;
    char no_way[160]; // why there is nothing about a path; "": there is
    uint32_t version; // goes up with every other one
} VariantTable;

// A variant that takes part, as the worker gets it.
typedef struct VariantTrial {
    char name[VARIANT_NAME_SIZE];
    Mesh *donor; // retained
    Affine map;
    Bvh *tree;         // retained; NULL: to be built
    bool has_way;      // the next is filled
    PathProofWork way; // pairs of this part alone
} VariantTrial;

typedef struct VariantFitWork {
    Assembly assembly; // a copy
    PosedPart *posed;
    Bvh **trees; // retained, of the others
    int32_t part_count, part;
    PairRules *rules; // borrowed
    FitCheck check;
    BvhDesc desc;
    Deformation shape; // of the part: done to each
    VariantTrial *trials;
    VariantAnswer *answers;
    int count;
} VariantFitWork;
// On a worker. False: cancelled (err stays ""), or memory ran short.
bool variant_fit_run(VariantFitWork *work, Job *job, Error *err);
void variant_fit_work_free(VariantFitWork *work);

// "free over the whole way", "blocked at 1.2 s by Bracket", "unknown at 1.2 s: Bracket".
void variant_way_words(const Assembly *assembly, const VariantAnswer *answer, char *text,
                       size_t size);
// To be freed; NULL: memory ran short.
char *variant_table_csv(const VariantTable *table, const Assembly *assembly);

#endif
