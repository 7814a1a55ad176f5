// What a comparison of kinds has found, for people and programs: as CSV, as pictures, as one HTML page, and the
// command line that measures it again.
#ifndef SNUG_APP_LAB_TABLE_H
#define SNUG_APP_LAB_TABLE_H

#include "app/io/text_buffer.h"
#include "app/lab/kinds.h"

typedef struct LabTable {
    const LabSubject *subject;
    const LabKinds *kinds;
    const ContestResult *results;
    int count;           // of the kinds
    const char *command; // that measures it again
} LabTable;

// Kinds from the fastest on; those that failed come last. order: `count` places.
void lab_order(const LabTable *table, int *order);
// "1", "2 =": ties are called ties. "-": not measured.
void lab_rank_text(const LabTable *table, int kind, char *text, size_t size);
void lab_break_even_text(const LabTable *table, int kind, char *text, size_t size);
// "the path, 100 frames, 3 pairs of parts"
void lab_motion_text(const LabSubject *subject, char *text, size_t size);
void lab_part_size_text(const LabPart *part, char *text, size_t size); // "480 triangles"

// Lines that begin with #: machine, commit, command, motion.
void lab_head(const LabTable *table, TextBuffer *out);
void lab_csv_heading(const LabTable *table, TextBuffer *out);
void lab_frames_heading(const LabTable *table, TextBuffer *out);
void lab_csv_row(const LabTable *table, int kind, TextBuffer *out);
void lab_frames_rows(const LabTable *table, int kind, TextBuffer *out); // one per frame
void lab_csv(const LabTable *table, TextBuffer *out); // head, heading and all rows in order

enum LabPicture {
    LAB_FRONT_BUILD,
    LAB_FRONT_BYTES,
    LAB_FRAMES_TESTS,
    LAB_FRAMES_TIME,
    LAB_PICTURES
};
bool lab_svg(const LabTable *table, enum LabPicture picture, TextBuffer *out); // false: no memory
bool lab_html(const LabTable *table, TextBuffer *out);

// What the program was made of, for lab_head; the text is kept as it is.
void lab_set_commit(const char *commit);
void lab_machine(char *text, size_t size); // "AMD EPYC, 2 cores, gcc 12.2.0, load 1.20"
// The version and the commit, as in a heading of figures.
const char *lab_commit(void);

#endif
