// What people said about clashes: status, who looks after it, a comment; in a text file that two people
// can change and git can merge, since each clash has a line of its own and lines are sorted by id:
//
//     snug clashes 1
//     # id status part part x y z who comment; places in millimetres
//     0123456789abcdef reviewed "Bolt" "Plate" 12.5 3 0 "Anna" "waits for the supplier"
//
// What is not understood is refused with its line, never skipped.
#ifndef SNUG_APP_IO_CLASH_BOOK_H
#define SNUG_APP_IO_CLASH_BOOK_H

#include "core/base/error.h"
#include "core/base/vec.h"

#include <stddef.h>
#include <stdint.h>

// X(identifier, word, note)
#define CLASH_STATUS_LIST(X)                                                                       \
    X(NEW, "new", "nobody has looked at it")                                                       \
    X(ACTIVE, "active", "somebody works on it")                                                    \
    X(REVIEWED, "reviewed", "looked at; to be decided")                                            \
    X(APPROVED, "approved", "may stay as it is")                                                   \
    X(RESOLVED, "resolved", "is said to be gone")
#define X(identifier, word, note) CLASH_##identifier,
enum ClashStatus { CLASH_STATUS_LIST(X) CLASH_STATUS_COUNT };
#undef X
const char *clash_status_word(enum ClashStatus status);
const char *clash_status_note(enum ClashStatus status);
bool clash_status_parse(const char *word, enum ClashStatus *out); // false: there is none

enum { CLASH_MOST_NOTES = 1 << 20, CLASH_MOST_TEXT = 1000 };

typedef struct ClashNote {
    uint64_t id; // and number: of core/meaning/clash.h
    int32_t number;
    enum ClashStatus status;
    char *parts[2];           // their names without the numbers of copies, in the alphabet's order
    Vec3d at;                 // millimetres
    char *assignee, *comment; // one line each, "" for none; clean UTF-8
} ClashNote;

// Counted references, of one thread: documents in the history share one until it changes. What is
// shared is never changed; copy it first.
typedef struct ClashBook {
    int references;
    ClashNote *notes; // by id and number
    size_t count, capacity;
} ClashBook;

ClashBook *clash_book_create(void); // with one reference; NULL: memory ran short
ClashBook *clash_book_copy(const ClashBook *book);
ClashBook *clash_book_retain(ClashBook *book);                 // NULL is fine
void clash_book_release(ClashBook *book);                      // NULL is fine
bool clash_book_equal(const ClashBook *a, const ClashBook *b); // NULL equals an empty one
const ClashNote *clash_book_find(const ClashBook *book, uint64_t id, int32_t number); // NULL: none
// Copies the note, in place of the one that it is a new version of. A note that says nothing is taken
// out. False: memory ran short, or there are too many.
bool clash_book_put(ClashBook *book, const ClashNote *note, Error *err);
void clash_book_remove(ClashBook *book, uint64_t id, int32_t number);
bool clash_note_equal(const ClashNote *a, const ClashNote *b);
// Nothing but "new": not worth a line.
bool clash_note_is_empty(const ClashNote *note);

// "name:line: ..." on failure; the book is then half filled.
bool clash_book_parse(ClashBook *book, const char *name, const char *text, size_t size, Error *err);
// The file beside a model or scene: its path with this ending.
#define CLASH_BOOK_ENDING ".clashes"
bool clash_book_beside(const char *path, char *out, size_t size); // false: there is none yet
bool clash_book_read(ClashBook *book, const char *path, Error *err);
// Reads back as an equal one, and the same bytes are written again. To be freed; NULL: no memory.
char *clash_book_text(const ClashBook *book);

#endif
