// Two ways to build and search side by side, A and B, on the same parts in the same places: A is what the document
// says, B what compare_wanted says. B has hierarchies of its own, a search of its own from the roots, and its own
// recorded search, all made on workers; what is shown stays until the new is there, marked as old.
#ifndef SNUG_APP_STAGES_COMPARE_STATE_H
#define SNUG_APP_STAGES_COMPARE_STATE_H

#include "app/stages/trace_state.h"
#include "core/query/root_work.h"
#include "core/query/search_kind.h"

enum CompareSide { SIDE_A, SIDE_B, COMPARE_SIDES };

// Of one side, by a search from the roots on one thread.
typedef struct CompareFigures {
    SearchKind kind;
    RootWork work;
    double ms; // CPU time, the least of the rounds
    size_t contacts;
    uint64_t sum;           // of the pairs of triangles: see compare_sum
    double build_ms, bytes; // of the hierarchies of all parts
} CompareFigures;

typedef struct CompareReading {
    CompareFigures side[COMPARE_SIDES];
    int32_t part, other; // the pair; other is NO_PART: all that is near; part is NO_PART: all pairs
    int pairs;           // of parts that were searched; -1: none yet
    int differing; // of these, where the two found other contacts: never, or one of them is wrong
    int rounds;
    uint32_t report_version; // where the parts stood
} CompareReading;

typedef struct CompareShown {
    // B's hierarchies, one per part, retained; of parts without one NULL.
    Bvh **trees;
    int32_t count;
    SearchKind kind;
    uint32_t version; // goes up with every other set of them
    bool trees_current;
    CompareReading figures;
    bool figures_known, figures_current;
    TraceShown trace;     // B's, where A's was recorded
    uint32_t trace_of[2]; // versions of A's recorded search and of the trees that it belongs to
} CompareShown;

bool compare_on(const App *app);
// What B is to be: the setting before, if that is chosen and there was one, or as it is set. Of a query it says
// everything that a search needs.
SearchKind compare_wanted(const App *app);
// B as it is written: "OBB, SAT lite, leaves of 4".
void compare_name(const SearchKind *kind, char *text, size_t size);
SearchKind compare_kind_of(const BvhDesc *build, const QueryDesc *query);

// A number for a list of pairs of triangles, sorted: begin with the number of the lists before, or 0.
uint64_t compare_sum(uint64_t before, const ContactList *list);
// Both have found the same; of a search for the first contact, that there is one.
bool compare_same(const ContactList *a, const ContactList *b, enum QueryMode mode);

// A's recorded search, or B's.
const TraceShown *compare_trace(const App *app, enum CompareSide side);

#endif
