// The notes of a clash book that belong to the rows of a fit report.
#ifndef SNUG_APP_IO_CLASH_NOTES_H
#define SNUG_APP_IO_CLASH_NOTES_H

#include "app/io/clash_book.h"
#include "core/meaning/fit_report.h"

typedef struct ClashNotes {
    const ClashNote **notes; // of each clash, row by row; NULL: none. They belong to the book
    size_t *first;           // per row: the index of its first clash
    size_t count;
} ClashNotes; // zero: no notes about anything

bool clash_notes_find(ClashNotes *out, const ClashBook *book, const FitReport *fit,
                      const Assembly *assembly); // book may be NULL; false: memory ran short
void clash_notes_free(ClashNotes *notes);
static inline const ClashNote *clash_notes_of(const ClashNotes *notes, size_t row, size_t clash)
{
    return notes && notes->notes ? notes->notes[notes->first[row] + clash] : NULL;
}

// A new note about this clash, nothing said in it. False: memory ran short. clash_note_free in any case.
bool clash_note_begin(ClashNote *out, const Assembly *assembly, const FitRow *row,
                      const FitClash *clash);
void clash_note_free(ClashNote *note);

#endif
