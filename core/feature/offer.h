// Which connector of a part in the hand is so near to one of the others that it should be offered to
// go there; an offer that stands is kept until the hand is farther away than what it took to get it.
#ifndef SNUG_CORE_FEATURE_OFFER_H
#define SNUG_CORE_FEATURE_OFFER_H

#include "core/feature/mate.h"

// A part with its connectors, in the mesh's coordinates.
typedef struct OfferPart {
    const Connector *connectors;
    size_t count;
    Affine placement;
    double chord_error; // of its mesh, in the assembly's unit
} OfferPart;

typedef struct OfferDesc {
    const OfferPart *parts;
    int32_t part_count;
    const uint8_t *roles; // per part: 0 out of it, 1 stands, 2 in the hand (enum MotionRole)
    double distance;      // to be offered; an offer stands up to OFFER_LEAVE times that
    double angle;         // as well, in radians
    double face_distance; // instead of that, of faces; 0: the same. There are many, near everything
    // Whether two faces lie over each other, where the reach of both does not exclude it. NULL: they do.
    bool (*faces_meet)(const void *user, int32_t moving_part, int32_t moving, int32_t fixed_part,
                       int32_t fixed);
    const void *user;
} OfferDesc;

#define OFFER_LEAVE 1.5

typedef struct Offer {
    bool found;
    int32_t moving_part, fixed_part;
    int32_t moving, fixed; // their connectors
    Mate mate;
} Offer;

// The nearest one, and of equally near ones the first. last: what was offered before; may be NULL.
// False: memory is short.
bool offer_find(const OfferDesc *desc, const Offer *last, Offer *out, Error *err);

// Which parts the moving connector goes into on its way, besides the one that it was offered to: a bolt
// goes through plate and nut; and those that other pipe ends of the hand come to. fits: per part.
void offer_fits(const OfferDesc *desc, const Offer *offer, bool *fits);

#endif
