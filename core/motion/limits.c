#include "core/motion/limits.h"

#include "core/base/array.h"
#include "core/motion/insets.h"
#include "core/motion/limit_variants.h"

#include <assert.h>

enum { TRIES = 4 };

const char *limit_reason_word(enum LimitReason reason)
{
#define X(identifier, word) word,
    static const char *const words[] = {LIMIT_REASON_LIST(X)};
#undef X
    return words[reason < LIMIT_REASONS ? reason : LIMIT_UNKNOWN];
}

LimitStart limit_start(const ContactDetail *detail, int32_t part, uint64_t pair, double tolerance)
{
    if (!detail)
        return (LimitStart){
            .part = part, .pair = pair, .state = PAIR_CLEAR, .tolerance = tolerance};
    return (LimitStart){.part = part,
                        .pair = pair,
                        .state = detail->state,
                        .depth = detail->depth,
                        .depth_error = detail->depth_error,
                        .tolerance = detail->tolerance,
                        .estimated = detail->truncated};
}

// There is no limit for it. What is apart, although it fits, never meets then; of the rest nothing is
// promised.
static void give_up(LimitPair *pair, const LimitStart *start, enum LimitReason reason)
{
    bool apart = start->state == PAIR_CLEAR;
    pair->kind = apart ? LIMIT_APART : LIMIT_EXEMPT;
    pair->reason = apart ? LIMIT_NONE : reason;
    pair->limit = pair->kept_inset = pair->give = 0;
    pair->variant = -1;
}

// What the report's word alone decides.
static LimitPair first_look(const LimitStart *start)
{
    LimitPair pair = {.part = start->part, .variant = -1, .kind = LIMIT_EXEMPT};
    pair.depth = start->state == PAIR_CLEAR ? 0 : start->depth;
    switch (start->state) {
    case PAIR_CLEAR:
        pair.kind = start->fits ? LIMIT_FLUSH : LIMIT_APART;
        break;
    case PAIR_TOUCH:
        pair.kind = LIMIT_FLUSH;
        break;
    case PAIR_INTERFERENCE:
    case PAIR_FACETS:
        // What facets do when they turn is no depth that a pair comes out of.
        pair.kind = start->depth <= start->give ? LIMIT_FLUSH : LIMIT_DEEP;
        break;
    case PAIR_INSIDE:
        pair.reason = LIMIT_INSIDE;
        break;
    case PAIR_SAME_PLACE:
        pair.reason = LIMIT_SAME_PLACE;
        break;
    case PAIR_CROSSING:
        pair.reason = LIMIT_UNKNOWN;
        break;
    default:
        pair.reason = LIMIT_UNDECIDED;
        break;
    }
    bool limited = pair.kind == LIMIT_FLUSH || pair.kind == LIMIT_DEEP;
    bool known = isfinite(start->depth) && isfinite(start->depth_error) && start->depth >= 0 &&
                 isfinite(start->tolerance) && start->tolerance > 0;
    if (limited && (start->estimated || !known))
        give_up(&pair, start, start->estimated ? LIMIT_ESTIMATED : LIMIT_UNKNOWN);
    return pair;
}

static bool has_limit(const LimitPair *pair)
{
    return pair->kind == LIMIT_FLUSH || pair->kind == LIMIT_DEEP;
}

// max(tolerance, 1.05 (depth + error)), and no more than at the last grab. What is given to facets comes
// on top, and is never given twice: without it, they are let stand as deep as they came by it.
static void set_limit(LimitBook *book, const LimitStart *start, LimitPair *pair)
{
    double deep = start->state == PAIR_CLEAR ? 0 : start->depth + start->depth_error;
    if (start->state == PAIR_CLEAR)
        limit_book_forget(book, start->pair);
    if (!has_limit(pair))
        return;
    double wanted = fmax(start->tolerance, LIMIT_GROWTH * deep - start->give);
    LimitEntry *entry = limit_book_lower(book, start->pair, wanted);
    if (!entry) {
        give_up(pair, start, LIMIT_MEMORY);
        return;
    }
    double most = entry->limit + fmax(entry->given, start->give);
    entry->given = fmax(entry->given, start->give);
    pair->limit = fmin(most, fmax(entry->limit, wanted) + start->give);
    pair->give = start->give;
    pair->kept_inset = entry->inset;
}

static void find_tolerance(const LimitsDesc *desc, Limits *out)
{
    const PosedPart *dragged = &desc->parts[desc->dragged];
    double least = INFINITY;
    for (int32_t i = 0; i < out->pair_count; ++i)
        if (has_limit(&out->pairs[i]))
            least = fmin(least, desc->starts[i].tolerance);
    out->tolerance =
        isfinite(least) ? least : contact_tolerance(&(ContactDesc){0}, dragged, dragged);
    out->stand_off = LIMIT_STAND_OFF * out->tolerance;
}

// Touches so light that one shrunk mesh does for all of them: even corners where three faces meet,
// which move by 1.8 insets, stay within the least tolerance.
static bool is_light(const Limits *out, const LimitPair *pair)
{
    return pair->kind == LIMIT_FLUSH && pair->give == 0 && pair->depth <= 0.25 * out->tolerance;
}

static double light_inset(const Limits *out, const LimitPair *pair)
{
    double anew = pair->depth + 4 * out->stand_off, kept = pair->kept_inset;
    return kept > 0 && kept < anew ? kept : anew;
}

// One mesh for all light touches. Pairs that it does not free are left without a variant.
static bool share_variant(Grab *grab, const LimitSide *side)
{
    Limits *out = grab->out;
    double inset = 0, limit = INFINITY;
    for (int32_t i = 0; i < out->pair_count; ++i) {
        if (!is_light(out, &out->pairs[i]))
            continue;
        inset = fmax(inset, light_inset(out, &out->pairs[i]));
        limit = fmin(limit, out->pairs[i].limit);
    }
    ShrinkDesc desc = {.inset = inset, .limit = limit};
    if (!isfinite(limit) || side->refused != LIMIT_NONE ||
        limit_variant_add(grab, side, &desc) != LIMIT_NONE)
        return !job_cancelled(grab->job);
    int32_t index = (int32_t)out->variant_count - 1;
    ContactList met = {0};
    bool used = false;
    for (int32_t i = 0; i < out->pair_count && !job_cancelled(grab->job); ++i) {
        LimitPair *pair = &out->pairs[i];
        if (!is_light(out, pair) ||
            limit_variant_check(grab, &out->variants[index], &grab->desc->parts[pair->part],
                                &met) != LIMIT_IS_FREE)
            continue;
        pair->variant = index;
        used = true;
    }
    contact_list_free(&met);
    if (!used)
        limit_variant_drop(grab);
    return !job_cancelled(grab->job);
}

// What faces go in by, from their ways out: as at the last grab; then more at every try, while faces
// that have no way to go leave their share of the limit to the others.
static void set_insets(const double *ways, int32_t count, int try, const LimitPair *pair,
                       double stand_off, double *insets)
{
    double share = 1.02 + 0.15 * (try > 0 ? try : 0);
    double kept = try < 0 ? pair->kept_inset : pair->limit;
    double rest = try < 2 ? 4 * stand_off : try == 2 ? stand_off : 0;
    for (int32_t i = 0; i < count; ++i) {
        double own = fmin(ways[i] > 0 ? share * ways[i] + 4 * stand_off : rest, kept);
        insets[i] = fmin(pair->give + own, pair->limit);
    }
}

static enum LimitReason reason_of(enum LimitVerdict verdict)
{
    switch (verdict) {
    case LIMIT_IS_FREE:
        return LIMIT_NONE;
    case LIMIT_CONTAINS:
        return LIMIT_INSIDE;
    case LIMIT_VAGUE:
        return LIMIT_UNKNOWN;
    case LIMIT_FAILED:
        return LIMIT_MEMORY;
    case LIMIT_MEETS:
        break;
    }
    return LIMIT_STUCK;
}

// A pair that is being freed by shrinking one of its parts.
typedef struct Freeing {
    const LimitSide *side;
    const PosedPart *other;
    InsetPair parts;
    double *ways, *insets; // per triangle
    Vec3d *sums;           // as well
} Freeing;

// Some tries with insets face by face.
static enum LimitReason try_insets(Grab *grab, const Freeing *f, LimitPair *pair)
{
    Limits *out = grab->out;
    ContactList met = {0};
    enum LimitReason reason = LIMIT_STUCK;
    bool thin = false, again = true;
    for (int try = pair->kept_inset > 0 ? -1 : 0; again && try < TRIES; ++try) {
        set_insets(f->ways, f->side->shrinker.mesh->triangle_count, try, pair, out->stand_off,
                   f->insets);
        ShrinkDesc desc = {.insets = f->insets, .limit = pair->limit};
        reason = limit_variant_add(grab, f->side, &desc);
        if (reason != LIMIT_NONE)
            break;
        const LimitVariant *variant = &out->variants[out->variant_count - 1];
        reason = reason_of(limit_variant_check(grab, variant, f->other, &met));
        thin |= variant->shrunk.counts[SHRINK_THIN] > 0;
        again = reason == LIMIT_STUCK && !job_cancelled(grab->job);
        if (reason == LIMIT_NONE)
            pair->variant = (int32_t)out->variant_count - 1;
        else
            limit_variant_drop(grab);
        if (try >= 0)
            insets_raise(&f->parts, &met, pair->limit / LIMIT_GROWTH, f->sums, f->ways);
    }
    contact_list_free(&met);
    return reason == LIMIT_STUCK && thin ? LIMIT_THIN : reason;
}

static enum LimitReason free_by(Grab *grab, const LimitSide *side, const PosedPart *other,
                                LimitPair *pair)
{
    if (side->refused != LIMIT_NONE)
        return side->refused;
    size_t count = (size_t)side->shrinker.mesh->triangle_count;
    const Solid *solid = solid_cache_get(grab->desc->solids, other->tree->mesh, grab->job);
    Freeing f = {.side = side,
                 .other = other,
                 .parts = {&side->shrinker, side->placement, solid, other->placement},
                 .ways = mem_calloc(count + 1, sizeof *f.ways),
                 .insets = array_alloc(count, sizeof *f.insets),
                 .sums = array_alloc(count, sizeof *f.sums)};
    enum LimitReason reason = LIMIT_MEMORY;
    if (f.ways && f.insets && f.sums && solid) {
        insets_find(&f.parts, pair->limit, f.ways);
        reason = try_insets(grab, &f, pair);
    }
    mem_free(f.ways);
    mem_free(f.insets);
    mem_free(f.sums);
    return reason;
}

// No point inside a part is farther from its surface than half of what is between two planes around it.
static double deepest_point(const PosedPart *part)
{
    Box3d box = part->tree->box;
    if (!affine_is_rigid(&part->placement))
        box = box3d_moved(&box, &part->placement);
    Vec3d size = vec3d_sub(box.hi, box.lo);
    return 0.5 * fmin(size.x, fmin(size.y, size.z));
}

// Is it within its limit wherever the parts go? Not asked of touches, which would go through foils.
static bool cannot_be_deeper(const LimitPair *pair, const PosedPart *a, const PosedPart *b)
{
    double most = fmax(deepest_point(a), deepest_point(b));
    return pair->kind == LIMIT_DEEP && most * (1 + 1e-9) <= pair->limit;
}

// By a mesh of its own: of the dragged part, or else of the neighbour.
static bool free_pair(Grab *grab, const LimitSide *dragged, const LimitStart *start,
                      LimitPair *pair)
{
    const PosedPart *parts = grab->desc->parts;
    enum LimitReason reason = free_by(grab, dragged, &parts[pair->part], pair);
    if (reason != LIMIT_NONE && !job_cancelled(grab->job)) {
        LimitSide neighbour;
        bool ok = limit_side_make(grab, pair->part, &neighbour);
        enum LimitReason other =
            ok ? free_by(grab, &neighbour, &parts[grab->desc->dragged], pair) : LIMIT_MEMORY;
        // An open part says less about the pair than what came of shrinking the closed one.
        reason = other == LIMIT_NONE || reason == LIMIT_OPEN ? other : reason;
        limit_side_free(&neighbour);
    }
    bool tried = reason == LIMIT_THIN || reason == LIMIT_STUCK;
    if (tried && cannot_be_deeper(pair, &parts[grab->desc->dragged], &parts[pair->part]))
        pair->kind = LIMIT_LOOSE;
    else if (reason != LIMIT_NONE)
        give_up(pair, start, reason);
    return !job_cancelled(grab->job);
}

static bool find_variants(Grab *grab)
{
    Limits *out = grab->out;
    bool any = false;
    for (int32_t i = 0; i < out->pair_count; ++i)
        any |= has_limit(&out->pairs[i]);
    if (!any)
        return true;
    LimitSide dragged;
    bool ok = limit_side_make(grab, grab->desc->dragged, &dragged) && share_variant(grab, &dragged);
    for (int32_t i = 0; ok && i < out->pair_count; ++i)
        if (has_limit(&out->pairs[i]) && out->pairs[i].variant < 0)
            ok = free_pair(grab, &dragged, &grab->desc->starts[i], &out->pairs[i]);
    limit_side_free(&dragged);
    return ok;
}

// For the next grab.
static void keep_insets(const LimitsDesc *desc, const Limits *out)
{
    for (int32_t i = 0; i < out->pair_count; ++i) {
        LimitEntry *entry = limit_book_find(desc->book, desc->starts[i].pair);
        if (entry && out->pairs[i].variant >= 0)
            entry->inset = out->variants[out->pairs[i].variant].inset - out->pairs[i].give;
    }
}

bool limits_make(const LimitsDesc *desc, Job *job, Limits *out, Error *err)
{
    assert(desc && desc->parts && desc->book && desc->solids && out);
    assert(desc->starts || desc->start_count == 0);
    *out = (Limits){.pair_count = desc->start_count};
    out->pairs = array_alloc((size_t)desc->start_count, sizeof *out->pairs);
    if (!out->pairs) {
        out->pair_count = 0;
        return error_set(err, "not enough memory for the limits of motion");
    }
    for (int32_t i = 0; i < desc->start_count; ++i) {
        out->pairs[i] = first_look(&desc->starts[i]);
        set_limit(desc->book, &desc->starts[i], &out->pairs[i]);
    }
    find_tolerance(desc, out);
    Grab grab = {.desc = desc, .out = out, .job = job};
    bool ok = find_variants(&grab);
    solid_cache_free(&grab.own);
    for (int32_t i = 0; i < out->pair_count; ++i)
        out->exempt += out->pairs[i].kind == LIMIT_EXEMPT;
    if (ok)
        keep_insets(desc, out);
    else
        limits_free(out);
    return ok;
}

void limits_free(Limits *limits)
{
    for (size_t i = 0; i < limits->variant_count; ++i)
        shrunk_free(&limits->variants[i].shrunk);
    mem_free(limits->variants);
    mem_free(limits->pairs);
    *limits = (Limits){0};
}
