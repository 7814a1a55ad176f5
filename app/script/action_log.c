#include "app/script/action_log.h"

#include "app/actions/list_view.h"
#include "app/io/file.h"
#include "app/script/script.h"
#include "core/base/array.h"

enum { MAX_BYTES = 8 << 20 }; // some forty thousand lines; scripts of twice that are read

struct ActionLog {
    TextBuffer text;
    TextBuffer noted;  // the line of the action that is being done
    size_t last_start; // of the last line in text
    const Action *last, *noted_action;
    uint64_t last_key, noted_key;
    bool full;
};

ActionLog *action_log_create(void)
{
    ActionLog *log = calloc(1, sizeof *log);
    if (log)
        log->last = log->noted_action = NULL;
    return log;
}

void action_log_free(ActionLog *log)
{
    if (!log)
        return;
    free(log->text.text);
    free(log->noted.text);
    free(log);
}

void action_log_note(ActionLog *log, const App *app, const Action *action, const ActionArgs *args,
                     uint64_t merge_key)
{
    if (!log)
        return;
    log->noted.length = 0;
    log->noted_action = NULL;
    if (log->full || (action->flags & ACTION_UNRECORDED))
        return;
    log->noted_action = action;
    log->noted_key = merge_key;
    // Whoever plays it waits for results where they were there, and does not where they were not.
    if (stages_busy(app))
        text_add(&log->noted, "now ");
    script_line(&log->noted, app, action, args);
    text_add(&log->noted, "\n");
}

// A line that takes the place of the last one: the next step of a drag, or of a look around.
static bool replaces(const ActionLog *log)
{
    if (log->noted_action != log->last)
        return false;
    return log->noted_action == &action_camera_set ||
           ((log->noted_action->flags & ACTION_MERGES) && log->noted_key != 0 &&
            log->noted_key == log->last_key);
}

void action_log_keep(ActionLog *log)
{
    if (!log || !log->noted_action)
        return;
    if (replaces(log))
        log->text.length = log->last_start;
    if (log->text.length + log->noted.length > MAX_BYTES || log->noted.failed) {
        log->full = true;
        return;
    }
    log->last_start = log->text.length;
    log->last = log->noted_action;
    log->last_key = log->noted_key;
    text_add_bytes(&log->text, log->noted.text, log->noted.length);
}

bool action_log_is_empty(const ActionLog *log)
{
    return !log || log->text.length == 0;
}

char *action_log_text(const ActionLog *log)
{
    TextBuffer text = {0};
    text_add(&text, "# Snug script: play it with snug view --script FILE\n");
    if (log && log->text.length > 0)
        text_add_bytes(&text, log->text.text, log->text.length);
    if (!log || log->full || log->text.failed)
        text_add(&text, "# What was done after this was too much to be kept.\n");
    return text_take(&text);
}

bool action_log_save(const ActionLog *log, const char *path, Error *err)
{
    char *text = action_log_text(log);
    bool good = text ? file_write_atomic(path, text, strlen(text), err)
                     : error_set(err, "not enough memory for the script");
    free(text);
    return good;
}
