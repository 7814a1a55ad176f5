#include "app/scenes/kit.h"

#include "core/base/decimal.h"

#include <stdio.h>
#include <string.h>

const KitPiece *const kit_pieces[KIT_COUNT] = {
#define X(name) &kit_##name,
    KIT_LIST(X)
#undef X
};

bool kit_allows(const KitPiece *piece, double size, Error *err)
{
    return (size >= piece->least && size <= piece->most) ||
           error_set(err, "a %s has a %s of %g to %g mm", piece->name, piece->size_is, piece->least,
                     piece->most);
}

bool kit_parse(const char *text, const KitPiece **piece, double *size, Error *err)
{
    for (int i = 0; i < KIT_COUNT; ++i) {
        size_t length = strlen(kit_pieces[i]->name);
        if (strncmp(text, kit_pieces[i]->name, length) != 0 || text[length] != ' ')
            continue;
        const char *end = decimal_parse(text + length + 1, size);
        if (!end || *end)
            break;
        *piece = kit_pieces[i];
        return kit_allows(*piece, *size, err);
    }
    return error_set(err, "there is no tool '%.60s'", text);
}

void kit_text(const KitPiece *piece, double size, char text[KIT_TEXT_MAX])
{
    snprintf(text, KIT_TEXT_MAX, "%s %.17g", piece->name, size);
}
