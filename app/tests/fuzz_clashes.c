// Any bytes at all as notes about clashes: refused with a message that names the file, or read, written
// and read again alike. Build with -DSNUG_FUZZ=ON (clang).
#include "app/io/clash_book.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ClashBook *book = clash_book_create(), *again = clash_book_create();
    Error err = {""};
    require(book && again);
    if (!clash_book_parse(book, "fuzz", (const char *)data, size, &err)) {
        require(strncmp(err.text, "fuzz", 4) == 0);
    } else {
        char *text = clash_book_text(book);
        require(text && clash_book_parse(again, "again", text, strlen(text), &err));
        char *twice = clash_book_text(again);
        require(twice && strcmp(text, twice) == 0 && again->count == book->count);
        for (size_t i = 1; i < book->count; ++i)
            require(book->notes[i - 1].id < book->notes[i].id ||
                    book->notes[i - 1].number < book->notes[i].number);
        free(text);
        free(twice);
    }
    clash_book_release(book);
    clash_book_release(again);
    return 0;
}
