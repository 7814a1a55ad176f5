// A chapter of the manual as a page: headings, lists, tables and code.
#include "app/window/panels/manual_page.h"

#include "app/window/look.h"

#include <cimgui.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_COLUMNS = 8, MOST_TEXT = 4096 };

// "- ", "1. ": how long the mark of a list's item is, blanks before it included; 0: it is none.
static size_t item_mark(const char *line)
{
    size_t at = strspn(line, " ");
    if (line[at] == '-' && line[at + 1] == ' ')
        return at + 2;
    size_t digits = strspn(line + at, "0123456789");
    return digits > 0 && line[at + digits] == '.' && line[at + digits + 1] == ' ' ? at + digits + 2
                                                                                  : 0;
}

static bool ends_paragraph(const char *line)
{
    return !line || !*line || manual_heading(line) > 0 || *line == '|' || item_mark(line) > 0 ||
           strncmp(line, "```", 3) == 0 || strncmp(line, "<!--", 4) == 0;
}

// Lines of one paragraph as one text. Returns how many they are.
static int join(const char *const *lines, size_t skip, char text[MOST_TEXT])
{
    int count = 0;
    size_t used = 0;
    do {
        const char *line = lines[count] + (count == 0 ? skip : strspn(lines[count], " "));
        int n = snprintf(text + used, MOST_TEXT - used, "%s%s", used > 0 ? " " : "", line);
        used += n > 0 && (size_t)n < MOST_TEXT - used ? (size_t)n : 0;
        text[used] = 0;
        ++count;
    } while (!ends_paragraph(lines[count]));
    return count;
}

// This line is drawn next: if it is the one that is wanted, it comes into sight.
static void reach(const ManualPage *page, const char *text, int line)
{
    if (page->scroll_to == line)
        igSetScrollHereY(manual_heading(text) > 0 ? 0 : 0.25f);
}

static void gap(float lines)
{
    igDummy((ImVec2){0, igGetFontSize() * lines});
}

static void heading(ManualPage *page, const char *line)
{
    int level = manual_heading(line);
    gap(level == 1 ? 0 : level == 2 ? 0.5f : 0.2f);
    manual_paragraph(page, level <= 2 ? FONT_TITLE : FONT_BOLD, COLOUR_TEXT, line + level + 1);
    if (level <= 2)
        igSeparator();
    gap(0.15f);
}

// "| a | b \| c |" into its cells. Returns how many.
static int cells_of(const char *line, char cells[MOST_COLUMNS][MOST_TEXT / 4])
{
    int count = 0;
    const char *c = *line == '|' ? line + 1 : line;
    while (*c && count < MOST_COLUMNS) {
        size_t used = 0;
        c += strspn(c, " ");
        for (; *c && *c != '|'; ++c) {
            if (*c == '\\' && c[1] == '|')
                ++c; // within code a backslash would be drawn
            if (used + 1 < MOST_TEXT / 4)
                cells[count][used++] = *c;
        }
        while (used > 0 && cells[count][used - 1] == ' ')
            --used;
        cells[count++][used] = 0;
        c += *c == '|';
    }
    return count;
}

// Columns get what their longest words need, and share the rest by how much they hold.
static void set_columns(const char *const *lines, int rows, int columns, float room)
{
    static char cells[MOST_COLUMNS][MOST_TEXT / 4];
    ManualWidth widths[MOST_COLUMNS] = {{0, 0}};
    float words = 0, more = 0;
    for (int r = 0; r < rows; ++r) {
        int count = r == 1 ? 0 : cells_of(lines[r], cells);
        for (int i = 0; i < count && i < columns; ++i) {
            ManualWidth cell = manual_width(r == 0 ? FONT_BOLD : FONT_PLAIN, cells[i]);
            widths[i].word = fmaxf(widths[i].word, cell.word);
            widths[i].line = fmaxf(widths[i].line, fminf(cell.line, room));
        }
    }
    for (int i = 0; i < columns; ++i) {
        words += widths[i].word + 1;
        more += fmaxf(widths[i].line - widths[i].word, 1);
    }
    for (int i = 0; i < columns; ++i) {
        float share = fmaxf(widths[i].line - widths[i].word, 1) / more;
        float width = words < room ? widths[i].word + 1 + (room - words) * share
                                   : room * (widths[i].word + 1) / words;
        igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, width, 0);
    }
}

static bool no_titles(char cells[MOST_COLUMNS][MOST_TEXT / 4], int count)
{
    for (int i = 0; i < count; ++i)
        if (cells[i][0])
            return false;
    return true;
}

// first: its number in the chapter.
static int table(ManualPage *page, const char *const *lines, int first)
{
    static char cells[MOST_COLUMNS][MOST_TEXT / 4]; // one thread draws
    int rows = 0;
    while (lines[rows] && lines[rows][0] == '|')
        ++rows;
    int columns = cells_of(lines[0], cells);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float room = space.x - 2 * igGetStyle()->CellPadding.x * (float)columns;
    igPushID_Int(first);
    igPushID_Int((int)room); // widths are set once per table
    if (rows >= 2 && columns > 0 &&
        igBeginTable("table", columns,
                     ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH |
                         ImGuiTableFlags_NoSavedSettings,
                     (ImVec2){0, 0}, 0)) {
        set_columns(lines, rows, columns, room);
        for (int r = 0; r < rows; ++r) {
            int count = cells_of(lines[r], cells);
            if (r == 1 || (r == 0 && no_titles(cells, count))) // 1: the line of dashes
                continue;
            igTableNextRow(r == 0 ? ImGuiTableRowFlags_Headers : 0, 0);
            for (int i = 0; i < columns; ++i) {
                igTableNextColumn();
                if (i == 0 && r > 0)
                    reach(page, lines[r], first + r);
                if (i < count && cells[i][0])
                    manual_paragraph(page, r == 0 ? FONT_BOLD : FONT_PLAIN, COLOUR_TEXT, cells[i]);
            }
        }
        igEndTable();
    }
    igPopID();
    igPopID();
    gap(0.3f);
    return rows;
}

static int code(ManualPage *page, const char *const *lines, int first)
{
    int i = 1;
    igPushStyleVar_Vec2(ImGuiStyleVar_ItemSpacing, (ImVec2){0, 0});
    for (; lines[i] && strncmp(lines[i], "```", 3) != 0; ++i) {
        reach(page, "", first + i);
        manual_code_line(page, lines[i]);
    }
    igPopStyleVar(1);
    gap(0.3f);
    return i + (lines[i] != NULL);
}

static int item(ManualPage *page, const char *const *lines)
{
    char text[MOST_TEXT], mark[16];
    size_t skip = item_mark(lines[0]), blanks = strspn(lines[0], " ");
    int count = join(lines, skip, text);
    float indent = igGetFontSize() * (1.3f + 0.6f * (float)blanks);
    ImVec2 at;
    igGetCursorScreenPos(&at);
    if (lines[0][blanks] == '-')
        snprintf(mark, sizeof mark, "\xE2\x80\xA2");
    else
        snprintf(mark, sizeof mark, "%.*s", (int)(skip - blanks - 1), lines[0] + blanks);
    ImDrawList_AddText_Vec2(igGetWindowDrawList(),
                            (ImVec2){at.x + indent - igGetFontSize() * 1.1f, at.y},
                            look_colour(COLOUR_FAINT, 1), mark, NULL);
    igIndent(indent);
    manual_paragraph(page, FONT_PLAIN, COLOUR_TEXT, text);
    igUnindent(indent);
    return count;
}

void manual_page(ManualPage *page, const ManualChapter *chapter)
{
    const char *const *lines = chapter->lines;
    char text[MOST_TEXT];
    for (int i = 0; lines[i];) {
        reach(page, lines[i], i);
        if (manual_heading(lines[i]) > 0)
            heading(page, lines[i++]);
        else if (lines[i][0] == '|')
            i += table(page, lines + i, i);
        else if (strncmp(lines[i], "```", 3) == 0)
            i += code(page, lines + i, i);
        else if (item_mark(lines[i]) > 0)
            i += item(page, lines + i);
        else if (!lines[i][0] || strncmp(lines[i], "<!--", 4) == 0)
            i += 1;
        else {
            int count = join(lines + i, 0, text);
            for (int k = 1; k < count; ++k)
                reach(page, lines[i + k], i + k);
            i += count;
            manual_paragraph(page, FONT_PLAIN, COLOUR_TEXT, text);
            gap(0.15f);
        }
    }
    gap(2);
}
