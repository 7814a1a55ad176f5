// One line per builder; the file is build_<name>.c. The first one is the default.
#define BUILD_LIST(X) X(top_down) X(insertion) X(reinsertion)
