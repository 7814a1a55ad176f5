// Which side of a pair of nodes to open next. A leaf is never opened.
#ifndef SNUG_CORE_TREE_PAIR_DESCEND_H
#define SNUG_CORE_TREE_PAIR_DESCEND_H

#include <stdbool.h>

// X(enumerator, name, note); the first one is the default.
#define DESCENT_LIST(X)                                                                            \
    X(volume, "larger volume", "open the node with the larger volume (van den Bergen 1998)")       \
    X(radius, "larger radius", "open the node with the larger radius (Larsson 2008)")              \
    X(area, "larger area", "open the node with the larger surface area")                           \
    X(extent, "longer side", "open the node whose box has the longer side; of balls the larger")   \
    X(tandem, "tandem", "larger volume, level by level through a queue (Andersen 2006)")           \
    X(both, "both", "open both nodes at once: all pairs of children (Zachmann 2002)")

enum DescentRule {
#define X(id, name, note) DESCEND_##id,
    DESCENT_LIST(X)
#undef X
        DESCENT_RULE_COUNT
};

typedef struct DescentInfo {
    const char *name, *note;
} DescentInfo;
extern const DescentInfo descent_rules[DESCENT_RULE_COUNT];

// What a descent rule compares: proportional to volume, area, or the square of the radius or of the
// longest side.
static inline float box_descent_size(const float half[3], enum DescentRule rule)
{
    float x = half[0], y = half[1], z = half[2];
    float longest = x > y ? x : y;
    longest = longest > z ? longest : z;
    return rule == DESCEND_radius   ? x * x + y * y + z * z
           : rule == DESCEND_area   ? x * y + y * z + z * x
           : rule == DESCEND_extent ? longest * longest
                                    : x * y * z;
}

#endif
