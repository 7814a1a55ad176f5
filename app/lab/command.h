// Command lines that measure a comparison again, and the files that they name.
#ifndef SNUG_APP_LAB_COMMAND_H
#define SNUG_APP_LAB_COMMAND_H

#include "app/lab/table.h"

// A blank and the word as a shell takes it.
void lab_add_word(TextBuffer *out, const char *word);

// snug bench files STEM-1.obj ... --path STEM.path --frames N --kinds ...
void lab_add_command(const LabTable *table, const char *stem, TextBuffer *out);
// The path that it names: parts are called as in their files. To be freed; NULL: memory ran short, or a standard
// motion needs no path.
char *lab_path_text(const LabSubject *subject, const char *stem);
// "part-1", as OBJ files call them; primitives are called by the names of their files, "STEM-1".
void lab_part_name(const LabSubject *subject, const char *stem, int part, char *name, size_t size);
const char *lab_part_ending(const LabSubject *subject); // of their files: ".obj"

#endif
