// A scene means the same to everybody: the report that the viewer exports and the one that `snug
// check` prints about the saved scene are equal byte for byte.
#include "app/actions/list_files.h"
#include "app/commands/command.h"
#include "app/document/fields.h"
#include "app/document/rigid.h"
#include "app/document/study_actions.h"
#include "app/tests/journey/process.h"
#include "app/tests/random_document.h"

#include <time.h>

#define FIRST_SEED UINT64_C(0x5EED0000)

// False: there is nothing to report, because the search for contacts is refused. Scaled parts and
// volumes that do not bear it make such documents.
static bool export_report(RandomDocument *d, const char *path)
{
    char line[200];
    unlink(path);
    snprintf(line, sizeof line, "report.export \"%s\"", path);
    bool done = random_play(d, line);
    if (done != (access(path, R_OK) == 0) || done == has_notice(d->app, "nothing to report"))
        fail_msg("%s: %s", line, last_notice(d->app));
    return done;
}

static void check(const char *scene, const char *report, bool reportable)
{
    char words[5][160];
    char *argv[6] = {words[0], words[1], words[2], words[3], words[4], NULL};
    const char *const texts[5] = {"check", scene, "--output", report, "--no-pictures"};
    for (int i = 0; i < 5; ++i)
        snprintf(words[i], sizeof words[i], "%s", texts[i]);
    unlink(report);
    int code = command_check(5, argv);
    if ((code == 0 || code == 1) != reportable)
        fail_msg("snug check %s: code %d", scene, code);
}

static void must_be_equal(const RandomDocument *d, uint64_t seed, const char *viewer,
                          const char *checked, const char *how)
{
    char *a = read_text(viewer), *b = read_text(checked);
    if (strcmp(a, b) != 0) {
        size_t at = 0;
        while (a[at] && a[at] == b[at])
            ++at;
        at = at > 60 ? at - 60 : 0;
        printf("script:\n%s", d->script.text);
        fail_msg("seed %llu, %s, differs at %zu:\nviewer: %.300s\ncheck:  %.300s",
                 (unsigned long long)seed, how, at, a + at, b + at);
    }
    free(a);
    free(b);
}

typedef struct Seen {
    int fits, refused, bent, hidden, removed, copies, rules, scaled, variants;
    int rigid, clearances, kits, joints, moved, connectors, sweeps;
} Seen;

// Two visible parts of one body whose contacts, if any, are left alone.
static bool has_body(const Document *document)
{
    for (int32_t a = 0; a < document->part_count; ++a)
        for (int32_t b = a + 1; b < document->part_count; ++b)
            if (document->parts[a].visible && document->parts[b].visible &&
                rigid_same(&document->parts[a], &document->parts[b]))
                return true;
    return false;
}

// A row is judged by the clearance of a rule, not by that of all.
static bool has_clearance(const App *app)
{
    for (size_t i = 0; i < app->fit.count; ++i)
        if (fabs(app->fit.rows[i].clearance - app->document.clearance) > 1e-9)
            return true;
    return false;
}

static void look_at_studies(const App *app, Seen *seen)
{
    const Document *document = &app->document;
    bool kits = false, moved = false, connectors = false;
    for (int32_t i = 0; i < app->sources.count; ++i)
        kits |= app->sources.files[i].kit != NULL;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *part = &document->parts[i];
        moved |= !part->removed && (fabs(part->joint.turn) > 0 || fabs(part->joint.shift) > 0);
        connectors |= !part->removed && part->connectors;
    }
    seen->rigid += has_body(document);
    seen->clearances += has_clearance(app);
    seen->kits += kits;
    seen->joints += joint_list_count(document->joints) > 0;
    seen->moved += moved;
    seen->connectors += connectors;
    seen->sweeps += fabs(field_number(document, &action_sweep_cell)) > 0;
}

static void look(const App *app, Seen *seen)
{
    const Document *document = &app->document;
    bool bent = false, hidden = false, removed = false, scaled = false, variant = false,
         copied = false;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *part = &document->parts[i];
        bent |= fabs(part->shape.amount) > 0 && part->visible;
        hidden |= !part->visible && !part->removed;
        removed |= part->removed;
        copied |= i >= app->sources.part_count || app->sources.parts[i].source < 0;
        variant |= part->variant > 0 && part->visible;
        scaled |= fabs(affine_axis_scale(&part->placement, 0) - 1) > 1e-9;
    }
    seen->fits += app->fit.violations == 0;
    seen->bent += bent;
    seen->hidden += hidden;
    seen->removed += removed;
    seen->scaled += scaled;
    seen->variants += variant;
    seen->copies += copied;
    seen->rules += document->rules && document->rules->count > 0;
    look_at_studies(app, seen);
}

// In one process: document, saved scene, the function behind the command.
static void reports_of_viewer_and_check_are_equal(void **state)
{
    (void)state;
    int count = full_tier() ? 480 : 60;
    Seen seen = {0};
    random_document_files();
    for (int i = 0; i < count; ++i) {
        App app = start();
        RandomDocument d;
        uint64_t seed = FIRST_SEED + (uint64_t)i;
        random_document(&d, &app, seed);
        look(&app, &seen);
        const char *scene = in_folder("document.json"), *viewer = in_folder("viewer.report.json"),
                   *checked = in_folder("check.report.json");
        assert_true(do_text(&app, &action_file_save, scene));
        bool reportable = export_report(&d, viewer);
        check(scene, checked, reportable);
        if (reportable)
            must_be_equal(&d, seed, viewer, checked, "in one process");
        seen.refused += !reportable;
        free(text_take(&d.script));
        app_free(&app);
    }
    printf("RAN: %d documents: %d fit, %d refused, %d bent, %d with hidden, %d with removed, %d "
           "with scaled "
           "parts, %d with copies, %d with rules, %d with variants\n",
           count, seen.fits, seen.refused, seen.bent, seen.hidden, seen.removed, seen.scaled,
           seen.copies, seen.rules, seen.variants);
    printf("RAN: %d with rigid groups, %d judged by clearances of rules, %d with pieces of the "
           "kit, %d with joints, %d "
           "moved on them, %d with connectors, %d with cells of sweeps\n",
           seen.rigid, seen.clearances, seen.kits, seen.joints, seen.moved, seen.connectors,
           seen.sweeps);
    assert_true(seen.fits > count / 10 && seen.fits < count * 9 / 10 && seen.refused < count / 10);
    assert_true(seen.bent > count / 5 && seen.hidden > count / 10 && seen.removed > count / 10 &&
                seen.scaled > count / 10 && seen.copies > count / 10 && seen.rules > count / 10 &&
                seen.variants > count / 20);
    assert_true(seen.rigid > count / 20 && seen.clearances > count / 20 && seen.kits > count / 5 &&
                seen.joints > count / 5 && seen.moved > count / 20 &&
                seen.connectors > count / 10 && seen.sweeps > count / 20);
}

static int run(const char *const *argv)
{
    pid_t pid = process_start(argv, -1);
    int code = -1;
    assert_true(pid > 0);
    while (!process_ended(pid, &code))
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    return code;
}

// As two programs: the viewer plays the script in its window, then `snug check` reads the scene.
static void reports_of_two_programs_are_equal(void **state)
{
    (void)state;
    int count = full_tier() ? 20 : 2, display = 0;
    pid_t screen = process_start_screen(640, 480, &display);
    if (screen <= 0)
        skip();
    process_use_screen(display);
    random_document_files();
    for (int i = 0; i < count; ++i) {
        uint64_t seed = FIRST_SEED + 100000 + (uint64_t)i;
        App app = start();
        RandomDocument d;
        random_document(&d, &app, seed);
        bool reportable = export_report(&d, in_folder("alone.json"));
        app_free(&app);
        const char *script = in_folder("script.txt"), *scene = in_folder("played.json"),
                   *viewer = in_folder("viewer.json"), *checked = in_folder("check.json");
        unlink(scene);
        unlink(viewer);
        text_add(&d.script, "file.save \"%s\"\nreport.export \"%s\"\napp.quit\n", scene, viewer);
        write_text(script, d.script.text);
        const char *const view[] = {SNUG_PROGRAM, "view", "--size", "320x240",
                                    "--script",   script, NULL};
        int code = run(view);
        if (code != !reportable)
            fail_msg("seed %llu: snug view ends with %d:\n%s", (unsigned long long)seed, code,
                     d.script.text);
        const char *const check_it[] = {SNUG_PROGRAM, "check",    scene,   "--format",
                                        "json",       "--output", checked, NULL};
        code = run(check_it);
        assert_true((code == 0 || code == 1) == reportable);
        if (reportable)
            must_be_equal(&d, seed, viewer, checked, "two programs");
        free(text_take(&d.script));
    }
    process_stop(screen);
    printf("RAN: %d documents by two programs\n", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reports_of_viewer_and_check_are_equal, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(reports_of_two_programs_are_equal, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
