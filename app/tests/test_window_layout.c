// The layout file: what is written is read, and what is not ours changes nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/io/config.h"
#include "app/window/loop/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char IMGUI[] = "[Window][Parts]\nPos=1,2\n\n[Docking][Data]\nDockSpace ID=0x1\n";

static void open_panels_are_kept(void **state)
{
    (void)state;
    UiState from = {.open = {false}}, to = {.open = {false}};
    for (int i = 0; i < panel_count; ++i) {
        from.open[i] = i % 2;
        to.open[i] = !from.open[i];
    }
    char *text = layout_text(&from, IMGUI);
    assert_non_null(text);
    assert_true(layout_read(&to, text));
    int kept = 0;
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->place != PLACE_FLOATING) {
            assert_int_equal(to.open[i], from.open[i]);
            ++kept;
        }
    assert_true(kept >= 4);
    free(text);
}

static void files_that_are_not_ours_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "\n",
        "[Window][Parts]\nPos=1,2\n\n[Docking][Data]\n",
        "; Snug layout 2\n[Snug][Panels]\nParts=0\n\n[Docking][Data]\n",
        "; Snug layout 1\n",
        "; Snug layout 1\n[Snug][Panels]\nParts=0\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        UiState ui = {.open = {true, true}};
        assert_false(layout_read(&ui, bad[i]));
        assert_true(ui.open[0] && ui.open[1]);
    }
}

// All docked panels but one, and lines that are nobody's.
static char *text_without(int missing)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "; Snug layout 1\n[Snug][Panels]\nNobody=0\nParts\nParts=\n=\nParts=00\n");
    for (int i = 0; i < panel_count; ++i)
        if (i != missing && panels[i]->place != PLACE_FLOATING)
            fprintf(out, "%s=1\n", panels[i]->title);
    fprintf(out, "\n[Docking][Data]\n");
    assert_int_equal(fclose(out), 0);
    return text;
}

// It would have no place in the old layout.
static void a_panel_newer_than_the_file_makes_it_void(void **state)
{
    (void)state;
    for (int missing = -1; missing < panel_count; ++missing) {
        UiState ui = {.open = {false}};
        char *text = text_without(missing);
        bool docked = missing >= 0 && panels[missing]->place != PLACE_FLOATING;
        assert_true(layout_read(&ui, text) == !docked);
        assert_true(ui.open[panel_find("Parts")] ==
                    !docked); // none of the other lines is a panel's
        free(text);
    }
}

// The folder is made with all above it, and only for the user.
static void settings_go_where_the_desktop_wants_them(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-config-XXXXXX", path[256], expected[256];
    struct stat info;
    assert_non_null(mkdtemp(folder));
    snprintf(expected, sizeof expected, "%s/a/b", folder);
    setenv("XDG_CONFIG_HOME", expected, 1);
    assert_true(config_path("layout.ini", true, path, sizeof path));
    snprintf(expected, sizeof expected, "%s/a/b/snug/layout.ini", folder);
    assert_string_equal(path, expected);
    *strrchr(path, '/') = 0;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    setenv("XDG_CONFIG_HOME", "relative", 1); // to be ignored
    setenv("HOME", folder, 1);
    assert_true(config_path("layout.ini", false, path, sizeof path));
    snprintf(expected, sizeof expected, "%s/.config/snug/layout.ini", folder);
    assert_string_equal(path, expected);
    assert_false(config_path("layout.ini", false, path, 10)); // no room
    unsetenv("HOME");
    assert_false(config_path("layout.ini", false, path, sizeof path));
    static const char *const made[] = {"a/b/snug", "a/b", "a", "."};
    for (size_t i = 0; i < sizeof made / sizeof *made; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, i == 3 ? "" : made[i]);
        assert_int_equal(rmdir(path), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_panels_are_kept),
        cmocka_unit_test(files_that_are_not_ours_change_nothing),
        cmocka_unit_test(a_panel_newer_than_the_file_makes_it_void),
        cmocka_unit_test(settings_go_where_the_desktop_wants_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
