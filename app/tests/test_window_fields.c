// Every row of the table of fields: set by a line of a script, undone, saved, opened again, kept in
// the settings, described, chosen by a key, refused out of range. And what the program before the
// table wrote (data/before) is read as it was meant.
#include "app/actions/list.h"
#include "app/document/fields.h"
#include "app/document/history.h"
#include "app/script/script.h"
#include "app/session/scene_file.h"
#include "app/tests/examples.h"
#include "app/tests/scene_fixture.h"
#include "app/window/keys.h"
#include "app/window/settings.h"

#include <math.h>

#define BEFORE "app/tests/data/before/"

static const WindowSettings NO_WINDOW;

static bool differs(double a, double b)
{
    return a < b || a > b;
}

static double value_of(const Field *field, const App *app)
{
    return field_value(field, &app->document);
}

// Some depend on others: chooses volumes and overlap tests until it can be set.
static void make_possible(App *app, const Field *field)
{
    const char *why;
    const Action *volume = action_find("build.volume"), *test = action_find("query.test");
    for (int v = -1; v < list_count(volume->field->list, &app->document); ++v) {
        if (v >= 0)
            assert_true(app_do(app, volume, &(ActionArgs){.index = v}, 0));
        for (int t = 0; t < list_count(test->field->list, &app->document); ++t) {
            assert_true(app_do(app, test, &(ActionArgs){.index = t}, 0));
            ActionArgs args = {.part = NO_PART};
            if (!app_can(app, field->action, &why))
                continue;
            action_example(app, field->action, &args);
            if (differs(field_argument(field, &args), value_of(field, app)))
                return;
        }
    }
    fail_msg("%s cannot be set to anything else", field->name);
}

static void do_line(App *app, const char *text)
{
    Script script;
    ActionArgs args;
    Error err = {""};
    if (!script_parse(&script, "line", text, strlen(text), NULL, &err))
        fail_msg("%s: %s", text, err.text);
    for (size_t i = 0; i < script.command_count; ++i) {
        const ScriptCommand *command = &script.commands[i];
        if (!script_arguments(app, command, &args, &err) || !app_do(app, command->action, &args, 0))
            fail_msg("%s %s %s", command->name, err.text, last_notice(app));
        stages_wait(app);
    }
    script_free(&script);
}

static void check_undo(App *app, const Field *field, double before, double after)
{
    bool undoable = field->action->flags & ACTION_UNDOABLE;
    assert_int_equal(undoable, !field->tool);
    assert_int_equal(history_can_undo(app->history), undoable);
    if (!undoable)
        return;
    assert_true(app_do(app, &action_edit_undo, NULL, 0));
    if (differs(value_of(field, app), before))
        fail_msg("%s is not undone", field->name);
    assert_true(app_do(app, &action_edit_redo, NULL, 0));
    if (differs(value_of(field, app), after))
        fail_msg("%s is not redone", field->name);
}

static void check_saved(App *app, const Field *field, double value)
{
    App again = start();
    assert_true(do_text(app, &action_file_save, in_folder("field.json")));
    stages_wait(app);
    open_path(&again, in_folder("field.json"));
    if (differs(value_of(field, &again), field->object ? value : field->usual))
        fail_msg("%s is %g in the scene, %g was saved", field->name, value_of(field, &again),
                 value);
    app_free(&again);
}

static void check_settings(const App *app, const Field *field, double value)
{
    App again = start();
    WindowSettings window = NO_WINDOW;
    Error err = {""};
    char *text = settings_text(&NO_WINDOW, app);
    assert_int_equal(settings_read(&window, &again, text, strlen(text), &err), 0);
    bool kept = field->action->flags & ACTION_SETTING;
    if (differs(value_of(field, &again), kept ? value : field->usual))
        fail_msg("%s after a restart is %g", field->name, value_of(field, &again));
    free(text);
    app_free(&again);
}

static void check_described(const Document *document, const Field *field)
{
    char wanted[128];
    TextBuffer text = {0};
    const double value = field_value(field, document);
    fields_describe(&text, document);
    snprintf(wanted, sizeof wanted, "\"%s\":%s%.17g", field->name, field->list ? "[" : "", value);
    if (!strstr(text.text, wanted))
        fail_msg("%s is not in %s", wanted, text.text);
    free(text.text);
}

static void check_refused(App *app, const Field *field)
{
    const double count = field->list ? list_count(field->list, &app->document) : 0;
    const double wrong[] = {field->list ? -1 : field->least - 1,
                            field->list ? count : field->most * 2 + 1,
                            field->list || field->stored == STORED_INT ? count + 1e9 : NAN};
    const double now = value_of(field, app);
    if (field->stored == STORED_FLAG)
        return;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ActionArgs args = {.part = NO_PART};
        field_to_arguments(field, wrong[i], &args);
        if (app_do(app, field->action, &args, 0) || differs(value_of(field, app), now))
            fail_msg("%s takes %g", field->name, wrong[i]);
    }
}

static void check_key(const App *app, const Field *field)
{
    ActionArgs args = keys_arguments(app, field->action, 1);
    double now = value_of(field, app), next = field_argument(field, &args);
    if (field->stored == STORED_FLAG && !differs(next, now))
        fail_msg("a key does not switch %s", field->name);
    if (field->list && list_count(field->list, &app->document) > 1 && !differs(next, now))
        fail_msg("a key does not go on in the list of %s", field->name);
    if (field->menu != MENU_NONE)
        assert_int_equal(keys_is_on(app, field->action), now > 0);
}

static void every_field_does_all_that_its_row_says(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; i < field_count; ++i) {
        const Field *field = &document_fields[i];
        if (!field->action)
            continue;
        App app = start();
        do_line(&app, "scene.open \"Two tori\"");
        if (differs((float)value_of(field, &app), (float)field->usual))
            fail_msg("%s begins with %g instead of %g", field->name, value_of(field, &app),
                     field->usual);
        make_possible(&app, field);
        Document before;
        assert_true(document_copy(&before, &app.document));
        history_clear(app.history);
        ActionArgs args = {.part = NO_PART};
        action_example(&app, field->action, &args);
        const double wanted = field_argument(field, &args);
        TextBuffer line = {0};
        script_line(&line, &app, field->action, &args);
        do_line(&app, line.text);
        if (differs((float)value_of(field, &app), (float)wanted))
            fail_msg("%s: %s is now %g", line.text, field->name, value_of(field, &app));
        if (document_equal(&before, &app.document) != field->tool)
            fail_msg("documents do not differ by %s", field->name);
        check_undo(&app, field, field_value(field, &before), value_of(field, &app));
        check_saved(&app, field, value_of(field, &app));
        check_settings(&app, field, value_of(field, &app));
        check_described(&app.document, field);
        check_refused(&app, field);
        check_key(&app, field);
        document_free(&before);
        free(line.text);
        app_free(&app);
        ++count;
    }
    print_message("RAN: %d fields set, undone, saved, opened and refused\n", count);
    assert_true(count >= 41);
}

static void no_two_rows_share_a_name_or_a_key(void **state)
{
    (void)state;
    for (int i = 0; i < field_count; ++i)
        for (int j = 0; j < i; ++j) {
            const Field *a = &document_fields[i], *b = &document_fields[j];
            if (strcmp(a->name, b->name) == 0 || a->offset == b->offset)
                fail_msg("%s and %s are the same", a->name, b->name);
            if (a->key && b->key && strcmp(a->object, b->object) == 0 &&
                strcmp(a->key, b->key) == 0)
                fail_msg("%s and %s have one key in scenes", a->name, b->name);
        }
}

// Camera and panels belong to a window.
static char *until_camera(char *text)
{
    char *camera = strstr(text, "\"camera\"");
    assert_non_null(camera);
    *camera = '\0';
    return text;
}

// What came later is there with its usual value, and taken out.
static char *without_later(char *text)
{
    static const char *const said[] = {", \"leaves\": 0",
                                       "\n    \"quiet\": true,",
                                       "\n    \"tree_colours\": \"Role\",",
                                       "\n  \"common_volumes\": false,",
                                       "\n    \"contact_local\": false,",
                                       "\n    \"contact_solid\": false,"};
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) {
        char *later = strstr(text, said[i]);
        if (!later)
            fail_msg("the scene does not say %s", said[i]);
        memmove(later, later + strlen(said[i]), strlen(later + strlen(said[i])) + 1);
    }
    return text;
}

static void a_scene_and_a_script_from_before_mean_the_same(void **state)
{
    (void)state;
    char *script = read_text(BEFORE "script.txt"),
         *scene = until_camera(read_text(BEFORE "scene.json"));
    App played = start(), opened = start();
    do_line(&played, script);
    open_path(&opened, BEFORE "scene.json");
    assert_true(fields_equal(&played.document, &opened.document));
    assert_true(do_text(&played, &action_file_save, in_folder("played.json")));
    stages_wait(&played);
    assert_true(do_text(&opened, &action_file_save, in_folder("opened.json")));
    stages_wait(&opened);
    char *first = without_later(until_camera(read_text(in_folder("played.json"))));
    char *second = without_later(until_camera(read_text(in_folder("opened.json"))));
    assert_string_equal(first, scene);
    assert_string_equal(second, scene);
    free(script);
    free(scene);
    free(first);
    free(second);
    app_free(&played);
    app_free(&opened);
}

static void settings_from_before_mean_the_same(void **state)
{
    (void)state;
    char *text = read_text(BEFORE "settings.txt"), *rest = NULL;
    App app = start();
    WindowSettings window = NO_WINDOW;
    Error err = {""};
    char *usual = settings_text(&window, &app);
    if (settings_read(&window, &app, text, strlen(text), &err) != 0)
        fail_msg("%s", err.text);
    char *again = settings_text(&window, &app);
    // The order of lines may be another one, and fields that came later are as usual.
    char *copy = strdup(again);
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!strstr(text, line) && !strstr(usual, line))
            fail_msg("%s was neither said before nor is it usual", line);
    free(copy);
    free(usual);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!strstr(again, line))
            fail_msg("%s is not in\n%s", line, again);
    free(again);
    free(text);
    app_free(&app);
}

// Whatever the volume is, the keys for criterion, children and leaves choose what it takes, and come round.
static void keys_of_construction_choose_what_the_volume_takes(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const Action *volume = action_find("build.volume");
    int chosen = 0;
    for (int v = 0; v < bv_type_count; ++v) {
        assert_true(app_do(&app, volume, &(ActionArgs){.index = v}, 0));
        for (int i = 0; i < key_binding_count; ++i) {
            const KeyBinding *binding = &key_bindings[i];
            if (binding->argument != KEY_NEXT_BUILD)
                continue;
            double first = value_of(binding->action->field, &app);
            int steps = 0;
            ActionArgs args;
            while (keys_binding_arguments(&app, binding, 1, &args)) {
                if (!app_do(&app, binding->action, &args, 0))
                    fail_msg("%s, %s: %s", bv_types[v]->name, binding->keys, last_notice(&app));
                ++chosen;
                if (++steps > NAMED_MOST)
                    fail_msg("%s, %s never comes round", bv_types[v]->name, binding->keys);
                if (!differs(value_of(binding->action->field, &app), first))
                    break;
            }
        }
    }
    assert_true(chosen > 3 * bv_type_count);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_construction_choose_what_the_volume_takes),
        cmocka_unit_test(every_field_does_all_that_its_row_says),
        cmocka_unit_test(no_two_rows_share_a_name_or_a_key),
        cmocka_unit_test(a_scene_and_a_script_from_before_mean_the_same),
        cmocka_unit_test(settings_from_before_mean_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
