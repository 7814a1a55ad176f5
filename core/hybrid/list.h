// One line per builder of hybrid hierarchies; the file is hybrid_<name>.c. The first one is the
// default.
// clang-format off
#define HYBRID_LIST(X) \
    X(bnb_enlarge) \
    X(bnb_tightest) \
    X(merging) \
    X(insertion) \
    X(reinsertion) \
    X(top_down) \
    X(two_level)
// clang-format on
