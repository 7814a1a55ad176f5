// What may happen between the part in hand and each of its neighbours, decided when it is grabbed:
// parts that are apart never touch, parts that touch or run into each other go no deeper than a
// limit, and of the rest it is said why nothing is promised.
//
// A pair with a limit is given a shrunk mesh for one of its parts (shrink.h). As long as that one is
// apart from the other part, the depth of the two is within the limit; whether it is apart to begin
// with has been found out here, by exact contact queries and winding numbers.
#ifndef SNUG_CORE_MOTION_LIMITS_H
#define SNUG_CORE_MOTION_LIMITS_H

#include "core/motion/limit_book.h"
#include "core/motion/shrink.h"

enum LimitKind {
    LIMIT_APART,  // the meshes as they are never meet
    LIMIT_FLUSH,  // touches; never deeper than the limit
    LIMIT_DEEP,   // deeper than a touch; never deeper than the limit
    LIMIT_LOOSE,  // likewise, but nothing can be deeper there: free until it is out, then apart
    LIMIT_EXEMPT, // nothing is promised, as the reason says
};

// X(identifier, word to be shown).
#define LIMIT_REASON_LIST(X)                                                                       \
    X(NONE, "")                                                                                    \
    X(INSIDE, "one inside the other")                                                              \
    X(UNKNOWN, "depth unknown")                                                                    \
    X(UNDECIDED, "undecided")                                                                      \
    X(SAME_PLACE, "same place")                                                                    \
    X(ESTIMATED, "depth only estimated")                                                           \
    X(OPEN, "not closed")                                                                          \
    X(THIN, "too thin")                                                                            \
    X(STUCK, "too entangled")                                                                      \
    X(SCALE, "scaled to nothing")                                                                  \
    X(MEMORY, "not enough memory")
#define LIMIT_REASON_ENTRY(identifier, word) LIMIT_##identifier,
enum LimitReason { LIMIT_REASON_LIST(LIMIT_REASON_ENTRY) LIMIT_REASONS };
#undef LIMIT_REASON_ENTRY
const char *limit_reason_word(enum LimitReason reason);

// A neighbour and what the contact report says of it. Lengths in the assembly's unit.
typedef struct LimitStart {
    int32_t part;
    uint64_t pair; // which stays the same from grab to grab
    enum PairState state;
    double depth, depth_error;
    double tolerance; // contact_tolerance of the pair
    bool estimated;   // the depth is not proven
    bool fits;        // apart, but may touch: a fit that it goes back into
    // What turns in another part on a joint gets deeper by what their facets stand out from the round
    // surfaces that they stand for; 0: as they are.
    double give;
} LimitStart;
// From a report: detail NULL where it has none, which is what it says of clear pairs.
LimitStart limit_start(const ContactDetail *detail, int32_t part, uint64_t pair, double tolerance);

typedef struct LimitPair {
    int32_t part;
    enum LimitKind kind;
    enum LimitReason reason; // of exempt ones
    double depth;            // at the grab
    double limit;            // 0 for those that never touch
    double give;             // of that, for facets that turn
    double kept_inset;       // of the last grab; 0: none
    int32_t variant;         // of Limits.variants, to stand for one of the two; -1: as they are
} LimitPair;

// A part made smaller, for one or several pairs.
typedef struct LimitVariant {
    int32_t part;     // whose: the dragged one, or a neighbour
    Affine placement; // at the grab: rigid, as scale and mirror are in the mesh
    double inset;     // of its faces at most
    Shrunk shrunk;
} LimitVariant;

typedef struct Limits {
    double tolerance; // least one of those that touch; without any, a share of the part's diagonal
    double stand_off; // how far motion stays away: g, a twentieth of that
    LimitPair *pairs; // as many as starts, in their order
    int32_t pair_count;
    LimitVariant *variants;
    size_t variant_count, variant_capacity;
    int32_t exempt; // pairs
} Limits;

typedef struct LimitsDesc {
    const PosedPart *parts;
    int32_t dragged;
    const LimitStart *starts;
    int32_t start_count;
    LimitBook *book;    // kept from grab to grab
    SolidCache *solids; // as well; not to be used by others meanwhile
} LimitsDesc;

// False: cancelled, or there is no memory for the pairs themselves; *out is then empty. A pair whose
// shrunk mesh does not find room is exempt.
bool limits_make(const LimitsDesc *desc, Job *job, Limits *out, Error *err);
void limits_free(Limits *limits);

#define LIMIT_STAND_OFF 0.05         // of the tolerance
#define LIMIT_LEAST_GAP 0.1          // of the stand-off: what motion finds and leaves at least
#define LIMIT_GROWTH 1.05            // of the depth at the grab and its error
#define LIMIT_MOST_TRIANGLES 8000000 // of all variants together

#endif
