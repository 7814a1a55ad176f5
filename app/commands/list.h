// One line per command: X(name, note). It is `int command_<name>(int argc, char **argv)`, in
// command_<name>.c here. The first one is run when none is named.
#define COMMAND_LIST(X)                                                                            \
    X(view, "open the viewer on a file or on a built-in scene")                                    \
    X(check, "report which parts of a file or scene meet, without a window")                       \
    X(tour, "play a scene's tour without a window and draw a picture")                             \
    X(cache, "say what is kept of files opened before, or remove it")                              \
    X(bench, "run benchmarks")
