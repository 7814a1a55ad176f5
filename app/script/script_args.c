// Arguments of actions in scripts: from words to ActionArgs and back.
#include "app/script/script.h"
#include "app/stages/parts.h"
#include "core/base/decimal.h"

#include <math.h>

typedef struct Argument {
    const char *key;
    unsigned read; // enum ActionReads that it belongs to
    bool (*take)(const App *app, const ScriptCommand *command, const ScriptWord *word,
                 ActionArgs *args, Error *err);
    bool (*looks_right)(const ScriptWord *word, Error *err); // NULL: only known when it is played
} Argument;

bool script_numbers(const char *text, double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        text = decimal_parse(text, &numbers[i]);
        if (!text || *text != (i + 1 < count ? ',' : '\0') || !isfinite(numbers[i]))
            return false; // 1e999 is no number
        ++text;
    }
    return true;
}

static bool is_number(const ScriptWord *word)
{
    double ignored;
    return !word->quoted && script_numbers(word->value, &ignored, 1);
}

bool script_find_part(const App *app, const ScriptWord *word, int32_t *part, Error *err)
{
    double number;
    if (!word->quoted && strcmp(word->value, "none") == 0) {
        *part = NO_PART;
        return true;
    }
    if (!word->quoted && word->value[0] == '#' && script_numbers(word->value + 1, &number, 1)) {
        if (!(number >= 0 && number < app->document.part_count))
            return error_set(err, "there is no part %s", word->value);
        *part = (int32_t)number;
        return true;
    }
    *part = assembly_find(&app->assembly, word->value);
    if (*part < 0)
        *part = parts_find_name(app, word->value); // it was renamed
    return *part >= 0 || error_set(err, "there is no part \"%.200s\"", word->value);
}

static bool take_part(const App *app, const ScriptCommand *command, const ScriptWord *word,
                      ActionArgs *args, Error *err)
{
    (void)command;
    return script_find_part(app, word, &args->part, err);
}

static bool take_other(const App *app, const ScriptCommand *command, const ScriptWord *word,
                       ActionArgs *args, Error *err)
{
    (void)command;
    return script_find_part(app, word, &args->index, err);
}

static bool take_index(const App *app, const ScriptCommand *command, const ScriptWord *word,
                       ActionArgs *args, Error *err)
{
    double number;
    const char *entry;
    for (int i = 0; (entry = action_entry(app, command->action, i)); ++i)
        if (strcmp(entry, word->value) == 0) {
            args->index = i;
            return true;
        }
    if (!is_number(word))
        return error_set(err, "%s: there is no \"%.200s\" to choose", command->name, word->value);
    script_numbers(word->value, &number, 1);
    if (!(number >= -1e9 && number <= 1e9))
        return error_set(err, "%s is not a number of anything", word->value);
    args->index = (int32_t)number;
    return true;
}

static bool take_number(const App *app, const ScriptCommand *command, const ScriptWord *word,
                        ActionArgs *args, Error *err)
{
    (void)app;
    (void)command;
    return script_numbers(word->value, &args->number, 1) ||
           error_set(err, "\"%.200s\" is not a number", word->value);
}

static bool right_number(const ScriptWord *word, Error *err)
{
    double number;
    return script_numbers(word->value, &number, 1) ||
           error_set(err, "\"%.200s\" is not a number", word->value);
}

static bool right_flag(const ScriptWord *word, Error *err)
{
    return strcmp(word->value, "on") == 0 || strcmp(word->value, "off") == 0 ||
           error_set(err, "a flag is on or off");
}

static bool take_flag(const App *app, const ScriptCommand *command, const ScriptWord *word,
                      ActionArgs *args, Error *err)
{
    (void)app;
    (void)command;
    args->flag = strcmp(word->value, "on") == 0;
    return right_flag(word, err);
}

static bool right_text(const ScriptWord *word, Error *err)
{
    return strlen(word->value) < sizeof((ActionArgs *)0)->text ||
           error_set(err, "the text is too long");
}

static bool take_text(const App *app, const ScriptCommand *command, const ScriptWord *word,
                      ActionArgs *args, Error *err)
{
    (void)app;
    (void)command;
    if (!right_text(word, err))
        return false;
    memcpy(args->text, word->value, strlen(word->value) + 1);
    return true;
}

static bool right_place(const ScriptWord *word, Error *err)
{
    double v[3];
    return script_numbers(word->value, v, 3) ||
           error_set(err, "a place is written as three numbers: 1,2.5,-3");
}

static bool start_placement(const App *app, const ScriptCommand *command, ActionArgs *args,
                            Error *err)
{
    args->placement = affine_identity();
    if (command->action->reads & READS_MOTION)
        return true;
    if (args->part < 0 || args->part >= app->document.part_count)
        return error_set(err, "which part? Name it before the place");
    args->placement = app->document.parts[args->part].placement;
    return true;
}

static bool take_at(const App *app, const ScriptCommand *command, const ScriptWord *word,
                    ActionArgs *args, Error *err)
{
    return right_place(word, err) && start_placement(app, command, args, err) &&
           script_numbers(word->value, args->placement.p.v, 3);
}

static bool take_by(const App *app, const ScriptCommand *command, const ScriptWord *word,
                    ActionArgs *args, Error *err)
{
    Vec3d by;
    if (!right_place(word, err) || !start_placement(app, command, args, err) ||
        !script_numbers(word->value, by.v, 3))
        return false;
    args->placement.p = vec3d_add(args->placement.p, by);
    return true;
}

static bool right_placement(const ScriptWord *word, Error *err)
{
    double v[12];
    return script_numbers(word->value, v, 12) ||
           error_set(err,
                     "a placement has nine numbers of a matrix, by rows, and three of a place");
}

static bool take_placement(const App *app, const ScriptCommand *command, const ScriptWord *word,
                           ActionArgs *args, Error *err)
{
    (void)app;
    (void)command;
    double v[12];
    if (!right_placement(word, err) || !script_numbers(word->value, v, 12))
        return false;
    for (int i = 0; i < 3; ++i) {
        memcpy(args->placement.m[i], v + 3 * i, 3 * sizeof *v);
        args->placement.p.v[i] = v[9 + i];
    }
    return true;
}

static bool right_camera(const ScriptWord *word, Error *err)
{
    double v[8];
    return script_numbers(word->value, v, 7) || script_numbers(word->value, v, 8) ||
           error_set(err,
                     "a camera has seven numbers: target, yaw, pitch, distance, field of view; "
                     "an eighth is the roll");
}

static bool take_camera(const App *app, const ScriptCommand *command, const ScriptWord *word,
                        ActionArgs *args, Error *err)
{
    (void)app;
    (void)command;
    double v[8] = {0};
    if (!right_camera(word, err) ||
        (!script_numbers(word->value, v, 7) && !script_numbers(word->value, v, 8)))
        return false;
    args->camera = (Camera){vec3d(v[0], v[1], v[2]), v[3], v[4], v[5], v[6], v[7]};
    return true;
}

static const Argument arguments[] = {
    {"part", READS_PART, take_part, NULL},
    {"other", READS_OTHER, take_other, NULL},
    {"index", READS_INDEX, take_index, NULL},
    {"number", READS_NUMBER, take_number, right_number},
    {"flag", READS_FLAG, take_flag, right_flag},
    {"text", READS_TEXT, take_text, right_text},
    {"at", READS_PLACEMENT, take_at, right_place},
    {"by", READS_PLACEMENT | READS_MOTION, take_by, right_place},
    {"placement", READS_PLACEMENT | READS_MOTION, take_placement, right_placement},
    {"camera", READS_CAMERA, take_camera, right_camera},
};
enum { ARGUMENT_COUNT = sizeof arguments / sizeof *arguments };

static unsigned reads_of(const Action *action)
{
    return action->reads ? action->reads : ~(unsigned)(READS_NOTHING | READS_OTHER | READS_MOTION);
}

// What a word without a name is: the first thing that the action reads and that fits; a part, a
// path, an entry of a list, a number; on and off are flags at any place.
static const char *unnamed_key(const ScriptCommand *command, int place)
{
    unsigned reads = reads_of(command->action);
    const ScriptWord *word = &command->words[place];
    bool flag =
        !word->quoted && (strcmp(word->value, "on") == 0 || strcmp(word->value, "off") == 0);
    if (flag && (reads & READS_FLAG))
        return "flag";
    if (place > 0 && (reads & READS_PART) && (reads & READS_INDEX) && !command->words[0].key)
        return "index";
    if (place > 0 && (reads & READS_OTHER))
        return "other";
    if (place > 0)
        return NULL;
    return reads & READS_PART     ? "part"
           : reads & READS_TEXT   ? "text"
           : reads & READS_INDEX  ? "index"
           : reads & READS_NUMBER ? "number"
           : reads & READS_FLAG   ? "flag"
                                  : NULL;
}

static const Argument *find(const ScriptCommand *command, int place, Error *err)
{
    const ScriptWord *word = &command->words[place];
    const char *key = word->key ? word->key : unnamed_key(command, place);
    for (int i = 0; key && i < ARGUMENT_COUNT; ++i)
        if (strcmp(arguments[i].key, key) == 0 &&
            (arguments[i].read & (reads_of(command->action) | READS_OTHER)) &&
            (arguments[i].read != READS_OTHER || (command->action->reads & READS_OTHER)))
            return &arguments[i];
    if (word->key)
        error_set(err, "%s has no argument \"%.60s\": %s", command->name, word->key,
                  command->action->note);
    else
        error_set(err, "%s does not know what to do with \"%.200s\": %s", command->name,
                  word->value, command->action->note);
    return NULL;
}

bool script_check_arguments(const ScriptCommand *command, Error *err)
{
    const Argument *given[SCRIPT_MAX_WORDS];
    for (int i = 0; i < command->count; ++i) {
        given[i] = find(command, i, err);
        if (!given[i] || (given[i]->looks_right && !given[i]->looks_right(&command->words[i], err)))
            return false;
        for (int j = 0; j < i; ++j)
            if (given[j]->read & given[i]->read)
                return error_set(err, "\"%s\" is given twice", given[i]->key);
    }
    // What has no sensible value of its own must be said.
    unsigned said = 0, reads = command->action->reads;
    for (int i = 0; i < command->count; ++i)
        said |= given[i]->read;
    static const struct {
        unsigned read;
        const char *what;
    } needed[] = {{READS_FLAG, "on or off"},
                  {READS_TEXT, "text="},
                  {READS_OTHER, "other=, the second part"},
                  {READS_PLACEMENT, "at=, by= or placement="},
                  {READS_MOTION, "by= or placement="},
                  {READS_CAMERA, "camera="}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; ++i)
        if ((reads & needed[i].read) && !(said & needed[i].read))
            return error_set(err, "%s needs %s", command->name, needed[i].what);
    return true;
}

bool script_arguments(const App *app, const ScriptCommand *command, ActionArgs *args, Error *err)
{
    *args = (ActionArgs){.part = NO_PART};
    if (reads_of(command->action) & READS_PART)
        args->part = app->document.selected;
    for (int i = 0; i < command->count; ++i) {
        const Argument *argument = find(command, i, err);
        if (!argument || !argument->take(app, command, &command->words[i], args, err))
            return false;
    }
    return true;
}
