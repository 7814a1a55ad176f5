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

static void add_case(const ReportInput *in, const FitRow *row, TextBuffer *out)
{
    const Part *parts = in->assembly->parts;
    text_add(out, "    <testcase name=\"");
    xml_add_text(out, parts[row->a].name);
    text_add(out, " / ");
    xml_add_text(out, parts[row->b].name);
    text_add(out, "\"");
    add_attribute(out, "classname", in->assembly->title ? in->assembly->title : "");
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
    text_add(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"snug check\" "
             "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"0\">\n  <testsuite",
             cases, fit->violations, fit->undecided);
    add_attribute(out, "name", in->assembly->title ? in->assembly->title : "");
    text_add(out,
             " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"0\" "
             "timestamp=\"%s\" hostname=\"\">\n",
             cases, fit->violations, fit->undecided, date);
    for (size_t i = 0; i < fit->count; ++i)
        add_case(in, &fit->rows[i], out);
    if (fit->count == 0) {
        text_add(out, "    <testcase name=\"all parts\"");
        add_attribute(out, "classname", in->assembly->title ? in->assembly->title : "");
        text_add(out, " time=\"0\"/>\n");
    }
    text_add(out, "    <system-out>");
    xml_add_text(out, summary);
    text_add(out, "</system-out>\n  </testsuite>\n</testsuites>\n");
}
