#include "app/io/motion_path.h"
#include "app/io/text_buffer.h"
#include "app/io/tokens.h"

#include <stdlib.h>

// The fewest digits that come back as the same double. A number of 15 digits that people wrote stays
// as they wrote it.
static void add_number(TextBuffer *out, double value)
{
    char text[32];
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, value + 0.0);
        double back = strtod(text, NULL);
        if (!(back < value || back > value))
            break;
    }
    text_add(out, " %s", text);
}

static void add_numbers(TextBuffer *out, const double *values, int count)
{
    for (int i = 0; i < count; ++i)
        add_number(out, values[i]);
}

static bool is_diagonal(const Affine *map)
{
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            if (i != k && (map->m[i][k] < 0 || map->m[i][k] > 0))
                return false;
    return true;
}

static void add_part(TextBuffer *out, const PathPart *part)
{
    text_add(out, "\npart ");
    text_add_quoted(out, part->key);
    text_add(out, "\nmesh %016llx\nscale", (unsigned long long)part->mesh);
    if (is_diagonal(&part->scale))
        for (int i = 0; i < 3; ++i)
            add_number(out, part->scale.m[i][i]);
    else
        add_numbers(out, &part->scale.m[0][0], 9);
    text_add(out, "\npivot");
    add_numbers(out, part->pivot.v, 3);
    text_add(out, "\njoints %d\n", (int)part->joint_count);
    for (size_t i = 0; i < part->key_count; ++i) {
        const PathKey *key = &part->keys[i];
        text_add(out, "key");
        add_number(out, key->time);
        text_add(out, " ");
        add_numbers(out, key->pose.pivot.v, 3);
        text_add(out, " ");
        add_numbers(out, key->pose.q, 4);
        if (part->joint_count > 0) {
            text_add(out, " ");
            add_numbers(out, part->joints + i * (size_t)part->joint_count, part->joint_count);
        }
        text_add(out, "\n");
    }
}

char *motion_path_text(const MotionPath *path)
{
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    text_add(&out, "snug-path %d\n", PATH_VERSION);
    text_add(&out, "# key: seconds, place of the pivot, quaternion w x y z, joints\n");
    text_add(&out, "unit %s\n", length_unit_info(path->unit)->suffix);
    for (size_t i = 0; i < path->part_count; ++i)
        add_part(&out, &path->parts[i]);
    plain_numbers_end(before);
    return text_take(&out);
}
