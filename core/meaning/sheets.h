// Contact with a surface that has no inside: it is crossed, unless a small step undoes the contact.
#ifndef SNUG_CORE_MEANING_SHEETS_H
#define SNUG_CORE_MEANING_SHEETS_H

#include "core/meaning/material.h"

// Contacts of a sheet of a or b (their materials), in the places of `detail`. *touch: at each of
// those places one part, moved by no more than the tolerance, leaves the other free there: proven by
// searching contacts again. length: of the tolerance in a's frame. False: memory ran short, or
// cancelled.
bool sheets_touch(const PosedPart *a, const PosedPart *b, const Affine *b_to_a,
                  const Material *of_a, const Material *of_b, const ContactList *contacts,
                  const int32_t *cluster_of, const ContactDetail *detail, double length, Job *job,
                  bool *touch);

#endif
