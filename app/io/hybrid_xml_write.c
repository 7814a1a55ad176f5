#include "app/io/file.h"
#include "app/io/hybrid_numbers.h"
#include "app/io/hybrid_xml.h"
#include "app/io/text.h"
#include "app/io/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void indent(FILE *out, int depth)
{
    for (int i = 0; i < depth; ++i)
        fputs("  ", out);
}

static void write_name(FILE *out, const char *name)
{
    char clean[TEXT_NAME_MAX + 1]; // as it will be read
    text_clean_name(name, strlen(name), clean);
    if (!clean[0])
        return;
    fputs(" name=\"", out);
    for (const char *c = clean; *c; ++c) {
        switch (*c) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            putc(*c, out);
        }
    }
    putc('"', out);
}

static void write_volume(FILE *out, const HybridVolume *volume, const char *name, bool closed)
{
    VolumeNumbers numbers = volume_to_numbers(volume);
    const NumbersType *type = &numbers_types[numbers.type];
    const double *value = numbers.values;
    fprintf(out, "<volume type=\"%s\"", type->name);
    for (int i = 0; i < type->attribute_count; ++i) {
        const NumbersAttribute *a = &type->attributes[i];
        if (a->optional && !numbers.oriented)
            continue;
        fprintf(out, " %s=\"", a->name);
        for (int k = 0; k < a->count; ++k)
            fprintf(out, k ? " %.9g" : "%.9g", *value++);
        putc('"', out);
    }
    write_name(out, name);
    fputs(closed ? "/>\n" : ">\n", out);
}

// Down by first children, on by siblings, up by parents: deep trees need no stack.
static void write_tree(FILE *out, const PrimitiveSet *set, const HybridTree *tree)
{
    int depth = 1;
    for (HybridId at = tree->root; at != HYBRID_NONE;) {
        const HybridNode *node = &tree->nodes[at];
        bool leaf = node->first_child == HYBRID_NONE;
        indent(out, depth);
        write_volume(out, &node->volume, leaf ? set->items[node->primitive].name : "", leaf);
        if (!leaf) {
            at = node->first_child;
            ++depth;
            continue;
        }
        while (at != HYBRID_NONE && tree->nodes[at].next == HYBRID_NONE) {
            at = tree->nodes[at].parent;
            if (at == HYBRID_NONE)
                break;
            indent(out, --depth);
            fputs("</volume>\n", out);
        }
        at = at == HYBRID_NONE ? at : tree->nodes[at].next;
    }
}

char *hybrid_xml_text(const PrimitiveSet *set, const HybridTree *tree, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    // A decimal point in every country; this concerns the calling thread only.
    void *before = plain_numbers_begin();
    fputs("<?xml version=\"1.0\"?>\n<hierarchy>\n", out);
    if (tree && tree->root != HYBRID_NONE)
        write_tree(out, set, tree);
    for (int32_t i = 0; (!tree || tree->root == HYBRID_NONE) && i < set->count; ++i) {
        indent(out, 1);
        write_volume(out, &set->items[i].volume, set->items[i].name, true);
    }
    fputs("</hierarchy>\n", out);
    plain_numbers_end(before);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

bool hybrid_xml_write(const char *path, const PrimitiveSet *set, const HybridTree *tree, Error *err)
{
    size_t size;
    char *text = hybrid_xml_text(set, tree, &size);
    if (!text)
        return error_set(err, "not enough memory");
    bool written = file_write_atomic(path, text, size, err);
    free(text);
    return written;
}
