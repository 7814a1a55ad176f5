// One line per panel; the file is panel_<name>.c. The order is that of the View menu and of tabs.
#define PANEL_LIST(X)                                                                              \
    X(parts)                                                                                       \
    X(history)                                                                                     \
    X(collision)                                                                                   \
    X(clashes)                                                                                     \
    X(distances)                                                                                   \
    X(matrix)                                                                                      \
    X(messages)                                                                                    \
    X(hierarchy)                                                                                   \
    X(view)                                                                                        \
    X(pose)                                                                                        \
    X(joints)                                                                                      \
    X(connectors)                                                                                  \
    X(pipes)                                                                                       \
    X(path)                                                                                        \
    X(workspace)                                                                                   \
    X(removal)                                                                                     \
    X(variants)                                                                                    \
    X(shape)                                                                                       \
    X(primitives)                                                                                  \
    X(tree)                                                                                        \
    X(construction)                                                                                \
    X(traversal)                                                                                   \
    X(plots)                                                                                       \
    X(best)                                                                                        \
    X(figure)                                                                                      \
    X(statistics)                                                                                  \
    X(help)                                                                                        \
    X(about)
