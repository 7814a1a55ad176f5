// The manual against the program: its tables are those of the registries, its links lead somewhere,
// every panel has its chapter. With SNUG_RENEW=1 the tables of app/manual are written anew.
#include "app/io/file.h"
#include "app/tests/app_fixture.h"
#include "app/tests/manual_blocks.h"
#include "app/window/panel.h"
#include "app/window/panels/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

static const char BEGIN[] = "<!-- generated: ", END[] = "<!-- end -->";

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static void block_name(const char *line, char name[160])
{
    snprintf(name, 160, "%.*s", (int)strcspn(line + strlen(BEGIN), ">"), line + strlen(BEGIN));
    char *end = strstr(name, " --");
    assert_non_null(end);
    *end = 0;
}

// The chapter as it should be, and as it is.
static void chapter_texts(const ManualChapter *chapter, TextBuffer *wanted, TextBuffer *present)
{
    bool inside = false;
    for (int i = 0; chapter->lines[i]; ++i) {
        const char *line = chapter->lines[i], *end = chapter->lines[i + 1] ? "\n" : "";
        text_add(present, "%s%s", line, end);
        if (begins(line, END))
            inside = false;
        if (!inside)
            text_add(wanted, "%s%s", line, end);
        if (!begins(line, BEGIN))
            continue;
        char name[160];
        block_name(line, name);
        inside = true;
        if (!manual_block(wanted, name, SNUG_PROGRAM))
            fail_msg("%s.md:%d: there is no table called \"%s\"", chapter->name, i + 1, name);
    }
    if (inside)
        fail_msg("%s.md: a table has no %s", chapter->name, END);
}

static void tell_difference(const char *chapter, const char *wanted, const char *present)
{
    int line = 1;
    size_t start = 0;
    for (size_t i = 0; wanted[i] == present[i] && wanted[i]; ++i)
        if (wanted[i] == '\n') {
            ++line;
            start = i + 1;
        }
    print_error("app/manual/%s.md:%d differs from the program\n  wanted:  %.*s\n  present: %.*s\n",
                chapter, line, (int)strcspn(wanted + start, "\n"), wanted + start,
                (int)strcspn(present + start, "\n"), present + start);
}

static void tables_are_those_of_the_registries(void **state)
{
    (void)state;
    int stale = 0;
    for (int i = 0; i < manual_chapter_count; ++i) {
        TextBuffer wanted = {0}, present = {0};
        chapter_texts(&manual_chapters[i], &wanted, &present);
        assert_false(wanted.failed || present.failed);
        char path[256];
        Error err = {""};
        snprintf(path, sizeof path, "app/manual/%s.md", manual_chapters[i].name);
        bool same = strcmp(wanted.text, present.text) == 0;
        if (!same && getenv("SNUG_RENEW")) {
            if (!file_write_atomic(path, wanted.text, wanted.length, &err))
                fail_msg("%s", err.text);
        } else if (!same) {
            tell_difference(manual_chapters[i].name, wanted.text, present.text);
            ++stale;
        }
        free(text_take(&wanted));
        free(text_take(&present));
    }
    if (stale > 0)
        fail_msg("%d chapters are not up to date: SNUG_RENEW=1 ctest -R window_manual, then build",
                 stale);
}

static void every_table_is_in_a_chapter(void **state)
{
    (void)state;
    int missing = 0;
    for (int b = 0; manual_block_name(b); ++b) {
        bool found = false;
        for (int i = 0; i < manual_chapter_count && !found; ++i)
            for (int k = 0; manual_chapters[i].lines[k] && !found; ++k)
                if (begins(manual_chapters[i].lines[k], BEGIN)) {
                    char name[160];
                    block_name(manual_chapters[i].lines[k], name);
                    found = strcmp(name, manual_block_name(b)) == 0;
                }
        if (!found)
            print_error("no chapter holds the table \"%s\"\n", manual_block_name(b));
        missing += !found;
    }
    assert_int_equal(missing, 0);
}

// Whether a link of the chapter, as written between its brackets, leads to a heading.
static bool leads_somewhere(const char *target, int from)
{
    ManualPlace place = manual_find(target, from);
    if (place.chapter < 0)
        return false;
    return !strchr(target, '#') || place.line > 0;
}

static void links_lead_to_chapters_and_headings(void **state)
{
    (void)state;
    int links = 0, broken = 0;
    for (int i = 0; i < manual_chapter_count; ++i)
        for (int k = 0; manual_chapters[i].lines[k]; ++k) {
            const char *at = manual_chapters[i].lines[k];
            while ((at = strstr(at, "]("))) {
                char target[128];
                at += 2;
                snprintf(target, sizeof target, "%.*s", (int)strcspn(at, ")"), at);
                ++links;
                if (leads_somewhere(target, i))
                    continue;
                print_error("%s.md:%d: %s leads nowhere\n", manual_chapters[i].name, k + 1, target);
                ++broken;
            }
        }
    assert_true(links > 30);
    assert_int_equal(broken, 0);
}

static void every_panel_names_a_place_in_the_manual(void **state)
{
    (void)state;
    for (int i = 0; i < panel_count; ++i) {
        assert_non_null(panels[i]->chapter);
        if (!leads_somewhere(panels[i]->chapter, 0))
            fail_msg("F1 over the panel \"%s\" leads nowhere: %s", panels[i]->title,
                     panels[i]->chapter);
    }
    assert_true(manual_find("controls", 0).chapter >= 0); // over the 3-D view
}

// What the viewer cannot draw must not be in a chapter.
static void chapters_keep_to_what_can_be_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < manual_chapter_count; ++i) {
        const ManualChapter *chapter = &manual_chapters[i];
        bool code = false;
        assert_int_equal(manual_heading(chapter->lines[0]), 1);
        for (int k = 0; chapter->lines[k]; ++k) {
            const char *line = chapter->lines[k];
            if (begins(line, "```"))
                code = !code;
            int marks = 0;
            for (const char *c = line; *c; ++c) {
                unsigned char byte = (unsigned char)*c;
                marks += *c == '`';
                if (byte >= 0xC4) // beyond Latin-1: not in all fonts
                    fail_msg("%s.md:%d: a character that fonts may lack", chapter->name, k + 1);
            }
            if (!code && !begins(line, "```") && marks % 2 != 0)
                fail_msg("%s.md:%d: a ` has no partner", chapter->name, k + 1);
            if (!code && (begins(line, "![") || begins(line, "> ") || begins(line, "    ")))
                fail_msg("%s.md:%d: pictures, quotes and indented code are not drawn",
                         chapter->name, k + 1);
        }
        assert_false(code);
    }
}

static void search_finds_lines_with_all_words(void **state)
{
    (void)state;
    ManualHit hits[8];
    int count = manual_search("draco REFUSED", hits, 8);
    assert_true(count >= 1);
    assert_string_equal(manual_chapters[hits[0].place.chapter].name, "files");
    assert_non_null(strstr(hits[0].text, "Draco"));
    assert_int_equal(manual_search("nosuchwordanywhere", hits, 8), 0);
    // Headings come first.
    assert_true(manual_search("pose panel", hits, 8) >= 1);
    assert_true(manual_heading(manual_chapters[hits[0].place.chapter].lines[hits[0].place.line]) >
                0);
    // No more than there is room for, but all of them are counted.
    assert_true(manual_search("the", hits, 2) > 2);
}

// Also those that --help forgets: an option is a literal of the source.
static void every_option_of_the_sources_is_in_the_manual(void **state)
{
    (void)state;
    FileBytes manual;
    Error err = {""};
    if (!file_read_whole("app/manual/commands.md", (size_t)1 << 20, &manual, &err))
        fail_msg("%s", err.text);
    FILE *list = popen("grep -rhoE '\"--[a-z][a-z-]+\"' app --include=*.[ch] --exclude-dir=tests |"
                       " sort -u",
                       "r");
    assert_non_null(list);
    char option[64];
    int count = 0, missing = 0;
    while (fgets(option, sizeof option, list)) {
        char cell[80];
        option[strcspn(option + 1, "\"") + 1] = 0;
        snprintf(cell, sizeof cell, "`%s", option + 1);
        bool known = strcmp(option + 1, "--help") == 0 || strcmp(option + 1, "--version") == 0;
        if (!known && !strstr(manual.data, cell)) {
            print_error("commands.md does not know %s\n", option + 1);
            ++missing;
        }
        ++count;
    }
    assert_int_equal(pclose(list), 0);
    free(manual.data);
    assert_true(count > 25);
    assert_int_equal(missing, 0);
}

// A newcomer reads it to the end; the rest is in the manual.
static void the_readme_is_short_and_its_links_exist(void **state)
{
    (void)state;
    FileBytes readme;
    Error err = {""};
    if (!file_read_whole("README.md", (size_t)1 << 20, &readme, &err))
        fail_msg("%s", err.text);
    int words = 0;
    for (const char *c = readme.data; *c; ++c)
        words += !isspace((unsigned char)*c) && (isspace((unsigned char)c[1]) || !c[1]);
    if (words > 900)
        fail_msg("README.md has %d words; 900 are the most", words);
    for (const char *at = readme.data; (at = strstr(at, "]("));) {
        char path[128];
        at += 2;
        snprintf(path, sizeof path, "%.*s", (int)strcspn(at, ")#"), at);
        if (access(path, R_OK) != 0)
            fail_msg("README.md: %s is not there", path);
    }
    free(readme.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_those_of_the_registries),
        cmocka_unit_test(every_table_is_in_a_chapter),
        cmocka_unit_test(links_lead_to_chapters_and_headings),
        cmocka_unit_test(every_panel_names_a_place_in_the_manual),
        cmocka_unit_test(chapters_keep_to_what_can_be_drawn),
        cmocka_unit_test(search_finds_lines_with_all_words),
        cmocka_unit_test(every_option_of_the_sources_is_in_the_manual),
        cmocka_unit_test(the_readme_is_short_and_its_links_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
