#include "app/document/clash_words.h"

#include <stdlib.h>

ClashWord *clash_word_create(ClashWord *before, ClashBook *was, ClashBook *is)
{
    ClashWord *word = malloc(sizeof *word);
    if (word)
        *word = (ClashWord){.references = 1,
                            .depth = before ? before->depth + 1 : 1,
                            .before = clash_word_retain(before),
                            .was = clash_book_retain(was),
                            .is = clash_book_retain(is)};
    return word;
}

ClashWord *clash_word_retain(ClashWord *word)
{
    if (word)
        ++word->references;
    return word;
}

void clash_word_release(ClashWord *word)
{
    while (word && --word->references == 0) {
        ClashWord *before = word->before;
        clash_book_release(word->was);
        clash_book_release(word->is);
        free(word);
        word = before;
    }
}

static bool same(const ClashNote *a, const ClashNote *b)
{
    return a && b ? clash_note_equal(a, b) : a == b;
}

// One note, if it is as it was left.
static bool turn(ClashBook *book, const ClashNote *from, const ClashNote *to, int *kept, Error *err)
{
    const ClashNote *one = from ? from : to;
    if (same(from, to))
        return true;
    if (!same(clash_book_find(book, one->id, one->number), from)) {
        ++*kept;
        return true;
    }
    if (to)
        return clash_book_put(book, to, err);
    clash_book_remove(book, one->id, one->number);
    return true;
}

static bool go(ClashBook *book, const ClashBook *from, const ClashBook *to, int *kept, Error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && from && i < from->count; ++i) {
        const ClashNote *note = &from->notes[i];
        ok = turn(book, note, clash_book_find(to, note->id, note->number), kept, err);
    }
    for (size_t i = 0; ok && to && i < to->count; ++i) {
        const ClashNote *note = &to->notes[i];
        if (!clash_book_find(from, note->id, note->number))
            ok = turn(book, NULL, note, kept, err);
    }
    return ok;
}

static int depth_of(const ClashWord *word)
{
    return word ? word->depth : 0;
}

int clash_words_follow(ClashBook *book, const ClashWord *from, const ClashWord *to, Error *err)
{
    int kept = 0;
    const ClashWord *meet = to;
    for (const ClashWord *at = from; at != meet;) {
        if (depth_of(at) >= depth_of(meet)) {
            if (!go(book, at->is, at->was, &kept, err))
                return -1;
            at = at->before;
        } else {
            meet = meet->before;
        }
    }
    // On from there: the words between stand the other way round.
    while (meet != to) {
        const ClashWord *next = to;
        while (next->before != meet)
            next = next->before;
        if (!go(book, next->was, next->is, &kept, err))
            return -1;
        meet = next;
    }
    return kept;
}
