#include "app/window/panels/manual.h"

#include "core/base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int manual_heading(const char *line)
{
    int level = 0;
    while (line[level] == '#')
        ++level;
    return level > 0 && level <= 6 && line[level] == ' ' ? level : 0;
}

const char *manual_title(const ManualChapter *chapter)
{
    int level = manual_heading(chapter->lines[0]);
    return chapter->lines[0] + (level > 0 ? level + 1 : 0);
}

void manual_slug(const char *heading, char *slug, size_t size)
{
    size_t used = 0;
    for (const char *c = heading; *c && used + 1 < size; ++c)
        if (isalnum((unsigned char)*c) || *c == '-' || *c == '_')
            slug[used++] = (char)tolower((unsigned char)*c);
        else if (*c == ' ')
            slug[used++] = '-';
    slug[used] = 0;
}

static int find_chapter(const char *name, size_t length)
{
    if (length > 3 && strncmp(name + length - 3, ".md", 3) == 0)
        length -= 3;
    for (int i = 0; i < manual_chapter_count; ++i)
        if (strlen(manual_chapters[i].name) == length &&
            strncmp(manual_chapters[i].name, name, length) == 0)
            return i;
    return -1;
}

ManualPlace manual_find(const char *target, int from)
{
    size_t length = strcspn(target, "#");
    ManualPlace place = {length > 0 ? find_chapter(target, length) : from, 0};
    if (place.chapter < 0 || target[length] != '#')
        return place;
    const char *const *lines = manual_chapters[place.chapter].lines;
    bool code = false;
    for (int i = 0; lines[i]; ++i) {
        char slug[96];
        int level = manual_heading(lines[i]);
        code ^= strncmp(lines[i], "```", 3) == 0;
        if (level == 0 || code)
            continue;
        manual_slug(lines[i] + level + 1, slug, sizeof slug);
        if (strcmp(slug, target + length + 1) == 0)
            place.line = i;
    }
    return place;
}

void manual_plain(const char *line, char *text, size_t size)
{
    size_t used = 0;
    const char *c = line + strspn(line, "#|- ");
    bool code = false;
    for (; *c && used + 1 < size; ++c) {
        if (*c == '`') {
            code = !code;
        } else if (!code && *c == '\\' && c[1]) {
            text[used++] = *++c;
        } else if (!code && (*c == '*' || *c == '[')) {
            continue;
        } else if (!code && *c == ']' && c[1] == '(') {
            c += strcspn(c, ")");
            if (!*c)
                break;
        } else if (!code && *c == '|') {
            if (c[1] && used > 1 && used + 3 < size && text[used - 2] != '-') {
                text[used++] = '-';
            }
        } else {
            text[used++] = *c;
        }
    }
    text[used] = 0;
    utf8_sanitise(text); // the cut may have gone through a character
}

// Where a word of the filter begins in the text, in any case; NULL: nowhere.
static const char *find_word(const char *text, const char *word, size_t length)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            ++i;
        if (i == length)
            return text;
    }
    return NULL;
}

// Where the first word is in a text that holds all of them; NULL: one is missing.
static const char *find_all(const char *text, const char *filter)
{
    const char *first = NULL;
    for (const char *word = filter + strspn(filter, " "); *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        const char *found = find_word(text, word, length);
        if (!found)
            return NULL;
        first = first ? first : found;
        word += length;
    }
    return first;
}

static void note_hit(ManualHit *hit, ManualPlace place, int heading, const char *text,
                     const char *found)
{
    enum { BEFORE = 40 };
    const char *from = found - text > BEFORE ? found - BEFORE : text;
    while (from > text && from[-1] != ' ')
        --from;
    *hit = (ManualHit){.place = place, .heading = heading};
    snprintf(hit->text, sizeof hit->text, "%s%.150s", from > text ? "... " : "", from);
    utf8_sanitise(hit->text);
}

static int search_chapter(int chapter, bool headings, const char *filter, ManualHit *hits, int max)
{
    const char *const *lines = manual_chapters[chapter].lines;
    int count = 0, heading = 0;
    bool code = false;
    for (int i = 0; lines[i]; ++i) {
        char text[2048];
        code ^= strncmp(lines[i], "```", 3) == 0;
        bool is_heading = !code && manual_heading(lines[i]) > 0;
        heading = is_heading ? i : heading;
        if (is_heading != headings || strncmp(lines[i], "<!--", 4) == 0 ||
            strncmp(lines[i], "|--", 3) == 0)
            continue;
        manual_plain(lines[i], text, sizeof text);
        const char *found = find_all(text, filter);
        if (!found)
            continue;
        if (count < max)
            note_hit(&hits[count], (ManualPlace){chapter, i}, heading, text, found);
        ++count;
    }
    return count;
}

int manual_search(const char *filter, ManualHit *hits, int max)
{
    int count = 0;
    for (int pass = 0; pass < 2; ++pass) // headings of all chapters come first
        for (int i = 0; i < manual_chapter_count; ++i) {
            int room = count < max ? max - count : 0;
            count += search_chapter(i, pass == 0, filter, hits + (count < max ? count : max), room);
        }
    return count;
}
