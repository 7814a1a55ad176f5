#include "app/report/report_file.h"

#include <stdio.h>

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

char *report_make(enum ReportFormat format, const ReportInput *in)
{
    TextBuffer out = {0};
    report_formats[format].write(in, &out);
    return text_take(&out);
}

char *report_of(const FitCheck *check, enum ReportFormat format, RowPicturesFn *draw, Job *job)
{
    ReportInput input = {check->assembly, &check->fit, check->contact.tolerance, NULL, NULL};
    PngImage *pictures = NULL;
    Error why = {""};
    if (draw && format == REPORT_html && check->fit.count > 0) {
        pictures = draw(check, job, &why);
        input.pictures = pictures;
        input.no_pictures = pictures ? NULL : why.text;
    }
    char *text = job_cancelled(job) ? NULL : report_make(format, &input);
    png_images_free(pictures, check->fit.count);
    return text;
}

void report_headline(const ReportInput *in, char *text, size_t size)
{
    long long parts = assembly_live_parts(in->assembly),
              triangles = assembly_triangles(in->assembly);
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
    snprintf(text, size, "Contact tolerance: %s. %s%s%s", tolerance,
             in->fit->clearance > 0 ? "Safety distance: " : "No safety distance",
             in->fit->clearance > 0 ? clearance : "", in->fit->clearance > 0 ? "." : " asked for.");
}
