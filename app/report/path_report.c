#include "app/report/path_report.h"

#include "app/io/file.h"
#include "app/io/json.h"
#include "app/io/tokens.h"

#include <stdio.h>

enum { LINE = 1024 };

static const char *verdict_word(enum PathVerdict verdict)
{
    static const char *const words[] = {[PATH_FREE] = "free",
                                        [PATH_COLLIDES] = "collides",
                                        [PATH_NEAR] = "near",
                                        [PATH_UNDECIDED] = "undecided"};
    return words[verdict];
}

// --- for people

static void add_stretches(TextBuffer *out, const App *app, enum WayState state, const char *title)
{
    const PathProof *proof = &app->path.proof;
    char line[LINE];
    bool titled = false;
    for (size_t i = 0; i < proof->check.count; ++i) {
        const PathStretch *stretch = &proof->check.stretches[i];
        if (stretch->state != state || path_stretch_is_border(proof, i))
            continue;
        if (!titled)
            text_add(out, "%s:\n", title);
        titled = true;
        path_stretch_sentence(proof, stretch, &app->assembly, line, sizeof line);
        text_add(out, "  %s\n", line);
    }
}

static void add_text(TextBuffer *out, const App *app)
{
    const PathProof *proof = &app->path.proof;
    const MotionPath *path = &app->path.path;
    char line[LINE], length[48];
    text_add(out, "Path %s: %zu part%s, %zu keys, %.4g s\n", file_base_name(app->path.file),
             path->part_count, path->part_count == 1 ? "" : "s", path->key_count,
             motion_path_end(path) - motion_path_start(path));
    path_proof_sentence(proof, &app->assembly, line, sizeof line);
    text_add(out, "%s\n", line);
    add_stretches(out, app, WAY_COLLIDES, "Collides");
    add_stretches(out, app, WAY_UNDECIDED, "Undecided");
    text_add(out, "Pairs: %d checked, %d of them meet; left out: %d intentional, %d ignored\n",
             (int)proof->pair_count, (int)proof->touched, (int)proof->intentional,
             (int)proof->ignored);
    if (proof->hidden > 0)
        text_add(out, "Hidden parts, which were left out: %d\n", (int)proof->hidden);
    length_format(proof->check.resolution, app->assembly.unit, length, sizeof length);
    text_add(out, "Resolution: %s\n", length);
}

// --- for programs

static void add_parts(TextBuffer *out, const App *app, int32_t pair)
{
    text_add(out, "\"parts\": [");
    for (int k = 0; k < 2; ++k) {
        text_add(out, "%s", k > 0 ? ", " : "");
        json_add_string(out, app->assembly.parts[app->path.proof.pairs[pair].part[k]].name);
    }
    text_add(out, "]");
}

static void add_json(TextBuffer *out, const App *app)
{
    const PathProof *proof = &app->path.proof;
    const PathCheck *check = &proof->check;
    const PathStretch *first = path_proof_first_contact(proof);
    char line[LINE];
    path_proof_sentence(proof, &app->assembly, line, sizeof line);
    text_add(out, "{\n  \"format\": \"snug path report 1\",\n  \"path\": ");
    json_add_string(out, app->path.file);
    text_add(out, ",\n  \"unit\": \"%s\",\n  \"verdict\": \"%s\",\n  \"text\": ",
             length_unit_info(app->assembly.unit)->suffix, verdict_word(proof->verdict));
    json_add_string(out, line);
    text_add(out, ",\n  \"start\": %.17g,\n  \"end\": %.17g,\n  \"resolution\": %.17g",
             check->start, check->end, check->resolution);
    text_add(out, ",\n  \"collides_seconds\": %.17g,\n  \"undecided_seconds\": %.17g",
             proof->collides, proof->undecided);
    text_add(out,
             ",\n  \"pairs\": %d,\n  \"touched\": %d,\n  \"intentional\": %d,\n  \"ignored\": %d,\n"
             "  \"hidden_parts\": %d,\n  \"first_contact\": ",
             (int)proof->pair_count, (int)proof->touched, (int)proof->intentional,
             (int)proof->ignored, (int)proof->hidden);
    if (first) {
        text_add(out, "{\"time\": %.17g, ", first->from);
        add_parts(out, app, first->pair);
    }
    text_add(out, first ? "},\n  \"tightest\": " : "null,\n  \"tightest\": ");
    bool tight = check->verdict == WAY_FREE && check->tight_pair >= 0;
    if (tight) {
        text_add(out, "{\"time\": %.17g, \"distance\": %.17g, \"proven\": %.17g, ",
                 check->tight_time, check->tight_high, check->tight_low);
        add_parts(out, app, check->tight_pair);
    }
    text_add(out, tight ? "},\n  \"stretches\": [" : "null,\n  \"stretches\": [");
    for (size_t i = 0; i < check->count; ++i) {
        const PathStretch *stretch = &check->stretches[i];
        text_add(out, "%s\n    {\"from\": %.17g, \"to\": %.17g, \"state\": \"%s\", ",
                 i > 0 ? "," : "", stretch->from, stretch->to,
                 stretch->state == WAY_COLLIDES ? "collides" : "undecided");
        add_parts(out, app, stretch->pair);
        text_add(out, "}");
    }
    text_add(out, "%s]\n}\n", check->count > 0 ? "\n  " : "");
}

char *path_report(const App *app, enum ReportFormat format)
{
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    if (format == REPORT_json)
        add_json(&out, app);
    else
        add_text(&out, app);
    plain_numbers_end(before);
    return text_take(&out);
}
