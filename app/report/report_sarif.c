// For code scanning: SARIF 2.1.0 (OASIS). A clash is a result of the rule that its kind is; ids are
// fingerprints, so that scanners know it again. What was approved is suppressed and still there.
#include "app/io/json.h"
#include "app/report/report_file.h"
#include "core/shape/up_axis.h"

#include <stdlib.h>
#include <string.h>

// The word as one word: "too near" is "too-near".
static void add_rule_id(TextBuffer *out, const char *word)
{
    text_add(out, "\"");
    for (const char *c = word; *c; ++c)
        text_add(out, "%c", *c == ' ' ? '-' : *c);
    text_add(out, "\"");
}

// What a URI may hold as it is, else its bytes in hexadecimal.
static void add_uri(TextBuffer *out, const char *path)
{
    text_add(out, "\"");
    for (const char *c = path; *c; ++c) {
        bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
                     (*c >= 'A' && *c <= 'Z') || strchr("-._~/", *c);
        text_add(out, plain ? "%c" : "%%%02X", plain ? *c : (unsigned char)*c);
    }
    text_add(out, "\"");
}

static bool is_listed(const FitRow *row)
{
    return row->violation || row->undecided;
}

static void add_rules(TextBuffer *out)
{
    for (int kind = FIT_CHECKING + 1; kind < FIT_KIND_COUNT; ++kind) {
        const FitKindInfo *info = fit_kind_info((enum FitKind)kind);
        text_add(out, "%s\n            {\"id\": ", kind > FIT_CHECKING + 1 ? "," : "");
        add_rule_id(out, info->word);
        text_add(out, ", \"shortDescription\": {\"text\": ");
        json_add_string(out, info->title);
        text_add(out, "}, \"defaultConfiguration\": {\"level\": \"%s\"}}",
                 info->wrong                  ? "error"
                 : kind == (int)FIT_UNDECIDED ? "warning"
                                              : "note");
    }
}

static void add_suppression(const ClashNote *note, TextBuffer *out)
{
    if (!note || note->status != CLASH_APPROVED)
        return;
    text_add(out, ", \"suppressions\": [{\"kind\": \"external\", \"status\": \"accepted\", "
                  "\"justification\": ");
    json_add_string(out, note->comment[0] ? note->comment : "approved");
    text_add(out, "}]");
}

static void add_result(const ReportInput *in, size_t index, size_t number, TextBuffer *out)
{
    const FitRow *row = &in->fit->rows[index];
    const FitClash *clash = &row->clashes.items[number];
    const ClashNote *note = clash_notes_of(in->notes, index, number);
    char id[CLASH_ID_SIZE];
    clash_id_text(clash, id);
    text_add(out, "        {\"ruleId\": ");
    add_rule_id(out, fit_kind_info(fit_row_kind(row))->word);
    text_add(out,
             ", \"level\": \"%s\", \"message\": {\"text\": ", row->violation ? "error" : "warning");
    TextBuffer message = {0}; // whoever shows it shows little besides
    if (in->series)
        text_add(&message, "Pose \"%s\": ", in->series->pose);
    text_add(&message, "%s", row->text);
    char *words = text_take(&message);
    json_add_string(out, words ? words : row->text);
    out->failed |= !words;
    free(words);
    text_add(out, "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    add_uri(out, in->assembly->title ? in->assembly->title : "");
    text_add(out, "}}, \"logicalLocations\": [");
    for (int k = 0; k < 2; ++k) {
        text_add(out, "%s{\"kind\": \"object\", \"name\": ", k > 0 ? ", " : "");
        json_add_string(out, in->assembly->parts[k > 0 ? row->b : row->a].name);
        text_add(out, "}");
    }
    text_add(out, "]}], \"partialFingerprints\": {\"clash/v1\": \"%s\"}", id);
    add_suppression(note, out);
    Vec3d at = up_axis_to_file(in->assembly->up, clash->at);
    text_add(out, ", \"properties\": {\"at\": [%.17g, %.17g, %.17g], \"unit\": \"%s\"", at.x, at.y,
             at.z, length_unit_info(in->assembly->unit)->suffix);
    if (fit_row_has_depth(row))
        text_add(out, ", \"depth\": %.17g", clash->depth);
    text_add(out, ", \"status\": \"%s\"}}", clash_status_word(note ? note->status : CLASH_NEW));
}

void report_sarif(const ReportInput *in, TextBuffer *out)
{
    if (report_begins(in))
        text_add(out, "{\n  \"version\": \"2.1.0\",\n  \"runs\": [\n");
    text_add(out, "    {\n");
    if (in->series) {        // a run per pose, which its name keeps apart from the others
        TextBuffer id = {0}; // up to the last slash it is the category by which runs are told apart
        text_add(&id, "pose %s/", in->series->pose);
        char *words = text_take(&id);
        text_add(out, "      \"automationDetails\": {\"id\": ");
        json_add_string(out, words ? words : "");
        text_add(out, "},\n");
        out->failed |= !words;
        free(words);
    }
    text_add(out, "      \"tool\": {\n"
                  "        \"driver\": {\n          \"name\": \"Snug\",\n          \"rules\": [");
    add_rules(out);
    text_add(out, "\n          ]\n        }\n      },\n      \"artifacts\": [{\"location\": "
                  "{\"uri\": ");
    add_uri(out, in->assembly->title ? in->assembly->title : "");
    text_add(out, "}}],\n      \"columnKind\": \"unicodeCodePoints\",\n      \"results\": [");
    bool first = true;
    for (size_t i = 0; i < in->fit->count; ++i) {
        for (size_t k = 0; is_listed(&in->fit->rows[i]) && k < in->fit->rows[i].clashes.count;
             ++k) {
            text_add(out, first ? "\n" : ",\n");
            first = false;
            add_result(in, i, k, out);
        }
    }
    text_add(out, "\n      ]\n    }%s", report_ends(in) ? "\n  ]\n}\n" : ",\n");
}
