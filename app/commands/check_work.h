// What all kinds of `snug check` have in common: what is open, waiting until something is known of it,
// and writing the answer.
#ifndef SNUG_APP_COMMANDS_CHECK_WORK_H
#define SNUG_APP_COMMANDS_CHECK_WORK_H

#include "app/commands/check_options.h"

enum CheckCode { FITS = 0, DOES_NOT_FIT = 1, BAD_INPUT = 2, UNDECIDED = 3 };

typedef struct Check {
    CheckOptions options;
    App app;
    TextBuffer answer;  // for the standard output
    bool *visible;      // of the parts, as they were opened; NULL: as the document says
    size_t examined;    // pairs whose contact was looked at more closely ...
    double examined_ms; // ... in this time
    Error err;
} Check;

// Until what is asked for is there. False: it never will be, err says why.
bool check_wait(Check *check, bool (*ready)(const App *app));
// The report is about what is open, as it is now.
bool check_is_reported(const App *app);
// Every part has the tree and the shape that it is to be checked with.
bool check_is_built(const App *app);
// To the standard output if no path is given. NULL: memory ran short.
bool check_write(Check *check, const char *path, const char *bytes, size_t size);
// What people said about clashes; *out may stay NULL.
bool check_read_book(Check *check, ClashBook **out);
int check_code(const FitReport *fit);

#endif
