// snug compare: what is new, gone, deeper or less deep in a report than in an older one, by the ids of
// clashes.
#include "app/commands/command.h"
#include "app/commands/options.h"
#include "app/io/file.h"
#include "app/io/json.h"
#include "app/report/report_read.h"
#include "core/base/array.h"
#include "core/meaning/clash_match.h"

#include <stdio.h>
#include <stdlib.h>

enum { NOTHING_WORSE = 0, WORSE = 1, BAD_INPUT = 2 };
enum Change { CHANGE_NEW, CHANGE_GONE, CHANGE_DEEPER, CHANGE_LESS, CHANGE_SAME, CHANGE_COUNT };
static const char *const change_words[CHANGE_COUNT] = {"new", "gone", "deeper", "less deep",
                                                       "unchanged"};

// One clash of a report.
typedef struct Entry {
    const FitRow *row;
    const FitClash *clash;
} Entry;

typedef struct Side {
    ReadReport report;
    Entry *entries; // of rows that count or are undecided
    ClashRef *refs;
    size_t count;
} Side;

typedef struct Compare {
    Side sides[2]; // old, new
    int32_t *now_of;
    bool *matched; // of the new ones
    size_t of[CHANGE_COUNT];
    bool json;
    TextBuffer out;
    Error err;
} Compare;

static bool side_read(Side *side, const char *path, Error *err)
{
    if (!report_read(&side->report, path, err))
        return false;
    if (side->report.checked.shards > 0)
        return error_set(
            err, "%s: this is a share of a report; put them together first: snug merge", path);
    const FitReport *fit = &side->report.fit;
    const Part *parts = side->report.assembly.parts;
    double metres = length_unit_info(side->report.assembly.unit)->metres;
    size_t most = 0;
    for (size_t i = 0; i < fit->count; ++i)
        most += fit->rows[i].clashes.count;
    side->entries = array_alloc(most, sizeof *side->entries);
    side->refs = array_alloc(most, sizeof *side->refs);
    if (!side->entries || !side->refs)
        return error_set(err, "not enough memory for the reports");
    for (size_t i = 0; i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        for (size_t k = 0; (row->violation || row->undecided) && k < row->clashes.count; ++k) {
            const FitClash *clash = &row->clashes.items[k];
            side->refs[side->count] = (ClashRef){clash->id,
                                                 clash->number,
                                                 parts[row->a].key,
                                                 parts[row->b].key,
                                                 vec3d_scale(clash->at, metres),
                                                 clash->size * metres};
            side->entries[side->count++] = (Entry){row, clash};
        }
    }
    return true;
}

// Depths have errors, and less than the tolerance is no change.
static enum Change change_of(const Compare *c, const Entry *then, const Entry *now)
{
    double unit[2];
    for (int i = 0; i < 2; ++i)
        unit[i] = length_unit_info(c->sides[i].report.assembly.unit)->metres;
    if (!fit_row_has_depth(then->row) || !fit_row_has_depth(now->row))
        return CHANGE_SAME;
    double before = then->clash->depth * unit[0], after = now->clash->depth * unit[1];
    double slack = fmax(fmax(then->row->tolerance, then->row->depth_error) * unit[0],
                        fmax(now->row->tolerance, now->row->depth_error) * unit[1]);
    return after > before + slack   ? CHANGE_DEEPER
           : after < before - slack ? CHANGE_LESS
                                    : CHANGE_SAME;
}

static void add_depth(TextBuffer *out, const Side *side, const Entry *entry, const char *name)
{
    double metres = length_unit_info(side->report.assembly.unit)->metres;
    if (entry && fit_row_has_depth(entry->row))
        text_add(out, ", \"%s\": %.17g", name, entry->clash->depth * metres * 1e3);
    else
        text_add(out, ", \"%s\": null", name);
}

static void tell(Compare *c, enum Change change, const Entry *then, const Entry *now)
{
    const Entry *entry = now ? now : then;
    const Side *side = &c->sides[now != NULL];
    TextBuffer *out = &c->out;
    char id[CLASH_ID_SIZE];
    clash_id_text(entry->clash, id);
    size_t before =
        c->of[CHANGE_NEW] + c->of[CHANGE_GONE] + c->of[CHANGE_DEEPER] + c->of[CHANGE_LESS];
    ++c->of[change];
    if (change == CHANGE_SAME)
        return;
    if (c->json) {
        text_add(out, "%s    {\"change\": \"%s\", \"id\": \"%s\", \"parts\": [",
                 before > 0 ? ",\n" : "\n", change_words[change], id);
        json_add_string(out, side->report.assembly.parts[entry->row->a].name);
        text_add(out, ", ");
        json_add_string(out, side->report.assembly.parts[entry->row->b].name);
        text_add(out, "], \"verdict\": \"%s\"", fit_row_verdict(entry->row));
        add_depth(out, &c->sides[0], then, "depth_before_mm");
        add_depth(out, &c->sides[1], now, "depth_mm");
        text_add(out, ", \"text\": ");
        json_add_string(out, entry->row->text);
        text_add(out, "}");
        return;
    }
    char depth[2][64] = {"", ""};
    for (int i = 0; i < 2 && then && now; ++i)
        length_format((i ? now : then)->clash->depth, c->sides[i].report.assembly.unit, depth[i],
                      sizeof depth[i]);
    text_add(out, "%s %s: %s", change_words[change], id, entry->row->text);
    if (then && now)
        text_add(out, " (%s before, %s now)", depth[0], depth[1]);
    text_add(out, "\n");
}

static bool compare(Compare *c)
{
    Side *then = &c->sides[0], *now = &c->sides[1];
    c->now_of = array_alloc(then->count, sizeof *c->now_of);
    c->matched = calloc(now->count + 1, sizeof *c->matched);
    if (!c->now_of || !c->matched ||
        !clash_match(then->refs, then->count, now->refs, now->count, c->now_of))
        return error_set(&c->err, "not enough memory for the reports");
    for (size_t i = 0; i < then->count; ++i)
        if (c->now_of[i] >= 0)
            c->matched[c->now_of[i]] = true;
    if (c->json)
        text_add(&c->out, "{\n  \"format\": \"snug comparison 1\",\n  \"changes\": [");
    for (size_t i = 0; i < now->count; ++i)
        if (!c->matched[i])
            tell(c, CHANGE_NEW, NULL, &now->entries[i]);
    for (size_t i = 0; i < then->count; ++i) {
        const Entry *entry = c->now_of[i] >= 0 ? &now->entries[c->now_of[i]] : NULL;
        if (entry)
            tell(c, change_of(c, &then->entries[i], entry), &then->entries[i], entry);
    }
    for (size_t i = 0; i < then->count; ++i)
        if (c->now_of[i] < 0)
            tell(c, CHANGE_GONE, &then->entries[i], NULL);
    if (c->json)
        text_add(&c->out, "\n  ]");
    for (int i = 0; i < CHANGE_COUNT; ++i)
        if (c->json)
            text_add(&c->out, ",\n  \"%s\": %zu", change_words[i], c->of[i]);
        else
            text_add(&c->out, "%s%zu %s", i > 0 ? ", " : "", c->of[i], change_words[i]);
    text_add(&c->out, c->json ? "\n}\n" : "\n");
    return true;
}

static int run(Compare *c, const OptionWords *words)
{
    const char *format = words->text[COMPARE_FORMAT];
    if (words->other_count != 2) {
        error_set(&c->err, "name two reports, the older one first; see snug compare --help");
        return BAD_INPUT;
    }
    c->json = format && strcmp(format, "json") == 0;
    if (format && !c->json && strcmp(format, "text") != 0) {
        error_set(&c->err, "--format: the answer is text or json");
        return BAD_INPUT;
    }
    for (int i = 0; i < 2; ++i)
        if (!side_read(&c->sides[i], words->others[i], &c->err))
            return BAD_INPUT;
    if (!compare(c))
        return BAD_INPUT;
    return c->of[CHANGE_NEW] + c->of[CHANGE_DEEPER] > 0 ? WORSE : NOTHING_WORSE;
}

int command_compare(int argc, char **argv)
{
    Compare c = {0};
    OptionWords words;
    int code = BAD_INPUT;
    bool good = options_parse(&compare_options, argc, argv, &words, &c.err);
    if (good && words.help) {
        puts("usage: snug compare OLD.json NEW.json [options]\n"
             "Tells which clashes are new, gone, deeper or less deep in the second report of\n"
             "snug check --format json. Exit code: 0 none is new or deeper, 1 some are, 2 bad "
             "input.");
        options_print(&compare_options);
        code = 0;
    } else if (good) {
        code = run(&c, &words);
    }
    char *text = text_take(&c.out);
    if (!text && !c.err.text[0])
        error_set(&c.err, "not enough memory for the answer");
    if (c.err.text[0]) {
        fprintf(stderr, "snug compare: %s\n", c.err.text);
        code = BAD_INPUT;
    } else {
        fputs(text, stdout);
    }
    free(text);
    for (int i = 0; i < 2; ++i) {
        read_report_free(&c.sides[i].report);
        mem_free(c.sides[i].entries);
        mem_free(c.sides[i].refs);
    }
    mem_free(c.now_of);
    free(c.matched);
    options_free(&words);
    return code;
}
