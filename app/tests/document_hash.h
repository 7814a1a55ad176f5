// A hash of everything that document_equal compares: two documents that it tells apart have two hashes, and
// equal ones have one. Interned texts count as what they are, the same pointer for the same text.
#ifndef SNUG_APP_TESTS_DOCUMENT_HASH_H
#define SNUG_APP_TESTS_DOCUMENT_HASH_H

#include "app/document/fields.h"
#include "core/base/utf8.h"
#include "core/tree/build/build.h"

static inline uint64_t mixed(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ b[i]) * UINT64_C(1099511628211);
    return hash;
}

#define MIX(hash, value) mixed(hash, &(value), sizeof(value))

static inline uint64_t mixed_text(uint64_t hash, const char *text)
{
    return utf8_hash(text ? text : "", hash);
}

// By value: -0 and 0 are the same.
static inline uint64_t mixed_numbers(uint64_t hash, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        double number = numbers[i] + 0.0;
        hash = MIX(hash, number);
    }
    return hash;
}

static inline uint64_t part_state_hash(const PartState *p, uint64_t hash)
{
    hash = MIX(MIX(MIX(MIX(hash, p->visible), p->ghost), p->selected), p->locked);
    hash = MIX(MIX(MIX(MIX(hash, p->colour), p->name), p->group), p->rigid);
    hash = MIX(MIX(MIX(MIX(hash, p->connectors), p->variants), p->variant), p->overlay_level);
    hash = mixed_numbers(MIX(hash, p->shape.rule), &p->shape.amount, 1);
    hash = mixed_numbers(mixed_numbers(hash, p->joint.v, 2), p->placement.p.v, 3);
    return mixed_numbers(hash, p->placement.m[0], 9);
}

static inline uint64_t joints_hash(const JointList *list, uint64_t hash)
{
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        const Joint *joint = &list->joints[i];
        hash = mixed_text(MIX(hash, i), list->names[i].text);
        hash = MIX(MIX(MIX(hash, joint->parent), joint->child), joint->kind);
        for (int k = 0; k < 2; ++k) {
            hash = mixed_numbers(hash, joint->frame[k].origin.v, 3);
            hash = mixed_numbers(hash, joint->frame[k].axis.v, 3);
            hash = mixed_numbers(hash, joint->frame[k].side.v, 3);
        }
        hash = mixed_numbers(mixed_numbers(hash, joint->low.v, 2), joint->high.v, 2);
        hash = mixed_numbers(hash, &joint->pitch, 1);
    }
    for (int32_t i = 0; joint_list_count(list) > 0 && i < list->coupling_count; ++i) {
        const JointCoupling *coupling = &list->couplings[i];
        hash = MIX(MIX(hash, coupling->joint[0]), coupling->joint[1]);
        hash = mixed_numbers(mixed_numbers(hash, &coupling->ratio, 1), &coupling->offset, 1);
    }
    return hash;
}

static inline uint64_t rules_hash(const RuleSet *set, uint64_t hash)
{
    for (size_t i = 0; set && i < set->group_count; ++i) {
        hash = mixed_text(MIX(hash, i), set->groups[i].name);
        for (size_t k = 0; k < set->groups[i].count; ++k)
            hash = mixed_text(hash, set->groups[i].patterns[k]);
    }
    for (size_t i = 0; set && i < set->count; ++i) {
        const Rule *rule = &set->rules[i];
        hash = mixed_text(mixed_text(MIX(hash, rule->kind), rule->a), rule->b);
        hash = mixed_numbers(hash, &rule->length, 1);
    }
    return hash;
}

static inline uint64_t primitives_hash(const PrimitiveState *state, uint64_t hash)
{
    const HybridDesc *desc = &state->desc;
    hash = MIX(MIX(MIX(hash, desc->builder), desc->by_area), desc->types);
    hash = mixed_numbers(hash, desc->factors, VOLUME_TYPE_COUNT);
    hash = mixed_numbers(hash, desc->params, desc->builder ? desc->builder->param_count : 0);
    for (int32_t i = 0; i < primitive_list_count(state->list); ++i) {
        const Coverage *covers = state->list->covers[i];
        char volume[PRIMITIVE_TEXT_SIZE];
        primitive_to_text(&state->list->set.items[i].volume, volume);
        hash = mixed_text(mixed_text(hash, volume), state->list->set.items[i].name);
        if (covers)
            hash = mixed(hash, covers->items, (size_t)covers->count * sizeof *covers->items);
    }
    return hash;
}

static inline uint64_t fields_hash(const Document *d, uint64_t hash)
{
    for (int i = 0; i < field_count; ++i) {
        const Field *field = &document_fields[i];
        double value = field->stored == STORED_POINT ? 0 : field_value(field, d);
        if (field->tool)
            continue;
        if (field->stored == STORED_POINT)
            hash = mixed_numbers(hash, ((const Vec3d *)field_at(field, d))->v, 3);
        else
            hash = mixed_numbers(hash, &value, 1);
    }
    return hash;
}

static inline uint64_t document_hash(const Document *d)
{
    BvhDesc build = bvh_desc_filled(&d->build);
    const QueryDesc *query = &d->query;
    uint64_t hash = fields_hash(d, MIX(UTF8_HASH_START, d->selected));
    for (int32_t i = 0; i < d->part_count; ++i)
        if (!d->parts[i].removed)
            hash = part_state_hash(&d->parts[i], MIX(hash, i));
    hash = MIX(MIX(MIX(hash, build.type), build.builder), build.split);
    hash = MIX(MIX(MIX(hash, build.leaf_size), build.arity), build.params);
    hash = MIX(MIX(MIX(MIX(hash, query->mode), query->test), query->rule), query->order);
    hash = MIX(MIX(MIX(hash, query->lift), query->tri), query->witnesses);
    hash = MIX(MIX(hash, query->leaf_volumes), query->limit);
    return primitives_hash(&d->primitives, rules_hash(d->rules, joints_hash(d->joints, hash)));
}

#endif
