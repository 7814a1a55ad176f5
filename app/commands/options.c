#include "app/commands/options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(id, name, value, values, note) {name, value, values, note},
static const OptionRow view_rows[] = {VIEW_OPTIONS(X)};
static const OptionRow check_rows[] = {CHECK_OPTIONS(X)};
static const OptionRow compare_rows[] = {COMPARE_OPTIONS(X)};
static const OptionRow merge_rows[] = {MERGE_OPTIONS(X)};
static const OptionRow tour_rows[] = {TOUR_OPTIONS(X)};
static const OptionRow cache_rows[] = {CACHE_OPTIONS(X)};
static const OptionRow bench_rows[] = {BENCH_OPTIONS(X)};
#undef X
const OptionList view_options = {"view", view_rows, VIEW_OPTION_COUNT};
const OptionList check_options = {"check", check_rows, CHECK_OPTION_COUNT};
const OptionList compare_options = {"compare", compare_rows, COMPARE_OPTION_COUNT};
const OptionList merge_options = {"merge", merge_rows, MERGE_OPTION_COUNT};
const OptionList tour_options = {"tour", tour_rows, TOUR_OPTION_COUNT};
const OptionList cache_options = {"cache", cache_rows, CACHE_OPTION_COUNT};
const OptionList bench_options = {"bench", bench_rows, BENCH_OPTION_COUNT};
static_assert((int)VIEW_OPTION_COUNT <= OPTIONS_MOST && (int)CHECK_OPTION_COUNT <= OPTIONS_MOST,
              "OptionWords has a place for each");

// Index of the row that the argument names, up to its "="; -1: none.
static int find(const OptionList *list, const char *argument, size_t length)
{
    for (int i = 0; i < list->count; ++i)
        if (strlen(list->rows[i].name) == length &&
            strncmp(list->rows[i].name, argument, length) == 0)
            return i;
    return -1;
}

// The option argv[*i] with its values; *i comes to its last word. Returns what is wrong, or NULL.
static const char *take(const OptionList *list, int argc, char **argv, int *i, OptionWords *out)
{
    const char *argument = argv[*i];
    size_t length = strcspn(argument, "=");
    const char *attached = argument[length] == '=' ? argument + length + 1 : NULL;
    int at = find(list, argument, length);
    if (at < 0)
        return "no such option";
    const OptionRow *row = &list->rows[at];
    if (row->values == VALUES_NONE) {
        out->text[at] = "";
        return attached ? "takes no value" : NULL;
    }
    bool two = strchr(row->value, ' ') != NULL;
    if (*i + !attached + two >= argc)
        return two ? "two values must follow" : "a value is missing";
    out->text[at] = attached ? attached : argv[++*i];
    if (two)
        out->second = argv[++*i];
    return NULL;
}

bool options_parse(const OptionList *list, int argc, char **argv, OptionWords *out, Error *err)
{
    *out = (OptionWords){.others = calloc((size_t)(argc > 0 ? argc : 1), sizeof *out->others)};
    if (!out->others)
        return error_set(err, "not enough memory");
    bool files_only = false;
    for (int i = 1; i < argc; ++i) {
        const char *argument = argv[i];
        if (files_only || argument[0] != '-' || !argument[1]) {
            out->others[out->other_count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            files_only = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            out->help = true;
            return true;
        } else {
            const char *problem = take(list, argc, argv, &i, out);
            if (problem)
                return error_set(err, "%.200s: %s; see snug %s --help", argument, problem,
                                 list->command);
        }
    }
    return true;
}

void options_free(OptionWords *words)
{
    free((void *)words->others);
    words->others = NULL;
}

// Words of a note up to the line's end, from a column on; further lines begin at that column.
static void print_wrapped(const char *note, int column)
{
    enum { LINE = 96 };
    int used = column;
    while (*note) {
        int length = (int)strcspn(note, " ");
        if (used + 1 + length > LINE && used > column) {
            printf("\n%*s", column, "");
            used = column;
        }
        printf("%s%.*s", used > column ? " " : "", length, note);
        used += length + (used > column);
        note += length;
        note += strspn(note, " ");
    }
    putchar('\n');
}

void options_print(const OptionList *list)
{
    int widest = 0;
    for (int i = 0; i < list->count; ++i) {
        int width = (int)(strlen(list->rows[i].name) + 1 + strlen(list->rows[i].value));
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < list->count; ++i) {
        const OptionRow *row = &list->rows[i];
        int used = printf("  %s%s%s", row->name, *row->value ? " " : "", row->value);
        printf("%*s", widest + 4 - used, "");
        print_wrapped(row->note, widest + 4);
    }
}
