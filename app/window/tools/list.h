// One line per tool; the file is tool_<name>.c. Earlier ones get the mouse first and are drawn on
// top.
#define TOOL_LIST(X)                                                                               \
    X(triad)                                                                                       \
    X(measure)                                                                                     \
    X(measure_edge)                                                                                \
    X(joint)                                                                                       \
    X(measures)                                                                                    \
    X(section)                                                                                     \
    X(gizmo)                                                                                       \
    X(shape)                                                                                       \
    X(dimension)                                                                                   \
    X(path)                                                                                        \
    X(trace)                                                                                       \
    X(trace_pick)                                                                                  \
    X(construction)                                                                                \
    X(hybrid_steps)                                                                                \
    X(tree)                                                                                        \
    X(deadline)                                                                                    \
    X(tree_pick)                                                                                   \
    X(joints)                                                                                      \
    X(places)                                                                                      \
    X(pair)                                                                                        \
    X(legend)                                                                                      \
    X(snap)                                                                                        \
    X(compare)                                                                                     \
    X(switch)                                                                                      \
    X(hand)                                                                                        \
    X(coaxial)                                                                                     \
    X(connector)                                                                                   \
    X(pivot)                                                                                       \
    X(move_along)                                                                                  \
    X(box)                                                                                         \
    X(box_beside)                                                                                  \
    X(primitives)                                                                                  \
    X(lasso)
