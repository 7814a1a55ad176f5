// One line per benchmark; the file is bench_<name>.c with `bool bench_<name>(FILE *out)`.
#define BENCH_LIST(X)                                                                              \
    X(tri, "Triangle tests: what exactness costs")                                                 \
    X(pairs, "Tumbling tori: every hierarchy kind on the same poses")                              \
    X(papers, "What the papers claim beside what we measure, as tables instead of CSV")            \
    X(distance, "Exact distance: volumes, orders and starts on four scenes")                       \
    X(tumble, "Restricted boxtrees against other volumes: the protocol of their paper")            \
    X(coherence, "Slow drags: the front of the last frame against traversals from the roots")      \
    X(parallel, "One query on several threads")                                                    \
    X(build, "How building grows with the number of triangles")                                    \
    X(larsson, "Spheres, knots, horses and hands of the slab cut ball paper")                      \
    X(bergen, "Random tori of the AABB paper")                                                     \
    X(boxtree97, "1997 BoxTree: its parameters one at a time, and the simple algorithm")           \
    X(assembly, "Dragging one part among 200 to 5000")                                             \
    X(quality, "Quality, memory and build time of every volume and criterion")                     \
    X(contact, "Depths, places and curves of contacts beside listing them")                        \
    X(check, "A check of 5,000 parts: its stages on one thread and on two")                        \
    X(refit, "Refitting a deformed torus against building anew")                                   \
    X(ray, "Nearest hits of rays: what is under the cursor, up to 20 million triangles")           \
    X(topology, "Edges, creases and pieces of meshes: time and bytes per triangle")                \
    X(cost, "Constants of the cost model, and how well they predict times")
