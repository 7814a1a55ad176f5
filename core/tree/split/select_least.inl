// Quickselect: afterwards the first k items are the least. Pivots come from a fixed-seed generator,
// so that no input is bad for long and every run is alike. Define before including:
//   SELECT_ITEM                     type of the items
//   SELECT_ORDER                    type of what the order depends on
//   select_before(order, a, b)      whether item a comes before item b
static void select_least(SELECT_ORDER order, SELECT_ITEM *items, int32_t count, int32_t k)
{
    uint32_t random = 0x9E3779B9u;
    int32_t first = 0, last = count - 1;
    while (first < last) {
        random = random * 1664525u + 1013904223u;
        SELECT_ITEM pivot = items[first + (int32_t)((random >> 8) % (uint32_t)(last - first + 1))];
        int32_t i = first, j = last;
        while (i <= j) {
            while (select_before(order, items[i], pivot))
                ++i;
            while (select_before(order, pivot, items[j]))
                --j;
            if (i <= j) {
                SELECT_ITEM swap = items[i];
                items[i++] = items[j];
                items[j--] = swap;
            }
        }
        if (k <= j)
            last = j;
        else if (k >= i)
            first = i;
        else
            return;
    }
}
