// Where parts are put together: a pin goes into a hole, a face lies on a face, a pipe meets a pipe.
// A connector looks out of its part; two that mate look at each other.
#ifndef SNUG_CORE_FEATURE_CONNECTOR_H
#define SNUG_CORE_FEATURE_CONNECTOR_H

#include "core/feature/feature.h"

// X(identifier, word): the word is used in scenes.
#define CONNECTOR_KIND_LIST(X)                                                                     \
    X(PIN, "pin")                                                                                  \
    X(HOLE, "hole")                                                                                \
    X(FACE, "face")                                                                                \
    X(PIPE, "pipe end")
#define CONNECTOR_KIND_ENTRY(identifier, word) CONNECTOR_##identifier,
enum ConnectorKind { CONNECTOR_KIND_LIST(CONNECTOR_KIND_ENTRY) CONNECTOR_KINDS };
#undef CONNECTOR_KIND_ENTRY
const char *connector_kind_word(enum ConnectorKind kind);
bool connector_kind_from(const char *word, enum ConnectorKind *kind); // false: there is none

// In the mesh's coordinates, or placed in the world.
typedef struct Connector {
    enum ConnectorKind kind;
    Vec3d origin;   // pin: the middle of its tip; hole: of its mouth; pipe: of its end; face: on it
    Vec3d axis;     // unit: out of the part
    Vec3d side;     // unit, across the axis: the roll; even ones: towards a corner or a bolt hole
    double radius;  // of pin, hole and pipe through the corners; face: how far it reaches
    double length;  // of pin and hole; 0: not known
    double ahead;   // pin: how far the part reaches beyond the origin, as the thread of a bolt does
    int32_t facets; // of an even pin or hole, bolt holes around a pipe; 0: round, or not known
    bool stops;     // a pin has a shoulder at its other end, a hole a bottom
    bool open;      // half a pin or half a hole: the other one may come from the side
    int32_t feature; // that it was made from; -1: by hand
} Connector;

typedef struct Connectors {
    Connector *items;
    size_t count, capacity;
} Connectors;

enum { CONNECTOR_MOST_FACES = 256 };

// A connector for every end of a pin or a hole of at least about half a turn that can be entered, for every
// pipe's end, and for the largest faces. False: memory is short.
bool connectors_from(const Features *features, Connectors *out, Error *err);
void connectors_free(Connectors *connectors);
// Of one feature, for one that was picked; `near`: where, in the mesh's coordinates, which of two ends.
bool connector_from(const Features *features, int32_t feature, Vec3d near, Connector *out);

// Finite, unit axis and side at right angles, no negative lengths. Names what is wrong.
bool connector_check(const Connector *connector, Error *err);

// In the world. False: the placement squashes it, or scales it by different factors and it is round.
bool connector_placed(const Connector *connector, const Affine *placement, Connector *out);

#endif
