#include "app/lab/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lab_add_word(TextBuffer *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./:,=+";
    if (*word && word[strspn(word, plain)] == 0) {
        text_add(out, " %s", word);
        return;
    }
    text_add(out, " '");
    for (; *word; ++word)
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_add(out, "%c", *word == '\n' ? ' ' : *word); // it stands in one line of a head
    text_add(out, "'");
}

void lab_part_name(const LabSubject *subject, const char *stem, int part, char *name, size_t size)
{
    snprintf(name, size, "%s-%d", lab_subject_is_sets(subject) ? stem : "part", part + 1);
}

const char *lab_part_ending(const LabSubject *subject)
{
    return lab_subject_is_sets(subject) ? ".xml" : ".obj";
}

void lab_add_command(const LabTable *table, const char *stem, TextBuffer *out)
{
    const LabSubject *subject = table->subject;
    char word[1200];
    text_add(out, "snug bench files");
    for (int i = 0; i < subject->part_count; ++i) {
        snprintf(word, sizeof word, "%s-%d%s", stem, i + 1, lab_part_ending(subject));
        lab_add_word(out, word);
    }
    if (subject->path.part_count > 0) {
        snprintf(word, sizeof word, "%s.path", stem);
        text_add(out, " --path");
        lab_add_word(out, word);
    } else {
        text_add(out, " --motion %s --seed %llu", subject->motion->name,
                 (unsigned long long)subject->seed);
    }
    text_add(out, " --frames %d --kinds ", subject->frames);
    for (int k = 0; k < table->count; ++k) {
        char kind[LAB_KIND_TEXT];
        lab_kind_text(table->kinds, k, kind, sizeof kind);
        text_add(out, "%s%s", k > 0 ? "," : "", kind);
    }
}

char *lab_path_text(const LabSubject *subject, const char *stem)
{
    MotionPath path;
    char *text = NULL;
    bool ok = subject->path.part_count > 0 && motion_path_copy(&path, &subject->path);
    if (!ok)
        return NULL;
    for (int i = 0; ok && i < subject->part_count; ++i) {
        PathPart *part = motion_path_find(&path, subject->parts[i].key);
        char name[1100];
        lab_part_name(subject, stem, i, name, sizeof name);
        char *key = part ? strdup(name) : NULL;
        if (key) {
            free(part->key);
            part->key = key;
        }
        ok = !part || key;
    }
    text = ok ? motion_path_text(&path) : NULL;
    motion_path_free(&path);
    return text;
}
