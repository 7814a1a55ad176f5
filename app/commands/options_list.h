// One line per option of a command: X(id, name, value, values, note). Parsing, --help, the manual page and
// completion in shells are made of it.
//
// value is how the value is called, "" for a switch. values says what the shell may propose, see
// options.h.
#ifndef SNUG_APP_COMMANDS_OPTIONS_LIST_H
#define SNUG_APP_COMMANDS_OPTIONS_LIST_H

// Of what opens files.
#define OPEN_OPTIONS(X)                                                                            \
    X(SCENE, "--scene", "NAME", VALUES_SCENES, "a built-in scene instead of a file")               \
    X(UNIT, "--unit", "UNIT", VALUES_UNITS, "unit of length of the file (else as it says, or mm)") \
    X(UP, "--up", "y|z", VALUES_UP, "axis of the file that points up (else z in CAD files, y)")    \
    X(DROP_DEGENERATE, "--drop-degenerate", "", VALUES_NONE,                                       \
      "leave out triangles without area, which are kept otherwise")                                \
    X(DEFLECTION, "--deflection", "0.1mm", VALUES_TEXT,                                            \
      "how far facets may lie off the curved surfaces of CAD files (default: by the smallest "     \
      "part, at most 0.05 mm)")                                                                    \
    X(ALLOW_OUTSIDE, "--allow-outside", "", VALUES_NONE,                                           \
      "a scene may name files outside of its folder")                                              \
    X(MEMORY, "--memory", "2GB", VALUES_TEXT,                                                      \
      "what would need more is refused (default: a quarter of the machine's; none: no limit)")     \
    X(NO_CACHE, "--no-cache", "", VALUES_NONE,                                                     \
      "neither takes what was kept of files opened before nor keeps anything")

#define VIEW_OPTIONS(X)                                                                            \
    OPEN_OPTIONS(X)                                                                                \
    X(RULES, "--rules", "FILE", VALUES_FILES,                                                      \
      "rules about pairs of parts, read again when files are reloaded")                            \
    X(PATH, "--path", "FILE", VALUES_FILES, "how parts move, for the Path panel")                  \
    X(LESSON, "--lesson", "NAME", VALUES_FILES,                                                    \
      "begin this lesson: one that comes with the program, or a file")                             \
    X(TASK, "--task", "NAME", VALUES_FILES,                                                        \
      "begin this task: one that comes with the program, or a file")                               \
    X(CHECK, "--check", "", VALUES_NONE,                                                           \
      "say what is wrong with the lesson or the task, by file and line, and open no window")       \
    X(SIZE, "--size", "WxH", VALUES_TEXT, "size of the window (default 1280x800)")                 \
    X(SCREENSHOT, "--screenshot", "FILE", VALUES_FILES,                                            \
      "write a PNG of the window once all is built, then exit")                                    \
    X(SCRIPT, "--script", "FILE", VALUES_FILES,                                                    \
      "play the actions in this file; exit code 1 if one of them fails")                           \
    X(STATE, "--state", "FILE", VALUES_FILES,                                                      \
      "keep a description of what is shown in this file, for tests")

#define CHECK_OPTIONS(X)                                                                           \
    X(CLEARANCE, "--clearance", "2mm", VALUES_TEXT,                                                \
      "parts that come nearer than this are reported too")                                         \
    X(TOLERANCE, "--tolerance", "0.01mm", VALUES_TEXT,                                             \
      "contacts no deeper than this are touches (default: relative to the smaller part)")          \
    X(RULES, "--rules", "FILE", VALUES_FILES, "pairs that are ignored, intentional or forbidden")  \
    X(BASELINE, "--baseline", "FILE", VALUES_FILES,                                                \
      "contacts in this file do not count unless they get deeper")                                 \
    X(WRITE_BASELINE, "--write-baseline", "FILE", VALUES_FILES,                                    \
      "writes the present contacts for --baseline; exit code 0")                                   \
    X(CLASHES, "--clashes", "FILE", VALUES_FILES,                                                  \
      "status, assignee and comment of clashes (default: beside the file, FILE.clashes)")          \
    X(CERTIFICATES, "--certificates", "FILE", VALUES_FILES,                                        \
      "facts that prove the verdict of each pair, to be checked")                                  \
    X(COMMON_VOLUME, "--common-volume", "", VALUES_NONE,                                           \
      "measures how much space the two of each clash share")                                       \
    X(FORMAT, "--format", "FORMAT", VALUES_FORMATS,                                                \
      "of the report (default: by the ending of --output, or text)")                               \
    X(OUTPUT, "--output", "FILE", VALUES_FILES, "instead of the standard output, which is -")      \
    X(NO_PICTURES, "--no-pictures", "", VALUES_NONE, "an HTML report without pictures")            \
    OPEN_OPTIONS(X)                                                                                \
    X(DISTANCE, "--distance", "A B", VALUES_TEXT,                                                  \
      "tells only how far apart the parts named A and B are, no report and nothing that belongs "  \
      "to one; text or json")                                                                      \
    X(PATH, "--path", "FILE", VALUES_FILES,                                                        \
      "proves whether the parts are free over the whole of this path, instead of where they are; " \
      "text or json")                                                                              \
    X(POSES, "--poses", "FILE", VALUES_FILES,                                                      \
      "checks the parts in each of the poses of this file, or at the keys of a path")              \
    X(SINCE, "--since", "REPORT.json", VALUES_FILES,                                               \
      "looks again only at pairs of which a part has changed since this report; what is reported " \
      "is the same")                                                                               \
    X(SHARD, "--shard", "3/16", VALUES_TEXT,                                                       \
      "looks at the third of sixteen shares of the pairs and reports it as JSON for snug merge; "  \
      "auto: as Slurm or Open MPI say; {shard} in --output is its number")                         \
    X(STATISTICS, "--statistics", "", VALUES_NONE,                                                 \
      "counts (N_v, N_p: from the roots) and times on the error output")                           \
    X(PRESET, "--preset", "NAME", VALUES_PRESETS,                                                  \
      "how to build and search, after a paper; nothing from here on changes the result")           \
    X(VOLUME, "--volume", "NAME", VALUES_VOLUMES,                                                  \
      "kind of bounding volume; it and what follows go before the preset")                         \
    X(CRITERION, "--criterion", "NAME", VALUES_CRITERIA,                                           \
      "how nodes are split; otherwise as in the paper of the volume")                              \
    X(BUILDER, "--builder", "NAME", VALUES_BUILDERS, "how trees are built")                        \
    X(LEAF_SIZE, "--leaf-size", "N", VALUES_TEXT, "most triangles in a leaf")                      \
    X(ARITY, "--arity", "N", VALUES_ARITIES, "most children of a node: 2, 4 or 8")                 \
    X(TEST, "--test", "NAME", VALUES_TESTS, "overlap test of the volume")                          \
    X(RULE, "--rule", "NAME", VALUES_RULES, "descent rule; otherwise what suits the volume")       \
    X(TRIANGLE_TEST, "--triangle-test", "NAME", VALUES_TRIANGLE_TESTS,                             \
      "how two triangles are compared")

#define COMPARE_OPTIONS(X)                                                                         \
    X(FORMAT, "--format", "FORMAT", VALUES_TEXT, "text or json (default text)")

#define MERGE_OPTIONS(X)                                                                           \
    X(FORMAT, "--format", "FORMAT", VALUES_FORMATS,                                                \
      "of the report (default: by the ending of --output, or json)")                               \
    X(OUTPUT, "--output", "FILE", VALUES_FILES, "instead of the standard output, which is -")

#define TOUR_OPTIONS(X)                                                                            \
    X(OUTPUT, "--output", "FILE.png", VALUES_FILES, "where the picture goes")                      \
    X(SCENE, "--scene", "NAME", VALUES_SCENES, "a built-in scene (default: the first one)")        \
    X(SIZE, "--size", "WxH", VALUES_TEXT, "size of the picture (default 1280x800)")

#define CACHE_OPTIONS(X)                                                                           \
    X(LIST, "--list", "", VALUES_NONE, "also every file of it, those used longest ago first")      \
    X(CLEAR, "--clear", "", VALUES_NONE, "removes all of it")

#define BENCH_OPTIONS(X)                                                                           \
    X(CSV, "--csv", "FILE", VALUES_FILES, "write CSV into this file; -: to the standard output")   \
    X(FILTER, "--filter", "WORDS", VALUES_TEXT,                                                    \
      "measure only rows in whose names all of these words occur; of files: such kinds")           \
    X(LIST, "--list", "", VALUES_NONE, "print the names of the benchmarks")                        \
    X(PATH, "--path", "FILE", VALUES_FILES,                                                        \
      "with files: how the parts move, recorded by the viewer")                                    \
    X(MOTION, "--motion", "NAME", VALUES_MOTIONS,                                                  \
      "with files: how the first part and the second move, without a path (default tumble)")       \
    X(KINDS, "--kinds", "LIST", VALUES_PRESETS,                                                    \
      "of files: what is compared, divided by commas: presets, volumes, tests, criteria "          \
      "(default presets)")                                                                         \
    X(FRAMES, "--frames", "N", VALUES_TEXT, "with files: into how many the motion is divided")     \
    X(SEED, "--seed", "N", VALUES_TEXT, "with files: of the motions random and cage (default 1)")  \
    X(PER_FRAME, "--per-frame", "", VALUES_NONE, "of files: CSV with a row per kind and frame")    \
    X(HTML, "--html", "DIR", VALUES_FILES,                                                         \
      "of files and figures: pages with tables and plots in this folder")                          \
    X(QUICK, "--quick", "", VALUES_NONE,                                                           \
      "a look: fewer rounds, frames and sizes, no targets; with files 12 frames")

#endif
