#include "app/commands/check_work.h"

#include "app/io/file.h"
#include "app/stages/stage.h"
#include "core/base/clock.h"

#include <stdio.h>
#include <unistd.h>

static const char CLEAR_LINE[] = "\r\033[K";

// What went wrong in the stages is the last thing they said.
static bool stages_failed(Check *check)
{
    for (size_t i = 0; i < check->app.notice_count; ++i)
        if (check->app.notices[i].kind == NOTICE_ERROR)
            return !error_set(&check->err, "%s", check->app.notices[i].text);
    return false;
}

static void show_progress(const App *app, double *told)
{
    static const double EVERY = 0.15; // seconds
    if (!isatty(STDERR_FILENO) || clock_seconds() - *told < EVERY)
        return;
    Activity now;
    stages_activity(app, &now);
    fprintf(stderr, "%ssnug check: %s %.0f %%", CLEAR_LINE, now.text, 100 * now.fraction);
    *told = clock_seconds();
}

bool check_wait(Check *check, bool (*ready)(const App *app))
{
    App *app = &check->app;
    double start = clock_seconds(), told = start;
    bool failed = false;
    do {
        double before = clock_seconds();
        stages_update(app, 1);                         // looks at every part
        double nap = 1e4 * (clock_seconds() - before); // ten times as long
        failed = stages_failed(check);
        if (!failed && !ready(app)) {
            show_progress(app, &told);
            stages_nap(app, nap);
        }
    } while (!failed && !ready(app) && (app->fit_current || !stages_settled(app)));
    if (told > start)
        fputs(CLEAR_LINE, stderr);
    if (!failed && !ready(app))
        failed = !error_set(&check->err, "not enough memory for the check");
    return !failed;
}

// While a part is being deformed there may be a report of how it was before.
bool check_is_reported(const App *app)
{
    return app->fit_current && !stages_busy(app);
}

bool check_is_built(const App *app)
{
    return app->stages->trees_ready && !stage_shape_behind(app) && !stages_loading(app);
}

bool check_write(Check *check, const char *path, const char *bytes, size_t size)
{
    if (!bytes)
        return error_set(&check->err, "not enough memory for the report");
    if (path)
        return file_write_atomic(path, bytes, size, &check->err);
    text_add_bytes(&check->answer, bytes, size);
    return true;
}

bool check_read_book(Check *check, ClashBook **out)
{
    const CheckOptions *options = &check->options;
    char beside[4096];
    *out = NULL;
    if (!options->clashes &&
        (!options->open.path || !clash_book_beside(options->open.path, beside, sizeof beside)))
        return true;
    ClashBook *book = clash_book_create();
    bool ok = book
                  ? clash_book_read(book, options->clashes ? options->clashes : beside, &check->err)
                  : error_set(&check->err, "not enough memory for the notes about clashes");
    *out = ok ? book : NULL;
    if (!ok)
        clash_book_release(book);
    return ok;
}

int check_code(const FitReport *fit)
{
    return fit->violations > 0 ? DOES_NOT_FIT : fit->undecided > 0 ? UNDECIDED : FITS;
}
