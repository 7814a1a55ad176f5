#include "app/io/xml_text.h"

#include <string.h>

// U+FFFE and U+FFFF are no characters to XML.
static bool is_forbidden(const char *c)
{
    return strncmp(c, "\xEF\xBF\xBE", 3) == 0 || strncmp(c, "\xEF\xBF\xBF", 3) == 0;
}

void xml_add_text(TextBuffer *out, const char *text)
{
    for (const char *c = text; *c; ++c) {
        const char *entity = *c == '&'    ? "&amp;"
                             : *c == '<'  ? "&lt;"
                             : *c == '>'  ? "&gt;"
                             : *c == '"'  ? "&quot;"
                             : *c == '\'' ? "&#39;"
                                          : NULL;
        bool bad = (unsigned char)*c == 0xEF && is_forbidden(c);
        if (bad)
            c += 2;
        if (entity || bad)
            text_add(out, "%s", bad ? "?" : entity);
        else
            text_add_bytes(out, c, 1);
    }
}
