// Within the OBJ scan: characters, lines, refusals, and the statements that are neither vertices
// nor faces. Functions that go on in the text return where they stopped, or NULL after filling err.
#ifndef SNUG_APP_IO_OBJ_SCAN_TEXT_H
#define SNUG_APP_IO_OBJ_SCAN_TEXT_H

#include "app/io/obj_scan.h"

static inline bool obj_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// A 0 ends the line too; obj_finish_line refuses one that is not the end of the text.
static inline bool obj_ends_line(char c)
{
    return c == '\n' || c == '\r' || c == '#' || c == '\0';
}

static inline bool obj_ends_token(char c)
{
    return obj_is_blank(c) || obj_ends_line(c) || c == '\\';
}

char *obj_join_lines(ObjScan *scan, char *p);

// Also over line ends behind a backslash, which are blanked.
static inline char *obj_skip_blanks(ObjScan *scan, char *p)
{
    while (obj_is_blank(*p))
        ++p;
    return *p == '\\' ? obj_join_lines(scan, p) : p;
}

// To the end of the line, whatever it holds, except bytes that no text has.
char *obj_skip_text(ObjScan *scan, char *p, Error *err);

// From the end of a statement to the beginning of the next line; a comment is blanked.
char *obj_finish_line(ObjScan *scan, char *p, Error *err);

// Everything but v, vn, vt and f.
char *obj_scan_statement(ObjScan *scan, char *p, Error *err);

// Notes objects and groups that stayed empty.
void obj_close_object(ObjScan *scan);

// "file:line: reason", and a hint when the file ends right there. Returns NULL, which is also
// false.
void *obj_refuse(const ObjScan *scan, int64_t line, Error *err, const char *format, ...)
    SNUG_PRINTF(4, 5);
void *obj_refuse_number(const ObjScan *scan, const char *p, Error *err);
void *obj_refuse_byte(const ObjScan *scan, char byte, Error *err);
void *obj_refuse_long_line(const ObjScan *scan, Error *err);

// Of the token at p, cut at a length fit for messages.
int obj_token_length(const char *p);

#endif
