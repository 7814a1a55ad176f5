// snug merge: the reports about shares of the pairs become the report about all of them, byte for byte,
// in whatever order they are named.
#include "app/commands/command.h"
#include "app/commands/options.h"
#include "app/io/clash_notes.h"
#include "app/io/file.h"
#include "app/report/report_read.h"

#include <stdio.h>
#include <stdlib.h>

enum { FITS = 0, DOES_NOT_FIT = 1, BAD_INPUT = 2, UNDECIDED = 3 };

typedef struct Merge {
    const OptionWords *words;
    ReadReport whole;  // begun with the first share
    const char **from; // per share: the path of its report
    Error err;
} Merge;

// What it was made of is the same: parts to the last bit, conditions, notes.
static const char *difference(const ReadReport *a, const ReadReport *b)
{
    const ReportChecked *x = &a->checked, *y = &b->checked;
    if (x->shards != y->shards)
        return "the number of shards differs";
    if (strcmp(x->conditions, y->conditions) != 0)
        return "tolerance, clearance, rules or the version of the program differ";
    if (x->count != y->count || strcmp(a->assembly.title, b->assembly.title) != 0 ||
        a->parts != b->parts || a->triangles != b->triangles)
        return "it is about another model";
    for (int32_t i = 0; i < x->count; ++i)
        if (strcmp(x->parts[i].key, y->parts[i].key) != 0 ||
            strcmp(x->parts[i].digest, y->parts[i].digest) != 0)
            return "a part differs or stands elsewhere";
    if (x->date != y->date || strcmp(x->notes, y->notes) != 0)
        return "the model or the notes beside it were changed in between";
    return a->fit.near_pairs != b->fit.near_pairs || a->fit.ignored_pairs != b->fit.ignored_pairs
               ? "other pairs of parts come near"
               : NULL;
}

static bool take_rows(Merge *m, ReadReport *share)
{
    bool ok = true;
    for (size_t i = 0; ok && i < share->fit.count; ++i) {
        FitRow row = share->fit.rows[i];
        share->fit.rows[i].text = NULL;
        share->fit.rows[i].clashes = (FitClashes){0};
        // Names are told by rows alone.
        for (int k = 0; ok && k < 2; ++k) {
            int32_t part = k ? row.b : row.a;
            ok = assembly_rename(&m->whole.assembly, part, share->assembly.parts[part].name) ||
                 error_set(&m->err, "not enough memory for the report");
        }
        if (!ok)
            fit_row_free(&row);
        ok = ok && fit_report_add(&m->whole.fit, row, &m->err);
    }
    return ok;
}

static bool add_share(Merge *m, const char *path)
{
    ReadReport share;
    if (!report_read(&share, path, &m->err))
        return false;
    const ReportChecked *checked = &share.checked;
    bool ok =
        checked->shards > 0 ||
        error_set(&m->err, "%s: this is no share of a report; snug check --shard makes them", path);
    if (ok && !m->from) {
        m->from = calloc((size_t)checked->shards + 1, sizeof *m->from);
        m->from[checked->shard] = path;
        m->whole = share;
        return m->from != NULL || error_set(&m->err, "not enough memory for the report");
    }
    const char *why = ok ? difference(&m->whole, &share) : NULL;
    ok = ok && (!why ||
                error_set(&m->err, "%s does not belong to %s: %s", path, m->words->others[0], why));
    ok = ok && (!m->from[checked->shard] ||
                error_set(&m->err, "%s and %s are both shard %d of %d", m->from[checked->shard],
                          path, (int)checked->shard, (int)checked->shards));
    if (ok)
        m->from[checked->shard] = path;
    ok = ok && take_rows(m, &share);
    read_report_free(&share);
    return ok;
}

static bool all_there(Merge *m)
{
    char missing[200] = "";
    size_t used = 0;
    int32_t count = 0;
    for (int32_t i = 1; i <= m->whole.checked.shards; ++i) {
        if (m->from[i])
            continue;
        int n =
            snprintf(missing + used, sizeof missing - used, "%s%d", count > 0 ? ", " : "", (int)i);
        used += n > 0 && (size_t)n < sizeof missing - used - 8 ? (size_t)n : 0;
        ++count;
    }
    return count == 0 ||
           error_set(&m->err, "%d of %d shards %s missing: %s", (int)count,
                     (int)m->whole.checked.shards, count == 1 ? "is" : "are", missing);
}

static bool write_whole(Merge *m)
{
    const char *format = m->words->text[MERGE_FORMAT], *output = m->words->text[MERGE_OUTPUT];
    bool to_file = output && strcmp(output, "-") != 0;
    int chosen = format ? -1 : to_file ? (int)report_format_of(output) : (int)REPORT_json;
    for (int i = 0; format && i < REPORT_FORMAT_COUNT; ++i)
        chosen = strcmp(report_formats[i].name, format) == 0 ? i : chosen;
    if (chosen < 0)
        return error_set(&m->err, "--format: there is no \"%.100s\"", format);
    ReportChecked *checked = &m->whole.checked;
    ClashBook *book = clash_book_create();
    ClashNotes notes = {0};
    bool ok = book && fit_report_finish(&m->whole.fit, &m->err) &&
              (!checked->notes[0] ||
               clash_book_parse(book, "notes", checked->notes, strlen(checked->notes), &m->err)) &&
              clash_notes_find(&notes, book, &m->whole.fit, &m->whole.assembly);
    ReportInput in = read_report_input(&m->whole);
    in.notes = &notes;
    in.date = checked->date;
    checked->shards = 0; // it is all of it
    size_t size = 0;
    char *text = ok ? report_make((enum ReportFormat)chosen, &in, &size) : NULL;
    if (!text && !m->err.text[0])
        error_set(&m->err, "not enough memory for the report");
    ok = text && (to_file ? file_write_atomic(output, text, size, &m->err)
                          : (fwrite(text, 1, size, stdout) == size && fflush(stdout) == 0) ||
                                error_set(&m->err, "the report could not be written"));
    free(text);
    clash_notes_free(&notes);
    clash_book_release(book);
    return ok;
}

static int run(Merge *m)
{
    bool ok = m->words->other_count > 0 ||
              error_set(&m->err, "name the reports of all shards; see snug merge --help");
    for (int i = 0; ok && i < m->words->other_count; ++i)
        ok = add_share(m, m->words->others[i]);
    ok = ok && all_there(m) && write_whole(m);
    const FitReport *fit = &m->whole.fit;
    return !ok                   ? BAD_INPUT
           : fit->violations > 0 ? DOES_NOT_FIT
           : fit->undecided > 0  ? UNDECIDED
                                 : FITS;
}

int command_merge(int argc, char **argv)
{
    OptionWords words;
    Merge m = {.words = &words};
    int code = BAD_INPUT;
    bool good = options_parse(&merge_options, argc, argv, &words, &m.err);
    if (good && words.help) {
        puts(
            "usage: snug merge SHARD.json... [options]\n"
            "Puts the reports of snug check --shard together, in any order: the same bytes as one\n"
            "report about everything. Exit code as of snug check.");
        options_print(&merge_options);
        code = 0;
    } else if (good) {
        code = run(&m);
    }
    if (m.err.text[0])
        fprintf(stderr, "snug merge: %s\n", m.err.text);
    read_report_free(&m.whole);
    free(m.from);
    options_free(&words);
    return code;
}
