#include "app/document/connectors.h"

#include "app/document/names.h"
#include "app/io/tokens.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 13 };

void connector_to_text(const NamedConnector *connector, char text[CONNECTOR_TEXT_SIZE])
{
    void *before = plain_numbers_begin();
    const Connector *c = &connector->at;
    const Vec3d vectors[3] = {c->origin, c->axis, c->side};
    // "pipe end" is one word here.
    char word[16];
    snprintf(word, sizeof word, "%s", connector_kind_word(c->kind));
    size_t used =
        (size_t)snprintf(text, CONNECTOR_TEXT_SIZE, "%.*s", (int)strcspn(word, " "), word);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            used += (size_t)snprintf(text + used, CONNECTOR_TEXT_SIZE - used, " %.17g",
                                     vectors[i].v[k]);
    snprintf(text + used, CONNECTOR_TEXT_SIZE - used, " %.17g %.17g %d %d %s", c->radius, c->length,
             (int)c->facets, c->stops, connector->name);
    plain_numbers_end(before);
}

bool connector_name_clean(const char *name, char out[CONNECTOR_NAME_SIZE])
{
    size_t used = 0;
    name += strspn(name, " \t");
    for (; *name && *name != ';' && used < CONNECTOR_NAME_SIZE - 1; ++name)
        if ((unsigned char)*name >= ' ' && *name != 0x7f)
            out[used++] = *name;
    while (used > 0 && out[used - 1] == ' ')
        --used;
    out[used] = '\0';
    utf8_sanitise(out); // the cut may have gone through a character
    return used > 0;
}

// The word of a kind, or the first word of it.
static bool kind_from(const char *text, size_t length, enum ConnectorKind *out)
{
    for (int i = 0; i < CONNECTOR_KINDS; ++i) {
        const char *word = connector_kind_word((enum ConnectorKind)i);
        if (length > 0 && strcspn(word, " ") == length && strncmp(text, word, length) == 0) {
            *out = (enum ConnectorKind)i;
            return true;
        }
    }
    return false;
}

static bool whole(double number, double most)
{
    return number >= 0 && number <= most && number == floor(number);
}

static bool read_one(const char *text, NamedConnector *out, const char **end, Error *err)
{
    text += strspn(text, " ");
    size_t length = strcspn(text, " ;");
    Connector c = {.feature = -1};
    if (!kind_from(text, length, &c.kind))
        return error_set(err, "a connector is a pin, a hole, a face or a pipe");
    double n[NUMBERS];
    const char *at = text + length;
    for (int i = 0; i < NUMBERS; ++i) {
        char *after;
        n[i] = strtod(at, &after);
        if (after == at || !(fabs(n[i]) <= MESH_MAX_COORDINATE))
            return error_set(err,
                             "a connector needs %d numbers: origin, axis, side, radius, "
                             "length, facets, and 1 if something stops there",
                             NUMBERS);
        at = after;
    }
    if (!whole(n[11], 1e6) || !whole(n[12], 1))
        return error_set(err, "facets of a connector are counted, and it stops (1) or not (0)");
    c.origin = vec3d(n[0], n[1], n[2]);
    c.axis = vec3d(n[3], n[4], n[5]);
    c.side = vec3d(n[6], n[7], n[8]);
    c.radius = n[9];
    c.length = n[10];
    c.facets = (int32_t)n[11];
    c.stops = n[12] > 0;
    if (!connector_check(&c, err))
        return false;
    NamedConnector read = {.at = c};
    if (*at != ' ' || !connector_name_clean(at, read.name))
        return error_set(err, "a connector needs a name");
    at += strcspn(at, ";");
    *out = read;
    *end = *at ? at + 1 : at;
    return true;
}

bool connector_from_text(const char *text, NamedConnector *out, const char **end, Error *err)
{
    void *before = plain_numbers_begin();
    bool good = read_one(text, out, end, err);
    plain_numbers_end(before);
    return good;
}

bool connectors_read(const char *text, NamedConnector *out, int *count, Error *err)
{
    *count = 0;
    while (text && text[strspn(text, " ")]) {
        NamedConnector one;
        if (*count == CONNECTORS_MOST)
            return error_set(err, "a part has at most %d connectors made by hand", CONNECTORS_MOST);
        if (!connector_from_text(text, out ? &out[*count] : &one, &text, err))
            return false;
        ++*count;
    }
    return true;
}

int connectors_count(const char *text)
{
    int count = 0;
    for (; text && *text; text = strchr(text, ';') ? strchr(text, ';') + 1 : NULL)
        ++count;
    return count;
}

const char *connectors_intern(const NamedConnector *list, int count)
{
    char text[CONNECTORS_MOST * CONNECTOR_TEXT_SIZE];
    size_t used = 0;
    for (int i = 0; i < count && i < CONNECTORS_MOST; ++i) {
        if (i > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "; ");
        char one[CONNECTOR_TEXT_SIZE];
        connector_to_text(&list[i], one);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", one);
    }
    return count > 0 ? name_intern(text) : NULL;
}

const char *connectors_accepted(const char *text)
{
    NamedConnector list[CONNECTORS_MOST];
    int count;
    Error err;
    return connectors_read(text, list, &count, &err) ? connectors_intern(list, count) : NULL;
}
