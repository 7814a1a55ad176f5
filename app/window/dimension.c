#include "app/window/dimension.h"

#include "app/stages/explode.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool shown_gap(const App *app, const Gap *gap)
{
    return gap->other != NO_PART && gap->part < app->document.part_count &&
           gap->other < app->document.part_count;
}

// What is finer than a millionth of the part says nothing but that: a power of ten.
static double finest(const App *app, const Gap *gap)
{
    const Bvh *tree = app->parts ? app->parts[gap->part].tree : NULL;
    double size = tree ? vec3d_distance(tree->box.lo, tree->box.hi) *
                             affine_stretch(&app->document.parts[gap->part].placement)
                       : 0;
    return size > 0 ? pow(10, floor(log10(1e-6 * size))) : 0;
}

static void say_length(const App *app, const Gap *gap, char *text, size_t size)
{
    char length[48];
    double fine = finest(app, gap);
    bool tiny = gap->distance > 0 && gap->distance < fine;
    length_format(tiny ? fine : gap->distance, app->assembly.unit, length, sizeof length);
    snprintf(text, size, "%s%s", tiny ? "< " : "", length);
}

// The same verdict as in the lists: exact contact decides, not a distance that was rounded to 0.
static void describe(const App *app, const Gap *gap, char *text, size_t size)
{
    int32_t a = gap->part < gap->other ? gap->part : gap->other;
    int32_t b = gap->part < gap->other ? gap->other : gap->part;
    const PairReport *pair = assembly_report_find(&app->report, a, b);
    const FitRow *row = contact_row(app, a, b);
    char length[64];
    say_length(app, gap, length, sizeof length);
    if (row && row->state == PAIR_INTERFERENCE) {
        length_format(row->depth, app->assembly.unit, length, sizeof length);
        snprintf(text, size, "%s, %s deep", fit_row_verdict(row), length);
    } else if (row && row->state == PAIR_INSIDE) {
        snprintf(text, size, "%s, %s from the surface", fit_row_verdict(row), length);
    } else if (row && row->state != PAIR_CLEAR) {
        snprintf(text, size, "%s", fit_row_verdict(row));
    } else if ((pair && !contact_volumes_only(pair)) || !(gap->distance > 0)) {
        snprintf(text, size, "%s", fit_kind_info(FIT_CHECKING)->word);
    } else {
        snprintf(text, size, "%s", length);
    }
}

// The places of contact say it already, each with its depth.
static bool said_by_places(const App *app, const Gap *gap)
{
    const FitRow *row = contact_row(app, gap->part, gap->other);
    return app->document.view.contact.marks && !(gap->distance > 0) && row &&
           row->state == PAIR_INTERFERENCE;
}

static Vec3d shown_at(const App *app, int32_t part, Vec3d local)
{
    Affine shown = app_shown_placement(app, part);
    return affine_apply(&shown, local);
}

static Dimension of_watched(const App *app, const WatchedPair *pair)
{
    char distance[64], limit[64];
    length_format(pair->distance.value, app->assembly.unit, distance, sizeof distance);
    length_format(pair->limit, app->assembly.unit, limit, sizeof limit);
    Dimension out = {
        .kind = DIMENSION_WATCHED,
        .at = {shown_at(app, pair->a, pair->local[0]), shown_at(app, pair->b, pair->local[1])},
        .near = watched_beyond(pair) < 0};
    snprintf(out.text, sizeof out.text,
             out.near ? "%s, too near: at least %s" : "%s of at least %s", distance, limit);
    return out;
}

static bool of_gap(const App *app, Dimension *out)
{
    const Gap *gap = &app->gap;
    if (said_by_places(app, gap))
        return false;
    *out = (Dimension){
        .kind = DIMENSION_GAP,
        .at = {shown_at(app, gap->part, gap->local[0]), shown_at(app, gap->other, gap->local[1])},
        .meets = !(gap->distance > 0)};
    describe(app, gap, out->text, sizeof out->text);
    return true;
}

static bool of_least(const App *app, Dimension *out)
{
    const Gap *least = &app->least_gap;
    char now[64], then[64];
    if (!shown_gap(app, least))
        return false;
    say_length(app, least, then, sizeof then);
    say_length(app, &app->gap, now, sizeof now);
    if (!(least->distance < app->gap.distance) || strcmp(now, then) == 0)
        return false;
    *out = (Dimension){.kind = DIMENSION_LEAST,
                       .at = {least->at[0], least->at[1]},
                       .meets = !(least->distance > 0)};
    snprintf(out->text, sizeof out->text, "least %s", then);
    return true;
}

bool dimension_wanted(const App *app)
{
    return app->document.view.contact.dimension && !(app->document.view.explode > 0);
}

int dimension_lines(const App *app, Dimension out[DIMENSION_KINDS])
{
    int count = 0;
    const WatchedPair *pair = dimension_wanted(app) ? watch_worst(app) : NULL;
    if (pair)
        out[count++] = of_watched(app, pair);
    if (!dimension_wanted(app) || !shown_gap(app, &app->gap) ||
        (pair && watched_of_selection(app, pair)))
        return count;
    count += of_least(app, &out[count]);
    count += of_gap(app, &out[count]);
    return count;
}
