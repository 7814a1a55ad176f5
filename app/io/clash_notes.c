#include "app/io/clash_notes.h"

#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/meaning/clash_match.h"

#include <stdio.h>

enum { MOST_NAME = 1000 }; // longer ones are cut: what is written must be read again

static double millimetres(const Assembly *assembly)
{
    return 1e3 * length_unit_info(assembly->unit)->metres;
}

static bool match(ClashNotes *out, const ClashBook *book, const FitReport *fit,
                  const Assembly *assembly)
{
    double mm = millimetres(assembly);
    ClashRef *now = array_alloc(out->count, sizeof *now);
    ClashRef *then = array_alloc(book->count, sizeof *then);
    int32_t *now_of = array_alloc(book->count, sizeof *now_of);
    bool ok = now && then && now_of;
    for (size_t i = 0, at = 0; ok && i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        for (size_t k = 0; k < row->clashes.count; ++k) {
            const FitClash *clash = &row->clashes.items[k];
            now[at++] = (ClashRef){clash->id,
                                   clash->number,
                                   assembly->parts[row->a].key,
                                   assembly->parts[row->b].key,
                                   vec3d_scale(clash->at, mm),
                                   clash->size * mm};
        }
    }
    for (size_t i = 0; ok && i < book->count; ++i) {
        const ClashNote *note = &book->notes[i];
        then[i] = (ClashRef){note->id, note->number, note->parts[0], note->parts[1], note->at, 0};
    }
    ok = ok && clash_match(then, book->count, now, out->count, now_of);
    for (size_t i = 0; ok && i < book->count; ++i)
        if (now_of[i] >= 0)
            out->notes[now_of[i]] = &book->notes[i];
    mem_free(now);
    mem_free(then);
    mem_free(now_of);
    return ok;
}

bool clash_notes_find(ClashNotes *out, const ClashBook *book, const FitReport *fit,
                      const Assembly *assembly)
{
    *out = (ClashNotes){0};
    if (!book || book->count == 0)
        return true;
    out->first = array_alloc(fit->count, sizeof *out->first);
    for (size_t i = 0; out->first && i < fit->count; ++i) {
        out->first[i] = out->count;
        out->count += fit->rows[i].clashes.count;
    }
    out->notes = calloc(out->count + 1, sizeof *out->notes);
    if (out->first && out->notes && match(out, book, fit, assembly))
        return true;
    clash_notes_free(out);
    return false;
}

void clash_notes_free(ClashNotes *notes)
{
    free(notes->notes);
    mem_free(notes->first);
    *notes = (ClashNotes){0};
}

static char *name_of(const char *key)
{
    size_t length = clash_name_length(key);
    length = length < MOST_NAME ? length : MOST_NAME;
    char *name = malloc(length + 1);
    if (name) {
        memcpy(name, key, length);
        name[length] = '\0';
        utf8_sanitise(name); // the cut may have gone through a character
    }
    return name;
}

// As it is written: what is kept in memory equals what is read.
static double as_written(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return strtod(text, NULL) + 0.0; // -0 is 0
}

bool clash_note_begin(ClashNote *out, const Assembly *assembly, const FitRow *row,
                      const FitClash *clash)
{
    *out = (ClashNote){.id = clash->id, .number = clash->number, .status = CLASH_NEW};
    char *a = name_of(assembly->parts[row->a].key), *b = name_of(assembly->parts[row->b].key);
    bool turned = a && b && strcmp(a, b) > 0;
    out->parts[0] = turned ? b : a;
    out->parts[1] = turned ? a : b;
    out->assignee = strdup("");
    out->comment = strdup("");
    for (int k = 0; k < 3; ++k)
        out->at.v[k] = as_written(clash->at.v[k] * millimetres(assembly));
    return a && b && out->assignee && out->comment;
}

void clash_note_free(ClashNote *note)
{
    free(note->parts[0]);
    free(note->parts[1]);
    free(note->assignee);
    free(note->comment);
    *note = (ClashNote){0};
}
