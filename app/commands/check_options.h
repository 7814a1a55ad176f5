// What `snug check` was asked: the command line, checked against the registries.
#ifndef SNUG_APP_COMMANDS_CHECK_OPTIONS_H
#define SNUG_APP_COMMANDS_CHECK_OPTIONS_H

#include "app/report/report_file.h"
#include "app/session/open.h"

typedef struct CheckOptions {
    OpenRequest open; // path is owned
    bool build_given; // some of the next two was asked for
    BvhDesc build;
    QueryDesc query;
    const char *distance[2];           // names of two parts, or NULL
    const char *clearance, *tolerance; // lengths, see below; NULL: not given
    // Paths, NULL: not given.
    const char *rules, *baseline, *write_baseline, *certificates, *output, *path, *clashes, *since,
        *poses;
    bool no_cache;
    const char *memory; // as memory_budget.h reads it; NULL: not given
    enum ReportFormat format;
    int32_t shard, shards;   // 0: all pairs
    char shard_output[1024]; // what output points to when it names the shard
    bool pictures, statistics, volumes;
} CheckOptions;

enum CheckParse { CHECK_GO, CHECK_HELP, CHECK_WRONG };
enum CheckParse check_options_parse(int argc, char **argv, CheckOptions *out, Error *err);
void check_options_print_help(void);
// A length of the options in this unit, which is also meant where none is written: that of what is
// open. NULL changes nothing.
bool check_options_length(const char *text, enum LengthUnit unit, double *out, Error *err);
// The value of --deflection in metres; without a unit it is in millimetres. NULL changes nothing.
bool check_options_deflection(const char *text, double *metres, Error *err);

#endif
