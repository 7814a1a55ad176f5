// Does the assembly fit? One row per pair of parts that a person should know of, made from
// contacts, their meaning, the rules and a wanted clearance. Written to files by app/report.
#ifndef SNUG_CORE_MEANING_FIT_REPORT_H
#define SNUG_CORE_MEANING_FIT_REPORT_H

#include "core/meaning/clash.h"
#include "core/meaning/fit_kind.h"
#include "core/meaning/rules.h"

typedef struct FitRow {
    int32_t a, b;         // parts, a < b
    uint64_t id;          // pair_id of their keys: the same after a reload or a renaming
    enum PairState state; // PAIR_CLEAR: they do not meet, but are nearer than the clearance
    enum PairRule rule;
    bool violation; // counts against the fit
    bool undecided; // may or may not count against it: nothing was proven
    bool worse;     // a baseline pair that is deeper than it was
    // Lengths in the assembly's unit.
    double depth, depth_error; // as ContactDetail
    double facet_error;        // as well
    enum Containment a_in_b, b_in_a;
    bool holes_closed;     // of one of the parts, to know what is inside
    double distance;       // 0 where they meet
    double tolerance;      // the one that decided
    double clearance;      // so far apart they must be; 0: as near as they like
    double baseline_depth; // of a baseline pair; infinite: one was inside
    int32_t polygons;      // in contact
    CurveSum curves;       // along which they meet
    Box3d where;           // in the world: the contacts, or the two closest points
    Vec3d closest[2];      // of PAIR_CLEAR, in the world: on a and on b
    FitClashes clashes;    // at least one
    char *text;            // "Bolt 3 penetrates Bracket by 0.42 mm, 118 polygons"
} FitRow;

typedef struct FitReport {
    FitRow *rows; // what counts first, then what is undecided, then by gravity: deepest, nearest
    size_t count, capacity;
    double clearance;                  // of pairs without a rule about it; 0: none was wanted
    size_t clearance_rules;            // rules that say otherwise
    double near_limit;                 // of all rows that are too near; 0: they differ
    size_t violations;                 // rows that count
    size_t undecided;                  // rows of which nobody knows whether they count
    size_t of_state[PAIR_STATE_COUNT]; // rows
    size_t of_rule[RULE_COUNT];        // rows
    size_t of_kind[FIT_KIND_COUNT];    // rows
    size_t near_pairs;                 // pairs of parts that were looked at
    size_t ignored_pairs;              // pairs that came near but are ignored
} FitReport;

// Zero is a sensible default.
typedef struct FitDesc {
    double clearance;       // wanted at least, if no rule tells, in the assembly's unit; 0: none
    const PairRules *rules; // NULL: none
    PairFn *elsewhere;    // pairs that another run looks at, or has looked at: counted as near, but
    void *elsewhere_user; // without a row. NULL: none
} FitDesc;
// So far apart the two must be.
double fit_desc_clearance(const FitDesc *desc, int32_t a, int32_t b);
// The most of any pair with this part; of the first so many parts.
double fit_desc_part_reach(const FitDesc *desc, int32_t part);
double fit_desc_reach(const FitDesc *desc, int32_t part_count);
// Each pair whose boxes are nearer than that, once, a < b; false stops.
typedef bool NearPairFn(void *user, int32_t a, int32_t b);
bool fit_desc_near_pairs(const FitDesc *desc, const BroadPhase *boxes, int32_t part_count,
                         NearPairFn *fn, void *user);

// contacts and details must be up to date for the parts, with the rules' ignored pairs skipped.
// False on lack of memory or cancel; *out is then empty.
bool fit_report_make(FitReport *out, const Assembly *assembly, const PosedPart *parts,
                     const AssemblyReport *contacts, const ContactReport *details,
                     const FitDesc *desc, Job *job, Error *err);
void fit_report_free(FitReport *report);

// For rows that come from other runs. What follows from the rest: worse, violation, undecided.
void fit_row_judge(FitRow *row);
void fit_row_free(FitRow *row);
// Takes the row over, counted but not in its place. False: memory ran short, and it is freed.
bool fit_report_add(FitReport *report, FitRow row, Error *err);
// Rows in their order, clashes of one id numbered. False: memory ran short.
bool fit_report_finish(FitReport *report, Error *err);

// Baseline rules for every row, with its depth, on top of the set's own; but not for pairs that are
// intentional or forbidden.
bool fit_report_baseline(const FitReport *report, const Assembly *assembly, RuleSet *set,
                         Error *err);

// The whole way: contacts, their meaning, the report. The first block is given, the second one made
// or brought up to date; contacts and details may be kept from run to run.
typedef struct FitCheck {
    const Assembly *assembly;
    const PosedPart *parts; // as many as the assembly has
    QueryDesc query;
    ContactDesc contact;
    FitDesc desc;
    bool listed;  // contacts are given, too: all of them, with witnesses, as they are at the parts
    bool local;   // pictures are to paint only what lies in contacts (pieces.h)
    bool volumes; // reports are to say how much space the two of each row share (common_volume.h)

    AssemblyReport contacts;
    ContactReport details;
    FitReport fit;
} FitCheck;
bool fit_check_run(FitCheck *check, Job *job, Error *err);
void fit_check_free(FitCheck *check); // what was made

// Nothing counts against it, and nothing is undecided.
static inline bool fit_report_fits(const FitReport *report)
{
    return report->violations == 0 && report->undecided == 0;
}
// The surfaces meet, however deep.
static inline bool fit_row_meets(const FitRow *row)
{
    return row->polygons > 0;
}
// Row.depth says something: it is proven, with its error.
static inline bool fit_row_has_depth(const FitRow *row)
{
    return fit_row_meets(row) && row->state != PAIR_CROSSING && row->state != PAIR_SAME_PLACE;
}
// What a later depth is compared with; infinite where there is none, so that no depth is worse.
static inline double fit_row_baseline_depth(const FitRow *row)
{
    return fit_row_has_depth(row) || row->state == PAIR_CLEAR ? row->depth : INFINITY;
}

// What the row is to a person: never FIT_NONE, FIT_VOLUMES or FIT_CHECKING.
enum FitKind fit_row_kind(const FitRow *row);
// Why the row counts, or why it does not: the word of its kind, or "worse than the baseline".
const char *fit_row_verdict(const FitRow *row);
// "fits" or what is wrong with it: "2 interferences, 1 clearance below 2 mm"; and what is finer than
// facets can tell: "fits; 3 contacts within facets".
void fit_report_summary(const FitReport *report, enum LengthUnit unit, char *text, size_t size);
// Every kind of which there are rows, also those that do not count: "1 interference, 2 touches"; ""
// without any.
void fit_report_counts(const FitReport *report, enum LengthUnit unit, char *text, size_t size);
// The same of any counts, one per kind; near_limit as in FitReport.
enum FitCounted { FIT_COUNT_ALL, FIT_COUNT_OPEN, FIT_COUNT_REST }; // what keeps it from fitting
void fit_kinds_describe(const size_t of_kind[FIT_KIND_COUNT], double near_limit,
                        enum LengthUnit unit, enum FitCounted which, char *text, size_t size);

#endif
