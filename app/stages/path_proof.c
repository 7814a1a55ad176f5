#include "app/stages/path_proof.h"

#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdio.h>

void path_proof_free(PathProof *proof)
{
    path_check_free(&proof->check);
    free(proof->pairs);
    *proof = (PathProof){0};
}

void path_proof_work_free(PathProofWork *work)
{
    for (int32_t i = 0; i < work->part_count; ++i)
        bvh_release(work->parts[i].tree);
    free(work->parts);
    free(work->pairs);
    free(work->pair_parts);
    motion_path_free(&work->path);
    path_proof_free(&work->result);
    *work = (PathProofWork){0};
}

// --- what takes part

static void to_unit(MotionPath *path, enum LengthUnit unit)
{
    double factor = length_unit_info(path->unit)->metres / length_unit_info(unit)->metres;
    if (path->unit == unit)
        return;
    for (size_t i = 0; i < path->part_count; ++i) {
        PathPart *part = &path->parts[i];
        part->pivot = vec3d_scale(part->pivot, factor);
        for (size_t k = 0; k < part->key_count; ++k)
            part->keys[k].pose.pivot = vec3d_scale(part->keys[k].pose.pivot, factor);
    }
    path->unit = unit;
}

// The number of the part in the work, where it is added unless it is there already.
static int32_t take_part(const App *app, PathProofWork *work, int32_t *numbers, int32_t part,
                         int32_t in_path)
{
    if (numbers[part] >= 0)
        return numbers[part];
    if (!array_reserve(&work->parts, &work->part_capacity, (size_t)work->part_count + 1,
                       sizeof *work->parts))
        return -1;
    work->parts[work->part_count] = (ProofPart){.part = part,
                                                .tree = bvh_retain(app->parts[part].tree),
                                                .placement = app->document.parts[part].placement,
                                                .in_path = in_path};
    return numbers[part] = work->part_count++;
}

static bool take_pair(const App *app, const PairRules *rules, PathProofWork *work, int32_t *numbers,
                      const int32_t *in_path, int32_t a, int32_t b)
{
    double baseline = 0;
    enum PairRule rule = pair_rules_find(rules, a < b ? a : b, a < b ? b : a, &baseline);
    if (rule == RULE_IGNORED || rule == RULE_INTENTIONAL ||
        (rule == RULE_BASELINE && isinf(baseline))) {
        ++*(rule == RULE_IGNORED ? &work->result.ignored : &work->result.intentional);
        return true;
    }
    size_t count = (size_t)work->pair_count + 1;
    int32_t first = take_part(app, work, numbers, a, in_path[a]);
    int32_t second = take_part(app, work, numbers, b, in_path[b]);
    if (first < 0 || second < 0 ||
        !array_reserve(&work->pairs, &work->pair_capacity, count, sizeof *work->pairs) ||
        !array_reserve(&work->pair_parts, &work->pair_parts_capacity, count,
                       sizeof *work->pair_parts))
        return false;
    work->pairs[work->pair_count] =
        (ProofPair){.part = {a, b},
                    .forbidden = rule == RULE_FORBIDDEN,
                    .baseline = rule == RULE_BASELINE ? baseline : 0,
                    .clearance = pair_rules_clearance(rules, a, b, app->document.clearance)};
    work->pair_parts[work->pair_count][0] = first;
    work->pair_parts[work->pair_count][1] = second;
    ++work->pair_count;
    return true;
}

static bool takes_part(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    return state->visible && !state->removed && app->parts[part].tree;
}

// Every moving part against everything else, each pair once.
static bool take_pairs(App *app, const PairRules *rules, PathProofWork *work, int32_t *numbers,
                       const int32_t *in_path)
{
    const PathState *state = &app->path;
    for (size_t i = 0; i < state->path.part_count; ++i) {
        int32_t a = state->matches[i].part;
        if (!takes_part(app, a) || state->path.parts[i].key_count < 2)
            continue;
        for (int32_t b = 0; b < app->document.part_count; ++b) {
            bool moves = in_path[b] >= 0 && state->path.parts[in_path[b]].key_count > 1;
            if (b == a || !takes_part(app, b) || (moves && in_path[b] < (int32_t)i))
                continue;
            if (!take_pair(app, rules, work, numbers, in_path, a, b))
                return false;
        }
    }
    return true;
}

bool path_proof_begin(App *app, PathProofWork *work, Error *err)
{
    *work = (PathProofWork){.tolerance = app->document.tolerance};
    size_t count = (size_t)app->document.part_count;
    int32_t *numbers = array_alloc(count, sizeof *numbers);
    int32_t *in_path = array_alloc(count, sizeof *in_path);
    SharedRules *rules = stages_rules(app);
    bool good = numbers && in_path && rules && motion_path_copy(&work->path, &app->path.path);
    for (size_t i = 0; good && i < count; ++i) {
        numbers[i] = in_path[i] = -1;
        const PartState *part = &app->document.parts[i];
        work->result.hidden += !part->visible && !part->removed;
    }
    for (size_t i = 0; good && i < app->path.path.part_count; ++i)
        in_path[app->path.matches[i].part] = (int32_t)i;
    good = good && take_pairs(app, &rules->rules, work, numbers, in_path);
    if (good)
        to_unit(&work->path, app->assembly.unit);
    free(numbers);
    free(in_path);
    return good || error_set(err, "not enough memory to check the path");
}

// --- what it says

const PathStretch *path_proof_first_contact(const PathProof *proof)
{
    for (size_t i = 0; i < proof->check.count; ++i)
        if (proof->check.stretches[i].state == WAY_COLLIDES)
            return &proof->check.stretches[i];
    return NULL;
}

static void names_of(const PathProof *proof, int32_t pair, const Assembly *assembly,
                     const char *names[2])
{
    for (int k = 0; k < 2; ++k)
        names[k] = assembly->parts[proof->pairs[pair].part[k]].name;
}

static void first_undecided(const PathProof *proof, const Assembly *assembly, char *text,
                            size_t size)
{
    const char *names[2];
    for (size_t i = 0; i < proof->check.count; ++i) {
        const PathStretch *stretch = &proof->check.stretches[i];
        if (stretch->state != WAY_UNDECIDED)
            continue;
        names_of(proof, stretch->pair, assembly, names);
        snprintf(text, size, "Undecided for %.3g s of %.3g s, first at %.4g s: %s and %s%s",
                 proof->undecided, proof->check.end - proof->check.start, stretch->from, names[0],
                 names[1], proof->pairs[stretch->pair].open ? ", which are not closed" : "");
        return;
    }
    snprintf(text, size, "Undecided");
}

void path_proof_sentence(const PathProof *proof, const Assembly *assembly, char *text, size_t size)
{
    const PathCheck *check = &proof->check;
    const char *names[2];
    char length[48], wanted[48];
    const PathStretch *first = path_proof_first_contact(proof);
    if (proof->verdict == PATH_COLLIDES && first) {
        names_of(proof, first->pair, assembly, names);
        snprintf(text, size, "Collides for %.3g s of %.3g s, first at %.4g s: %s and %s",
                 proof->collides, check->end - check->start, first->from, names[0], names[1]);
        return;
    }
    if (proof->verdict == PATH_UNDECIDED && check->count > 0) {
        first_undecided(proof, assembly, text, size);
        return;
    }
    if (proof->touching >= 0 && proof->verdict != PATH_FREE) {
        names_of(proof, proof->touching, assembly, names);
        length_format(proof->pairs[proof->touching].clearance, assembly->unit, wanted,
                      sizeof wanted);
        snprintf(text, size, "%s nearer than %s: %s and %s touch",
                 proof->verdict == PATH_NEAR ? "Free, but" : "Free, but it is undecided whether",
                 wanted, names[0], names[1]);
        return;
    }
    if (check->tight_pair < 0) {
        snprintf(text, size, "Free over the whole way%s",
                 proof->touched > 0 ? ", with touches" : ": nothing comes near");
        return;
    }
    names_of(proof, check->tight_pair, assembly, names);
    length_format(check->tight_high, assembly->unit, length, sizeof length);
    length_format(proof->pairs[check->tight_pair].clearance, assembly->unit, wanted, sizeof wanted);
    if (proof->verdict == PATH_NEAR || proof->verdict == PATH_UNDECIDED)
        snprintf(text, size, "%s nearer than %s: %s and %s come as near as %s at %.4g s",
                 proof->verdict == PATH_NEAR ? "Free, but" : "Free, but it is undecided whether",
                 wanted, names[0], names[1], length, check->tight_time);
    else
        snprintf(text, size, "Free over the whole way%s; tightest at %.4g s: %s between %s and %s",
                 proof->touched > 0 ? ", with touches" : "", check->tight_time, length, names[0],
                 names[1]);
}

bool path_stretch_is_border(const PathProof *proof, size_t stretch)
{
    const PathCheck *check = &proof->check;
    const PathStretch *at = &check->stretches[stretch];
    if (at->state != WAY_UNDECIDED || at->to - at->from > 1e-3 * (check->end - check->start))
        return false;
    for (size_t i = 0; i < check->count; ++i) {
        const PathStretch *other = &check->stretches[i];
        if (other->state == WAY_COLLIDES && other->pair == at->pair &&
            !(other->from > at->to || other->to < at->from))
            return true;
    }
    return false;
}

void path_stretch_sentence(const PathProof *proof, const PathStretch *stretch,
                           const Assembly *assembly, char *text, size_t size)
{
    const char *names[2];
    names_of(proof, stretch->pair, assembly, names);
    snprintf(text, size, "%.4g s to %.4g s: %s %s %s", stretch->from, stretch->to, names[0],
             stretch->state == WAY_COLLIDES ? "runs into" : "may run into", names[1]);
}
