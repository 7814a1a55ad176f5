// The log follows what is done: not a result that is made, but one that every action adds to.
#include "app/actions/list_parts.h"
#include "app/actions/list_view.h"
#include "app/document/joint_hold.h"
#include "app/io/file.h"
#include "app/script/action_log.h"
#include "app/script/script.h"
#include "app/stages/rows.h"
#include "core/base/angle.h"
#include "core/base/array.h"

#include <math.h>

enum { MAX_BYTES = 8 << 20 }; // some forty thousand lines; scripts of twice that are read

// A placement does not say how often a joint was turned: played, the nearest turn counts. So a line
// that takes the place of another may go on by this much, and no farther.
static const double MOST_TURN = 0.9 * PI;

// A line of the gesture that is going on: of each part the last one stays.
typedef struct GestureLine {
    int32_t part; // NO_LONGER: it stays, whatever follows
    size_t start, length;
    double from, to; // the turn of the joint that moves the part, before and after
} GestureLine;

enum { NO_LONGER = NO_PART - 1 };

typedef struct ActionLog {
    TextBuffer text;
    TextBuffer noted;   // the line of the action that is being done
    GestureLine *lines; // at the end of text
    size_t line_count, line_capacity;
    const Action *last, *noted_action;
    int32_t noted_part;
    double noted_turn; // of the joint that moves that part
    uint64_t last_key, noted_key;
    bool full;
} ActionLog;

static ActionLog *mine(const App *app)
{
    return stage_state(app, &stage_log);
}

static void end(App *app)
{
    free(mine(app)->text.text);
    free(mine(app)->noted.text);
    free(mine(app)->lines);
}

static double turn_of(const App *app, int32_t part)
{
    const Document *document = &app->document;
    int32_t moved = NO_PART;
    if (part < 0 || part >= document->part_count ||
        joint_that_moves(document, part, &moved) == NO_JOINT)
        return 0;
    return document->parts[moved].joint.turn;
}

// Names are those that the action is called with. Nothing is kept until it was done.
static void before_action(App *app, const Action *action, const ActionArgs *args,
                          uint64_t merge_key)
{
    ActionLog *log = mine(app);
    log->noted.length = 0;
    log->noted_action = NULL;
    if (log->full || (action->flags & ACTION_UNRECORDED) || app->lesson.tour)
        return;
    log->noted_action = action;
    log->noted_key = merge_key;
    log->noted_part = (action->flags & ACTION_PLACES) ? args->part : NO_PART;
    log->noted_turn = turn_of(app, log->noted_part);
    // Whoever plays it waits for results where they were there, and does not where they were not.
    if (stages_busy(app))
        text_add(&log->noted, "now ");
    script_line(&log->noted, app, action, args);
    text_add(&log->noted, "\n");
}

// A line that takes the place of another one: the next step of a drag, or of a look around.
static bool goes_on(const ActionLog *log)
{
    bool places = log->last && (log->last->flags & log->noted_action->flags & ACTION_PLACES);
    if (log->noted_action != log->last && !places)
        return false;
    return log->noted_action == &action_camera_set ||
           ((log->noted_action->flags & ACTION_MERGES) && log->noted_key != 0 &&
            log->noted_key == log->last_key);
}

// Of actions that say where a part is, and not how far it goes, several can be played.
static bool winds(const ActionLog *log, const GestureLine *line, double to)
{
    return log->noted_action == &action_part_move && log->last == &action_part_move &&
           !(fabs(to - line->from) < MOST_TURN);
}

// The new line takes the place of the part's last one, unless turns would be lost.
static void drop_line(ActionLog *log, GestureLine *new_line)
{
    size_t at = 0;
    while (at < log->line_count && log->lines[at].part != new_line->part)
        ++at;
    if (at == log->line_count)
        return;
    GestureLine line = log->lines[at];
    if (winds(log, &line, new_line->to)) {
        log->lines[at].part = NO_LONGER;
        new_line->from = line.to;
        return;
    }
    new_line->from = line.from;
    size_t end = line.start + line.length;
    memmove(log->text.text + line.start, log->text.text + end, log->text.length - end);
    log->text.length -= line.length;
    for (size_t i = at + 1; i < log->line_count; ++i) {
        log->lines[i - 1] = log->lines[i];
        log->lines[i - 1].start -= line.length;
    }
    --log->line_count;
}

static void after_action(App *app)
{
    ActionLog *log = mine(app);
    if (!log->noted_action)
        return;
    GestureLine line = {.part = log->noted_part,
                        .length = log->noted.length,
                        .from = log->noted_turn,
                        .to = turn_of(app, log->noted_part)};
    if (goes_on(log))
        drop_line(log, &line);
    else
        log->line_count = 0;
    if (!array_reserve(&log->lines, &log->line_capacity, log->line_count + 1, sizeof *log->lines) ||
        log->text.length + log->noted.length > MAX_BYTES || log->noted.failed) {
        log->full = true;
        return;
    }
    line.start = log->text.length;
    log->lines[log->line_count++] = line;
    log->last = log->noted_action;
    log->last_key = log->noted_key;
    text_add_bytes(&log->text, log->noted.text, log->noted.length);
}

const Stage stage_log = {.name = "log",
                         .state_size = sizeof(ActionLog),
                         .before_action = before_action,
                         .after_action = after_action,
                         .end = end};

bool action_log_is_empty(const App *app)
{
    return mine(app)->text.length == 0;
}

char *action_log_text(const App *app)
{
    const ActionLog *log = mine(app);
    TextBuffer text = {0};
    text_add(&text, "# Snug script: play it with snug view --script FILE\n");
    if (log->text.length > 0)
        text_add_bytes(&text, log->text.text, log->text.length);
    if (log->full || log->text.failed)
        text_add(&text, "# What was done after this was too much to be kept.\n");
    return text_take(&text);
}

bool action_log_save(const App *app, const char *path, Error *err)
{
    char *text = action_log_text(app);
    bool good = text ? file_write_atomic(path, text, strlen(text), err)
                     : error_set(err, "not enough memory for the script");
    free(text);
    return good;
}
