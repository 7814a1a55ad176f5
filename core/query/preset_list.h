// One row per preset: members of SearchPreset. The first one is what the program starts with.
#define PRESET_LIST(X)                                                                             \
    X(.name = "fast", .note = "what is searched fastest, as on the first start")                   \
    X(.name = "restricted boxtree 2002",                                                           \
      .note =                                                                                      \
          "Zachmann, Minimal Hierarchical Collision Detection: SAT lite, work of nodes lifted",    \
      .build = {.type = &bv_boxtree}, .test = "SAT lite", .lift = true)                            \
    X(.name = "slab cut balls 2008",                                                               \
      .note = "Larsson and Akenine-Moller, with the overlap test of their five stages that "       \
              "separates more than the printed one",                                               \
      .build = {.type = &bv_slabcutball}, .test = "conservative")                                  \
    X(.name = "AABB tree SOLID 1998",                                                              \
      .note = "van den Bergen: boxes along the part's axes by spatial median, SAT lite",           \
      .build = {.type = &bv_aabb, .split = &split_spatial_median}, .test = "SAT lite")             \
    X(.name = "OBB tree like RAPID 1996",                                                          \
      .note = "Gottschalk, Lin and Manocha: oriented boxes cut at the mean, all 15 axes",          \
      .build = {.type = &bv_obb, .split = &split_obb_mean}, .test = "SAT")                         \
    X(.name = "BoxTree 1997",                                                                      \
      .note = "Zachmann, for virtual prototyping: cells of space, compared by clipping",           \
      .build = {.type = &bv_boxtree97}, .test = "clipping")                                        \
    X(.name = "hybrid 2006",                                                                       \
      .note = "Andersen and Bay: each node the volume that suits it, opened in tandem; over "      \
              "primitives by branch and bound (B&B enlarge)",                                      \
      .build = {.type = &bv_hybrid}, .primitives = "B&B enlarge")
