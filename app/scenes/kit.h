// Things to add, made by our own code in any size, in millimetres: wrenches, a screwdriver and a hand to try access
// with, and segments of pipes.
//
// Whatever works a screw does so about the y axis: the head of the screw sits at the origin and looks up, the
// handle of a wrench points along x. Hands reach down to the origin.
#ifndef SNUG_APP_SCENES_KIT_H
#define SNUG_APP_SCENES_KIT_H

#include "core/base/error.h"
#include "core/feature/connector.h"
#include "core/mesh/mesh.h"

typedef struct KitPiece {
    const char *name; // in scenes and scripts: "ring wrench"
    const char *note;
    const char *size_is; // "width across flats"
    double usual, least, most;
    Mesh *(*make)(double size); // closed; NULL: memory is short
    uint32_t colour;
    bool turns; // it works screws, about the y axis
    bool
        pipe; // a segment: its size is a nominal width, and its first end lies in the origin (kit_pipes.c)
} KitPiece;

#define KIT_LIST(X)                                                                                \
    X(wrench)                                                                                      \
    X(ring_wrench)                                                                                 \
    X(hex_key)                                                                                     \
    X(screwdriver)                                                                                 \
    X(hand)                                                                                        \
    X(short_pipe)                                                                                  \
    X(long_pipe)                                                                                   \
    X(eighth_bend)                                                                                 \
    X(quarter_bend)                                                                                \
    X(tee)                                                                                         \
    X(valve)                                                                                       \
    X(blind_flange)                                                                                \
    X(reducer)
enum KitId {
#define X(name) KIT_##name,
    KIT_LIST(X)
#undef X
        KIT_COUNT
};
extern const KitPiece *const kit_pieces[KIT_COUNT];
#define X(name) extern const KitPiece kit_##name;
KIT_LIST(X)
#undef X

enum { KIT_TEXT_MAX = 64 };
// One piece as scenes name it: "ring wrench 17". False: there is none of this name, or not in this size.
bool kit_parse(const char *text, const KitPiece **piece, double *size, Error *err);
void kit_text(const KitPiece *piece, double size, char text[KIT_TEXT_MAX]);
bool kit_allows(const KitPiece *piece, double size, Error *err);

// --- segments of pipes

#define KIT_PIPE_LEAST 50.0
#define KIT_PIPE_MOST 150.0
struct PipeSize kit_pipe_size(double nominal);
double
kit_pipe_fitting(double flange_radius); // the nominal width with this flange; 0: there is none
// The end that is joined first.
Connector kit_pipe_end(const KitPiece *piece, double nominal);

#endif
