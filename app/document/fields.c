#include "app/document/fields.h"

#include "app/document/compare.h"
#include "app/document/field_actions.h"
#include "app/document/study_actions.h"
#include "app/io/json.h"
#include "core/query/volume_contacts.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stddef.h>

// --- what setting one of them asks of others

static bool check_build(Document *document, const Document *before, Error *err)
{
    const BvhDesc *build = &document->build;
    const char *why = "";
    if (build->arity != 2 && build->arity != 4 && build->arity != 8)
        return error_set(err, "a node has 2, 4 or 8 children, not %d", (int)build->arity);
    if (bvh_desc_allowed(build, &why))
        return true;
    if (build->split != before->build.split)
        return error_set(err, "%s does not take %s: %s", build->type->name, build->split->name,
                         why);
    if (build->arity != before->build.arity)
        return error_set(err, "%s does not take %d children: %s", build->type->name,
                         (int)build->arity, why);
    return error_set(err, "%s cannot be built that way: %s", build->type->name, why);
}

// Chosen by hand it stays, whichever volume comes next.
static bool choose_criterion(Document *document, const Document *before, Error *err)
{
    field_store(action_build_own_criterion.field, document, false);
    return check_build(document, before, err);
}

static bool follow_own_criterion(Document *document, const Document *before, Error *err)
{
    if (field_flag(document, &action_build_own_criterion))
        document->build.split = bvh_own_criterion(document->build.type);
    return check_build(document, before, err);
}

// Parameters, overlap tests and what to open first belong to the volume: the new one starts with
// its own, and with a builder it can be built by. Its criterion is that of its paper, unless one
// was chosen by hand that it takes; so are leaf size and children per node.
static bool follow_volume(Document *document, const Document *before, Error *err)
{
    (void)err;
    BvhDesc build = document->build;
    if (build.type == before->build.type)
        return true;
    build.params_set = false;
    BvhDesc own = bvh_desc_filled(&(BvhDesc){.type = before->build.type});
    if (build.leaf_size == own.leaf_size)
        build.leaf_size = 0;
    if (build.arity == own.arity || !(build.type->traits & BV_WIDE))
        build.arity = 0;
    const char *why;
    if (!bvh_desc_allowed(&build, &why))
        field_store(action_build_own_criterion.field, document, true);
    if (field_flag(document, &action_build_own_criterion))
        build.split = NULL;
    build = bvh_desc_filled(&build);
    for (int i = 0; !bvh_desc_allowed(&build, &why) && i < (builder_count + 1) * split_rule_count;
         ++i) {
        if (i >= split_rule_count) // no criterion would do with the present builder
            build.builder = builders[i / split_rule_count - 1];
        build.split = split_rules[i % split_rule_count];
    }
    document->build = build;
    document->query.test = 0;
    document->query.rule = build.type->rule;
    return true;
}

// Chosen by hand it stays, whatever is changed next.
static bool choose_compare(Document *document, const Document *before, Error *err)
{
    (void)before;
    (void)err;
    field_store(action_compare_before.field, document, false);
    return true;
}

static bool check_compare(Document *document, const Document *before, Error *err)
{
    const CompareSettings *c = &document->compare;
    const BvhDesc build = compare_build(c);
    const char *why = "";
    if (c->arity != 2 && c->arity != 4 && c->arity != 8)
        return error_set(err, "a node has 2, 4 or 8 children, not %d", c->arity);
    if (!bvh_desc_allowed(&build, &why))
        return error_set(err, "%s cannot be built that way: %s", c->volume->name, why);
    return choose_compare(document, before, err);
}

static bool follow_compare_volume(Document *document, const Document *before, Error *err)
{
    BvhDesc own = bvh_desc_filled(&(BvhDesc){.type = document->compare.volume});
    compare_take(document, &(SearchKind){own, {.rule = own.type->rule}});
    return choose_compare(document, before, err);
}

static bool follow_hybrid_builder(Document *document, const Document *before, Error *err)
{
    (void)err;
    HybridDesc *desc = &document->primitives.desc;
    if (desc->builder == before->primitives.desc.builder)
        return true;
    desc->params_set = false;
    *desc = hybrid_desc_filled(desc);
    return true;
}

static bool stand_upright(Document *document, const Document *before, Error *err)
{
    (void)before;
    (void)err;
    if (!document->view.trackball)
        document->view.camera.roll = 0; // a turntable stands upright
    return true;
}

static const char *without_parts(const Document *document)
{
    return document->part_count > 0 ? NULL : "nothing is open";
}

static const char *without_cells(const Document *document)
{
    return document->build.type->traits & BV_SPACE_PARTITION
               ? NULL
               : "only a space partition, such as the BoxTree of 1997, has cells without triangles";
}

static const char *without_lift(const Document *document)
{
    return document->build.type->tests[document->query.test].run_lifted
               ? NULL
               : "this overlap test has no work that belongs to one node alone";
}

static const char *without_approximation(const Document *document)
{
    return query_leaves_approximate(&document->build)
               ? NULL
               : "only leaves of hybrid hierarchies are meant to stand for what is in them: choose "
                 "the volume \"hybrid\"";
}

// --- the table

// clang-format off
#define STORED(member)                                                                             \
    _Generic(((Document *)0)->member, bool: STORED_FLAG, int: STORED_INT, unsigned: STORED_INT,    \
             float: STORED_FLOAT, double: STORED_DOUBLE, Vec3d: STORED_POINT,                      \
             default: STORED_ENTRY)
#define ARG_OF(member)                                                                             \
    _Generic(((Document *)0)->member, bool: ARG_FLAG, float: ARG_NUMBER, double: ARG_NUMBER,       \
             default: ARG_INDEX)
// clang-format on
#define OWN_FLAG(group, word) own_flags[INDEX_##group##_##word]
#define OWN_NUMBER(group, word) own_numbers[INDEX_##group##_##word]
#define IN(object_, key_) .object = (object_), .key = (key_)
#define RANGE(least_, most_) .least = (least_), .most = (most_)

enum {
#define FIELD(group, word, ...) INDEX_##group##_##word,
#define PLAIN_FIELD(group, word, ...) INDEX_##group##_##word,
#include "app/document/fields_all.inl"
#undef FIELD
#undef PLAIN_FIELD
    INDEX_COUNT
};

const Field document_fields[] = {
#define FIELD(group, word, member, flags_, title_, shortcut_, note_, ...)                          \
    {.name = #group "." #word,                                                                     \
     .action = &action_##group##_##word,                                                           \
     .offset = offsetof(Document, member),                                                         \
     .stored = STORED(member),                                                                     \
     __VA_ARGS__},
#define PLAIN_FIELD(group, word, member, ...)                                                      \
    {.name = #group "." #word,                                                                     \
     .offset = offsetof(Document, member),                                                         \
     .stored = STORED(member),                                                                     \
     __VA_ARGS__},
#include "app/document/fields_all.inl"
#undef FIELD
#undef PLAIN_FIELD
};
const int field_count = INDEX_COUNT;
_Static_assert((int)INDEX_COUNT <= (int)FIELDS_MOST, "raise FIELDS_MOST");

#define FIELD(group, word, member, flags_, title_, shortcut_, note_, ...)                          \
    const Action action_##group##_##word = {.name = #group "." #word,                              \
                                            .title = (title_),                                     \
                                            .shortcut = (shortcut_),                               \
                                            .note = (note_),                                       \
                                            .flags = (flags_),                                     \
                                            .args = {{.type = ARG_OF(member)}},                    \
                                            .field = &document_fields[INDEX_##group##_##word]};
#define PLAIN_FIELD(...)
#include "app/document/fields_all.inl"
#undef FIELD
#undef PLAIN_FIELD

// --- values

void *field_at(const Field *field, const Document *document)
{
    return (char *)document + field->offset;
}

static double number_of_entry(const ChoiceList *list, const Document *document, const void *entry)
{
    int i = 0;
    while (list->name(document, i + 1) && list->entry(i) != entry)
        ++i;
    return i;
}

double field_value(const Field *field, const Document *document)
{
    const void *at = field_at(field, document);
    switch (field->stored) {
    case STORED_FLAG:
        return *(const bool *)at != field->inverted;
    case STORED_INT:
        return *(const int *)at;
    case STORED_FLOAT:
        return (double)*(const float *)at;
    case STORED_DOUBLE:
        return *(const double *)at;
    case STORED_ENTRY:
        return number_of_entry(field->list, document, *(const void *const *)at);
    case STORED_POINT:
        break;
    }
    return 0;
}

bool field_flag(const Document *document, const Action *action)
{
    return field_value(action->field, document) > 0;
}

double field_number(const Document *document, const Action *action)
{
    return field_value(action->field, document);
}

void field_store(const Field *field, Document *document, double value)
{
    void *at = field_at(field, document);
    if (field->stored == STORED_FLAG)
        *(bool *)at = (value > 0) != field->inverted;
    else if (field->stored == STORED_INT)
        *(int *)at = (int)value;
    else if (field->stored == STORED_FLOAT)
        *(float *)at = (float)value;
    else if (field->stored == STORED_DOUBLE)
        *(double *)at = value;
    else if (field->stored == STORED_ENTRY)
        *(const void **)at = field->list->entry((int)value);
    else
        *(Vec3d *)at = vec3d(value, value, value);
}

static bool in_range(const Field *field, const Document *document, double value, Error *err)
{
    if (field->stored == STORED_FLAG)
        return true;
    if (field->list)
        return field->list->name(document, (int)value) ||
               error_set(err, "there is no %s number %d", field->list->what, (int)value);
    return (value >= field->least && value <= field->most) ||
           error_set(err, "it must lie between %g and %g", field->least, field->most);
}

bool field_set(const Field *field, Document *document, double value, Error *err)
{
    Document before = *document;
    if (!in_range(field, document, value, err))
        return false;
    field_store(field, document, value);
    if (!field->check || field->check(document, &before, err))
        return true;
    *document = before;
    return false;
}

double field_argument(const Field *field, const ActionArgs *args)
{
    const enum ArgType type = field->action->args[0].type;
    return type == ARG_FLAG ? args->flag : type == ARG_INDEX ? args->index : args->number;
}

void field_to_arguments(const Field *field, double value, ActionArgs *args)
{
    const enum ArgType type = field->action->args[0].type;
    if (type == ARG_FLAG)
        args->flag = value > 0;
    else if (type == ARG_INDEX)
        args->index = (int32_t)value;
    else
        args->number = value;
}

double field_next(const Field *field, const Document *document, int step)
{
    double now = field_value(field, document);
    if (field->stored == STORED_FLAG)
        return !(now > 0);
    int count = field->list ? list_count(field->list, document) : 0;
    return count > 0 ? ((int)now + count + step) % count : now;
}

const char *field_word(const Field *field, const Document *document, double value)
{
    if (field->list)
        return field->list->name(document, (int)value);
    return field->stored != STORED_FLAG ? NULL : value > 0 ? "on" : "off";
}

void fields_default(Document *document)
{
    for (int i = 0; i < field_count; ++i)
        field_store(&document_fields[i], document, document_fields[i].usual);
}

static bool same(const Field *field, const Document *a, const Document *b)
{
    if (field->stored != STORED_POINT) {
        double x = field_value(field, a), y = field_value(field, b);
        return !(x < y) && !(x > y);
    }
    const Vec3d *p = field_at(field, a), *q = field_at(field, b);
    for (int k = 0; k < 3; ++k)
        if (p->v[k] < q->v[k] || p->v[k] > q->v[k])
            return false;
    return true;
}

void fields_keep_tools(Document *to, const Document *from)
{
    for (int i = 0; i < field_count; ++i)
        if (document_fields[i].tool)
            field_store(&document_fields[i], to, field_value(&document_fields[i], from));
}

bool fields_equal(const Document *a, const Document *b)
{
    for (int i = 0; i < field_count; ++i)
        if (!document_fields[i].tool && !same(&document_fields[i], a, b))
            return false;
    return true;
}

void fields_describe(TextBuffer *out, const Document *document)
{
    text_add(out, "{");
    for (int i = 0; i < field_count; ++i) {
        const Field *field = &document_fields[i];
        const double value = field_value(field, document);
        const ChoiceList *list = field->saved_list ? field->saved_list : field->list;
        text_add(out, "%s\"%s\":", i > 0 ? "," : "", field->name);
        if (list) {
            text_add(out, "[%d,", (int)value);
            json_add_string(out, list->name(document, (int)value));
            text_add(out, "]");
        } else if (field->stored == STORED_POINT) {
            const Vec3d *p = field_at(field, document);
            text_add(out, "[%.17g,%.17g,%.17g]", p->x, p->y, p->z);
        } else {
            text_add(out, "%.17g", value);
        }
    }
    text_add(out, "}");
}
