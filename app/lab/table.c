#define _DEFAULT_SOURCE // getloadavg
#include "app/lab/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __clang__
static const char COMPILER[] = "clang " __clang_version__;
#else
static const char COMPILER[] = "gcc " __VERSION__;
#endif

static const char *commit = "unknown";

void lab_set_commit(const char *text)
{
    commit = text;
}

const char *lab_commit(void)
{
    return commit;
}

static void processor(char *name, size_t size)
{
    char line[256];
    snprintf(name, size, "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        colon += 1 + (colon[1] == ' ');
        colon[strcspn(colon, "\n")] = 0;
        snprintf(name, size, "%s", colon);
        break;
    }
    if (file)
        fclose(file);
}

void lab_machine(char *text, size_t size)
{
    char name[128];
    double load = 0;
    processor(name, sizeof name);
    if (getloadavg(&load, 1) < 1)
        load = NAN;
    snprintf(text, size, "%s, %ld cores, %s, load %.2f", name, sysconf(_SC_NPROCESSORS_ONLN),
             COMPILER, load);
}

void lab_order(const LabTable *table, int *order)
{
    for (int i = 0; i < table->count; ++i) {
        int at = i;
        const ContestResult *one = &table->results[i];
        for (; at > 0; --at) {
            const ContestResult *before = &table->results[order[at - 1]];
            bool sooner = one->timed && (!before->timed || one->us_least < before->us_least);
            if (!sooner)
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

void lab_rank_text(const LabTable *table, int kind, char *text, size_t size)
{
    int rank = contest_rank(table->results, table->count, kind);
    if (rank == 0)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%d%s", rank,
                 contest_ties(table->results, table->count, kind) ? " =" : "");
}

void lab_break_even_text(const LabTable *table, int kind, char *text, size_t size)
{
    double frames = contest_break_even(table->results, table->count, kind);
    if (!table->results[kind].timed)
        snprintf(text, size, "-");
    else if (isinf(frames))
        snprintf(text, size, "never");
    else
        snprintf(text, size, "%.0f", ceil(frames));
}

void lab_motion_text(const LabSubject *subject, char *text, size_t size)
{
    char seed[40] = "";
    if (subject->motion && subject->path.part_count == 0)
        snprintf(seed, sizeof seed, ", seed %llu", (unsigned long long)subject->seed);
    int used = snprintf(text, size, "%s%s, %d frame%s, ",
                        subject->path.part_count > 0 ? "a path"
                        : subject->motion            ? subject->motion->name
                                                     : "nothing",
                        seed, subject->frames, subject->frames == 1 ? "" : "s");
    if (used < 0 || (size_t)used >= size)
        return;
    if (subject->part_count == 1)
        snprintf(text + used, size - (size_t)used, "against a copy of itself");
    else
        snprintf(text + used, size - (size_t)used, "%d pair%s of parts", subject->pair_count,
                 subject->pair_count == 1 ? "" : "s");
}

void lab_part_size_text(const LabPart *part, char *text, size_t size)
{
    int32_t count = part->set ? part->set->count : part->mesh->triangle_count;
    snprintf(text, size, "%d %s%s", (int)count, part->set ? "primitive" : "triangle",
             count == 1 ? "" : "s");
}

void lab_head(const LabTable *table, TextBuffer *out)
{
    char text[256];
    lab_machine(text, sizeof text);
    text_add(out, "# machine: %s\n# commit: %s\n# command: %s\n", text, lab_commit(),
             table->command);
    lab_motion_text(table->subject, text, sizeof text);
    text_add(out, "# motion: %s\n", text);
    for (int32_t i = 0; i < table->subject->part_count; ++i) {
        lab_part_size_text(&table->subject->parts[i], text, sizeof text);
        text_add(out, "# part: %s, %s\n", text, table->subject->parts[i].key);
    }
}

// What N_p counts.
static const char *pairs_title(const LabTable *table)
{
    return table->kinds->primitives ? "primitive_tests" : "triangle_tests";
}

void lab_csv_heading(const LabTable *table, TextBuffer *out)
{
    text_add(out,
             "rank,tie,kind,name,us_per_frame,us_least,us_most,volume_tests,%s,updates,"
             "contacts,build_ms,bytes,break_even_frames,on_front_build,on_front_bytes,failure\n",
             pairs_title(table));
}

void lab_frames_heading(const LabTable *table, TextBuffer *out)
{
    text_add(out, "kind,frame,volume_tests,%s,updates,contacts,us\n", pairs_title(table));
}

// All of these texts are ours but the reason of a failure.
static void add_quoted(TextBuffer *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; ++text)
        text_add(out, "%s%c", *text == '"' ? "\"" : "", *text == '\n' ? ' ' : *text);
    text_add(out, "\"");
}

void lab_csv_row(const LabTable *table, int kind, TextBuffer *out)
{
    const ContestResult *r = &table->results[kind];
    char text[LAB_KIND_TEXT], name[LAB_KIND_NAME];
    lab_kind_text(table->kinds, kind, text, sizeof text);
    lab_kind_name(table->kinds, kind, name, sizeof name);
    if (r->timed)
        text_add(out, "%d,%s,", contest_rank(table->results, table->count, kind),
                 contest_ties(table->results, table->count, kind) ? "yes" : "no");
    else
        text_add(out, ",,");
    add_quoted(out, text);
    text_add(out, ",");
    add_quoted(out, name);
    if (!r->timed) {
        text_add(out, ",,,,,,,,,,,,,");
        add_quoted(out, r->failure);
        text_add(out, "\n");
        return;
    }
    double even = contest_break_even(table->results, table->count, kind);
    text_add(out, ",%.3f,%.3f,%.3f,%.9g,%.9g,%.9g,%.9g,%.3f,%.0f,", r->us_least, r->us_least,
             r->us_most, r->volume_tests, r->triangle_tests, r->updates, r->contacts, r->build_ms,
             r->bytes);
    if (isfinite(even))
        text_add(out, "%.0f", ceil(even));
    text_add(out, ",%s,%s,\n",
             contest_on_front(table->results, table->count, kind, CONTEST_BUILD) ? "yes" : "no",
             contest_on_front(table->results, table->count, kind, CONTEST_BYTES) ? "yes" : "no");
}

void lab_frames_rows(const LabTable *table, int kind, TextBuffer *out)
{
    char text[LAB_KIND_TEXT];
    lab_kind_text(table->kinds, kind, text, sizeof text);
    for (int f = 0; table->results[kind].timed && f < table->subject->frames; ++f) {
        const ContestFrame *frame = &table->results[kind].frames[f];
        add_quoted(out, text);
        text_add(out, ",%d,%llu,%llu,%llu,%llu,%.3f\n", f + 1,
                 (unsigned long long)frame->volume_tests, (unsigned long long)frame->triangle_tests,
                 (unsigned long long)frame->updates, (unsigned long long)frame->contacts,
                 frame->us);
    }
}

void lab_csv(const LabTable *table, TextBuffer *out)
{
    int order[LAB_KINDS_MOST];
    lab_order(table, order);
    lab_head(table, out);
    lab_csv_heading(table, out);
    for (int i = 0; i < table->count; ++i)
        lab_csv_row(table, order[i], out);
}
