// Which side of a pair of nodes to open next. A leaf is never opened. To add a rule: a line in
// list.h; volumes know nothing of rules, they only say how large their nodes are.
#ifndef SNUG_CORE_TREE_PAIR_DESCEND_H
#define SNUG_CORE_TREE_PAIR_DESCEND_H

#include <stdbool.h>

// What every volume can say of a node, in the unit of A: proportional to the measure or to a power
// of it, so that each is compared with the other node's alone. Where two of them order the nodes of
// a volume alike, as all do those of balls, it gives one for the other.
enum DescentSize { DESCENT_VOLUME, DESCENT_RADIUS, DESCENT_AREA, DESCENT_EXTENT, DESCENT_SIZES };

typedef struct DescentRule {
    const char *name, *note;
    enum DescentSize size; // the node that is larger by it is opened, A's if they are equal
    bool both;             // no comparison: both are opened
    bool queue;            // level by level, where the query says nothing else
    // Instead of comparing one size: is A's node opened? Slower, as all sizes are computed.
    bool (*opens_a)(const double a[DESCENT_SIZES], const double b[DESCENT_SIZES]);
} DescentRule;
extern const DescentRule *const descent_rules[];
extern const int descent_rule_count;

// Of a box: proportional to volume, area, or the square of the radius or of the longest side.
static inline float box_descent_size(const float half[3], enum DescentSize what)
{
    float x = half[0], y = half[1], z = half[2];
    float longest = x > y ? x : y;
    longest = longest > z ? longest : z;
    return what == DESCENT_RADIUS   ? x * x + y * y + z * z
           : what == DESCENT_AREA   ? x * y + y * z + z * x
           : what == DESCENT_EXTENT ? longest * longest
                                    : x * y * z;
}

#endif
