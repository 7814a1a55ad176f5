// One line per construction criterion; the file is split_<name>.c. The first one is the default.
// clang-format off
#define SPLIT_LIST(X) \
    X(spatial_median) \
    X(object_median) \
    X(obb_mean) \
    X(scb) \
    X(zachmann) \
    X(zachmann_longest) \
    X(zachmann_random) \
    X(zachmann_array)
// clang-format on
