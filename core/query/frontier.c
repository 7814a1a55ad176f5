// The parts of the work list that are not worth inlining.
#include "frontier.h"

void frontier_free(Frontier *f)
{
    free(f->entries);
    free(f->keys);
    *f = (Frontier){0};
}

static void swap_entries(Frontier *f, size_t i, size_t j, size_t entry_size)
{
    unsigned char *a = f->entries + i * entry_size, *b = f->entries + j * entry_size;
    for (size_t k = 0; k < entry_size; ++k) {
        unsigned char byte = a[k];
        a[k] = b[k];
        b[k] = byte;
    }
    double key = f->keys[i];
    f->keys[i] = f->keys[j];
    f->keys[j] = key;
}

void frontier_heap_up(Frontier *f, size_t entry_size)
{
    for (size_t i = f->count - 1; i > 0;) {
        size_t parent = (i - 1) / 2;
        if (f->keys[parent] <= f->keys[i])
            return;
        swap_entries(f, i, parent, entry_size);
        i = parent;
    }
}

void frontier_heap_down(Frontier *f, size_t entry_size)
{
    size_t last = --f->count;
    if (last == 0)
        return;
    memcpy(f->entries, f->entries + last * entry_size, entry_size);
    f->keys[0] = f->keys[last];
    for (size_t i = 0;;) {
        size_t least = i, left = 2 * i + 1, right = left + 1;
        if (left < f->count && f->keys[left] < f->keys[least])
            least = left;
        if (right < f->count && f->keys[right] < f->keys[least])
            least = right;
        if (least == i)
            return;
        swap_entries(f, i, least, entry_size);
        i = least;
    }
}
