// One line per command: X(name, note). It is `int command_<name>(int argc, char **argv)`, in
// command_<name>.c here. The first one is run when none is named.
#define COMMAND_LIST(X)                                                                            \
    X(view, "open the viewer on a file or on a built-in scene")                                    \
    X(check, "report which parts of a file or scene meet, without a window")                       \
    X(compare, "tell what is new, gone or deeper in a report of snug check than in an older one")  \
    X(merge, "put the reports of shards together: one report, as if they had been one check")      \
    X(tour, "play a scene's tour without a window and draw a picture")                             \
    X(cache, "say what is kept of files opened before, or remove it")                              \
    X(bench, "run benchmarks")
