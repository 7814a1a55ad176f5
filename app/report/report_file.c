#include "app/report/report_file.h"

#include "app/io/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const ReportFormatInfo report_formats[REPORT_FORMAT_COUNT] = {
#define X(name, extension, note) {#name, extension, note, report_##name},
    REPORT_LIST(X)
#undef X
};

enum ReportFormat report_format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && !strchr(dot, '/') && i < REPORT_FORMAT_COUNT; ++i)
        if (strcmp(dot + 1, report_formats[i].extension) == 0)
            return (enum ReportFormat)i;
    return REPORT_text;
}

ReportInput report_input(const Assembly *assembly, const FitReport *fit, double tolerance)
{
    return (ReportInput){.assembly = assembly,
                         .fit = fit,
                         .tolerance = tolerance,
                         .parts = assembly_live_parts(assembly),
                         .triangles = assembly_triangles(assembly)};
}

static void write_plainly(enum ReportFormat format, const ReportInput *in, TextBuffer *out)
{
    void *before = plain_numbers_begin();
    report_formats[format].write(in, out);
    plain_numbers_end(before);
}

// False: memory ran short, or the job was cancelled.
static bool write_checked(const FitCheck *check, enum ReportFormat format, const ReportOrder *order,
                          ReportSeries *series, TextBuffer *out, Job *job)
{
    static const ReportOrder usual = {0};
    order = order ? order : &usual;
    ReportInput input = report_input(check->assembly, &check->fit, check->contact.tolerance);
    ClashNotes notes;
    bool says = format == REPORT_text || format == REPORT_csv || format == REPORT_json ||
                format == REPORT_html;
    CommonVolume *volumes = check->volumes && says ? report_volumes(check, job) : NULL;
    if (check->volumes && says && !volumes)
        return false;
    input.volumes = volumes;
    input.series = series;
    PngImage *pictures = NULL;
    Error why = {""};
    ReportChecked checked = {0};
    bool share = order->shards > 0; // notes belong to the whole: ids are numbered there
    bool ok = clash_notes_find(&notes, share ? NULL : order->book, &check->fit, check->assembly);
    if (ok && format == REPORT_json) {
        ok = report_checked_make(&checked, check);
        checked.shard = order->shard;
        checked.shards = order->shards;
        checked.date = order->date;
        if (ok && share)
            checked.notes = order->book ? clash_book_text(order->book) : strdup("");
        ok = ok && (!share || checked.notes);
        input.checked = &checked;
    }
    input.notes = &notes;
    input.date = order->date;
    if (ok && order->draw && (format == REPORT_html || format == REPORT_bcf) &&
        check->fit.count > 0) {
        pictures = order->draw(check, job, &why);
        input.pictures = pictures;
        input.no_pictures = pictures ? NULL : why.text;
    }
    ok = ok && !job_cancelled(job);
    if (ok)
        write_plainly(format, &input, out);
    png_images_free(pictures, check->fit.count);
    clash_notes_free(&notes);
    free(volumes);
    report_checked_free(&checked);
    return ok;
}

static char *taken(TextBuffer *out, size_t *size)
{
    if (size)
        *size = out->length;
    return text_take(out);
}

char *report_make(enum ReportFormat format, const ReportInput *in, size_t *size)
{
    TextBuffer out = {0};
    write_plainly(format, in, &out);
    return taken(&out, size);
}

char *report_of(const FitCheck *check, enum ReportFormat format, const ReportOrder *order,
                size_t *size, Job *job)
{
    TextBuffer out = {0};
    return write_checked(check, format, order, NULL, &out, job) ? taken(&out, size) : NULL;
}

bool report_series_add(ReportSeries *series, const FitCheck *check, enum ReportFormat format,
                       const ReportOrder *order, Job *job)
{
    ++series->number;
    series->violating += check->fit.violations > 0;
    series->undecided += check->fit.violations == 0 && check->fit.undecided > 0;
    series->fitting += fit_report_fits(&check->fit);
    return write_checked(check, format, order, series, &series->out, job) && !series->out.failed;
}

void report_series_free(ReportSeries *series)
{
    free(text_take(&series->out));
    free(text_take(&series->late));
    free(text_take(&series->zip.directory));
    *series = (ReportSeries){0};
}

void report_series_put_late(ReportSeries *series, TextBuffer *out)
{
    TextBuffer whole = {0};
    size_t length = series->late.length;
    char *late = text_take(&series->late);
    out->failed |= !late;
    if (!out->failed) {
        text_add_bytes(&whole, out->text, series->late_at);
        text_add_bytes(&whole, late, length);
        text_add_bytes(&whole, out->text + series->late_at, out->length - series->late_at);
        free(text_take(out));
        *out = whole;
    }
    free(late);
}

void report_series_summary(const ReportSeries *series, char *text, size_t size)
{
    int used = snprintf(text, size, "%zu of %zu poses fit", series->fitting, series->count);
    if (series->violating > 0)
        used += snprintf(text + used, size - (size_t)used, ", %zu %s not", series->violating,
                         series->violating == 1 ? "does" : "do");
    if (series->undecided > 0)
        snprintf(text + used, size - (size_t)used, ", %zu %s undecided", series->undecided,
                 series->undecided == 1 ? "is" : "are");
}

bool report_row_matters(const ReportInput *in, size_t row)
{
    bool said = false;
    for (size_t k = 0; k < in->fit->rows[row].clashes.count; ++k)
        said |= clash_notes_of(in->notes, row, k) != NULL;
    return said || in->fit->rows[row].violation || in->fit->rows[row].undecided;
}

void report_date(const ReportInput *in, char text[REPORT_DATE_SIZE])
{
    struct tm tm;
    time_t date = (time_t)in->date;
    if (!gmtime_r(&date, &tm) || strftime(text, REPORT_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
        snprintf(text, REPORT_DATE_SIZE, "1970-01-01T00:00:00Z");
}

void report_headline(const ReportInput *in, char *text, size_t size)
{
    long long parts = in->parts, triangles = in->triangles;
    snprintf(text, size, "%lld part%s, %lld triangle%s, unit %s", parts, parts == 1 ? "" : "s",
             triangles, triangles == 1 ? "" : "s", length_unit_info(in->assembly->unit)->suffix);
}

void report_conditions(const ReportInput *in, char *text, size_t size)
{
    enum LengthUnit unit = in->assembly->unit;
    char tolerance[128], clearance[64];
    if (in->tolerance > 0)
        length_format(in->tolerance, unit, tolerance, sizeof tolerance);
    length_format(in->fit->clearance, unit, clearance, sizeof clearance);
    // Relative ones differ from pair to pair: their range says what was used.
    if (!(in->tolerance > 0)) {
        double least = INFINITY, most = 0;
        for (size_t i = 0; i < in->fit->count; ++i) {
            double t = in->fit->rows[i].tolerance;
            least = t > 0 && t < least ? t : least;
            most = t > most ? t : most;
        }
        char lo[64], hi[64];
        length_format(least, unit, lo, sizeof lo);
        length_format(most, unit, hi, sizeof hi);
        if (most > least)
            snprintf(tolerance, sizeof tolerance, "relative to the parts, %.25s to %.25s", lo, hi);
        else if (most > 0)
            snprintf(tolerance, sizeof tolerance, "relative to the parts, %.25s", hi);
        else
            snprintf(tolerance, sizeof tolerance, "relative to the parts");
    }
    bool wanted = in->fit->clearance > 0;
    size_t rules = in->fit->clearance_rules;
    int used = snprintf(text, size, "Contact tolerance: %s. %s%s", tolerance,
                        wanted      ? "Safety distance: "
                        : rules > 0 ? "Safety distance"
                                    : "No safety distance asked for.",
                        wanted ? clearance : "");
    if (used < 0 || (size_t)used >= size || !(wanted || rules > 0))
        return;
    text += used, size -= (size_t)used;
    if (rules > 0)
        snprintf(text, size, "%s by %zu rule%s about pairs.", wanted ? "; others" : "s", rules,
                 rules == 1 ? "" : "s");
    else
        snprintf(text, size, ".");
}
