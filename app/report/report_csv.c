// For spreadsheets: RFC 4180, one row per pair, every text in quotes.
#include "app/report/report_file.h"
#include "core/shape/up_axis.h"

static void add_number(TextBuffer *out, double value, bool known)
{
    if (known && isfinite(value))
        text_add(out, ",%.9g", value);
    else
        text_add(out, ",");
}

void report_csv(const ReportInput *in, TextBuffer *out)
{
    if (report_begins(in))
        text_add(
            out,
            "%sid,part_a,part_b,state,rule,verdict,counts,depth,holes_closed,distance,tolerance,"
            "baseline_depth,polygons,closed_curves,open_curves,curve_length,unit,x,y,z,text,"
            "facet_error,clearance%s\r\n",
            in->series ? "pose," : "",
            in->volumes ? ",common_volume,common_volume_error,common_volume_unknown" : "");
    for (size_t i = 0; i < in->fit->count; ++i) {
        const FitRow *row = &in->fit->rows[i];
        bool meets = fit_row_meets(row);
        Vec3d at = vec3d_scale(vec3d_add(row->where.lo, row->where.hi), 0.5);
        at = up_axis_to_file(in->assembly->up, at);
        if (in->series) {
            text_add_csv(out, in->series->pose);
            text_add(out, ",");
        }
        text_add(out, "%016llx,", (unsigned long long)row->id);
        text_add_csv(out, in->assembly->parts[row->a].name);
        text_add(out, ",");
        text_add_csv(out, in->assembly->parts[row->b].name);
        text_add(out, ",%s,%s,%s,%s", pair_state_name(row->state), pair_rule_name(row->rule),
                 fit_row_verdict(row),
                 row->violation   ? "yes"
                 : row->undecided ? "undecided"
                                  : "no");
        add_number(out, row->depth, fit_row_has_depth(row));
        text_add(out, ",%s", row->holes_closed ? "yes" : "no");
        add_number(out, row->distance, row->state == PAIR_CLEAR || meets);
        add_number(out, row->tolerance, row->tolerance > 0);
        add_number(out, row->baseline_depth, row->rule == RULE_BASELINE);
        text_add(out, ",%d,%d,%d", (int)row->polygons, (int)row->curves.closed,
                 (int)row->curves.open);
        add_number(out, row->curves.length, meets);
        text_add(out, ",%s", length_unit_info(in->assembly->unit)->suffix);
        for (int k = 0; k < 3; ++k)
            add_number(out, at.v[k], true);
        text_add(out, ",");
        text_add_csv(out, row->text);
        add_number(out, row->facet_error, meets);
        add_number(out, row->clearance, row->clearance > 0);
        const CommonVolume *volume = report_volume(in, row);
        if (volume) {
            char why[400];
            add_number(out, volume->volume, volume->state == COMMON_KNOWN);
            add_number(out, volume->error, volume->state == COMMON_KNOWN);
            report_volume_why(in, row, why, sizeof why);
            text_add(out, ",");
            text_add_csv(out, why);
        }
        text_add(out, "\r\n");
    }
}
