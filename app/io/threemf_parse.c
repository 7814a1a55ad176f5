#include "app/io/threemf_model.h"

#include "core/base/array.h"
#include "core/base/decimal.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdio.h>

enum { MOST_DEPTH = 64, MOST_GROUPS = 1024, PIECE = 1 << 16 };

// Colours that triangles name by group and index.
typedef struct Group {
    uint32_t id;
    size_t first, count;
} Group;

typedef struct Parse {
    ThreemfModel *model;
    int32_t path;
    xmlParserCtxtPtr xml;
    bool failed;
    int depth;
    Group *groups;
    size_t group_count, group_capacity;
    int32_t *colours;
    size_t colour_count, colour_capacity;
    // The present object.
    bool in_object, in_group;
    ThreemfObject object;
    int32_t colour; // of triangles that have none of their own
    uint32_t property;
    bool has_property;
    Soup soup;
    int32_t *index; // from vertices of the file to those of the soup
    size_t index_count, index_capacity;
} Parse;

// The attributes of the present element.
typedef struct Attributes {
    int count;
    const xmlChar **all; // five each: name, prefix, space, begin, end
} Attributes;

static bool fail(Parse *p, const char *what)
{
    if (!p->failed)
        error_set(p->model->file->err, "%s: %.200s, line %d: %s", p->model->file->name,
                  p->model->paths[p->path], xmlSAX2GetLineNumber(p->xml), what);
    p->failed = true;
    xmlStopParser(p->xml);
    return false;
}

static bool no_memory(Parse *p)
{
    if (!p->failed)
        import_out_of_memory(p->model->file);
    p->failed = true;
    xmlStopParser(p->xml);
    return false;
}

// *length of it; NULL: it is not there.
static const char *attribute(const Attributes *a, const char *name, size_t *length)
{
    for (int i = 0; i < a->count; ++i) {
        const xmlChar **one = a->all + 5 * (size_t)i;
        if (strcmp((const char *)one[0], name) == 0) {
            *length = (size_t)(one[4] - one[3]);
            return (const char *)one[3];
        }
    }
    return NULL;
}

static bool attribute_is(const Attributes *a, const char *name, const char *value)
{
    size_t length;
    const char *text = attribute(a, name, &length);
    return text && length == strlen(value) && memcmp(text, value, length) == 0;
}

// A copy with a final 0; false: it is not there, or too long to be a number.
static bool short_text(const Attributes *a, const char *name, char out[64])
{
    size_t length;
    const char *text = attribute(a, name, &length);
    if (!text || length >= 64)
        return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

static bool whole(const Attributes *a, const char *name, uint32_t *out)
{
    char text[64], *end;
    if (!short_text(a, name, text) || text[0] < '0' || text[0] > '9')
        return false;
    unsigned long value = strtoul(text, &end, 10);
    *out = (uint32_t)value;
    return *end == '\0' && value < INT32_MAX;
}

static bool real(const Attributes *a, const char *name, double *out)
{
    char text[64];
    if (!short_text(a, name, text))
        return false;
    const char *end = decimal_parse(text, out);
    return end && end != text && *end == '\0' && fabs(*out) <= MESH_MAX_COORDINATE;
}

// Twelve numbers, rows of four by three, points from the left. Not there: none.
static bool placement(Parse *p, const Attributes *a, Affine *out)
{
    size_t length;
    const char *text = attribute(a, "transform", &length);
    double numbers[12];
    char copy[512];
    int count = 0;
    *out = affine_identity();
    if (!text)
        return true;
    if (length >= sizeof copy)
        return fail(p, "a transform has 12 numbers");
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (const char *at = copy;;) {
        at += strspn(at, " \t\r\n");
        if (!*at)
            break;
        double value;
        const char *end = decimal_parse(at, &value);
        if (!end || end == at || count == 12 || !(fabs(value) <= MESH_MAX_COORDINATE))
            return fail(p, "a transform has 12 numbers");
        numbers[count++] = value;
        at = end;
    }
    if (count != 12)
        return fail(p, "a transform has 12 numbers");
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out->m[i][j] = numbers[3 * j + i];
        out->p.v[i] = numbers[9 + i];
    }
    return true;
}

// "#RRGGBB", or with two more digits for how much shines through.
static int32_t colour_named(const char *text)
{
    char *end;
    size_t length = strlen(text);
    if (text[0] != '#' || (length != 7 && length != 9))
        return COLOUR_NONE;
    unsigned long value = strtoul(text + 1, &end, 16);
    return *end ? COLOUR_NONE : (int32_t)(length == 9 ? value >> 8 : value);
}

static int32_t colour_of(const Parse *p, uint32_t group, uint32_t index)
{
    for (size_t i = p->group_count; i-- > 0;)
        if (p->groups[i].id == group)
            return index < p->groups[i].count ? p->colours[p->groups[i].first + index]
                                              : COLOUR_NONE;
    return COLOUR_NONE;
}

// --- elements

static void begin_model(Parse *p, const Attributes *a, const xmlChar **spaces, int space_count)
{
    static const char *const units[UNIT_COUNT] = {
        [UNIT_MM] = "millimeter", [UNIT_CM] = "centimeter", [UNIT_M] = "meter",
        [UNIT_UM] = "micron",     [UNIT_INCH] = "inch",     [UNIT_FOOT] = "foot"};
    char said[64];
    if (p->path == 0) { // the others have the unit of the first one
        int unit = 0;
        while (unit < UNIT_COUNT && !attribute_is(a, "unit", units[unit]))
            ++unit;
        p->model->unit = unit < UNIT_COUNT ? unit : UNIT_MM;
        if (unit == UNIT_COUNT && short_text(a, "unit", said))
            fail(p, "the unit is none of 3MF's");
    }
    size_t length;
    const char *needed = attribute(a, "requiredextensions", &length);
    for (size_t at = 0; needed && at < length;) {
        size_t end = at;
        while (end < length && needed[end] != ' ')
            ++end;
        bool known = end == at;
        for (int i = 0; i < space_count; ++i) {
            const char *prefix = (const char *)spaces[2 * i],
                       *uri = (const char *)spaces[2 * i + 1];
            known |= prefix && strlen(prefix) == end - at &&
                     memcmp(prefix, needed + at, end - at) == 0 &&
                     (strstr(uri, "/production/") || strstr(uri, "/material/"));
        }
        if (!known)
            fail(p, "the file needs an extension of 3MF that is not read here; export it without "
                    "(beams, slices or encryption)");
        at = end + 1;
    }
}

static void begin_group(Parse *p, const Attributes *a)
{
    uint32_t id;
    if (p->group_count >= MOST_GROUPS || !whole(a, "id", &id))
        return;
    if (!array_reserve(&p->groups, &p->group_capacity, p->group_count + 1, sizeof *p->groups)) {
        no_memory(p);
        return;
    }
    p->groups[p->group_count++] = (Group){id, p->colour_count, 0};
    p->in_group = true;
}

static void add_colour(Parse *p, const Attributes *a, const char *name)
{
    char text[64];
    if (!p->in_group)
        return;
    if (!array_reserve(&p->colours, &p->colour_capacity, p->colour_count + 1, sizeof *p->colours)) {
        no_memory(p);
        return;
    }
    p->colours[p->colour_count++] = short_text(a, name, text) ? colour_named(text) : COLOUR_NONE;
    ++p->groups[p->group_count - 1].count;
}

static void begin_object(Parse *p, const Attributes *a)
{
    size_t length;
    uint32_t index = 0;
    int line = xmlSAX2GetLineNumber(p->xml);
    if (p->in_object) {
        fail(p, "an object within an object");
        return;
    }
    p->object = (ThreemfObject){.file = p->path,
                                .line = line > 0 ? line : 1,
                                .first = p->model->component_count,
                                .support = attribute_is(a, "type", "support") ||
                                           attribute_is(a, "type", "solidsupport")};
    if (!whole(a, "id", &p->object.id)) {
        fail(p, "an object has a number as its id");
        return;
    }
    const char *name = attribute(a, "name", &length);
    if (name)
        text_clean_name(name, length, p->object.name);
    p->has_property = whole(a, "pid", &p->property);
    if (!whole(a, "pindex", &index))
        index = 0;
    p->colour = p->has_property ? colour_of(p, p->property, index) : COLOUR_NONE;
    p->in_object = true;
    p->index_count = 0;
}

static void add_vertex(Parse *p, const Attributes *a)
{
    Vec3d v;
    if (!p->in_object || !real(a, "x", &v.x) || !real(a, "y", &v.y) || !real(a, "z", &v.z)) {
        fail(p, "a vertex has three coordinates, finite numbers up to 1e+15");
        return;
    }
    import_check_point(&v);
    if (p->index_count >= INT32_MAX ||
        !array_reserve(&p->index, &p->index_capacity, p->index_count + 1, sizeof *p->index) ||
        (p->index[p->index_count] = soup_weld(&p->soup, v)) < 0) {
        no_memory(p);
        return;
    }
    ++p->index_count;
}

static void add_triangle(Parse *p, const Attributes *a)
{
    static const char *const names[3] = {"v1", "v2", "v3"};
    int32_t corners[3];
    for (int k = 0; k < 3; ++k) {
        uint32_t corner;
        if (!p->in_object || !whole(a, names[k], &corner) || corner >= p->index_count) {
            char what[120];
            snprintf(what, sizeof what,
                     "corners of a triangle are numbers of vertices, and there are %zu (from 0)",
                     p->index_count);
            fail(p, what);
            return;
        }
        corners[k] = p->index[corner];
    }
    uint32_t group = p->property, index;
    bool own = whole(a, "pid", &group) || p->has_property;
    int32_t colour = own && whole(a, "p1", &index) ? colour_of(p, group, index) : p->colour;
    if (!soup_add_triangle(&p->soup, corners, colour)) {
        no_memory(p);
        return;
    }
    soup_end_polygon(&p->soup);
}

// A component of the present object, or something to be built.
static void add_use(Parse *p, const Attributes *a, bool item)
{
    ThreemfModel *model = p->model;
    ThreemfComponent use = {.file = p->path};
    size_t length;
    const char *path = attribute(a, "path", &length);
    if (!whole(a, "objectid", &use.object)) {
        fail(p, "an object is named by a number, its id");
        return;
    }
    if (path && (use.file = threemf_path(model, path, length)) < 0) {
        p->failed = true;
        xmlStopParser(p->xml);
        return;
    }
    if (!placement(p, a, &use.placement))
        return;
    ThreemfComponent **list = item ? &model->items : &model->components;
    size_t *count = item ? &model->item_count : &model->component_count;
    size_t *capacity = item ? &model->item_capacity : &model->component_capacity;
    if (*count >= 4 * (size_t)THREEMF_MOST_OBJECTS) {
        fail(p, "too many components");
        return;
    }
    if (!array_reserve(list, capacity, *count + 1, sizeof **list)) {
        no_memory(p);
        return;
    }
    (*list)[(*count)++] = use;
}

static void end_object(Parse *p)
{
    ThreemfModel *model = p->model;
    ThreemfObject *object = &p->object;
    object->count = model->component_count - object->first;
    p->in_object = false;
    if (model->object_count >= THREEMF_MOST_OBJECTS) {
        fail(p, "too many objects");
        return;
    }
    if (!array_reserve(&model->objects, &model->object_capacity, model->object_count + 1,
                       sizeof *model->objects)) {
        no_memory(p);
        return;
    }
    if (p->soup.triangle_count > 0) {
        bool memory_short = false;
        Error reason;
        SharedMesh *shared = &object->shared;
        shared->mesh = soup_take(&p->soup, model->file->out);
        if (shared->mesh)
            shared->centre = import_recentre(shared->mesh, &memory_short);
        if (!shared->mesh || memory_short || !mesh_validate(shared->mesh, &reason)) {
            if (!shared->mesh || memory_short)
                no_memory(p);
            else
                fail(p, reason.text);
            mesh_release(shared->mesh);
            return;
        }
    } else {
        soup_free(&p->soup);
    }
    model->objects[model->object_count++] = *object;
}

// --- events

static bool is_core(const xmlChar *uri)
{
    return !uri || strstr((const char *)uri, "/3dmanufacturing/core/") ||
           strstr((const char *)uri, "/3dmanufacturing/2013/");
}

static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int space_count, const xmlChar **spaces, int count, int defaulted,
                     const xmlChar **all)
{
    Parse *p = user;
    const char *is = (const char *)name;
    Attributes a = {count, all};
    (void)prefix;
    (void)defaulted;
    if (p->failed)
        return;
    if (++p->depth > MOST_DEPTH) {
        fail(p, "elements are nested too deeply");
        return;
    }
    if (!is_core(uri)) {
        if (strcmp(is, "colorgroup") == 0)
            begin_group(p, &a);
        else if (strcmp(is, "color") == 0)
            add_colour(p, &a, "color");
        else if (strcmp(is, "beam") == 0)
            p->model->has_beams = true;
        return;
    }
    if (strcmp(is, "vertex") == 0)
        add_vertex(p, &a);
    else if (strcmp(is, "triangle") == 0)
        add_triangle(p, &a);
    else if (strcmp(is, "object") == 0)
        begin_object(p, &a);
    else if (strcmp(is, "component") == 0 && p->in_object)
        add_use(p, &a, false);
    else if (strcmp(is, "item") == 0 && p->path == 0)
        add_use(p, &a, true);
    else if (strcmp(is, "basematerials") == 0)
        begin_group(p, &a);
    else if (strcmp(is, "base") == 0)
        add_colour(p, &a, "displaycolor");
    else if (strcmp(is, "model") == 0)
        begin_model(p, &a, spaces, space_count);
    if (p->depth == 1 && strcmp(is, "model") != 0)
        fail(p, "this is no model of 3MF");
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    Parse *p = user;
    (void)prefix;
    --p->depth;
    if (strcmp((const char *)name, "basematerials") == 0 ||
        strcmp((const char *)name, "colorgroup") == 0)
        p->in_group = false;
    if (!p->failed && is_core(uri) && strcmp((const char *)name, "object") == 0 && p->in_object)
        end_object(p);
}

// A DTD could define entities, which models have none of.
static void on_dtd(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    fail(user, "a document type is not allowed in a model");
}

static void on_problem(void *user, xmlErrorPtr error)
{
    Parse *p = user;
    char what[200];
    if (error->level < XML_ERR_ERROR || p->failed)
        return;
    snprintf(what, sizeof what, "%s", error->message ? error->message : "unknown problem");
    what[strcspn(what, "\n")] = '\0';
    fail(p, what);
}

// In pieces, between which the job is looked at.
static bool feed(Parse *p, const char *text, size_t size)
{
    Job *job = p->model->file->job;
    for (size_t at = 0; at < size && !p->failed;) {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        if (job_cancelled(job)) {
            p->failed = true;
            return import_cancelled(p->model->file);
        }
        if (xmlParseChunk(p->xml, text + at, (int)piece, at + piece == size) != 0 && !p->failed)
            fail(p, "this is no XML");
        at += piece;
        job_progress(job, (double)at / (double)size);
    }
    return !p->failed;
}

bool threemf_parse(ThreemfModel *model, int32_t path, const char *text, size_t size)
{
    Parse p = {.model = model, .path = path};
    xmlSAXHandler events = {.initialized = XML_SAX2_MAGIC,
                            .startElementNs = on_start,
                            .endElementNs = on_end,
                            .internalSubset = on_dtd,
                            .serror = on_problem};
    p.xml = xmlCreatePushParserCtxt(&events, &p, NULL, 0, NULL);
    if (!p.xml)
        return import_out_of_memory(model->file);
    // Entities in attributes become text: there are the five of XML alone, since a DTD ends it all.
    xmlCtxtUseOptions(p.xml, XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOENT);
    bool good = feed(&p, text, size);
    if (good && p.in_object)
        good = fail(&p, "the model ends within an object: is it complete?");
    xmlFreeParserCtxt(p.xml);
    free(p.groups);
    free(p.colours);
    free(p.index);
    soup_free(&p.soup);
    return good && !p.failed;
}
