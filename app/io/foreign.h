// Files of other programs that are not read, and what to do about each: what to export to what.
#ifndef SNUG_APP_IO_FOREIGN_H
#define SNUG_APP_IO_FOREIGN_H

#include "app/io/format.h"

typedef struct ForeignFormat {
    const char *name;      // "SolidWorks"
    const char *endings;   // ".a .b", in small letters
    const char *signature; // what it begins with, or NULL: only the name tells
    const char *advice;    // "save it as STEP there"
} ForeignFormat;

// By the first bytes; NULL: none of these.
const ForeignFormat *foreign_within(const FileHead *head);
// By the ending, also before a number as Creo writes it: "a.prt.3".
const ForeignFormat *foreign_named(const char *path);

// False, with one sentence.
bool foreign_refuse(const ForeignFormat *format, const char *path, Error *err);

#endif
