// The tables of the manual that follow from the registries. A chapter holds them between the lines
// "<!-- generated: NAME -->" and "<!-- end -->".
#ifndef SNUG_APP_TESTS_MANUAL_BLOCKS_H
#define SNUG_APP_TESTS_MANUAL_BLOCKS_H

#include "app/io/text_buffer.h"

#include <stdbool.h>

// Writes the block of this name; program: the path of snug, for what its --help says. False: there is
// no such block.
bool manual_block(TextBuffer *out, const char *name, const char *program);
// The names of all blocks, each of which must be in a chapter; NULL after the last.
const char *manual_block_name(int i);

// manual_results.c: a file of figures as a table, with where it comes from below.
bool manual_results(TextBuffer *out, const char *name);

// A cell of a table: bars would end it.
void manual_cell(TextBuffer *out, const char *text);

#endif
