// One line per benchmark: its name, what it takes of somebody's own, and what it measures. The file is bench_<name>.c
// with `bool bench_<name>(FILE *out)`.
#define BENCH_LIST(X)                                                                              \
    X(tri, TAKES_NOTHING, "Triangle tests: what exactness costs")                                  \
    X(pairs, TAKES_MOTIONS, "Tumbling tori: every hierarchy kind on the same poses")               \
    X(papers, TAKES_NOTHING,                                                                       \
      "What the papers claim beside what we measure, as tables instead of CSV")                    \
    X(distance, TAKES_MOTIONS, "Exact distance: volumes, orders and starts on four scenes")        \
    X(tumble, TAKES_NOTHING,                                                                       \
      "Restricted boxtrees against other volumes: the protocol of their paper")                    \
    X(coherence, TAKES_MOTIONS,                                                                    \
      "Slow drags: the front of the last frame against traversals from the roots")                 \
    X(parallel, TAKES_MOTIONS, "One query on several threads")                                     \
    X(build, TAKES_MESHES, "How building grows with the number of triangles")                      \
    X(larsson, TAKES_NOTHING, "Spheres, knots, horses and hands of the slab cut ball paper")       \
    X(bergen, TAKES_NOTHING, "Random tori of the AABB paper")                                      \
    X(boxtree97, TAKES_NOTHING,                                                                    \
      "1997 BoxTree: its parameters one at a time, and the simple algorithm")                      \
    X(assembly, TAKES_MESHES, "Dragging one part among 200 to 5000")                               \
    X(quality, TAKES_MESHES, "Quality, memory and build time of every volume and criterion")       \
    X(contact, TAKES_MOTIONS, "Depths, places and curves of contacts beside listing them")         \
    X(check, TAKES_MESHES, "A check of 5,000 parts: its stages on one thread and on two")          \
    X(refit, TAKES_MESHES, "Refitting a deformed torus against building anew")                     \
    X(ray, TAKES_MESHES,                                                                           \
      "Nearest hits of rays: what is under the cursor, up to 20 million triangles")                \
    X(topology, TAKES_MESHES, "Edges, creases and pieces of meshes: time and bytes per triangle")  \
    X(cost, TAKES_MESHES, "Constants of the cost model, and how well they predict times")
