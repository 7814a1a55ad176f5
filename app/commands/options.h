// What the commands understand, and how a command line is taken apart: --name value, --name=value,
// files, and -- after which everything is a file.
#ifndef SNUG_APP_COMMANDS_OPTIONS_H
#define SNUG_APP_COMMANDS_OPTIONS_H

#include "app/commands/options_list.h"
#include "core/base/error.h"

#include <stdbool.h>

// What a value may be.
enum OptionValues {
    VALUES_NONE, // a switch
    VALUES_TEXT, // anything
    VALUES_FILES,
    // One of a list, see option_value.
    VALUES_SCENES,
    VALUES_UNITS,
    VALUES_UP,
    VALUES_FORMATS,
    VALUES_PRESETS,
    VALUES_VOLUMES,
    VALUES_CRITERIA,
    VALUES_BUILDERS,
    VALUES_ARITIES,
    VALUES_TESTS,
    VALUES_RULES,
    VALUES_TRIANGLE_TESTS,
    VALUES_MOTIONS
};

typedef struct OptionRow {
    const char *name;
    const char *value; // what --help calls it; with a blank in it there are two
    enum OptionValues values;
    const char *note;
} OptionRow;

#define X(id, name, value, values, note) VIEW_##id,
enum ViewOption { VIEW_OPTIONS(X) VIEW_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) CHECK_##id,
enum CheckOption { CHECK_OPTIONS(X) CHECK_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) COMPARE_##id,
enum CompareOption { COMPARE_OPTIONS(X) COMPARE_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) MERGE_##id,
enum MergeOption { MERGE_OPTIONS(X) MERGE_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) TOUR_##id,
enum TourOption { TOUR_OPTIONS(X) TOUR_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) CACHE_##id,
enum CacheOption { CACHE_OPTIONS(X) CACHE_OPTION_COUNT };
#undef X
#define X(id, name, value, values, note) BENCH_##id,
enum BenchOption { BENCH_OPTIONS(X) BENCH_OPTION_COUNT };
#undef X

typedef struct OptionList {
    const char *command;
    const OptionRow *rows;
    int count;
} OptionList;
extern const OptionList view_options, check_options, compare_options, merge_options, tour_options,
    cache_options, bench_options;

enum { OPTIONS_MOST = 64 }; // rows of a list
typedef struct OptionWords {
    bool help;
    const char *text[OPTIONS_MOST]; // by row: what was said last, "" for a switch; NULL: not said
    const char *second;             // of the option that has two values
    const char **others;            // files, or names of benchmarks
    int other_count;
} OptionWords;

// Free the words in any case. They are those of argv.
bool options_parse(const OptionList *list, int argc, char **argv, OptionWords *out, Error *err);
void options_free(OptionWords *words);

void options_print(const OptionList *list); // the part of --help about options

// The i-th name of a list as it may be typed without quotes; false when there are no more.
bool option_value(enum OptionValues values, int i, char *out, int size);

#endif
