// One line per bounding volume; the file is bv_<name>.c. The first one is the default.
// clang-format off
#define BV_LIST(X) \
    X(obb_blocks) \
    X(aabb) \
    X(sphere) \
    X(obb) \
    X(kdop) \
    X(slabcutball) \
    X(scb_quantised) \
    X(scb_slabs) \
    X(scb_tiled) \
    X(capsule) \
    X(hybrid) \
    X(boxtree) \
    X(boxtree2) \
    X(boxtree97) \
    X(aabb_blocks)
// clang-format on
