// The contact matrix: what a cell stands for, says and shows, of parts, of groups and of wildcards, and that a click
// says what it announces.
#include "app/actions/list.h"
#include "app/tests/app_fixture.h"
#include "app/window/panels/matrix_cell.h"

#include <stdio.h>

// Two plates, a ball and a ring (app_fixture.h); the ball lies in the lower plate, the ring touches nothing.
enum { PLATE, UPPER_PLATE, BALL, RING };

typedef struct Matrix {
    App app;
    MatrixEntries entries;
} Matrix;

static void put_into(App *app, int32_t part, const char *group)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", group);
    assert_true(app_do(app, &action_part_group, &args, 0));
}

static bool say(App *app, const Action *action, const char *text)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", text);
    bool done = app_do(app, action, &args, 0);
    stages_wait(app);
    return done;
}

static void look(Matrix *m, const char *filter)
{
    UiState ui = {0};
    stages_wait(&m->app);
    ui_list_parts(&ui, &m->app);
    assert_true(matrix_entries_make(&m->entries, &m->app, ui.live, ui.live_count, filter));
    free(ui.live);
}

static void open_matrix(Matrix *m)
{
    *m = (Matrix){0};
    fixture_open(&m->app);
    ActionArgs into = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(&m->app, &action_part_move, &into, 0));
    put_into(&m->app, PLATE, "Frame");
    put_into(&m->app, UPPER_PLATE, "Frame/Top");
    look(m, "");
}

static void close_matrix(Matrix *m)
{
    matrix_entries_free(&m->entries);
    app_free(&m->app);
}

static const MatrixEntry *entry(const Matrix *m, const char *name)
{
    for (size_t i = 0; i < m->entries.count; ++i)
        if (strcmp(matrix_entry_name(&m->entries.items[i], &m->app), name) == 0)
            return &m->entries.items[i];
    fail_msg("there is no row of %s", name);
    return NULL;
}

static MatrixRule rule(const Matrix *m, const char *a, const char *b)
{
    MatrixRule one = matrix_rule(&m->app, &m->entries, entry(m, a), entry(m, b)),
               other = matrix_rule(&m->app, &m->entries, entry(m, b), entry(m, a));
    assert_true(one.rule == other.rule && one.said == other.said && one.mixed == other.mixed &&
                one.pairs == other.pairs); // the matrix is symmetric
    return one;
}

static MatrixContacts found(const Matrix *m, const char *a, const char *b)
{
    MatrixContacts one = matrix_contacts(&m->app, &m->entries, entry(m, a), entry(m, b)),
                   other = matrix_contacts(&m->app, &m->entries, entry(m, b), entry(m, a));
    assert_true(one.worst == other.worst && one.count == other.count);
    return one;
}

static void click(Matrix *m, const char *a, const char *b)
{
    MatrixRule now = rule(m, a, b);
    enum PairRule next = matrix_next_rule(&now);
    char text[1024];
    assert_true(matrix_put_text(&m->app, entry(m, a), entry(m, b), next, text, sizeof text));
    if (!say(&m->app, &action_rules_put, text))
        fail_msg("%s: %s", text, last_notice(&m->app));
    look(m, "");
    assert_int_equal(rule(m, a, b).rule, next);
    assert_int_equal(rule(m, a, b).said, next != RULE_CHECKED);
}

static void rows_are_groups_wildcards_and_parts(void **state)
{
    (void)state;
    Matrix m;
    open_matrix(&m);
    assert_true(say(&m.app, &action_rules_add, "group round Ball Ring"));
    assert_true(say(&m.app, &action_rules_add, "forbid B* @round"));
    look(&m, "");
    static const struct {
        const char *name;
        int32_t parts;
    } rows[] = {{"@round", 2},    {"B*", 1},         {"* (any part)", 4},
                {"@Frame", 2},    {"@Frame/Top", 1}, {"Plate", 1},
                {"Plate (2)", 1}, {"Ball", 1},       {"Ring", 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    assert_int_equal(m.entries.count, ROWS);
    assert_int_equal(m.entries.several, 5);
    for (int i = 0; i < ROWS; ++i) {
        assert_string_equal(matrix_entry_name(&m.entries.items[i], &m.app), rows[i].name);
        assert_int_equal(m.entries.items[i].count, rows[i].parts);
    }
    assert_true(matrix_entry_has(&m.entries, entry(&m, "@Frame"), UPPER_PLATE) &&
                !matrix_entry_has(&m.entries, entry(&m, "@Frame"), BALL));
    look(&m, "Fra");
    assert_int_equal(m.entries.count, 2);
    uint64_t grouping = matrix_grouping(&m.app);
    put_into(&m.app, BALL, "Frame");
    assert_true(matrix_grouping(&m.app) != grouping);
    look(&m, "Fra");
    assert_int_equal(m.entries.items[0].count, 3);
    close_matrix(&m);
}

// Part and part, group and part, wildcard and group, group and itself.
static void cells_say_what_holds_for_all_their_pairs(void **state)
{
    (void)state;
    Matrix m;
    open_matrix(&m);
    assert_int_equal(rule(&m, "Plate", "Ball").pairs, 1);
    assert_int_equal(rule(&m, "@Frame", "Ball").pairs, 2);
    assert_int_equal(rule(&m, "@Frame", "@Frame").pairs, 1);
    assert_int_equal(rule(&m, "* (any part)", "@Frame").pairs, 5); // one of six is without them
    assert_int_equal(rule(&m, "@Frame/Top", "Plate (2)").pairs, 0);
    MatrixContacts at = found(&m, "Plate", "Ball");
    assert_true(at.worst == FIT_INTERFERENCE && at.count == 1);
    assert_true(found(&m, "@Frame", "Ball").worst == FIT_INTERFERENCE);
    assert_true(found(&m, "* (any part)", "* (any part)").of_kind[FIT_INTERFERENCE] == 1);
    assert_true(found(&m, "@Frame/Top", "Ball").worst == FIT_NONE);

    // A rule about one pair: of the group it is one of several.
    click(&m, "Plate", "Ball");
    assert_true(rule(&m, "Plate", "Ball").rule == RULE_INTENTIONAL);
    assert_true(found(&m, "@Frame", "Ball").worst == FIT_INTENTIONAL);
    MatrixRule mixed = rule(&m, "@Frame", "Ball");
    assert_true(mixed.mixed && !mixed.said && mixed.rule == RULE_CHECKED);

    // About a wildcard and the group: it holds for all of them, and for each part, but is not said of these.
    assert_true(say(&m.app, &action_rules_add, "group plates Plate*"));
    assert_true(say(&m.app, &action_rules_add, "forbid B* @plates"));
    look(&m, "");
    MatrixRule all = rule(&m, "B*", "@plates");
    assert_true(all.said && !all.mixed && all.rule == RULE_FORBIDDEN && all.pairs == 2);
    assert_true(rule(&m, "Plate (2)", "Ball").rule == RULE_FORBIDDEN);
    assert_false(rule(&m, "Plate (2)", "Ball").said);
    assert_true(rule(&m, "@Frame", "Ball").rule == RULE_FORBIDDEN);
    assert_true(found(&m, "B*", "@plates").worst == FIT_FORBIDDEN);
    // The last word holds: about one of its pairs, after it.
    assert_true(say(&m.app, &action_rules_put, "ignore \"Plate (2)\" Ball"));
    look(&m, "");
    all = rule(&m, "B*", "@plates");
    assert_true(all.said && all.mixed && all.rule == RULE_FORBIDDEN);
    close_matrix(&m);
}

static void safety_distances_and_what_is_not_known_show(void **state)
{
    (void)state;
    Matrix m;
    open_matrix(&m);
    ActionArgs up = move_args(BALL, vec3d(0, 4, 0)); // 1.5 above the plate
    assert_true(app_do(&m.app, &action_part_move, &up, 0));
    assert_true(say(&m.app, &action_rules_add, "clearance Plate Ball 1m"));
    look(&m, "");
    assert_true(found(&m, "@Frame", "Ball").worst == FIT_NEAR &&
                found(&m, "@Frame", "Ball").of_kind[FIT_NEAR] == 1);
    up = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(&m.app, &action_part_move, &up, 0)); // nobody has looked yet
    stages_update(&m.app, 0);
    MatrixContacts now =
        matrix_contacts(&m.app, &m.entries, entry(&m, "@Frame"), entry(&m, "Ball"));
    assert_true(now.worst == FIT_CHECKING || m.app.fit_known);
    stages_wait(&m.app);
    assert_true(found(&m, "@Frame", "Ball").worst == FIT_CLOSE ||
                found(&m, "@Frame", "Ball").worst == FIT_INTERFERENCE);
    close_matrix(&m);
}

// Round and round, of every kind of row; one step each, and undone.
static void a_click_says_what_it_announces(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"Plate", "Ball"},
                                           {"@Frame", "Ball"},
                                           {"@Frame", "@Frame/Top"},
                                           {"* (any part)", "@Frame"},
                                           {"* (any part)", "* (any part)"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        Matrix m;
        open_matrix(&m);
        int steps = history_done(m.app.history);
        static const enum PairRule round[] = {RULE_INTENTIONAL, RULE_FORBIDDEN, RULE_IGNORED,
                                              RULE_CHECKED};
        for (int k = 0; k < 4; ++k) {
            click(&m, pairs[i][0], pairs[i][1]);
            assert_int_equal(rule(&m, pairs[i][0], pairs[i][1]).rule, round[k]);
        }
        assert_int_equal(history_done(m.app.history), steps + 4);
        for (int k = 0; k < 4; ++k)
            assert_true(app_do(&m.app, &action_edit_undo, NULL, 0));
        assert_true(rule_set_equal(m.app.document.rules, NULL));
        close_matrix(&m);
    }
}

// It becomes a group of the rules with the parts that it has; one of that name stays as it is.
static void a_group_of_the_panel_becomes_one_of_the_rules(void **state)
{
    (void)state;
    Matrix m;
    open_matrix(&m);
    click(&m, "@Frame", "Ball");
    const RuleSet *set = m.app.document.rules;
    assert_true(set->group_count == 1 && strcmp(set->groups[0].name, "Frame") == 0);
    assert_true(set->groups[0].count == 2 && strcmp(set->groups[0].patterns[1], "Plate (2)") == 0);
    assert_int_equal(m.app.fit.of_kind[FIT_INTENTIONAL], 1);
    click(&m, "Ring", "@Frame");
    assert_int_equal(m.app.document.rules->group_count, 1);
    assert_false(say(&m.app, &action_rules_put, "intentional @Nowhere Ball"));
    assert_non_null(strstr(last_notice(&m.app), "there is no group \"Nowhere\""));
    assert_int_equal(m.app.document.rules->group_count, 1);
    // Within a name it is a letter.
    assert_true(say(&m.app, &action_rules_put, "intentional \"Bolt @Frame\" \"5\\\"@Ring\""));
    assert_int_equal(m.app.document.rules->group_count, 1);
    // A part less and another one more are not the same parts.
    uint64_t before = matrix_grouping(&m.app);
    ActionArgs ball = {.part = BALL};
    assert_true(app_do(&m.app, &action_part_delete, &ball, 0));
    assert_true(matrix_grouping(&m.app) != before);
    assert_true(app_do(&m.app, &action_edit_undo, NULL, 0));
    // What no rule can have as a name is shown, and cannot be clicked.
    put_into(&m.app, RING, "6\" pipes");
    look(&m, "");
    char text[1024];
    assert_false(matrix_put_text(&m.app, entry(&m, "@6\" pipes"), entry(&m, "Ball"),
                                 RULE_INTENTIONAL, text, sizeof text));
    close_matrix(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_groups_wildcards_and_parts),
        cmocka_unit_test(cells_say_what_holds_for_all_their_pairs),
        cmocka_unit_test(safety_distances_and_what_is_not_known_show),
        cmocka_unit_test(a_click_says_what_it_announces),
        cmocka_unit_test(a_group_of_the_panel_becomes_one_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
