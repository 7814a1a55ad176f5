// The settings file: what is written is read, what is broken loses itself only, and nothing but
// settings is done by it.
#include "app/actions/list.h"
#include "app/document/move_settings.h"
#include "app/tests/app_fixture.h"
#include "app/window/settings.h"

#include <stdio.h>

static const WindowSettings NO_WINDOW;

static void start(App *app)
{
    Error err = {""};
    assert_true(app_init(app, &err));
}

static int read_text(App *app, WindowSettings *window, const char *text, Error *problem)
{
    return settings_read(window, app, text, strlen(text), problem);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    App app, again;
    WindowSettings window = {1600, 900, true, true, UNIT_INCH, UP_Z}, back = NO_WINDOW;
    Error err = {""};
    start(&app);
    start(&again);
    char *usual = settings_text(&NO_WINDOW, &app);
    ViewSettings *view = &app.document.view;
    view->feature_edges = !view->feature_edges;
    view->grid = !view->grid;
    view->look = LOOK_DARK;
    view->overlay_opacity = 0.3f;
    view->contact.through = !view->contact.through;
    app.document.move.contact = HAND_PUSH;
    char *text = settings_text(&window, &app);
    assert_non_null(text);
    assert_string_not_equal(text, usual);
    if (read_text(&again, &back, text, &err) != 0)
        fail_msg("%s\nin: %s", err.text, text);
    assert_memory_equal(&back, &window, sizeof back);
    assert_true(document_equal(&app.document, &again.document));
    assert_int_equal(again.document.move.contact, HAND_PUSH);
    assert_false(history_can_undo(again.history)); // nobody did it
    char *same = settings_text(&back, &again);
    assert_string_equal(same, text);
    free(same);
    free(text);
    free(usual);
    app_free(&again);
    app_free(&app);
}

static void broken_lines_lose_themselves_only(void **state)
{
    (void)state;
    static const char text[] = "view.grid flag=off\n"
                               "view.grid flag=maybe\n"
                               "\x01\xff garbage \"\n"
                               "window 3,4\n"
                               "window 1e9,1e9\n"
                               "window\n"
                               "unit parsec\n"
                               "view.look index=\"Pink\"\n"
                               "view.look index=77\n"
                               "view.opacity number=1e999\n"
                               "hints_seen on\n"
                               "file.open text=\"secret.obj\"\n"
                               "app.quit\n"
                               "build.volume index=\"OBB\"\n"
                               "view.edges flag=off";
    App app;
    WindowSettings window = NO_WINDOW;
    Error problem = {""};
    start(&app);
    int bad = read_text(&app, &window, text, &problem);
    assert_int_equal(bad, 12);
    assert_non_null(strstr(problem.text, "line 2:"));
    assert_false(app.document.view.grid);
    assert_false(app.document.view.feature_edges);
    assert_true(window.hints_seen);
    assert_int_equal(window.width, 0);
    assert_false(app.quit);
    assert_false(stages_loading(&app));
    assert_string_not_equal(app.document.build.type->name, "OBB");
    app_free(&app);
}

static void no_bytes_do_harm(void **state)
{
    (void)state;
    App app;
    WindowSettings window = NO_WINDOW;
    Error problem = {""};
    start(&app);
    assert_int_equal(settings_read(&window, &app, "", 0, &problem), 0);
    assert_int_equal(settings_read(&window, &app, "\0\0\0", 3, &problem), 1);
    assert_int_equal(settings_read(&window, &app, "view.grid off\n\0\n", 16, &problem), 1);
    assert_false(app.document.view.grid);
    app_free(&app);
}

static void reset_brings_the_defaults_back_and_can_be_undone(void **state)
{
    (void)state;
    App app, fresh;
    WindowSettings window = NO_WINDOW;
    Error problem = {""};
    start(&app);
    start(&fresh);
    assert_int_equal(read_text(&app, &window, "view.look Dark\nview.edges off", &problem), 0);
    assert_false(document_equal(&app.document, &fresh.document));
    assert_true(app_do(&app, &action_settings_reset, NULL, 0));
    assert_true(document_equal(&app.document, &fresh.document));
    assert_int_equal(app.settings_resets, 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_int_equal(app.document.view.look, LOOK_DARK);
    app_free(&fresh);
    app_free(&app);
}

// A broken file is reported once and the program starts all the same.
static void the_file_is_found_and_kept(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-settings-XXXXXX", path[256];
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    App app;
    WindowSettings window = NO_WINDOW;
    start(&app);
    settings_load(&window, &app); // there is none: not worth a word
    assert_int_equal(app.notice_count, 0);
    app.document.view.look = LOOK_LIGHT;
    window.hints_seen = true;
    char *written = NULL;
    settings_keep(&window, &app, &written);
    assert_non_null(written);
    app_free(&app);
    start(&app);
    window = NO_WINDOW;
    settings_load(&window, &app);
    assert_int_equal(app.notice_count, 0);
    assert_int_equal(app.document.view.look, LOOK_LIGHT);
    assert_true(window.hints_seen);
    snprintf(path, sizeof path, "%s/snug/settings.txt", folder);
    FILE *file = fopen(path, "we");
    assert_true(file && fputs("view.look index=\"Dark\"\n%s%n<<<<\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    settings_load(&window, &app);
    assert_int_equal(app.document.view.look, LOOK_DARK);
    assert_int_equal(app.notice_count, 1);
    assert_true(has_notice(&app, "line 2: "));
    app_free(&app);
    free(written);
    assert_int_equal(remove(path), 0);
    snprintf(path, sizeof path, "%s/snug", folder);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(broken_lines_lose_themselves_only),
        cmocka_unit_test(no_bytes_do_harm),
        cmocka_unit_test(reset_brings_the_defaults_back_and_can_be_undone),
        cmocka_unit_test(the_file_is_found_and_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
