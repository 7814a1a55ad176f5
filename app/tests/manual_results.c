// Figures that were measured, from the files that benchmarks left in core/bench/results: no figure of
// the manual is typed by hand.
#include "app/io/file.h"
#include "app/tests/app_fixture.h"
#include "app/tests/manual_blocks.h"

#include <math.h>
#include <stdio.h>

enum { MOST_CELLS = 12, MOST_CELL = 256 };

typedef struct Line {
    char cells[MOST_CELLS][MOST_CELL];
    int count;
} Line;

static char *read_results(const char *name)
{
    char path[128];
    Error err = {""};
    FileBytes bytes;
    snprintf(path, sizeof path, "core/bench/results/%s", name);
    if (!file_read_whole(path, (size_t)1 << 22, &bytes, &err))
        fail_msg("%s", err.text);
    return bytes.data;
}

// One line of comma-separated values, quoted or not. Returns where the next one begins.
static const char *split_line(const char *text, Line *line)
{
    line->count = 0;
    while (*text && *text != '\n') {
        char *cell = line->cells[line->count];
        size_t used = 0;
        bool quoted = *text == '"';
        text += quoted;
        while (*text && (quoted ? *text != '"' || text[1] == '"' : *text != ',' && *text != '\n')) {
            text += quoted && *text == '"';
            if (used + 1 < MOST_CELL)
                cell[used++] = *text;
            ++text;
        }
        cell[used] = 0;
        text += quoted;
        if (line->count + 1 < MOST_CELLS)
            ++line->count;
        text += *text == ',';
    }
    return text + (*text == '\n');
}

// "# machine: ...", "# commit: ..." and "# command: ..." as a sentence.
static void origin(TextBuffer *out, const char *text)
{
    char machine[256] = "", commit[64] = "", command[256] = "";
    for (; *text == '#'; text += strcspn(text, "\n") + 1) {
        sscanf(text, "# machine: %255[^\n]", machine);
        sscanf(text, "# commit: %63[^\n]", commit);
        sscanf(text, "# command: %255[^\n]", command);
    }
    assert_true(machine[0] && commit[0] && command[0]);
    text_add(out, "\nMeasured by `%s` at commit %s on: %s.\n", command, commit, machine);
}

static void table(TextBuffer *out, const char *text, const char *section)
{
    Line line;
    int columns = 0, rows = 0;
    for (const char *at = text; *at;) {
        if (*at == '#') {
            at += strcspn(at, "\n") + 1;
            continue;
        }
        at = split_line(at, &line);
        assert_true(line.count > 1);
        if (columns > 0 && section && strcmp(line.cells[0], section) != 0)
            continue;
        text_add(out, "|");
        for (int i = 1; i < line.count; ++i) {
            text_add(out, " ");
            manual_cell(out, line.cells[i]);
            text_add(out, " |");
        }
        text_add(out, "\n");
        if (columns == 0) {
            columns = line.count;
            text_add(out, "|");
            for (int i = 1; i < columns; ++i)
                text_add(out, "---|");
            text_add(out, "\n");
        } else {
            ++rows;
        }
    }
    if (rows == 0)
        fail_msg("there are no results of \"%s\"", section ? section : "any section");
}

// How the rows that a claim refers to were judged.
typedef struct Verdicts {
    int yes, other, in_part, no;
} Verdicts;

// Plain figures say how far they are off; a tenth is what a single figure of a paper means.
static void count_verdict(Verdicts *verdicts, const char *verdict)
{
    double off;
    if (strcmp(verdict, "yes") == 0)
        ++verdicts->yes;
    else if (strcmp(verdict, "NO") == 0)
        ++verdicts->no;
    else if (sscanf(verdict, "%lf %%", &off) == 1)
        ++*(fabs(off) <= 10 ? &verdicts->yes : &verdicts->other);
    else if (strncmp(verdict, "other", 5) == 0)
        ++verdicts->other;
    else if (strcmp(verdict, "in part") == 0)
        ++verdicts->in_part;
    else
        fail_msg("claims.txt: a row that was judged \"%s\" proves nothing", verdict);
}

static const char *judge(const Verdicts *v)
{
    if (v->in_part || (v->no && (v->yes || v->other)))
        return "in part";
    return v->no ? "no" : v->other ? "other" : "yes";
}

// {FILE;SECTION;WHAT}: what is in the column "ours" of that row.
static void figure(TextBuffer *out, const char *reference, int length, Verdicts *verdicts)
{
    char file[64], section[128], what[128], text[512], name[80];
    Line line, titles = {.count = 0};
    snprintf(text, sizeof text, "%.*s", length, reference);
    if (sscanf(text, "%63[^;];%127[^;];%127[^\n]", file, section, what) != 3)
        fail_msg("claims.txt: {%s} is not {FILE;SECTION;WHAT}", text);
    snprintf(name, sizeof name, "%s.csv", file);
    char *results = read_results(name);
    bool found = false;
    for (const char *at = results; *at && !found;) {
        if (*at == '#') {
            at += strcspn(at, "\n") + 1;
            continue;
        }
        at = split_line(at, titles.count == 0 ? &titles : &line);
        if (titles.count == 0 || strcmp(titles.cells[4], "ours") != 0)
            fail_msg("%s: the fifth column is not \"ours\"", name);
        found = strcmp(line.cells[0], section) == 0 && strcmp(line.cells[1], what) == 0;
    }
    if (!found)
        fail_msg("claims.txt: there is no {%s}", text);
    text_add(out, "%s", line.cells[4]);
    if (verdicts)
        count_verdict(verdicts, line.cells[5]);
    free(results);
}

// One line of claims.txt. Its verdict follows from the rows that its third column refers to.
static void claim(TextBuffer *out, const char *line, size_t length)
{
    Verdicts verdicts = {0};
    int column = 1;
    text_add(out, "| ");
    for (const char *c = line; c < line + length; ++c) {
        if (*c == '{') {
            figure(out, c + 1, (int)strcspn(c, "}") - 1, column == 3 ? &verdicts : NULL);
            c += strcspn(c, "}");
        } else {
            text_add(out, "%c", *c);
            if (*c == '|' && ++column == 4)
                text_add(out, " %s%s", judge(&verdicts), c + 1 < line + length ? ":" : "");
        }
    }
    if (column != 4 || verdicts.yes + verdicts.other + verdicts.in_part + verdicts.no == 0)
        fail_msg("claims.txt: not a claim with figures: %.*s", (int)length, line);
    text_add(out, " |\n");
}

static void claims(TextBuffer *out)
{
    char *text = read_results("claims.txt");
    text_add(out, "| claim | paper | ours | holds |\n|---|---|---|---|\n");
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (*at != '#')
            claim(out, at, length);
        at += length + (at[length] == '\n');
    }
    free(text);
}

// "claims", "FILE", or "FILE: SECTION".
bool manual_results(TextBuffer *out, const char *name)
{
    if (strcmp(name, "claims") == 0) {
        claims(out);
        return true;
    }
    char file[128];
    const char *colon = strstr(name, ": ");
    snprintf(file, sizeof file, "%.*s.csv", colon ? (int)(colon - name) : (int)strlen(name), name);
    char *text = read_results(file);
    table(out, text, colon ? colon + 2 : NULL);
    origin(out, text);
    free(text);
    return true;
}
