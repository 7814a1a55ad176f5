#include "app/stages/fit_work.h"

#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

void fit_key_free(FitKey *key)
{
    rule_set_release(key->rules);
    *key = (FitKey){0};
}

bool fit_key_equal(const FitKey *a, const FitKey *b)
{
    return a->valid && b->valid && a->report_version == b->report_version &&
           a->names_version == b->names_version && a->rules == b->rules &&
           !(a->clearance < b->clearance) && !(a->clearance > b->clearance) &&
           !(a->tolerance < b->tolerance) && !(a->tolerance > b->tolerance);
}

bool fit_wants_volumes(const Document *document)
{
    return field_flag(document, &action_check_volumes);
}

FitKey fit_key_wanted(const App *app)
{
    const Document *document = &app->document;
    return (FitKey){app->report_version, app->names_version,  document->rules,
                    document->clearance, document->tolerance, app->stages->shown.parts != NULL};
}

void fit_base_free(FitBase *base)
{
    query_target_free(&base->target);
    assembly_report_free(&base->contacts);
    contact_report_free(&base->details);
    fit_curves_free(&base->curves);
    *base = (FitBase){0};
}

void fit_work_free(FitWork *work)
{
    fit_key_free(&work->key);
    assembly_free(&work->assembly);
    shared_rules_release(work->rules);
    fit_report_free(&work->check.fit);
    fit_base_free(&work->base);
    free(work->posed);
    *work = (FitWork){0};
}

// With the meshes as they are shown: parts may be deformed.
static bool copy_assembly(const Assembly *from, const QueryTarget *shown, Assembly *to)
{
    *to = (Assembly){
        .title = strdup(from->title ? from->title : ""), .unit = from->unit, .up = from->up};
    bool ok = to->title != NULL;
    for (int32_t i = 0; ok && i < shown->count; ++i) {
        const Part *part = &from->parts[i];
        Mesh *mesh = mesh_retain(shown->parts[i].tree->mesh);
        ok = assembly_add(to, part->key, mesh, &part->rest, part->colour);
        if (!ok)
            mesh_release(mesh);
        if (ok)
            to->parts[i].gone = part->gone;
        ok = ok && (strcmp(part->name, part->key) == 0 || assembly_rename(to, i, part->name));
    }
    return ok;
}

// What is shown has all contacts, for the same ignored pairs: they need not be listed again.
static bool take_contacts(App *app, FitWork *work, const SharedRules *rules)
{
    const QueryTarget *shown = &app->stages->shown;
    bool same = shown->desc.mode == QUERY_ALL && shown->desc.witnesses && !shown->desc.leaf_volumes;
    for (int32_t i = 0; same && i < shown->count; ++i)
        same = shown->parts[i].ignored == rules->signatures[i];
    AssemblyReport contacts;
    if (!same || !assembly_report_share(&contacts, &app->report))
        return false;
    assembly_report_free(&work->base.contacts);
    work->base.contacts = contacts;
    return true;
}

// With which parts have changed since the base.
bool fit_work_begin(App *app, FitWork *work)
{
    const QueryTarget *shown = &app->stages->shown;
    work->key = fit_key_wanted(app);
    rule_set_retain(work->key.rules);
    size_t count = (size_t)shown->count;
    QueryTarget *base = &work->base.target;
    SharedRules *rules = stages_rules(app);
    QueryPart *parts = array_alloc(count, sizeof *parts);
    work->posed = array_alloc(count, sizeof *work->posed);
    if (!parts || !rules || !work->posed ||
        !copy_assembly(&app->assembly, shown, &work->assembly)) {
        free(parts);
        return false;
    }
    work->rules = shared_rules_retain(rules);
    for (int32_t i = 0; i < shown->count; ++i) {
        parts[i] = shown->parts[i];
        parts[i].ignored = rules->signatures[i];
        bool changed = i >= base->count || !query_part_equal(&base->parts[i], &parts[i]);
        work->posed[i] = (PosedPart){parts[i].tree, parts[i].placement, parts[i].active, changed};
        bvh_retain(parts[i].tree);
    }
    query_target_free(base);
    *base = (QueryTarget){parts, shown->count, shown->desc, shown->effort};
    work->check =
        (FitCheck){.assembly = &work->assembly,
                   .parts = work->posed,
                   .query = shown->desc,
                   .contact = {.tolerance = work->key.tolerance},
                   .desc = {.clearance = work->key.clearance, .rules = &work->rules->rules},
                   .local = pieces_wanted(app),
                   .volumes = fit_wants_volumes(&app->document),
                   .listed = take_contacts(app, work, rules)};
    work->check.query.pool = app->document.effort.threads ? app->stages->pool : NULL;
    return true;
}

bool fit_work_run(FitWork *work, Job *job, Error *err)
{
    work->check.contacts = work->base.contacts;
    work->check.details = work->base.details;
    bool done = fit_check_run(&work->check, job, err);
    work->base.contacts = work->check.contacts;
    work->base.details = work->check.details;
    return done;
}
