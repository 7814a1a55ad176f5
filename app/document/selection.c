#include "app/document/selection.h"

#include "app/document/rigid.h"

int32_t selection_count(const Document *document)
{
    int32_t count = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        count += selection_has(document, i);
    return count;
}

void selection_pair(const Document *document, int32_t pair[2])
{
    const int32_t *shown = document->view.shown_pair;
    bool alone = document_pair_shown(document);
    pair[0] = alone ? shown[0] : document->selected;
    pair[1] = alone ? shown[1] : NO_PART;
    for (int32_t i = 0, more = 0; !alone && i < document->part_count; ++i)
        if (i != pair[0] && document->parts[i].selected)
            pair[1] = ++more == 1 ? i : NO_PART;
}

void selection_set_body(Document *document, int32_t part, bool selected)
{
    if (part == NO_PART || document->parts[part].rigid == 0)
        return;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (rigid_same(&document->parts[part], &document->parts[i]))
            document->parts[i].selected = selected;
}

void selection_only(Document *document, int32_t part)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        document->parts[i].selected = i == part;
    document->selected = part;
    selection_set_body(document, part, true);
}

void selection_add(Document *document, int32_t part)
{
    if (document->selected != NO_PART)
        document->parts[document->selected].selected = true;
    document->parts[part].selected = true;
    document->selected = part;
    selection_set_body(document, part, true);
}

// The next one in the list, going round, becomes the primary one.
void selection_remove(Document *document, int32_t part)
{
    document->parts[part].selected = false;
    selection_set_body(document, part, false);
    if (document->selected != part &&
        (document->selected == NO_PART ||
         !rigid_same(&document->parts[part], &document->parts[document->selected])))
        return;
    document->selected = NO_PART;
    for (int32_t k = 1; k < document->part_count; ++k) {
        int32_t i = (part + k) % document->part_count;
        if (document->parts[i].selected) {
            document->selected = i;
            return;
        }
    }
}
