// What was said about clashes since the program was started, word by word, so that it can be taken back. The notes
// themselves are in a file that others write, too: taking a word back, or saying it again, changes only
// what is still as it was left here.
#ifndef SNUG_APP_DOCUMENT_CLASH_WORDS_H
#define SNUG_APP_DOCUMENT_CLASH_WORDS_H

#include "app/io/clash_book.h"

// Counted references, of one thread. NULL: nothing was said.
typedef struct ClashWord {
    int references;
    int depth;                // words up to this one
    struct ClashWord *before; // the word before it
    ClashBook *was, *is;      // all notes before and after it; was may be NULL
} ClashWord;

ClashWord *clash_word_create(ClashWord *before, ClashBook *was, ClashBook *is); // NULL: no memory
ClashWord *clash_word_retain(ClashWord *word);                                  // NULL is fine
void clash_word_release(ClashWord *word);                                       // NULL is fine

// Brings the notes from one word to another, back to where the two part and on from there. Returns how many
// notes stay because somebody else has changed them; -1: memory ran short, and some may have changed.
int clash_words_follow(ClashBook *book, const ClashWord *from, const ClashWord *to, Error *err);

#endif
