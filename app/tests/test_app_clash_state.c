// Notes about clashes of what is open: said by actions, written beside the model at once, read again when
// somebody else wrote there, and never written over where they cannot be read.
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/session/clash_state.h"
#include "app/tests/app_fixture.h"

#include <stdio.h>
#include <unistd.h>

static char folder[] = "/tmp/snug-clashes-XXXXXX";
static char model[80], book[96];

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wbe");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rbe");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void open_model(App *app)
{
    Error err = {""};
    assert_true(app_init(app, &err));
    stages_open(app, model, &(ImportOptions){0});
    stages_wait(app);
    assert_int_equal(app->fit.count, 1);
    stages_update(app, 0);
}

static bool say(App *app, const Action *action, const char *text)
{
    ActionArgs args = {0};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, action, &args, 0);
}

static void notes_are_kept_beside_the_model(void **state)
{
    (void)state;
    char text[2000], with_id[64];
    App app;
    open_model(&app);
    assert_null(clash_state_note(&app, 0, 0));
    assert_true(say(&app, &action_clash_status, "reviewed"));
    snprintf(with_id, sizeof with_id, "%016llx Anna", (unsigned long long)app.fit.rows[0].id);
    assert_true(say(&app, &action_clash_assign, with_id));
    assert_true(say(&app, &action_clash_comment, "two\nlines"));
    const ClashNote *note = clash_state_note(&app, 0, 0);
    assert_true(note && note->status == CLASH_REVIEWED);
    assert_string_equal(note->assignee, "Anna");
    assert_string_equal(note->comment, "two lines");
    read_file(book, text, sizeof text);
    assert_non_null(strstr(text, " reviewed \"A\" \"B\" "));
    assert_false(say(&app, &action_clash_status, "done"));
    assert_false(say(&app, &action_clash_status, "0000000000000001 active"));

    // Somebody else has a word about another clash.
    strcat(text, "00000000000000aa active \"X\" \"Y\" 0 0 0 \"Bo\" \"\"\n");
    write_file(book, text);
    assert_true(say(&app, &action_clash_status, "approved"));
    read_file(book, text, sizeof text);
    assert_non_null(strstr(text, "00000000000000aa active"));
    assert_non_null(strstr(text, " approved \"A\" \"B\" "));
    app_free(&app);

    open_model(&app); // it is there again
    note = clash_state_note(&app, 0, 0);
    assert_true(note && note->status == CLASH_APPROVED);
    // What says nothing any more has no line.
    assert_true(say(&app, &action_clash_status, "new") && say(&app, &action_clash_assign, "") &&
                say(&app, &action_clash_comment, ""));
    read_file(book, text, sizeof text);
    assert_null(strstr(text, "\"A\""));
    app_free(&app);

    write_file(book, "snug clashes 1\n<<<<<<< ours\n");
    open_model(&app);
    assert_non_null(strstr(last_notice(&app), ":2: two versions were not merged"));
    assert_false(say(&app, &action_clash_status, "active"));
    read_file(book, text, sizeof text);
    assert_non_null(strstr(text, "<<<<<<<"));
    app_free(&app);
}

static const ClashNote *note_of(App *app)
{
    stages_update(app, 0);
    return clash_state_note(app, 0, 0);
}

static void words_are_taken_back(void **state)
{
    (void)state;
    char text[2000], mine[2000];
    App app;
    unlink(book);
    open_model(&app);
    int steps = history_done(app.history);
    assert_true(say(&app, &action_clash_status, "reviewed"));
    assert_true(say(&app, &action_clash_assign, "Anna"));
    assert_true(say(&app, &action_clash_comment, "waits"));
    assert_int_equal(history_done(app.history), steps + 3);
    assert_false(say(&app, &action_clash_status, "done")); // refused: no step
    assert_int_equal(history_done(app.history), steps + 3);
    read_file(book, mine, sizeof mine);

    // One word each, in the file as well.
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    const ClashNote *note = note_of(&app);
    assert_true(note && note->comment[0] == '\0' && strcmp(note->assignee, "Anna") == 0);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    note = note_of(&app);
    assert_true(note && note->assignee[0] == '\0' && note->status == CLASH_REVIEWED);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_null(note_of(&app));
    read_file(book, text, sizeof text);
    assert_null(strstr(text, "\"A\""));
    for (int i = 0; i < 3; ++i) {
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
        note_of(&app);
    }
    read_file(book, text, sizeof text);
    assert_string_equal(text, mine);

    // Several steps at once, and another word after some were taken back.
    assert_true(app_do(&app, &action_edit_jump, &(ActionArgs){.index = steps + 1}, 0));
    note = note_of(&app);
    assert_true(note && note->assignee[0] == '\0' && note->status == CLASH_REVIEWED);
    assert_true(say(&app, &action_clash_comment, "other"));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0) && note_of(&app));
    assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    note = note_of(&app);
    assert_true(note && strcmp(note->comment, "other") == 0 && note->assignee[0] == '\0');

    // What somebody else has changed since stays, and so does what they say of others.
    read_file(book, text, sizeof text);
    char *word = strstr(text, "reviewed");
    assert_non_null(word);
    memcpy(word, "resolved", 8);
    strcat(text, "00000000000000aa active \"X\" \"Y\" 0 0 0 \"Bo\" \"\"\n");
    write_file(book, text);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    note = note_of(&app);
    assert_true(note && note->status == CLASH_RESOLVED && strcmp(note->comment, "other") == 0);
    assert_non_null(strstr(last_notice(&app), "somebody else"));
    char after[2000];
    read_file(book, after, sizeof after);
    assert_non_null(strstr(after, "00000000000000aa active"));
    // Undoing something else takes back no word.
    assert_true(app_do(&app, &action_part_lock, &(ActionArgs){.part = 0}, 0));
    read_file(book, mine, sizeof mine);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    note_of(&app);
    read_file(book, after, sizeof after);
    assert_string_equal(after, mine);
    // Opened again, there is nothing to be followed.
    stages_open(&app, model, &(ImportOptions){0});
    stages_wait(&app);
    note_of(&app);
    read_file(book, after, sizeof after);
    assert_string_equal(after, mine);
    app_free(&app);
}

int main(void)
{
    assert_non_null(mkdtemp(folder));
    snprintf(model, sizeof model, "%s/two.obj", folder);
    snprintf(book, sizeof book, "%s.clashes", model);
    write_file(model,
               "o A\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
               "o B\nv .1 .1 .1\nv 1.1 .1 .1\nv .1 1.1 .1\nv .1 .1 1.1\nf 5 7 6\nf 5 6 8\n"
               "f 6 7 8\nf 7 5 8\n");
    const struct CMUnitTest tests[] = {cmocka_unit_test(notes_are_kept_beside_the_model),
                                       cmocka_unit_test(words_are_taken_back)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(book);
    unlink(model);
    rmdir(folder);
    return failed;
}
