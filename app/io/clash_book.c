#include "app/io/clash_book.h"

#include "core/base/array.h"

static const struct {
    const char *word, *note;
} statuses[CLASH_STATUS_COUNT] = {
#define X(identifier, word, note) {word, note},
    CLASH_STATUS_LIST(X)
#undef X
};

const char *clash_status_word(enum ClashStatus status)
{
    return statuses[status].word;
}

const char *clash_status_note(enum ClashStatus status)
{
    return statuses[status].note;
}

bool clash_status_parse(const char *word, enum ClashStatus *out)
{
    for (int i = 0; i < CLASH_STATUS_COUNT; ++i) {
        if (strcmp(word, statuses[i].word) != 0)
            continue;
        *out = (enum ClashStatus)i;
        return true;
    }
    return false;
}

static void note_free(ClashNote *note)
{
    free(note->parts[0]);
    free(note->parts[1]);
    free(note->assignee);
    free(note->comment);
}

static bool note_copy(ClashNote *to, const ClashNote *from)
{
    *to = *from;
    to->parts[0] = strdup(from->parts[0]);
    to->parts[1] = strdup(from->parts[1]);
    to->assignee = strdup(from->assignee);
    to->comment = strdup(from->comment);
    if (to->parts[0] && to->parts[1] && to->assignee && to->comment)
        return true;
    note_free(to);
    return false;
}

bool clash_note_equal(const ClashNote *a, const ClashNote *b)
{
    return a->id == b->id && a->number == b->number && a->status == b->status &&
           memcmp(&a->at, &b->at, sizeof a->at) == 0 && strcmp(a->parts[0], b->parts[0]) == 0 &&
           strcmp(a->parts[1], b->parts[1]) == 0 && strcmp(a->assignee, b->assignee) == 0 &&
           strcmp(a->comment, b->comment) == 0;
}

bool clash_note_is_empty(const ClashNote *note)
{
    return note->status == CLASH_NEW && !note->assignee[0] && !note->comment[0];
}

ClashBook *clash_book_create(void)
{
    ClashBook *book = calloc(1, sizeof *book);
    if (book)
        book->references = 1;
    return book;
}

ClashBook *clash_book_retain(ClashBook *book)
{
    if (book)
        ++book->references;
    return book;
}

void clash_book_release(ClashBook *book)
{
    if (!book || --book->references > 0)
        return;
    for (size_t i = 0; i < book->count; ++i)
        note_free(&book->notes[i]);
    mem_free(book->notes);
    free(book);
}

ClashBook *clash_book_copy(const ClashBook *book)
{
    ClashBook *copy = clash_book_create();
    bool ok =
        copy && array_reserve(&copy->notes, &copy->capacity, book->count, sizeof *copy->notes);
    for (size_t i = 0; ok && i < book->count; ++i) {
        ok = note_copy(&copy->notes[i], &book->notes[i]);
        copy->count += ok;
    }
    if (ok)
        return copy;
    clash_book_release(copy);
    return NULL;
}

bool clash_book_equal(const ClashBook *a, const ClashBook *b)
{
    size_t count = a ? a->count : 0;
    if (a == b || count != (b ? b->count : 0))
        return a == b;
    for (size_t i = 0; i < count; ++i)
        if (!clash_note_equal(&a->notes[i], &b->notes[i]))
            return false;
    return true;
}

// Where it is, or would stand.
static size_t place_of(const ClashBook *book, uint64_t id, int32_t number, bool *there)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const ClashNote *note = &book->notes[middle];
        if (note->id < id || (note->id == id && note->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    *there = low < book->count && book->notes[low].id == id && book->notes[low].number == number;
    return low;
}

const ClashNote *clash_book_find(const ClashBook *book, uint64_t id, int32_t number)
{
    bool there = false;
    size_t at = book ? place_of(book, id, number, &there) : 0;
    return there ? &book->notes[at] : NULL;
}

void clash_book_remove(ClashBook *book, uint64_t id, int32_t number)
{
    bool there;
    size_t at = place_of(book, id, number, &there);
    if (!there)
        return;
    note_free(&book->notes[at]);
    --book->count;
    memmove(book->notes + at, book->notes + at + 1, (book->count - at) * sizeof *book->notes);
}

bool clash_book_put(ClashBook *book, const ClashNote *note, Error *err)
{
    bool there;
    ClashNote copy;
    if (clash_note_is_empty(note)) {
        clash_book_remove(book, note->id, note->number);
        return true;
    }
    size_t at = place_of(book, note->id, note->number, &there);
    if (!there && book->count >= CLASH_MOST_NOTES)
        return error_set(err, "there are notes about %d clashes, and no more can be kept",
                         (int)CLASH_MOST_NOTES);
    if (!note_copy(&copy, note))
        return error_set(err, "not enough memory for the notes about clashes");
    if (there) {
        note_free(&book->notes[at]);
    } else {
        if (!array_reserve(&book->notes, &book->capacity, book->count + 1, sizeof *book->notes)) {
            note_free(&copy);
            return error_set(err, "not enough memory for the notes about clashes");
        }
        memmove(book->notes + at + 1, book->notes + at, (book->count - at) * sizeof *book->notes);
        ++book->count;
    }
    book->notes[at] = copy;
    return true;
}
