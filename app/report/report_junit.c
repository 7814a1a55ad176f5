// For pipelines: JUnit's XML as Jenkins and GitLab read it. A pair of parts is a test case; what counts
// is a failure, what is undecided an error, all else has passed.
#include "app/io/xml_text.h"
#include "app/report/report_file.h"
#include "core/shape/up_axis.h"

static void add_attribute(TextBuffer *out, const char *name, const char *text)
{
    text_add(out, " %s=\"", name);
    xml_add_text(out, text);
    text_add(out, "\"");
}

// What was checked, and in which pose.
static void add_name(const ReportInput *in, const char *attribute, TextBuffer *out)
{
    text_add(out, " %s=\"", attribute);
    xml_add_text(out, in->assembly->title ? in->assembly->title : "");
    if (in->series) {
        text_add(out, ", pose ");
        xml_add_text(out, in->series->pose);
    }
    text_add(out, "\"");
}

static void add_counts(TextBuffer *out, size_t cases, size_t failures, size_t errors)
{
    text_add(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", cases, failures, errors);
}

static void add_case(const ReportInput *in, const FitRow *row, TextBuffer *out)
{
    const Part *parts = in->assembly->parts;
    text_add(out, "    <testcase name=\"");
    xml_add_text(out, parts[row->a].name);
    text_add(out, " / ");
    xml_add_text(out, parts[row->b].name);
    text_add(out, "\"");
    add_name(in, "classname", out);
    text_add(out, " time=\"0\"");
    if (!row->violation && !row->undecided) {
        text_add(out, "/>\n");
        return;
    }
    const char *tag = row->violation ? "failure" : "error";
    text_add(out, ">\n      <%s", tag);
    add_attribute(out, "message", row->text);
    add_attribute(out, "type", fit_row_verdict(row));
    text_add(out, ">");
    for (size_t i = 0; i < row->clashes.count; ++i) {
        const FitClash *clash = &row->clashes.items[i];
        char id[CLASH_ID_SIZE];
        clash_id_text(clash, id);
        Vec3d at = up_axis_to_file(in->assembly->up, clash->at);
        text_add(out, "%sclash %s at %.9g %.9g %.9g %s", i > 0 ? "\n" : "", id, at.x, at.y, at.z,
                 length_unit_info(in->assembly->unit)->suffix);
    }
    text_add(out, "</%s>\n    </testcase>\n", tag);
}

void report_junit(const ReportInput *in, TextBuffer *out)
{
    const FitReport *fit = in->fit;
    char date[REPORT_DATE_SIZE], summary[256];
    report_date(in, date);
    date[19] = '\0'; // the format has no zone
    fit_report_summary(fit, in->assembly->unit, summary, sizeof summary);
    size_t cases = fit->count > 0 ? fit->count : 1; // a suite without any is taken for a mistake
    if (report_begins(in))
        text_add(out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"snug check\"");
    if (!in->series)
        add_counts(out, cases, fit->violations, fit->undecided);
    else if (report_begins(in))
        in->series->late_at = out->length;
    text_add(out, "%s  <testsuite", report_begins(in) ? " time=\"0\">\n" : "");
    add_name(in, "name", out);
    add_counts(out, cases, fit->violations, fit->undecided);
    text_add(out, " skipped=\"0\" time=\"0\" timestamp=\"%s\" hostname=\"\">\n", date);
    for (size_t i = 0; i < fit->count; ++i)
        add_case(in, &fit->rows[i], out);
    if (fit->count == 0) {
        text_add(out, "    <testcase name=\"all parts\"");
        add_name(in, "classname", out);
        text_add(out, " time=\"0\"/>\n");
    }
    text_add(out, "    <system-out>");
    xml_add_text(out, summary);
    text_add(out, "</system-out>\n  </testsuite>\n%s", report_ends(in) ? "</testsuites>\n" : "");
    ReportSeries *series = in->series;
    if (!series)
        return;
    series->cases += cases;
    series->failures += fit->violations;
    series->errors += fit->undecided;
    if (!report_ends(in))
        return;
    add_counts(&series->late, series->cases, series->failures, series->errors);
    report_series_put_late(series, out);
}
