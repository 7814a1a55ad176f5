// What a pair of parts is to a person, of its state and of what was said about it. Every place that
// says, counts or colours a verdict does it by kind, so that none contradicts another.
#ifndef SNUG_CORE_MEANING_FIT_KIND_H
#define SNUG_CORE_MEANING_FIT_KIND_H

#include <stdbool.h>

// X(identifier, word, title, one, many, wrong): the word in lists and reports, of which no two are the same;
// the line of a legend, how many there are, and whether it counts against the fit. The graver ones stand below.
#define FIT_KIND_LIST(X)                                                                           \
    X(VOLUMES, "volumes touch", "Volumes touch, triangles not compared",                           \
      "pair: volumes touch, triangles not compared",                                               \
      "pairs: volumes touch, triangles not compared", false)                                       \
    X(CHECKING, "checking", "Checking", "pair being checked", "pairs being checked", false)        \
    X(TOUCH, "touch", "Touch", "touch", "touches", false)                                          \
    X(FACETS, "within facets", "Contact within facets", "contact within facets",                   \
      "contacts within facets", false)                                                             \
    X(BASELINE, "as in the baseline", "As in the baseline", "contact as in the baseline",          \
      "contacts as in the baseline", false)                                                        \
    X(INTENTIONAL, "intentional", "Intentional contact", "intentional contact",                    \
      "intentional contacts", false)                                                               \
    X(NEAR, "too near", "Too near", "clearance below ", "clearances below ", true)                 \
    X(CLOSE, "unwanted contact", "Touch below the safety distance", "touch that should not be",    \
      "touches that should not be", true)                                                          \
    X(UNDECIDED, "undecided", "Undecided", "undecided pair", "undecided pairs", false)             \
    X(CROSSING, "crossing", "Crossing, depth unknown", "crossing of unknown depth",                \
      "crossings of unknown depth", true)                                                          \
    X(INSIDE, "inside", "Inside another part", "part inside another", "parts inside others", true) \
    X(SAME_PLACE, "same place", "In the same place", "part in the place of another",               \
      "parts in the place of others", true)                                                        \
    X(FORBIDDEN, "forbidden", "Forbidden contact", "forbidden contact", "forbidden contacts",      \
      true)                                                                                        \
    X(INTERFERENCE, "interference", "Interference", "interference", "interferences", true)

#define FIT_KIND_ENTRY(identifier, word, title, one, many, wrong) FIT_##identifier,
enum FitKind { FIT_NONE, FIT_KIND_LIST(FIT_KIND_ENTRY) FIT_KIND_COUNT }; // FIT_NONE: nothing to say
#undef FIT_KIND_ENTRY

typedef struct FitKindInfo {
    const char *word, *title, *one, *many;
    bool wrong;
} FitKindInfo;
const FitKindInfo *fit_kind_info(enum FitKind kind);

#endif
