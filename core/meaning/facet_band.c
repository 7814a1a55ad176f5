#include "core/meaning/facet_band.h"

#include "core/mesh/chord_error.h"

#include <assert.h>

static bool add_error(const PosedPart *part, Job *job, double *sum)
{
    double local, error = 0;
    if (!mesh_chord_error(part->tree->mesh, job, &local))
        return false;
    for (int axis = 0; axis < 3; ++axis)
        error = fmax(error, local * affine_axis_scale(&part->placement, axis));
    *sum += error;
    return true;
}

bool facet_band_measure(const PosedPart *a, const PosedPart *b, const ContactList *contacts,
                        Job *job, ContactDetail *detail)
{
    assert(a && b && contacts && detail);
    detail->facet_error = 0;
    return contacts->count == 0 ||
           (add_error(a, job, &detail->facet_error) && add_error(b, job, &detail->facet_error));
}

double facet_band_border(const ContactDetail *detail, const ContactDesc *desc)
{
    assert(detail && desc);
    bool given = desc->tolerance > 0 || desc->relative > 0;
    return given ? detail->tolerance : fmax(detail->tolerance, detail->facet_error);
}

enum PairState facet_band_state(const ContactDetail *detail, const ContactDesc *desc)
{
    assert(detail && desc);
    bool open = detail->state == PAIR_INTERFERENCE || detail->state == PAIR_UNDECIDED;
    double border = facet_band_border(detail, desc);
    if (!open || detail->contact_count == 0 || border <= detail->tolerance)
        return detail->state;
    return detail->depth_error <= border - detail->depth ? PAIR_FACETS : detail->state;
}
