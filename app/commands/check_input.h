// "-" as a file: what comes in by the standard input, kept in a file for as long as it takes to open
// it, since some formats are read by another program.
#ifndef SNUG_APP_COMMANDS_CHECK_INPUT_H
#define SNUG_APP_COMMANDS_CHECK_INPUT_H

#include "app/session/open.h"

// Reads it to its end and puts the path of the file in the place of "-", if that is there. False: err
// says why. Signals that end the program remove the file.
bool check_input_begin(OpenRequest *open, Error *err);
// Removes the file.
void check_input_end(void);
// Takes the folder of the file out of a message: "standard input: ...".
void check_input_tidy(char *text);

#endif
