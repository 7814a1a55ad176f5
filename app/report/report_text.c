// For people, on a terminal: what is wrong first, one sentence per pair.
#include "app/report/report_file.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void add_volume(const ReportInput *in, size_t row, const char *indent, TextBuffer *out)
{
    char words[480];
    report_volume_words(in, &in->fit->rows[row], words, sizeof words);
    if (words[0])
        text_add(out, "%scommon volume %s\n", indent, words);
}

void report_text(const ReportInput *in, TextBuffer *out)
{
    const FitReport *fit = in->fit;
    char line[256];
    report_headline(in, line, sizeof line);
    if (report_begins(in))
        text_add(out, "%s: %s\n", in->assembly->title, line);
    if (in->series)
        text_add(out, "\nPose \"%s\", %zu of %zu\n", in->series->pose, in->series->number,
                 in->series->count);
    report_conditions(in, line, sizeof line);
    text_add(out, "%s\n", line);
    for (size_t i = 0; i < fit->violations; ++i) {
        text_add(out, "%s\n", fit->rows[i].text);
        add_volume(in, i, "  ", out);
    }
    size_t counted = fit->violations + fit->undecided;
    if (fit->undecided > 0)
        text_add(out, "Undecided:\n");
    for (size_t i = fit->violations; i < counted; ++i) {
        text_add(out, "  %s\n", fit->rows[i].text);
        add_volume(in, i, "    ", out);
    }
    if (fit->count > counted)
        text_add(out, "Not counted:\n");
    for (size_t i = counted; i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        // "touches ... (touch)" would say it twice.
        if (row->rule == RULE_CHECKED || row->rule == RULE_FORBIDDEN)
            text_add(out, "  %s\n", row->text);
        else
            text_add(out, "  %s (%s)\n", row->text, fit_row_verdict(row));
        add_volume(in, i, "    ", out);
    }
    if (fit->ignored_pairs > 0)
        text_add(out, "%zu pair%s ignored by rules\n", fit->ignored_pairs,
                 plural(fit->ignored_pairs));
    fit_report_counts(fit, in->assembly->unit, line, sizeof line);
    if (line[0])
        text_add(out, "Pairs: %s\n", line);
    fit_report_summary(fit, in->assembly->unit, line, sizeof line);
    text_add(out, "Result: %s\n", line);
    if (in->series && report_ends(in)) {
        report_series_summary(in->series, line, sizeof line);
        text_add(out, "\nAll poses: %s\n", line);
    }
}
