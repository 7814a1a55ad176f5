// A check that looks at some of the pairs only: at those of one share, or at those of which a part has
// changed since a report; rows about the others come from that report. What is reported is the same as
// if all of them had been looked at.
#ifndef SNUG_APP_COMMANDS_PARTIAL_CHECK_H
#define SNUG_APP_COMMANDS_PARTIAL_CHECK_H

#include "app/report/report_read.h"
#include "app/stages/app.h"
#include "core/assembly/pair_share.h"

typedef struct PartialOrder {
    const bool *visible;   // per part, whatever the document says
    const char *since;     // path of a report; NULL: none
    int32_t shard, shards; // 0: all pairs
} PartialOrder;

typedef struct PartialCheck {
    Assembly assembly; // the app's, with the meshes of its trees; only its list of parts is owned
    PosedPart *posed;
    FitCheck check;
    PairShare share;
    ReadReport since;
    int32_t *then_of; // per part: its number in that report if it is as it was, else -1
    bool comparable;  // that report was made under the same conditions
    size_t taken;     // rows from it
    int32_t changed;  // parts that were not there, or not so
    double ms;
} PartialCheck;

// Trees are built. False: err says why; to be freed in any case.
bool partial_check_run(PartialCheck *out, App *app, const PartialOrder *order, Error *err);
void partial_check_free(PartialCheck *partial);

#endif
