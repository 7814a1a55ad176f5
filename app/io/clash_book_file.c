// The file of a clash book.
#include "app/io/clash_book.h"

#include "app/io/file.h"
#include "app/io/text_buffer.h"
#include "app/io/tokens.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BYTES = 64 << 20, MOST_NUMBER = 1 << 20, MOST_NAME = 4096 };
static const char HEAD[] = "snug clashes 1";
static const char LEGEND[] = "# id status part part x y z who comment; places in millimetres";

typedef struct Line {
    const char *name; // of the file
    int64_t number;
    Tokens words;
} Line;

static bool refuse(const Line *line, Error *err, const char *why)
{
    return error_set(err, "%.300s:%lld: %s", line->name, (long long)line->number, why);
}

// "0123456789abcdef", and "-2" behind it for the second of one id.
static bool parse_id(const char *text, size_t length, ClashNote *note)
{
    char *end, copy[40];
    if (length < 16 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strspn(copy, "0123456789abcdef") != 16)
        return false;
    note->number = 1;
    if (copy[16]) {
        long number =
            copy[16] == '-' && copy[17] >= '1' && copy[17] <= '9' ? strtol(copy + 17, &end, 10) : 0;
        if (number < 2 || number > MOST_NUMBER || *end)
            return false;
        note->number = (int32_t)number;
        copy[16] = '\0';
    }
    note->id = strtoull(copy, NULL, 16);
    return true;
}

static bool take_text(Line *line, char *out, size_t most, const char *what, Error *err)
{
    char why[120];
    if (tokens_quoted(&line->words, out, most) && utf8_is_clean(out))
        return true;
    snprintf(why, sizeof why, "%s in quotes expected, at most %zu bytes of clean text", what,
             most - 1);
    return refuse(line, err, why);
}

static bool parse_note(ClashBook *book, Line *line, Error *err)
{
    char part[2][MOST_NAME], text[2][CLASH_MOST_TEXT + 1], word[16];
    ClashNote note = {.parts = {part[0], part[1]}, .assignee = text[0], .comment = text[1]};
    Tokens *words = &line->words;
    if (!parse_id(words->token, words->length, &note))
        return refuse(line, err,
                      words->length >= 7 && strchr("<=>|", words->token[0])
                          ? "two versions were not merged; choose one and remove the "
                            "marks"
                          : "a line begins with the id of a clash, 16 digits 0-9a-f");
    if (!tokens_next(words) || words->length >= sizeof word)
        return refuse(line, err, "a status must follow the id");
    memcpy(word, words->token, words->length);
    word[words->length] = '\0';
    if (!clash_status_parse(word, &note.status))
        return refuse(line, err, "the status is new, active, reviewed, approved or resolved");
    if (!take_text(line, part[0], sizeof part[0], "the name of a part", err) ||
        !take_text(line, part[1], sizeof part[1], "the name of the other part", err))
        return false;
    for (int k = 0; k < 3; ++k) {
        Error why;
        if (!tokens_number(words, 1e6 * MESH_MAX_COORDINATE, &note.at.v[k], &why))
            return refuse(line, err, "three coordinates must follow the names");
    }
    if (!take_text(line, text[0], sizeof text[0], "who looks after it", err) ||
        !take_text(line, text[1], sizeof text[1], "the comment", err))
        return false;
    if (tokens_next(words))
        return refuse(line, err, "nothing may follow the comment");
    if (clash_book_find(book, note.id, note.number))
        return refuse(line, err, "this clash has a line already; keep one of the two");
    Error why;
    return clash_book_put(book, &note, &why) || refuse(line, err, why.text);
}

static bool parse_line(ClashBook *book, Line *line, Error *err)
{
    const Tokens *words = &line->words;
    if (!tokens_next(&line->words) || words->token[0] == '#')
        return true;
    return parse_note(book, line, err);
}

bool clash_book_parse(ClashBook *book, const char *name, const char *text, size_t size, Error *err)
{
    Line line = {.name = name};
    bool ok = true;
    void *before = plain_numbers_begin();
    for (size_t at = 0; ok && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at, used = length;
        used -= used > 0 && text[at + used - 1] == '\r';
        ++line.number;
        char *copy = malloc(used + 1);
        if (copy) {
            memcpy(copy, text + at, used);
            copy[used] = '\0';
        }
        line.words = tokens_begin(name, copy, used);
        ok = !copy ? error_set(err, "not enough memory for the notes about clashes")
             : strlen(copy) != used || strchr(copy, '\r')
                 ? refuse(&line, err, "the file is not text")
             : line.number > 1
                 ? parse_line(book, &line, err)
                 : strcmp(copy, HEAD) == 0 ||
                       refuse(&line, err, "notes about clashes begin with \"snug clashes 1\"");
        free(copy);
        at += length + 1;
    }
    plain_numbers_end(before);
    return ok && (line.number > 0 ||
                  error_set(err, "%.300s: notes about clashes begin with \"%s\"", name, HEAD));
}

bool clash_book_beside(const char *path, char *out, size_t size)
{
    int length = snprintf(out, size, "%s%s", path, CLASH_BOOK_ENDING);
    return length > 0 && (size_t)length < size && access(out, F_OK) == 0;
}

bool clash_book_read(ClashBook *book, const char *path, Error *err)
{
    FileBytes bytes;
    if (!file_read_whole(path, MAX_BYTES, &bytes, err))
        return false;
    bool ok = clash_book_parse(book, file_base_name(path), bytes.data, bytes.size, err);
    free(bytes.data);
    return ok;
}

char *clash_book_text(const ClashBook *book)
{
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    text_add(&out, "%s\n%s\n", HEAD, LEGEND);
    for (size_t i = 0; i < book->count; ++i) {
        const ClashNote *note = &book->notes[i];
        text_add(&out, "%016llx", (unsigned long long)note->id);
        if (note->number > 1)
            text_add(&out, "-%d", (int)note->number);
        text_add(&out, " %s ", clash_status_word(note->status));
        text_add_quoted(&out, note->parts[0]);
        text_add(&out, " ");
        text_add_quoted(&out, note->parts[1]);
        text_add(&out, " %.9g %.9g %.9g ", note->at.x, note->at.y, note->at.z);
        text_add_quoted(&out, note->assignee);
        text_add(&out, " ");
        text_add_quoted(&out, note->comment);
        text_add(&out, "\n");
    }
    plain_numbers_end(before);
    return text_take(&out);
}
