// One line per construction criterion; the file is split_<name>.c. The first one is the default.
// clang-format off
#define SPLIT_LIST(X) \
    X(spatial_median) \
    X(object_median) \
    X(half_balanced) \
    X(obb_mean) \
    X(scb) \
    X(scb_volume) \
    X(sweep_volume) \
    X(sweep_area) \
    X(bins_volume) \
    X(bins_area) \
    X(zachmann) \
    X(zachmann_longest) \
    X(zachmann_random) \
    X(zachmann_array) \
    X(zachmann_ahead) \
    X(zachmann_quantile)
// clang-format on
