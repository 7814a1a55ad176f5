// The passes in drawing order: what is opaque first, what must stay visible last.
#define PASS_LIST(X)                                                                               \
    X(background)                                                                                  \
    X(hull)                                                                                        \
    X(faces)                                                                                       \
    X(caps)                                                                                        \
    X(occlusion)                                                                                   \
    X(shadow)                                                                                      \
    X(grid)                                                                                        \
    X(highlight)                                                                                   \
    X(edges)                                                                                       \
    X(wireframe)                                                                                   \
    X(volumes)                                                                                     \
    X(lines)                                                                                       \
    X(triad)
