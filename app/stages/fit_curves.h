// The curves along which parts meet, chained by the fit stage, for being drawn. Each pair's belong
// to one list of contacts; while a part is dragged they come a little later than the list does.
#ifndef SNUG_APP_STAGES_FIT_CURVES_H
#define SNUG_APP_STAGES_FIT_CURVES_H

#include "core/meaning/contact.h"

// Never changes once it is made.
typedef struct PairCurves {
    int32_t a, b;         // parts, a < b
    ContactList contacts; // those it was made of
    ContactCurve *curves;
    size_t curve_count;
    Vec3d *points; // in the frame of a
    _Atomic int owners;
} PairCurves;

typedef struct FitCurves {
    PairCurves **pairs; // sorted by (a, b)
    size_t count;
} FitCurves;

// Curves of contacts that are the same as before are kept. Without memory some are missing.
void fit_curves_update(FitCurves *curves, AssemblyReport *contacts, const ContactReport *details);
void fit_curves_share(FitCurves *to, const FitCurves *from); // empty without memory
void fit_curves_free(FitCurves *curves);
// Of just these contacts; NULL: not known yet.
const PairCurves *fit_curves_of(const FitCurves *curves, const PairReport *pair);

#endif
