// Parts with placements, and what is said about pairs of them.
#include "core/door/snug_assembly.h"
#include "core/base/array.h"
#include "core/meaning/rules_parse.h"

#include <float.h>

DoorLocale door_plain_locale(void)
{
    DoorLocale own = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    own.before = uselocale(own.plain);
    return own;
}

void door_locale_back(DoorLocale own)
{
    uselocale(own.before);
    if (own.plain)
        freelocale(own.plain);
}

snug_status snug_assembly_create(const snug_assembly_desc *desc, snug_assembly **out,
                                 snug_error *error)
{
    snug_assembly_desc own = {0};
    snug_status status = DOOR_TAKE(own, desc, error);
    if (status != SNUG_OK)
        return status;
    if (!out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the assembly");
    enum LengthUnit unit = UNIT_MM;
    if (own.unit && !length_unit_find(own.unit, &unit))
        return door_fail(error, SNUG_BAD_NAME, "there is no unit \"%.100s\"", own.unit);
    snug_assembly *assembly = mem_calloc(1, sizeof *assembly);
    if (!assembly)
        return door_no_memory(error);
    assembly->inner.unit = unit;
    *out = assembly;
    return SNUG_OK;
}

void snug_assembly_release(snug_assembly *assembly)
{
    if (!assembly)
        return;
    for (int32_t i = 0; i < assembly->inner.part_count; ++i)
        bvh_release((Bvh *)assembly->posed[i].tree);
    mem_free(assembly->posed);
    contact_report_free(&assembly->details);
    assembly_report_free(&assembly->contacts);
    rule_set_release(assembly->rules);
    limit_book_free(&assembly->limits);
    mem_free(assembly->joints);
    mem_free(assembly->coordinates);
    mem_free(assembly->couplings);
    assembly_free(&assembly->inner);
    mem_free(assembly);
}

snug_status snug_assembly_add(snug_assembly *assembly, const snug_part_desc *desc, int32_t *part,
                              snug_error *error)
{
    snug_part_desc own = {0};
    Affine placement;
    snug_status status =
        door_take(&own, sizeof own, desc, DOOR_END_OF(snug_part_desc, mesh), error);
    if (status == SNUG_OK)
        status = door_placement(&placement, own.placement, error);
    if (status != SNUG_OK)
        return status;
    if (!assembly || !own.mesh || !own.name || !own.name[0])
        return door_fail(error, SNUG_BAD_ARGUMENT, "a part needs an assembly, a mesh and a name");
    Assembly *inner = &assembly->inner;
    if (!array_reserve(&assembly->posed, &assembly->posed_capacity, (size_t)inner->part_count + 1,
                       sizeof *assembly->posed))
        return door_no_memory(error);
    Mesh *mesh = mesh_retain((Mesh *)own.mesh);
    if (!assembly_add(inner, own.name, mesh, &placement, 0)) {
        mesh_release(mesh);
        return door_no_memory(error);
    }
    int32_t added = inner->part_count - 1;
    assembly->posed[added] = (PosedPart){.placement = placement, .active = true, .changed = true};
    if (part)
        *part = added;
    return SNUG_OK;
}

static snug_status find_part(const snug_assembly *assembly, int32_t part, snug_error *error)
{
    if (!assembly)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly");
    if (part < 0 || part >= assembly->inner.part_count)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no part %d", part);
    return SNUG_OK;
}

snug_status snug_assembly_place(snug_assembly *assembly, int32_t part, const double placement[12],
                                snug_error *error)
{
    Affine to;
    snug_status status = find_part(assembly, part, error);
    if (status == SNUG_OK)
        status = door_placement(&to, placement, error);
    if (status != SNUG_OK)
        return status;
    assembly->posed[part].placement = to;
    assembly->posed[part].changed = true;
    return SNUG_OK;
}

snug_status snug_assembly_activate(snug_assembly *assembly, int32_t part, int32_t active,
                                   snug_error *error)
{
    snug_status status = find_part(assembly, part, error);
    if (status != SNUG_OK)
        return status;
    assembly->posed[part].active = active != 0;
    assembly->posed[part].changed = true;
    return SNUG_OK;
}

int32_t snug_assembly_count(const snug_assembly *assembly)
{
    return assembly ? assembly->inner.part_count : 0;
}

int32_t snug_assembly_find(const snug_assembly *assembly, const char *name)
{
    return assembly && name && assembly->inner.part_count > 0
               ? assembly_find(&assembly->inner, name)
               : -1;
}

snug_status snug_assembly_get_part(const snug_assembly *assembly, int32_t part,
                                   snug_part_info *info, snug_error *error)
{
    snug_status status = find_part(assembly, part, error);
    if (status == SNUG_OK)
        status = door_ready(info, DOOR_END_OF(snug_part_info, name), error);
    if (status != SNUG_OK)
        return status;
    snug_part_info own = {.name = assembly->inner.parts[part].key,
                          .active = assembly->posed[part].active};
    door_placement_numbers(&assembly->posed[part].placement, own.placement);
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}

// Pairs that were ignored have not been looked at so far.
static void adopt_rules(snug_assembly *assembly, RuleSet *rules)
{
    rule_set_release(assembly->rules);
    assembly->rules = rules;
    for (int32_t i = 0; i < assembly->inner.part_count; ++i)
        assembly->posed[i].changed = true;
}

snug_status snug_assembly_set_rules(snug_assembly *assembly, const char *text, size_t size,
                                    snug_error *error)
{
    if (!assembly || !text)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly or no text");
    RuleSet *rules = rule_set_create();
    if (!rules)
        return door_no_memory(error);
    Error err = {""};
    DoorLocale locale = door_plain_locale();
    bool good = rules_parse(rules, "rules", text, size == SIZE_MAX ? strlen(text) : size, &err);
    door_locale_back(locale);
    if (!good) {
        rule_set_release(rules);
        return door_core_failed(error, &err, SNUG_BAD_RULES);
    }
    adopt_rules(assembly, rules);
    return SNUG_OK;
}

snug_status snug_assembly_add_rule(snug_assembly *assembly, snug_rule rule, const char *pattern_a,
                                   const char *pattern_b, double length, snug_error *error)
{
    if (!assembly || !pattern_a || !pattern_b)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a rule needs an assembly and two patterns");
    if ((int)rule < 0 || (int)rule > RULE_CLEARANCE)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no rule %d", (int)rule);
    if (!(length >= 0) || (rule == SNUG_RULE_CLEARANCE && isinf(length)))
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "a depth is 0 or more, a clearance finite besides");
    RuleSet *rules = assembly->rules ? rule_set_copy(assembly->rules) : rule_set_create();
    if (!rules)
        return door_no_memory(error);
    Error err = {""};
    double metres = length * length_unit_info(assembly->inner.unit)->metres;
    if (!rule_set_add(rules, (enum PairRule)rule, pattern_a, pattern_b, metres, &err)) {
        rule_set_release(rules);
        return door_core_failed(error, &err, SNUG_BAD_RULES);
    }
    adopt_rules(assembly, rules);
    return SNUG_OK;
}
