#include "app/stages/variant_fit.h"

#include "app/document/document.h"
#include "app/io/text_buffer.h"
#include "app/io/tokens.h"
#include "core/assembly/nearest.h"
#include "core/motion/shrink.h"
#include "core/tree/build/build.h"

#include <stdio.h>
#include <stdlib.h>

void variant_fit_work_free(VariantFitWork *work)
{
    for (int i = 0; i < work->count; ++i) {
        mesh_release(work->trials[i].donor);
        bvh_release(work->trials[i].tree);
        path_proof_work_free(&work->trials[i].way);
    }
    for (int32_t i = 0; work->trees && i < work->part_count; ++i)
        bvh_release(work->trees[i]);
    fit_check_free(&work->check);
    assembly_free(&work->assembly);
    free(work->trees);
    free(work->posed);
    free(work->trials);
    free(work->answers);
    *work = (VariantFitWork){0};
}

static bool make_tree(VariantFitWork *work, VariantTrial *trial, Job *job, Error *err)
{
    if (trial->tree)
        return true;
    Mesh *mesh = mesh_placed(trial->donor, &trial->map, err);
    if (mesh && fabs(work->shape.amount) > 0) {
        Mesh *rest = mesh;
        mesh = deform_mesh_create(rest);
        if (mesh)
            deform_mesh(mesh, rest, &work->shape);
        mesh_release(rest);
    }
    trial->tree = mesh ? bvh_build(mesh, &work->desc, job, err) : NULL;
    mesh_release(mesh);
    return trial->tree != NULL;
}

static bool not_of_part(void *user, int32_t a, int32_t b)
{
    const VariantFitWork *work = user;
    return a != work->part && b != work->part;
}

static bool is_ignored(void *user, int32_t a, int32_t b)
{
    const VariantFitWork *work = user;
    return pair_rules_skip(work->rules, a, b);
}

// The words of the fit report about pairs of this part; the worst of them where one counts.
static bool judge_rest(VariantFitWork *work, const VariantTrial *trial, VariantAnswer *out,
                       Job *job, Error *err)
{
    NearestPart nearest;
    PosedPart *posed = &work->posed[work->part];
    posed->tree = trial->tree;
    assembly_exchange(&work->assembly, work->part, (Mesh *)trial->tree->mesh);
    FitCheck *check = &work->check;
    fit_check_free(check);
    check->contacts = (AssemblyReport){0};
    check->details = (ContactReport){0};
    check->desc.elsewhere = not_of_part;
    check->desc.elsewhere_user = work;
    if (!fit_check_run(check, job, err))
        return false;
    out->fits = fit_report_fits(&check->fit);
    out->undecided = check->fit.violations == 0 && check->fit.undecided > 0;
    if (out->fits)
        fit_report_summary(&check->fit, work->assembly.unit, out->rest, sizeof out->rest);
    else
        snprintf(out->rest, sizeof out->rest, "%s", check->fit.rows[0].text);
    NearestDesc desc = {.skip = is_ignored, .skip_user = work};
    if (!assembly_nearest(work->posed, work->part_count, &work->part, 1, &desc, job, &nearest, err))
        return false;
    out->nearest = nearest.other;
    out->clearance = nearest.other < 0 ? INFINITY : nearest.distance.value;
    return true;
}

static int32_t other_of(const PathProof *proof, int32_t pair, int32_t part)
{
    const int32_t *parts = proof->pairs[pair].part;
    return parts[0] == part ? parts[1] : parts[0];
}

static void take_way(const VariantFitWork *work, const PathProof *proof, VariantAnswer *out)
{
    const PathStretch *first = path_proof_first_contact(proof);
    out->has_way = true;
    out->way = proof->verdict;
    out->blocker = NO_PART;
    for (size_t i = 0; !first && proof->verdict == PATH_UNDECIDED && i < proof->check.count; ++i)
        if (proof->check.stretches[i].state == WAY_UNDECIDED)
            first = &proof->check.stretches[i];
    if (first && proof->verdict != PATH_FREE && proof->verdict != PATH_NEAR) {
        out->time = first->from;
        out->blocker = other_of(proof, first->pair, work->part);
    } else if (proof->touching >= 0 && proof->verdict != PATH_FREE) { // they touch, and must not
        out->blocker = other_of(proof, proof->touching, work->part);
    } else if (proof->check.tight_pair >= 0) {
        out->time = proof->check.tight_time;
        out->blocker = other_of(proof, proof->check.tight_pair, work->part);
    }
    variant_way_words(&work->assembly, out, out->words, sizeof out->words);
}

bool variant_fit_run(VariantFitWork *work, Job *job, Error *err)
{
    double share = 1.0 / (double)(2 * work->count);
    job_step(job, "which variants fit");
    for (int i = 0; i < work->count; ++i) {
        VariantTrial *trial = &work->trials[i];
        VariantAnswer *out = &work->answers[i];
        Job rest = job_part(job, share), way = job_part(job, share);
        snprintf(out->name, sizeof out->name, "%s", trial->name);
        if (!make_tree(work, trial, &rest, err) || !judge_rest(work, trial, out, &rest, err))
            return false;
        job_progress(&rest, 1);
        if (!trial->has_way)
            continue;
        for (int32_t k = 0; k < trial->way.part_count; ++k)
            if (trial->way.parts[k].part == work->part) {
                bvh_release(trial->way.parts[k].tree);
                trial->way.parts[k].tree = bvh_retain(trial->tree);
            }
        if (!path_proof_run(&trial->way, &way, err))
            return false;
        job_progress(&way, 1);
        take_way(work, &trial->way.result, out);
    }
    return true;
}

// --- what it says

void variant_way_words(const Assembly *assembly, const VariantAnswer *answer, char *text,
                       size_t size)
{
    const char *other = answer->blocker < 0 ? "" : assembly->parts[answer->blocker].name;
    if (!answer->has_way)
        text[0] = '\0';
    else if (answer->way == PATH_COLLIDES)
        snprintf(text, size, "blocked at %.4g s by %s", answer->time, other);
    else if (answer->way == PATH_UNDECIDED)
        snprintf(text, size, "unknown at %.4g s: %s", answer->time, other);
    else if (answer->blocker < 0)
        snprintf(text, size, "free%s",
                 answer->way == PATH_NEAR ? ", but too near" : " over the whole way");
    else
        snprintf(text, size, "free%s, tightest at %.4g s: %s",
                 answer->way == PATH_NEAR ? ", but too near" : "", answer->time, other);
}

// Quotes of CSV are doubled; what a spreadsheet would take for a formula is told to be text.
static void add_text(TextBuffer *out, const char *text)
{
    text_add(out, "\"%s", strchr("=+-@", text[0]) && text[0] ? "'" : "");
    for (; *text; ++text)
        text_add(out, *text == '"' ? "\"\"" : "%c", *text);
    text_add(out, "\"");
}

char *variant_table_csv(const VariantTable *table, const Assembly *assembly)
{
    static const char *const VERDICTS[] = {[PATH_FREE] = "free",
                                           [PATH_COLLIDES] = "blocked",
                                           [PATH_NEAR] = "too near",
                                           [PATH_UNDECIDED] = "unknown"};
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    text_add(&out, "part,variant,at_rest,words,clearance_%s,nearest,path,time_s,other,path_words\n",
             length_unit_info(assembly->unit)->suffix);
    for (int i = 0; i < table->count; ++i) {
        const VariantAnswer *a = &table->answers[i];
        add_text(&out, assembly->parts[table->part].name);
        text_add(&out, ",");
        add_text(&out, a->name);
        text_add(&out, ",%s,", a->fits ? "fits" : a->undecided ? "unknown" : "does not fit");
        add_text(&out, a->rest);
        if (a->nearest >= 0)
            text_add(&out, ",%.9g,", a->clearance);
        else
            text_add(&out, ",,");
        add_text(&out, a->nearest >= 0 ? assembly->parts[a->nearest].name : "");
        text_add(&out, ",%s,", a->has_way ? VERDICTS[a->way] : "");
        if (a->has_way && a->blocker >= 0)
            text_add(&out, "%.9g,", a->time);
        else
            text_add(&out, ",");
        add_text(&out, a->has_way && a->blocker >= 0 ? assembly->parts[a->blocker].name : "");
        text_add(&out, ",");
        add_text(&out, a->words);
        text_add(&out, "\n");
    }
    plain_numbers_end(before);
    return text_take(&out);
}
