// What the report says about each part and polygon, worked out once per report by the contact stage.
#ifndef SNUG_APP_STAGES_CONTACT_STATE_H
#define SNUG_APP_STAGES_CONTACT_STATE_H

#include "core/meaning/fit_report.h"

typedef struct App App;

typedef struct PartContacts {
    int32_t pairs;                    // other parts it meets
    int32_t wrong;                    // pairs that count against the fit
    int32_t calm;                     // pairs that would be shown, had they not been opened so
    enum FitKind worst;               // of its pairs
    bool wires;                       // drawn as wires: something is wrong with it, and to be seen
    bool blocks;                      // a selected part runs into it
    enum FitKind whole;               // all of it has at least this mark: it is inside another one
    unsigned char *marks;             // enum FitKind per polygon, the gravest; NULL: no contact
    int32_t mark_count;               // polygons of the mesh that was searched
    int32_t polygons[FIT_KIND_COUNT]; // how many have each mark
} PartContacts;

typedef struct ContactState {
    PartContacts *parts;
    int32_t part_count;
    int64_t *pair_polygons; // per pair of the report: pairs of source polygons; parallel to it
    size_t pair_count;
    int64_t polygon_pairs; // over all pairs of parts
    // Pairs of each kind, of those that meet or are in the fit report.
    size_t of_kind[FIT_KIND_COUNT];
    int32_t crossing_pairs; // pairs of parts that run into each other, meant or not
    // Pairs that count, are as they were opened, and are therefore not lit up by themselves.
    int32_t calm_pairs;
    // Per pair of the report: what the fit report says of the two as they stand; NULL: nothing yet.
    const FitRow **fit;
    unsigned char *kinds; // enum FitKind, likewise; FIT_CHECKING where nothing is known yet
    bool *stale;          // the contacts are those of another pose
    // Per pair of the report: nothing is wrong with it, or nothing that was not so when it was opened,
    // and none of the two is selected, or another pair is shown alone. Assemblies are full of flush
    // faces, and machines of parts that overlap on purpose; to light them all up would hide what
    // matters.
    bool *quiet;
    // Kinds of contact of which something is to be seen, for the legend.
    bool shows[FIT_KIND_COUNT];
    bool shows_curves;     // where surfaces cross
    int32_t shown_pair[2]; // as in the document
    uint32_t assembly_version, report_version, fit_version, known_version;
    uint64_t selection; // a sum over the selected parts
    bool calms;         // the document wants what was opened so to be quiet
    int32_t hovered;    // a part with such pairs that is pointed at, or NO_PART
    bool valid;
    uint32_t version; // goes up with every change
} ContactState;

// The search stopped at the volumes of the leaves.
static inline bool contact_volumes_only(const PairReport *pair)
{
    return pair->worst == TRI_DISJOINT;
}

// From report and fit report of the app; what was there before is freed. The contact stage does it
// for app->contacts.
void contact_state_make(ContactState *state, const App *app);
void contact_state_free(ContactState *state);
// The two came from files and stand to each other as they did when these were opened: whatever is
// wrong with them was so then.
bool contact_as_opened(const App *app, int32_t a, int32_t b);
// The row about the two as they stand, in either order; NULL: none, or it is not known yet.
const FitRow *contact_row(const App *app, int32_t a, int32_t b);
// What stands between the names of pair p of the report: "runs 0.4 mm into", "checking".
void contact_verb(const App *app, size_t p, char *text, size_t size);

// What is said of all of it: in the status bar, in panels, and to scripts.
enum VerdictTone { VERDICT_NEUTRAL, VERDICT_GOOD, VERDICT_OPEN, VERDICT_BAD };
typedef struct FitVerdict {
    enum VerdictTone tone; // neutral: nothing is known
    char text[256];        // "It fits: 32 touches", "1 interference", "Checking"
} FitVerdict;
void fit_verdict_now(const App *app, FitVerdict *out);

#endif
