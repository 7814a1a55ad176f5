// What the report says about each part and polygon, worked out once per report by the contact stage.
#ifndef SNUG_APP_STAGES_CONTACT_STATE_H
#define SNUG_APP_STAGES_CONTACT_STATE_H

#include "core/meaning/fit_report.h"

typedef struct App App;

// What a polygon is marked as; the gravest counts.
enum PolygonMark { MARK_NONE, MARK_VOLUMES, MARK_TOUCHING, MARK_INSIDE, MARK_CROSSING, MARK_COUNT };

typedef struct PartContacts {
    int32_t pairs;                // other parts it meets
    int32_t wrong;                // of those, the ones it does not only touch
    bool wires;                   // drawn as wires: something is wrong with it that is to be seen
    bool crossing;                // runs into one of them; otherwise it only touches
    bool volumes;                 // of its leaves touch, and no triangle was compared
    bool blocks;                  // a selected part runs into it
    unsigned char *marks;         // enum PolygonMark per polygon; NULL when there is no contact
    int32_t polygons[MARK_COUNT]; // how many have each mark
} PartContacts;

typedef struct ContactState {
    PartContacts *parts;
    int32_t part_count;
    int64_t *pair_polygons; // per pair of the report: pairs of source polygons; parallel to it
    size_t pair_count;
    int64_t polygon_pairs;  // over all pairs of parts
    int32_t crossing_pairs; // pairs of parts that run into each other; the others only touch
    int32_t volume_pairs;   // pairs of which volumes touch, and triangles were not compared
    // Per pair of the report: what the fit report says, which follows a little later; during a drag
    // the last word holds until the next one. NULL: nothing yet.
    const FitRow **fit;
    // Per pair of the report: nothing is wrong with it and none of the two is selected, or another
    // pair is shown alone. Assemblies are full of flush faces; to light them all up would hide what
    // matters.
    bool *quiet;
    // Kinds of contact of which something is to be seen, for the legend.
    bool shows[PAIR_STATE_COUNT];
    bool shows_volumes;
    int32_t shown_pair[2]; // as in the document
    uint32_t assembly_version, report_version, fit_version;
    uint64_t selection;      // a sum over the selected parts
    uint32_t opening_report; // the report there was when the assembly was opened
    bool valid;
    uint32_t version; // goes up with every change
} ContactState;

#define VOLUMES_ONLY "volumes touch, triangles not compared"
// The search stopped at the volumes of the leaves.
static inline bool contact_volumes_only(const PairReport *pair)
{
    return pair->worst == TRI_DISJOINT;
}

// From report and fit report of the app; what was there before is freed. The contact stage does it
// for app->contacts.
void contact_state_make(ContactState *state, const App *app);
void contact_state_free(ContactState *state);
// Why there is no verdict: "Nothing is open", "Not checked yet"; NULL when there is one.
const char *contact_state_unknown(const App *app);

#endif
