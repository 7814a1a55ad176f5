// What is said of a pair, and the one sentence about all of it.
#include "app/stages/fit_work.h"
#include "app/stages/stage.h"

#include <stdio.h>

const FitRow *contact_row(const App *app, int32_t a, int32_t b)
{
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!app_pair_known(app, low, high))
        return NULL;
    for (size_t i = 0; i < app->fit.count; ++i)
        if (app->fit.rows[i].a == low && app->fit.rows[i].b == high)
            return &app->fit.rows[i];
    return NULL;
}

void contact_verb(const App *app, size_t p, char *text, size_t size)
{
    const PairReport *pair = &app->report.pairs[p];
    const FitRow *row = p < app->contacts.pair_count ? app->contacts.fit[p] : NULL;
    char depth[40];
    if (!row) {
        snprintf(text, size, "%s", contact_volumes_only(pair) ? "volumes touch" : "checking");
    } else if (row->state == PAIR_INTERFERENCE) {
        length_format(row->depth, app->assembly.unit, depth, sizeof depth);
        snprintf(text, size, "runs %s into", depth);
    } else if (row->state == PAIR_TOUCH) {
        snprintf(text, size, "%s", pair->worst == TRI_COPLANAR ? "lies flush on" : "touches");
    } else {
        snprintf(text, size, "%s%s", row->state == PAIR_FACETS ? "meets " : "",
                 pair_state_name(row->state));
    }
}

static void say(FitVerdict *out, enum VerdictTone tone, const char *text)
{
    out->tone = tone;
    snprintf(out->text, sizeof out->text, "%s", text);
}

// Within a time budget it is said whether parts meet, not whether they fit.
static void say_in_time(const TimedState *timed, FitVerdict *out)
{
    out->tone = VERDICT_NEUTRAL;
    snprintf(out->text, sizeof out->text, "%zu meet, %zu do not, %zu undecided",
             timed->of_verdict[VERDICT_YES], timed->of_verdict[VERDICT_NO],
             timed->of_verdict[VERDICT_UNDECIDED]);
}

void fit_verdict_now(const App *app, FitVerdict *out)
{
    const FitReport *fit = &app->fit;
    enum LengthUnit unit = app->assembly.unit;
    if (app->document.part_count == 0) {
        say(out, VERDICT_NEUTRAL, "Nothing is open");
    } else if (!app->fit_known && app->timed.current) {
        say_in_time(&app->timed, out);
    } else if (!app->fit_known) {
        say(out, VERDICT_NEUTRAL,
            fit_failed(app)            ? "Not checked: the list of clashes could not be made"
            : stage_query_refused(app) ? "Not checked: the search was stopped"
                                       : "Checking");
    } else {
        char open[160], rest[160];
        fit_kinds_describe(fit->of_kind, fit->near_limit, unit, FIT_COUNT_OPEN, open, sizeof open);
        fit_kinds_describe(fit->of_kind, fit->near_limit, unit, FIT_COUNT_REST, rest, sizeof rest);
        bool fits = fit_report_fits(fit);
        out->tone = fits ? VERDICT_GOOD : fit->violations > 0 ? VERDICT_BAD : VERDICT_OPEN;
        snprintf(out->text, sizeof out->text, "%.120s%s%.120s", fits ? "It fits" : open,
                 !rest[0] ? ""
                 : fits   ? ": "
                          : ", besides ",
                 rest);
        if (fit->count == 0)
            say(out, VERDICT_GOOD, "It fits: nothing touches");
    }
}
