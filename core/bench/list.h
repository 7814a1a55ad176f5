// One line per benchmark: its name, what it takes of somebody's own, what it does with that or why it takes nothing,
// and what it measures. The file is bench_<name>.c with `bool bench_<name>(FILE *out)`.
#define BENCH_LIST(X)                                                                              \
    X(tri, TAKES_MOTIONS, "pairs of triangles whose boxes meet as the parts move",                 \
      "Triangle tests: what exactness costs")                                                      \
    X(pairs, TAKES_MOTIONS, "pairs as they move",                                                  \
      "Tumbling tori: every hierarchy kind on the same poses")                                     \
    X(papers, TAKES_NOTHING, "what papers claim, they claim of their own objects",                 \
      "What the papers claim beside what we measure, as tables instead of CSV")                    \
    X(distance, TAKES_MOTIONS, "pairs as they move",                                               \
      "Exact distance: volumes, orders and starts on four scenes")                                 \
    X(tumble, TAKES_MESHES, "two copies of the largest part of each file, in cubes of edge 2",     \
      "Restricted boxtrees against other volumes: the protocol of their paper")                    \
    X(coherence, TAKES_MOTIONS,                                                                    \
      "pairs as they move; it is about slow motions: more frames, smaller steps",                  \
      "Slow drags: the front of the last frame against traversals from the roots")                 \
    X(parallel, TAKES_MOTIONS, "pairs as they move", "One query on several threads")               \
    X(build, TAKES_MESHES, "the largest part of each file",                                        \
      "How building grows with the number of triangles")                                           \
    X(larsson, TAKES_NOTHING,                                                                      \
      "its motions belong to its scenes; pairs --motion pass moves yours like its spheres",        \
      "Spheres, knots, horses and hands of the slab cut ball paper")                               \
    X(bergen, TAKES_MESHES,                                                                        \
      "two copies of the largest part of each file, in the cube in which 60 % collide",            \
      "Random tori of the AABB paper")                                                             \
    X(boxtree97, TAKES_MESHES, "two copies of the largest part of each file in the cage",          \
      "1997 BoxTree: its parameters one at a time, and the simple algorithm")                      \
    X(assembly, TAKES_MESHES, "rooms full of the largest part of each file",                       \
      "Dragging one part among 200 to 5000")                                                       \
    X(quality, TAKES_MESHES, "the largest part of each file",                                      \
      "Quality, memory and build time of every volume and criterion")                              \
    X(contact, TAKES_MOTIONS, "pairs as they move",                                                \
      "Depths, places and curves of contacts beside listing them")                                 \
    X(check, TAKES_MESHES, "all parts of all files where they stand",                              \
      "A check of 5,000 parts: its stages on one thread and on two")                               \
    X(refit, TAKES_MESHES, "the largest part of each file",                                        \
      "Refitting a deformed torus against building anew")                                          \
    X(ray, TAKES_MESHES, "the largest part of each file",                                          \
      "Nearest hits of rays: what is under the cursor, up to 20 million triangles")                \
    X(topology, TAKES_MESHES, "the largest part of each file",                                     \
      "Edges, creases and pieces of meshes: time and bytes per triangle")                          \
    X(cost, TAKES_MESHES, "the largest part of each file",                                         \
      "Constants of the cost model, and how well they predict times")
