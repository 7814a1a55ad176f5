// For programs: RFC 8259. Ids are texts, since many readers keep numbers as doubles; what is not
// known or infinite is null.
#include "app/report/report_file.h"

#include "app/io/json.h"
#include "core/shape/up_axis.h"

static void add_number(TextBuffer *out, const char *name, double value)
{
    if (isfinite(value))
        text_add(out, ", \"%s\": %.17g", name, value);
    else
        text_add(out, ", \"%s\": null", name);
}

static void add_point(TextBuffer *out, const char *name, Vec3d p)
{
    if (vec3d_is_finite(p))
        text_add(out, ", \"%s\": [%.17g, %.17g, %.17g]", name, p.x, p.y, p.z);
    else
        text_add(out, ", \"%s\": null", name);
}

static void add_clashes(const ReportInput *in, size_t index, TextBuffer *out)
{
    const FitRow *row = &in->fit->rows[index];
    text_add(out, ", \"clashes\": [");
    for (size_t i = 0; i < row->clashes.count; ++i) {
        const FitClash *clash = &row->clashes.items[i];
        const ClashNote *note = clash_notes_of(in->notes, index, i);
        char id[CLASH_ID_SIZE];
        clash_id_text(clash, id);
        text_add(out, "%s{\"id\": \"%s\"", i > 0 ? ", " : "", id);
        Box3d where = up_axis_box(in->assembly->up, clash->where);
        add_point(out, "at", up_axis_to_file(in->assembly->up, clash->at));
        add_point(out, "low", where.lo);
        add_point(out, "high", where.hi);
        add_number(out, "depth", fit_row_has_depth(row) ? clash->depth : NAN);
        add_number(out, "size", clash->size);
        text_add(out, ", \"status\": \"%s\", \"assignee\": ",
                 clash_status_word(note ? note->status : CLASH_NEW));
        json_add_string(out, note ? note->assignee : "");
        text_add(out, ", \"comment\": ");
        json_add_string(out, note ? note->comment : "");
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void add_row(const ReportInput *in, size_t index, TextBuffer *out)
{
    const FitRow *row = &in->fit->rows[index];
    bool meets = fit_row_meets(row), deep = fit_row_has_depth(row);
    text_add(out, "    {\"id\": \"%016llx\", \"parts\": [", (unsigned long long)row->id);
    json_add_string(out, in->assembly->parts[row->a].name);
    text_add(out, ", ");
    json_add_string(out, in->assembly->parts[row->b].name);
    text_add(out,
             "], \"numbers\": [%d, %d], \"state\": \"%s\", \"rule\": \"%s\", \"verdict\": \"%s\", "
             "\"counts\": %s",
             (int)row->a, (int)row->b, pair_state_name(row->state), pair_rule_name(row->rule),
             fit_row_verdict(row), row->violation ? "true" : "false");
    add_number(out, "depth", deep ? row->depth : NAN);
    add_number(out, "depth_error", deep ? row->depth_error : NAN);
    add_number(out, "facet_error", meets ? row->facet_error : NAN);
    text_add(out, ", \"holes_closed\": %s", row->holes_closed ? "true" : "false");
    add_number(out, "distance", meets || row->state == PAIR_CLEAR ? row->distance : NAN);
    add_number(out, "tolerance", row->tolerance > 0 ? row->tolerance : NAN);
    if (row->clearance != in->fit->clearance) // a rule tells
        add_number(out, "clearance", row->clearance);
    add_number(out, "baseline_depth", row->rule == RULE_BASELINE ? row->baseline_depth : NAN);
    text_add(out, ", \"polygons\": %d, \"closed_curves\": %d, \"open_curves\": %d",
             (int)row->polygons, (int)row->curves.closed, (int)row->curves.open);
    add_number(out, "curve_length", meets ? row->curves.length : NAN);
    const CommonVolume *volume = report_volume(in, row);
    if (volume) {
        bool known = volume->state == COMMON_KNOWN;
        add_number(out, "common_volume", known ? volume->volume : NAN);
        add_number(out, "common_volume_error", known ? volume->error : NAN);
        text_add(out, ", \"common_volume_unknown\": ");
        if (known)
            text_add(out, "null");
        else {
            char why[400];
            report_volume_why(in, row, why, sizeof why);
            json_add_string(out, why);
        }
    }
    Box3d where = up_axis_box(in->assembly->up, row->where);
    add_point(out, "low", where.lo);
    add_point(out, "high", where.hi);
    text_add(out, ", \"text\": ");
    json_add_string(out, row->text);
    add_clashes(in, index, out);
    text_add(out, "}");
}

static void add_checked(const ReportChecked *checked, TextBuffer *out)
{
    text_add(out, ",\n  \"checked\": {\"conditions\": \"%s\", \"parts\": [", checked->conditions);
    for (int32_t i = 0; i < checked->count; ++i) {
        text_add(out, "%s    [", i > 0 ? ",\n" : "\n");
        json_add_string(out, checked->parts[i].key);
        text_add(out, ", \"%s\"]", checked->parts[i].digest);
    }
    text_add(out, "\n  ]}");
    if (checked->shards == 0)
        return;
    text_add(out, ",\n  \"shard\": {\"number\": %d, \"of\": %d, \"date\": %lld, \"notes\": ",
             (int)checked->shard, (int)checked->shards, (long long)checked->date);
    json_add_string(out, checked->notes ? checked->notes : "");
    text_add(out, "}");
}

static void add_kinds(const FitReport *fit, TextBuffer *out)
{
    for (int kind = FIT_CHECKING + 1; kind < FIT_KIND_COUNT; ++kind)
        text_add(out, "%s\"%s\": %zu", kind > FIT_CHECKING + 1 ? ", " : "",
                 fit_kind_info((enum FitKind)kind)->word, fit->of_kind[kind]);
}

static void add_report(const ReportInput *in, TextBuffer *out)
{
    const FitReport *fit = in->fit;
    char summary[256];
    fit_report_summary(fit, in->assembly->unit, summary, sizeof summary);
    bool share = in->checked && in->checked->shards > 0;
    text_add(out, "{\n  \"format\": \"%s\",\n  \"title\": ",
             share ? REPORT_SHARD_FORMAT : REPORT_JSON_FORMAT);
    json_add_string(out, in->assembly->title ? in->assembly->title : "");
    text_add(out, ",\n  \"unit\": \"%s\",\n  \"parts\": %d,\n  \"triangles\": %lld",
             length_unit_info(in->assembly->unit)->suffix, (int)in->parts,
             (long long)in->triangles);
    add_number(out, "tolerance", in->tolerance > 0 ? in->tolerance : NAN);
    add_number(out, "clearance", fit->clearance);
    if (fit->clearance_rules > 0)
        text_add(out, ", \"clearance_rules\": %zu", fit->clearance_rules);
    text_add(out, ",\n  \"fits\": %s,\n  \"summary\": ", fit_report_fits(fit) ? "true" : "false");
    json_add_string(out, summary);
    text_add(out,
             ",\n  \"violations\": %zu,\n  \"undecided\": %zu,\n  \"within_facets\": %zu,\n  "
             "\"near_pairs\": %zu,\n  "
             "\"ignored_pairs\": %zu,\n  \"kinds\": {",
             fit->violations, fit->undecided, fit->of_state[PAIR_FACETS], fit->near_pairs,
             fit->ignored_pairs);
    add_kinds(fit, out);
    text_add(out, "},\n  \"pairs\": [");
    for (size_t i = 0; i < fit->count; ++i) {
        text_add(out, i > 0 ? ",\n" : "\n");
        add_row(in, i, out);
    }
    text_add(out, "\n  ]");
    if (in->checked)
        add_checked(in->checked, out);
    text_add(out, "\n}");
}

static void add_pose(const ReportInput *in, TextBuffer *out)
{
    const ReportSeries *series = in->series;
    if (report_begins(in)) {
        text_add(out, "{\n  \"format\": \"%s\",\n  \"title\": ", REPORT_POSES_FORMAT);
        json_add_string(out, in->assembly->title ? in->assembly->title : "");
        text_add(out, ",\n  \"poses\": [");
    }
    text_add(out, "%s\n{\"pose\": ", report_begins(in) ? "" : ",");
    json_add_string(out, series->pose);
    text_add(out, ", \"report\": ");
    add_report(in, out);
    text_add(out, "}");
    if (!report_ends(in))
        return;
    char summary[160];
    report_series_summary(series, summary, sizeof summary);
    text_add(out,
             "\n  ],\n  \"fits\": %s,\n  \"summary\": \"%s\",\n  \"fitting\": %zu,\n  "
             "\"violating\": %zu,\n  \"undecided\": %zu\n}\n",
             series->fitting == series->count ? "true" : "false", summary, series->fitting,
             series->violating, series->undecided);
}

void report_json(const ReportInput *in, TextBuffer *out)
{
    if (in->series) {
        add_pose(in, out);
    } else {
        add_report(in, out);
        text_add(out, "\n");
    }
}
