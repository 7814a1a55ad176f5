// Any bytes at all as one of the small texts people write or paste; the first byte says which: a
// file of poses, one pose, the list of recent files, a length. Refused with a message and nothing
// changed, or read, written and read again alike. Build with -DSNUG_FUZZ=ON (clang).
#include "app/actions/poses.h"
#include "app/document/pose.h"
#include "app/io/recent.h"
#include "app/tests/fuzz_app.h"
#include "core/base/length.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"Pin", "Plate \"2\"", "a\\b"};

static void read_poses(const char *text, size_t size)
{
    App *app = fuzz_app(names, sizeof names / sizeof *names);
    int32_t moved, unknown;
    Error err = {""};
    char *before = poses_text(app);
    bool good = poses_parse(app, "fuzz", text, size, &moved, &unknown, &err);
    char *after = poses_text(app);
    require(before && after);
    if (!good) {
        require(strncmp(err.text, "fuzz:", 5) == 0 && strcmp(before, after) == 0);
    } else {
        require(poses_parse(app, "again", after, strlen(after), &moved, &unknown, &err));
        require(moved == app->document.part_count && unknown == 0);
        char *again = poses_text(app);
        require(again && strcmp(after, again) == 0);
        free(again);
    }
    require(poses_parse(app, "before", before, strlen(before), &moved, &unknown, &err));
    free(before);
    free(after);
}

static void read_pose(const char *text)
{
    Affine rest = affine_identity();
    Pose start = pose_from(&rest), pose = start;
    Error err = {""};
    if (!pose_read(&pose, text, UNIT_MM, &err)) {
        require(err.text[0] && memcmp(&pose, &start, sizeof pose) == 0);
        return;
    }
    char written[POSE_TEXT];
    Pose again = start;
    pose_write(&pose, UNIT_MM, written);
    require(pose_read(&again, written, UNIT_MM, &err));
    for (int k = 0; k < 3; ++k)
        require(fabs(again.position.v[k] - pose.position.v[k]) <= 1e-12 * fabs(pose.position.v[k]));
}

static void read_recent(const char *text, size_t size)
{
    static Recent recent, again;
    recent_read(&recent, text, size);
    char *written = recent_text(&recent);
    require(written && recent.count <= RECENT_MOST);
    recent_read(&again, written, strlen(written));
    require(again.count == recent.count);
    for (int32_t i = 0; i < again.count; ++i)
        require(strcmp(again.paths[i], recent.paths[i]) == 0);
    free(written);
}

static void read_length(const char *text)
{
    double metres = -1;
    Error err = {""};
    if (length_parse(text, NULL, &metres, &err))
        require(metres >= 0 && isfinite(metres));
    else
        require(err.text[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size); // ends in 0, as pasted text does
    require(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 4) {
    case 0:
        read_poses(text, size - 1);
        break;
    case 1:
        read_pose(text);
        break;
    case 2:
        read_recent(text, size - 1);
        break;
    default:
        read_length(text);
        break;
    }
    free(text);
    return 0;
}
