// libxml2's reader over memory: one pass, no tree of the document, no network, no entities but the
// five of XML itself.
#include "app/io/file.h"
#include "app/io/hybrid_numbers.h"
#include "app/io/hybrid_xml.h"
#include "app/io/text.h"
#include "app/io/tokens.h"
#include "core/base/array.h"
#include "core/base/decimal.h"

#include <libxml/xmlreader.h>

// An element that is open: a group, once it has a child.
typedef struct OpenVolume {
    HybridId node;
    int line, children;
    HybridVolume volume;
    char name[TEXT_NAME_MAX + 1];
} OpenVolume;

typedef struct Reading {
    const char *name; // of the file, in messages
    xmlTextReaderPtr reader;
    HybridFile *file;
    Error *err;
    OpenVolume open[HYBRID_XML_MAX_DEPTH];
    int depth;      // open volumes
    int32_t tops;   // volumes right below the hierarchy
    int32_t groups; // of them
    bool in_hierarchy, closed;
    char problem[512]; // of libxml2
    int problem_line, problem_code;
    int last_line; // of an element
} Reading;

void hybrid_file_free(HybridFile *file)
{
    primitive_set_free(&file->set);
    hybrid_tree_free(&file->tree);
}

// The parser is ahead of the node, whose line is kept in 16 bits: beyond that the parser's line has
// to do.
static int line_of(const Reading *r)
{
    xmlNodePtr node = xmlTextReaderCurrentNode(r->reader);
    long line = node ? xmlGetLineNo(node) : 0;
    return line > 0 && line < 65535 ? (int)line : xmlTextReaderGetParserLineNumber(r->reader);
}

static bool fail(const Reading *r, int line, const char *what)
{
    return error_set(r->err, "%s:%d: %s", r->name, line, what);
}

static bool no_memory(const Reading *r)
{
    return error_set(r->err, "%s: not enough memory", r->name);
}

// The first complaint is the one that explains the others.
static void on_problem(void *user, xmlErrorPtr error)
{
    Reading *r = user;
    if (r->problem[0] || error->level < XML_ERR_ERROR)
        return;
    size_t length = 0;
    for (const char *c = error->message ? error->message : "unknown problem";
         *c && *c != '\n' && length + 1 < sizeof r->problem; ++c)
        r->problem[length++] = *c;
    r->problem[length] = '\0';
    r->problem_line = error->line;
    r->problem_code = error->code;
}

// --- attributes

static const char *attribute(const Reading *r, const char *name)
{
    if (xmlTextReaderMoveToAttribute(r->reader, (const xmlChar *)name) != 1)
        return NULL;
    return (const char *)xmlTextReaderConstValue(r->reader);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool parse_numbers(const Reading *r, const NumbersType *type, const NumbersAttribute *a,
                          const char *text, double *values)
{
    char what[400];
    int count = 0;
    for (const char *p = text;;) {
        while (is_blank(*p))
            ++p;
        if (!*p)
            break;
        double value;
        const char *end = decimal_parse(p, &value);
        if (!end || (*end && !is_blank(*end)) || !isfinite(value)) {
            snprintf(what, sizeof what, "%s of %s: '%.40s' is not a number", a->name, type->said,
                     p);
            return fail(r, line_of(r), what);
        }
        if (count < a->count)
            values[count] = value;
        ++count;
        p = end;
    }
    if (count != a->count) {
        snprintf(what, sizeof what, "%s of %s needs %d number%s, here are %d", a->name, type->said,
                 a->count, a->count == 1 ? "" : "s", count);
        return fail(r, line_of(r), what);
    }
    if (a->size && values[0] < 0) {
        snprintf(what, sizeof what, "%s of %s is negative: %.9g", a->name, type->said, values[0]);
        return fail(r, line_of(r), what);
    }
    return true;
}

static const char *find_attribute(const Reading *r, const char *name)
{
    const char *text = attribute(r, name);
    return text || strcmp(name, "pos") != 0 ? text : attribute(r, "position");
}

static bool read_type(const Reading *r, int *type)
{
    const char *text = attribute(r, "type");
    char what[200];
    if (!text)
        return fail(r, line_of(r), "a volume without a type");
    for (*type = 0; *type < NUMBERS_TYPES; ++*type)
        if (strcmp(text, numbers_types[*type].name) == 0)
            return true;
    snprintf(what, sizeof what, "'%.40s' is no type: it is obb, sphere, capsule or scb", text);
    return fail(r, line_of(r), what);
}

static bool read_volume(const Reading *r, HybridVolume *volume, char *name)
{
    VolumeNumbers numbers = {0};
    Error reason = {""};
    if (!read_type(r, &numbers.type))
        return false;
    const NumbersType *type = &numbers_types[numbers.type];
    double *values = numbers.values;
    for (int i = 0; i < type->attribute_count; ++i) {
        const NumbersAttribute *a = &type->attributes[i];
        const char *text = find_attribute(r, a->name);
        if (!text && !a->optional) {
            char what[100];
            snprintf(what, sizeof what, "%s needs %s", type->said, a->name);
            return fail(r, line_of(r), what);
        }
        if (text && !parse_numbers(r, type, a, text, values))
            return false;
        numbers.oriented = numbers.oriented || (text && a->optional);
        values += a->count;
    }
    if (!volume_from_numbers(&numbers, volume, &reason) || !primitive_check(volume, &reason))
        return fail(r, line_of(r), reason.text);
    const char *given = attribute(r, "name");
    if (given)
        text_clean_name(given, strlen(given), name); // cut again where it is added to the set
    return true;
}

// --- structure

static bool open_volume(Reading *r)
{
    int line = line_of(r);
    if (r->depth == HYBRID_XML_MAX_DEPTH)
        return fail(r, line, "volumes nested more than 256 deep");
    OpenVolume *v = &r->open[r->depth];
    *v = (OpenVolume){.node = HYBRID_NONE, .line = line};
    if (!read_volume(r, &v->volume, v->name))
        return false;
    xmlTextReaderMoveToElement(r->reader);
    if (r->depth == 0) {
        ++r->tops;
        if (r->tops > 1 && r->groups > 0)
            return fail(r, line, "a second volume beside a group: a hierarchy has one root");
    } else {
        OpenVolume *parent = &r->open[r->depth - 1];
        if (parent->children++ == 0) {
            parent->node = hybrid_add_group(&r->file->tree);
            if (parent->node == HYBRID_NONE)
                return no_memory(r);
            HybridNode *group = &r->file->tree.nodes[parent->node];
            group->volume = parent->volume;
            group->type = hybrid_volume_type(&parent->volume);
            if (r->depth > 1)
                hybrid_link(&r->file->tree, r->open[r->depth - 2].node, parent->node);
            else
                r->file->tree.root = parent->node;
            if (r->depth == 1 && (++r->groups, r->tops > 1))
                return fail(r, parent->line,
                            "a group beside other volumes: a hierarchy has one "
                            "root");
        }
    }
    ++r->depth;
    return true;
}

static bool close_volume(Reading *r)
{
    OpenVolume *v = &r->open[--r->depth];
    Error reason = {""};
    if (v->children == 1)
        return fail(r, v->line, "a group of one volume");
    if (v->children > 0)
        return true;
    PrimitiveSet *set = &r->file->set;
    if (!primitive_set_add(set, &v->volume, v->name, &reason))
        return fail(r, v->line, reason.text);
    if (r->depth == 0)
        return true;
    HybridTree *tree = &r->file->tree;
    HybridId leaf = hybrid_add_leaf(tree, set, set->count - 1);
    if (leaf == HYBRID_NONE)
        return no_memory(r);
    hybrid_link(tree, r->open[r->depth - 1].node, leaf);
    return true;
}

static bool on_element(Reading *r)
{
    const char *name = (const char *)xmlTextReaderConstName(r->reader);
    bool empty = xmlTextReaderIsEmptyElement(r->reader) == 1;
    char what[200];
    if (!r->in_hierarchy) {
        if (strcmp(name, "hierarchy") != 0) {
            snprintf(what, sizeof what, "<%.40s> instead of <hierarchy>", name);
            return fail(r, line_of(r), what);
        }
        r->in_hierarchy = true;
        r->closed = empty;
        return true;
    }
    if (strcmp(name, "volume") != 0) {
        snprintf(what, sizeof what, "<%.40s> instead of <volume>", name);
        return fail(r, line_of(r), what);
    }
    return open_volume(r) && (!empty || close_volume(r));
}

static bool on_node(Reading *r)
{
    switch (xmlTextReaderNodeType(r->reader)) {
    case XML_READER_TYPE_ELEMENT:
        r->last_line = line_of(r);
        return on_element(r);
    case XML_READER_TYPE_END_ELEMENT:
        r->closed = r->depth == 0;
        return r->closed || close_volume(r);
    case XML_READER_TYPE_CDATA: // has no line of its own
        return fail(r, r->last_line, "text between the volumes");
    case XML_READER_TYPE_TEXT:
        return fail(r, line_of(r), "text between the volumes");
    case XML_READER_TYPE_DOCUMENT_TYPE:
    case XML_READER_TYPE_ENTITY_REFERENCE:
        return fail(r, line_of(r), "document types and entities are not allowed here");
    default:
        return true; // comments, blanks, processing instructions
    }
}

static bool read_all(Reading *r)
{
    int more;
    while ((more = xmlTextReaderRead(r->reader)) == 1)
        if (!on_node(r))
            return false;
    if (strncmp(r->problem, "Excessive depth", 15) == 0) // the parser's own limit is the same
        return fail(r, r->problem_line, "volumes nested more than 256 deep");
    if (r->problem_code == XML_ERR_DOCUMENT_END && r->in_hierarchy && !r->closed)
        return fail(r, r->problem_line, "the file ends inside the hierarchy: is it complete?");
    if (more != 0 || r->problem[0])
        return error_set(r->err, "%s:%d: not well-formed XML: %s", r->name, r->problem_line,
                         r->problem[0] ? r->problem : "unknown problem");
    if (r->file->set.count == 0)
        return error_set(r->err, "%s: there is no volume in it", r->name);
    if (r->groups == 0) // a plain list
        return true;
    return hybrid_order(&r->file->tree) ? true : no_memory(r);
}

// Before the parser sees it: a document type could make it expand entities, and other encodings
// could hide one.
static bool check_bytes(const char *name, const char *text, size_t size, Error *err)
{
    int line = 1;
    if (size == 0)
        return error_set(err, "%s: the file is empty", name);
    if (size > HYBRID_XML_MAX_BYTES)
        return error_set(err, "%s: larger than %d MB", name, (int)(HYBRID_XML_MAX_BYTES >> 20));
    for (size_t i = 0; i < size; ++i) {
        if (text[i] == '\0')
            return error_set(err, "%s:%d: a zero byte: not XML in UTF-8", name, line);
        line += text[i] == '\n';
        if (text[i] == '<' && size - i >= 9 && memcmp(text + i, "<!DOCTYPE", 9) == 0)
            return error_set(err, "%s:%d: document types and entities are not allowed here", name,
                             line);
    }
    return true;
}

bool hybrid_xml_read_memory(const char *name, const char *text, size_t size, HybridFile *out,
                            Error *err)
{
    *out = (HybridFile){.tree = {.root = HYBRID_NONE}};
    if (!check_bytes(name, text, size, err))
        return false;
    Reading *r = calloc(1, sizeof *r);
    if (!r)
        return error_set(err, "%s: not enough memory", name);
    r->name = name;
    r->file = out;
    r->err = err;
    r->reader = xmlReaderForMemory(text, (int)size, NULL, NULL,
                                   XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    bool read = false;
    if (r->reader) {
        xmlTextReaderSetStructuredErrorHandler(r->reader, on_problem, r);
        void *before = plain_numbers_begin();
        read = read_all(r);
        plain_numbers_end(before);
        xmlFreeTextReader(r->reader);
    } else {
        no_memory(r);
    }
    free(r);
    if (!read)
        hybrid_file_free(out);
    return read;
}

bool hybrid_xml_read(const char *path, HybridFile *out, Error *err)
{
    FileBytes bytes;
    *out = (HybridFile){.tree = {.root = HYBRID_NONE}};
    if (!file_read_whole(path, HYBRID_XML_MAX_BYTES, &bytes, err))
        return false;
    bool read = hybrid_xml_read_memory(file_base_name(path), bytes.data, bytes.size, out, err);
    free(bytes.data);
    return read;
}
