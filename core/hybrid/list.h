// One line per builder of hybrid hierarchies; the file is hybrid_<name>.c. The first one is the
// default.
#ifndef SNUG_CORE_HYBRID_LIST_H
#define SNUG_CORE_HYBRID_LIST_H

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

enum HybridBuilderId {
#define X(name) HYBRID_ID_##name,
    HYBRID_LIST(X)
#undef X
        HYBRID_BUILDER_COUNT
};

#endif
