// Between touch and interference lies what facets cannot tell: a ball and its race, both made of
// facets, may seem to run into each other by as much as their facets lie off the true surfaces.
#ifndef SNUG_CORE_MEANING_FACET_BAND_H
#define SNUG_CORE_MEANING_FACET_BAND_H

#include "core/meaning/contact.h"

// Fills in detail->facet_error, the two parts' chord errors together, where surfaces meet. False on
// lack of memory or cancel.
bool facet_band_measure(const PosedPart *a, const PosedPart *b, const ContactList *contacts,
                        Job *job, ContactDetail *detail);

// The depth up to which facets cannot tell, and at least the tolerance. A tolerance that a person
// gave decides alone: it is the border then.
double facet_band_border(const ContactDetail *detail, const ContactDesc *desc);

// The state that holds for a depth in [depth, depth + depth_error]. Only what would be interference
// or undecided changes, and only if all of that interval lies within the border.
enum PairState facet_band_state(const ContactDetail *detail, const ContactDesc *desc);

#endif
