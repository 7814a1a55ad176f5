#include "app/report/report_read.h"

#include "app/io/file.h"
#include "app/io/json.h"
#include "core/base/array.h"

#include <stdlib.h>

typedef struct Reader {
    Json json;
    ReadReport *out;
    Error *err;
    bool ok;
} Reader;

static void refuse(Reader *r, const JsonValue *at, const char *what)
{
    if (r->ok)
        json_refuse(&r->json, at, r->err, "%s", what);
    r->ok = false;
}

static void no_memory(Reader *r)
{
    if (r->ok)
        error_set(r->err, "not enough memory for the report");
    r->ok = false;
}

// The member of this kind; NULL, and refused, without it. May be null where `or_null` says so.
static const JsonValue *member(Reader *r, const JsonValue *of, const char *key, enum JsonType type,
                               bool or_null)
{
    const JsonValue *value = json_member(of, key);
    char what[120];
    if (value && (value->type == type || (or_null && value->type == JSON_NULL)))
        return value;
    snprintf(what, sizeof what, "\"%s\" must be %s: is it a report of snug check?", key,
             json_type_name(type));
    refuse(r, value ? value : of, what);
    return NULL;
}

static double number(Reader *r, const JsonValue *of, const char *key, double if_null)
{
    const JsonValue *value = member(r, of, key, JSON_NUMBER, !isnan(if_null));
    return value && value->type == JSON_NUMBER ? value->number : if_null;
}

static double optional(Reader *r, const JsonValue *of, const char *key, double without)
{
    return json_member(of, key) ? number(r, of, key, without) : without;
}

static int64_t whole(Reader *r, const JsonValue *of, const char *key, double most)
{
    double value = number(r, of, key, NAN);
    if (r->ok && (value < 0 || value > most || value > floor(value)))
        refuse(r, json_member(of, key),
               "a whole number is expected here, and not such a large one");
    return r->ok ? (int64_t)value : 0;
}

static bool flag(Reader *r, const JsonValue *of, const char *key)
{
    const JsonValue *value = member(r, of, key, JSON_BOOL, false);
    return value && value->number != 0;
}

static const char *text_of(Reader *r, const JsonValue *of, const char *key)
{
    const JsonValue *value = member(r, of, key, JSON_STRING, false);
    return value ? value->text : "";
}

static Vec3d point(Reader *r, const JsonValue *of, const char *key, double if_null)
{
    Vec3d p = vec3d(if_null, if_null, if_null);
    const JsonValue *value = member(r, of, key, JSON_ARRAY, true);
    if (!value || value->type == JSON_NULL)
        return p;
    const JsonValue *at = json_first(value);
    for (int k = 0; k < 3; ++k, at = at ? json_next(at) : NULL) {
        if (!at || at->type != JSON_NUMBER || value->count != 3) {
            refuse(r, value, "three numbers are expected here");
            return p;
        }
        p.v[k] = at->number;
    }
    return p;
}

static Box3d box(Reader *r, const JsonValue *of)
{
    return (Box3d){point(r, of, "low", INFINITY), point(r, of, "high", -INFINITY)};
}

static int find_name(Reader *r, const JsonValue *of, const char *key, int count,
                     const char *(*name)(int i))
{
    const char *text = text_of(r, of, key);
    for (int i = 0; i < count; ++i)
        if (strcmp(text, name(i)) == 0)
            return i;
    refuse(r, of, "this state or rule is not known: was it written by a newer version?");
    return 0;
}

static const char *state_name(int i)
{
    return pair_state_name((enum PairState)i);
}

static const char *rule_name(int i)
{
    return pair_rule_name((enum PairRule)i);
}

static uint64_t read_id(Reader *r, const JsonValue *of)
{
    const char *text = text_of(r, of, "id");
    if (r->ok && (strspn(text, "0123456789abcdef") != 16 || (text[16] && text[16] != '-')))
        refuse(r, of, "an id has 16 digits 0-9a-f");
    return r->ok ? strtoull(text, NULL, 16) : 0;
}

static void read_clashes(Reader *r, const JsonValue *object, FitRow *row)
{
    const JsonValue *list = member(r, object, "clashes", JSON_ARRAY, false);
    if (!list)
        return;
    row->clashes.items = array_alloc((size_t)list->count, sizeof *row->clashes.items);
    if (!row->clashes.items || list->count == 0) {
        refuse(r, list, "every pair has a clash");
        return;
    }
    for (const JsonValue *at = json_first(list); r->ok && at; at = json_next(at)) {
        const char *id = text_of(r, at, "id");
        long of_id = strlen(id) > 17 ? strtol(id + 17, NULL, 10) : 1;
        row->clashes.items[row->clashes.count++] =
            (FitClash){.id = read_id(r, at),
                       .number = of_id > 0 && of_id < INT32_MAX ? (int32_t)of_id : 1,
                       .at = point(r, at, "at", INFINITY),
                       .where = box(r, at),
                       .depth = number(r, at, "depth", 0),
                       .size = number(r, at, "size", 0)};
    }
}

// Names stand in the rows, since most parts have none of their own.
static void read_parts(Reader *r, const JsonValue *object, FitRow *row)
{
    Assembly *assembly = &r->out->assembly;
    const JsonValue *numbers = member(r, object, "numbers", JSON_ARRAY, false);
    const JsonValue *names = member(r, object, "parts", JSON_ARRAY, false);
    const JsonValue *i = numbers ? json_first(numbers) : NULL;
    const JsonValue *name = names ? json_first(names) : NULL;
    int32_t parts[2] = {0, 0};
    for (int k = 0; r->ok && k < 2; ++k) {
        if (!i || !name || i->type != JSON_NUMBER || name->type != JSON_STRING || i->number < 0 ||
            i->number >= assembly->part_count || i->number > floor(i->number)) {
            refuse(r, object, "\"numbers\" and \"parts\" must tell two parts of \"checked\"");
            return;
        }
        parts[k] = (int32_t)i->number;
        if (strcmp(assembly->parts[parts[k]].name, name->text) != 0 &&
            !assembly_rename(assembly, parts[k], name->text))
            no_memory(r);
        i = json_next(i);
        name = json_next(name);
    }
    if (r->ok && parts[0] >= parts[1])
        refuse(r, object, "the first part of a pair has the smaller number");
    row->a = parts[0];
    row->b = parts[1];
}

static void read_row(Reader *r, const JsonValue *at)
{
    FitRow row = {.id = read_id(r, at)};
    read_parts(r, at, &row);
    row.state = (enum PairState)find_name(r, at, "state", PAIR_STATE_COUNT, state_name);
    row.rule = (enum PairRule)find_name(r, at, "rule", RULE_COUNT, rule_name);
    row.depth = number(r, at, "depth", 0);
    row.depth_error = number(r, at, "depth_error", 0);
    row.facet_error = number(r, at, "facet_error", 0);
    row.holes_closed = flag(r, at, "holes_closed");
    row.distance = number(r, at, "distance", 0);
    row.tolerance = number(r, at, "tolerance", 0);
    row.baseline_depth = number(r, at, "baseline_depth", row.rule == RULE_BASELINE ? INFINITY : 0);
    row.polygons = (int32_t)whole(r, at, "polygons", INT32_MAX);
    row.curves.closed = (int32_t)whole(r, at, "closed_curves", INT32_MAX);
    row.curves.open = (int32_t)whole(r, at, "open_curves", INT32_MAX);
    row.curves.length = number(r, at, "curve_length", 0);
    row.where = box(r, at);
    read_clashes(r, at, &row);
    row.text = mem_strdup(text_of(r, at, "text"));
    if (r->ok && !row.text)
        no_memory(r);
    row.clearance = optional(r, at, "clearance", r->out->fit.clearance);
    fit_row_judge(&row);
    if (r->ok && (row.violation != flag(r, at, "counts") || row.rule == RULE_IGNORED))
        refuse(r, at, "\"counts\" does not follow from the rest of the row");
    if (!r->ok)
        fit_row_free(&row);
    else
        r->ok = fit_report_add(&r->out->fit, row, r->err);
}

static void copy_digest(Reader *r, const JsonValue *at, const char *text, char out[SHA256_TEXT])
{
    if (strlen(text) != SHA256_TEXT - 1 || strspn(text, "0123456789abcdef") != SHA256_TEXT - 1)
        refuse(r, at, "a digest has 32 digits 0-9a-f");
    else
        memcpy(out, text, SHA256_TEXT);
}

static void read_checked(Reader *r, const JsonValue *root)
{
    ReportChecked *checked = &r->out->checked;
    Assembly *assembly = &r->out->assembly;
    const JsonValue *object = member(r, root, "checked", JSON_OBJECT, false);
    const JsonValue *list = object ? member(r, object, "parts", JSON_ARRAY, false) : NULL;
    if (!list)
        return;
    copy_digest(r, object, text_of(r, object, "conditions"), checked->conditions);
    checked->parts = calloc((size_t)list->count + 1, sizeof *checked->parts);
    assembly->parts = array_alloc((size_t)list->count, sizeof *assembly->parts);
    if (!checked->parts || !assembly->parts)
        no_memory(r);
    for (const JsonValue *at = json_first(list); r->ok && at; at = json_next(at)) {
        const JsonValue *key = at->type == JSON_ARRAY ? json_first(at) : NULL;
        const JsonValue *digest = key ? json_next(key) : NULL;
        if (!digest || key->type != JSON_STRING || digest->type != JSON_STRING) {
            refuse(r, at, "a part is told by its key and its digest");
            return;
        }
        CheckedPart *part = &checked->parts[checked->count];
        copy_digest(r, at, digest->text, part->digest);
        part->key = strdup(key->text);
        ++checked->count;
        Part *named = &assembly->parts[assembly->part_count++];
        *named = (Part){.key = mem_strdup(key->text), .name = mem_strdup(key->text)};
        if (!part->key || !named->key || !named->name)
            no_memory(r);
    }
}

static void read_shard(Reader *r, const JsonValue *root)
{
    enum { MOST_SHARDS = 1 << 24 };
    ReportChecked *checked = &r->out->checked;
    const JsonValue *object = member(r, root, "shard", JSON_OBJECT, false);
    if (!object)
        return;
    checked->shard = (int32_t)whole(r, object, "number", MOST_SHARDS);
    checked->shards = (int32_t)whole(r, object, "of", MOST_SHARDS);
    checked->date = (int64_t)whole(r, object, "date", 1e15);
    checked->notes = strdup(text_of(r, object, "notes"));
    if (r->ok && !checked->notes)
        no_memory(r);
    if (r->ok && (checked->shard < 1 || checked->shard > checked->shards))
        refuse(r, object, "there is no such shard");
}

static void read_head(Reader *r, const JsonValue *root, bool *is_shard)
{
    ReadReport *out = r->out;
    const char *format = text_of(r, root, "format"), *unit = text_of(r, root, "unit");
    *is_shard = strcmp(format, REPORT_SHARD_FORMAT) == 0;
    if (r->ok && !*is_shard && strcmp(format, REPORT_JSON_FORMAT) != 0)
        refuse(r, root,
               "this is no \"" REPORT_JSON_FORMAT "\" and no share of one; write it again "
               "with snug check --format json");
    if (r->ok && !length_unit_find(unit, &out->assembly.unit))
        refuse(r, root, "there is no such unit");
    out->assembly.title = mem_strdup(text_of(r, root, "title"));
    out->parts = whole(r, root, "parts", REPORT_MOST_PARTS);
    out->triangles = whole(r, root, "triangles", 1e15);
    out->tolerance = number(r, root, "tolerance", 0);
    out->fit.clearance = number(r, root, "clearance", 0);
    if (json_member(root, "clearance_rules"))
        out->fit.clearance_rules = (size_t)whole(r, root, "clearance_rules", 1e15);
    out->fit.near_pairs = (size_t)whole(r, root, "near_pairs", 1e15);
    out->fit.ignored_pairs = (size_t)whole(r, root, "ignored_pairs", 1e15);
    if (r->ok && !out->assembly.title)
        no_memory(r);
}

bool report_parse(ReadReport *out, const char *name, const char *text, size_t size, Error *err)
{
    Reader r = {.out = out, .err = err, .ok = true};
    bool is_shard = false;
    *out = (ReadReport){0};
    if (!json_parse(&r.json, name, text, size, err))
        return false;
    const JsonValue *root = &r.json.values[0];
    read_head(&r, root, &is_shard);
    if (r.ok)
        read_checked(&r, root);
    if (r.ok && is_shard)
        read_shard(&r, root);
    const JsonValue *rows = r.ok ? member(&r, root, "pairs", JSON_ARRAY, false) : NULL;
    for (const JsonValue *at = rows ? json_first(rows) : NULL; r.ok && at; at = json_next(at))
        read_row(&r, at);
    json_free(&r.json);
    if (!r.ok)
        read_report_free(out);
    return r.ok;
}

bool report_read(ReadReport *out, const char *path, Error *err)
{
    FileBytes bytes;
    *out = (ReadReport){0};
    if (!file_read_whole(path, JSON_MAX_BYTES, &bytes, err))
        return false;
    bool ok = report_parse(out, file_base_name(path), bytes.data, bytes.size, err);
    free(bytes.data);
    return ok;
}

void read_report_free(ReadReport *report)
{
    fit_report_free(&report->fit);
    assembly_free(&report->assembly);
    report_checked_free(&report->checked);
    *report = (ReadReport){0};
}

ReportInput read_report_input(const ReadReport *report)
{
    return (ReportInput){.assembly = &report->assembly,
                         .fit = &report->fit,
                         .tolerance = report->tolerance,
                         .parts = report->parts,
                         .triangles = report->triangles,
                         .checked = &report->checked};
}
