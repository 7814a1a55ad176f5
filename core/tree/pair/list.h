// One line per descent rule: its name in the code, its name, a note, and what it does, see descend.h.
// The first one is the default.
// clang-format off
#define DESCENT_LIST(X) \
    X(volume, "larger volume", "open the node with the larger volume (van den Bergen 1998)", \
      .size = DESCENT_VOLUME) \
    X(radius, "larger radius", "open the node with the larger radius (Larsson 2008)", \
      .size = DESCENT_RADIUS) \
    X(area, "larger area", "open the node with the larger surface area", \
      .size = DESCENT_AREA) \
    X(extent, "longer side", "open the node whose box has the longer side; of balls the larger", \
      .size = DESCENT_EXTENT) \
    X(tandem, "tandem", "larger volume, level by level through a queue (Andersen 2006)", \
      .size = DESCENT_VOLUME, .queue = true) \
    X(both, "both", "open both nodes at once: all pairs of children (Zachmann 2002)", \
      .both = true)
// clang-format on
