// The fit report as a file. To add a format: report_x.c and a line in list.h. Names come from
// hostile files: each format escapes every one of them.
#ifndef SNUG_APP_REPORT_REPORT_FILE_H
#define SNUG_APP_REPORT_REPORT_FILE_H

#include "app/io/clash_notes.h"
#include "app/io/text_buffer.h"
#include "app/io/zip_write.h"
#include "app/report/list.h"
#include "app/report/report_checked.h"
#include "app/stages/app.h"
#include "core/meaning/common_volume.h"

#define X(name, extension, note) REPORT_##name,
enum ReportFormat { REPORT_LIST(X) REPORT_FORMAT_COUNT };
#undef X

// Several poses in one file, told one after the other.
typedef struct ReportSeries {
    size_t count;                         // of poses; the rest is zero to begin with
    const char *pose;                     // the name of the one that is told, and ...
    size_t number;                        // ... which it is, from 1
    size_t fitting, violating, undecided; // of those told so far, this one included
    TextBuffer out;
    TextBuffer late;                // of HTML and JUnit: what is known at the end only ...
    size_t late_at;                 // ... and where it belongs
    size_t cases, failures, errors; // of JUnit
    ZipWriter zip;                  // of BCF
    int32_t topics;                 // as well
} ReportSeries;

typedef struct ReportInput {
    const Assembly *assembly; // names, title and unit
    const FitReport *fit;
    double tolerance; // 0: relative to each pair of parts
    int64_t parts, triangles;
    const PngImage *pictures;     // one per row, or NULL
    const char *no_pictures;      // why there are none, or NULL
    const ClashNotes *notes;      // what people said about clashes, or NULL
    int64_t date;                 // seconds since 1970: of what was checked, not of now
    const CommonVolume *volumes;  // one per row, or NULL: nobody asked
    const ReportChecked *checked; // of JSON; NULL: not told
    ReportSeries *series;         // NULL: about one pose, the one that is
} ReportInput;
#define REPORT_JSON_FORMAT "snug fit report 2"
#define REPORT_POSES_FORMAT "snug poses report 1" // one of those per pose
#define REPORT_SHARD_FORMAT "snug fit shard 2"    // the same of a share of the pairs
ReportInput report_input(const Assembly *assembly, const FitReport *fit, double tolerance);

typedef void ReportFn(const ReportInput *in, TextBuffer *out);
typedef struct ReportFormatInfo {
    const char *name, *extension, *note;
    ReportFn *write;
} ReportFormatInfo;
extern const ReportFormatInfo report_formats[REPORT_FORMAT_COUNT];

#define X(name, extension, note) ReportFn report_##name;
REPORT_LIST(X)
#undef X

// The format of a path by its ending, text when it has no known one.
enum ReportFormat report_format_of(const char *path);

// The whole file, to be freed; NULL: memory ran short. size (may be NULL): in bytes, which is not where
// the first zero is in formats that are no text.
char *report_make(enum ReportFormat format, const ReportInput *in, size_t *size);

// All zero is fine.
typedef struct ReportOrder {
    RowPicturesFn *draw;   // NULL: no pictures
    const ClashBook *book; // NULL: none
    int64_t date;
    int32_t shard, shards; // the check was about this share of the pairs; 0: about all of them
} ReportOrder;
// The same of a check that was run, with pictures if the format has any and something draws them.
// Common volumes are measured here if the check says that they are wanted. NULL: memory ran short, or
// the job was cancelled.
char *report_of(const FitCheck *check, enum ReportFormat format, const ReportOrder *order,
                size_t *size, Job *job);
// The same of the next pose of a series, which series->pose names. False: as above. At the end
// text_take(&series->out) is the whole file; report_series_free in any case.
bool report_series_add(ReportSeries *series, const FitCheck *check, enum ReportFormat format,
                       const ReportOrder *order, Job *job);
void report_series_free(ReportSeries *series);
// What the file begins and ends with is told once.
static inline bool report_begins(const ReportInput *in)
{
    return !in->series || in->series->number == 1;
}
static inline bool report_ends(const ReportInput *in)
{
    return !in->series || in->series->number == in->series->count;
}
// Puts what was known late into its place.
void report_series_put_late(ReportSeries *series, TextBuffer *out);
// "2 of 5 poses fit, 1 does not, 2 are undecided"
void report_series_summary(const ReportSeries *series, char *text, size_t size);

// Of every row whose parts meet or lie in each other, to be freed; NULL as above.
CommonVolume *report_volumes(const FitCheck *check, Job *job);
// "12.5 mm³"; "" where it was not asked for, or the parts do not meet. And why there is none.
void report_volume_words(const ReportInput *in, const FitRow *row, char *text, size_t size);
void report_volume_why(const ReportInput *in, const FitRow *row, char *text, size_t size);
static inline const CommonVolume *report_volume(const ReportInput *in, const FitRow *row)
{
    return in->volumes ? &in->volumes[row - in->fit->rows] : NULL;
}

// "12 parts, 3,400 triangles, unit mm": what all formats begin with.
void report_headline(const ReportInput *in, char *text, size_t size);
// Which distances were asked for: "Contact tolerance 0.01 mm. Safety distance 2 mm."
void report_conditions(const ReportInput *in, char *text, size_t size);
// Rows that somebody has to look at: they count, nobody knows whether they do, or somebody said something.
bool report_row_matters(const ReportInput *in, size_t row);
// "2026-01-31T12:00:00Z"
enum { REPORT_DATE_SIZE = 32 };
void report_date(const ReportInput *in, char text[REPORT_DATE_SIZE]);

#endif
