// Arguments of actions in scripts: from words to ActionArgs and back.
#include "app/script/script.h"
#include "app/stages/parts.h"
#include "core/base/decimal.h"

#include <math.h>

// Where the words of a command go. Without an app they are only looked at, as far as that tells.
typedef struct Taking {
    const App *app;
    const ScriptCommand *command;
    ActionArgs *args;
    Error *err;
} Taking;

typedef struct Argument {
    const char *key;
    unsigned types; // bits of the enum ArgType that it belongs to
    bool (*take)(const Taking *to, const ScriptWord *word);
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

static bool take_part(const Taking *to, const ScriptWord *word)
{
    return !to->app || script_find_part(to->app, word, &to->args->part, to->err);
}

static bool take_other(const Taking *to, const ScriptWord *word)
{
    return !to->app || script_find_part(to->app, word, &to->args->other, to->err);
}

static bool take_index(const Taking *to, const ScriptWord *word)
{
    double number;
    const char *entry, *name = to->command->name;
    if (!to->app)
        return true;
    for (int i = 0; (entry = action_entry(to->app, to->command->action, i)); ++i)
        if (strcmp(entry, word->value) == 0) {
            to->args->index = i;
            return true;
        }
    if (!is_number(word))
        return error_set(to->err, "%s: there is no \"%.200s\" to choose", name, word->value);
    script_numbers(word->value, &number, 1);
    if (!(number >= -1e9 && number <= 1e9))
        return error_set(to->err, "%s is not a number of anything", word->value);
    to->args->index = (int32_t)number;
    return true;
}

static bool take_number(const Taking *to, const ScriptWord *word)
{
    return script_numbers(word->value, &to->args->number, 1) ||
           error_set(to->err, "\"%.200s\" is not a number", word->value);
}

static bool take_flag(const Taking *to, const ScriptWord *word)
{
    to->args->flag = strcmp(word->value, "on") == 0;
    return to->args->flag || strcmp(word->value, "off") == 0 ||
           error_set(to->err, "a flag is on or off");
}

static bool take_text(const Taking *to, const ScriptWord *word)
{
    if (strlen(word->value) >= sizeof to->args->text)
        return error_set(to->err, "the text is too long");
    memcpy(to->args->text, word->value, strlen(word->value) + 1);
    return true;
}

static bool start_placement(const Taking *to)
{
    ActionArgs *args = to->args;
    args->placement = affine_identity();
    if (action_takes(to->command->action, ARG_MOTION))
        return true;
    if (args->part < 0 || args->part >= to->app->document.part_count)
        return error_set(to->err, "which part? Name it before the place");
    args->placement = to->app->document.parts[args->part].placement;
    return true;
}

static bool take_place(const Taking *to, const ScriptWord *word, bool by)
{
    Vec3d v, *place = &to->args->placement.p;
    if (!script_numbers(word->value, v.v, 3))
        return error_set(to->err, "a place is written as three numbers: 1,2.5,-3");
    if (!to->app)
        return true;
    if (!start_placement(to))
        return false;
    *place = by ? vec3d_add(*place, v) : v;
    return true;
}

static bool take_at(const Taking *to, const ScriptWord *word)
{
    return take_place(to, word, false);
}

static bool take_by(const Taking *to, const ScriptWord *word)
{
    return take_place(to, word, true);
}

static bool take_placement(const Taking *to, const ScriptWord *word)
{
    double v[12];
    if (!script_numbers(word->value, v, 12))
        return error_set(to->err,
                         "a placement has nine numbers of a matrix, by rows, and three of a place");
    for (int i = 0; i < 3; ++i) {
        memcpy(to->args->placement.m[i], v + 3 * i, 3 * sizeof *v);
        to->args->placement.p.v[i] = v[9 + i];
    }
    return true;
}

static bool take_camera(const Taking *to, const ScriptWord *word)
{
    double v[8] = {0};
    if (!script_numbers(word->value, v, 7) && !script_numbers(word->value, v, 8))
        return error_set(to->err,
                         "a camera has seven numbers: target, yaw, pitch, distance, field of view; "
                         "an eighth is the roll");
    to->args->camera = (Camera){vec3d(v[0], v[1], v[2]), v[3], v[4], v[5], v[6], v[7]};
    return true;
}

#define BIT(type) (1u << (type))
static const unsigned A_PART = BIT(ARG_PART) | BIT(ARG_SELECTED),
                      AN_INDEX = BIT(ARG_INDEX) | BIT(ARG_PRIMITIVE),
                      A_TEXT = BIT(ARG_TEXT) | BIT(ARG_PATH),
                      A_PLACEMENT = BIT(ARG_PLACEMENT) | BIT(ARG_MOTION);

static const Argument arguments[] = {
    {"part", A_PART, take_part},
    {"other", BIT(ARG_OTHER), take_other},
    {"index", AN_INDEX, take_index},
    {"number", BIT(ARG_NUMBER), take_number},
    {"flag", BIT(ARG_FLAG), take_flag},
    {"text", A_TEXT, take_text},
    {"at", BIT(ARG_PLACEMENT), take_at},
    {"by", A_PLACEMENT, take_by},
    {"placement", A_PLACEMENT, take_placement},
    {"camera", BIT(ARG_CAMERA), take_camera},
};
enum { ARGUMENT_COUNT = sizeof arguments / sizeof *arguments };

static unsigned types_of(const Action *action)
{
    unsigned types = 0;
    for (const Arg *arg = action->args; arg->type != ARG_END; ++arg)
        types |= BIT(arg->type);
    return types;
}

// What a word without a name is: the first thing that the action takes and that fits; a part, a
// path, an entry of a list, a number; on and off are flags at any place.
static const char *unnamed_key(const ScriptCommand *command, int place)
{
    unsigned types = types_of(command->action);
    const ScriptWord *word = &command->words[place];
    bool flag =
        !word->quoted && (strcmp(word->value, "on") == 0 || strcmp(word->value, "off") == 0);
    if (flag && (types & BIT(ARG_FLAG)))
        return "flag";
    if (place > 0 && (types & A_PART) && (types & AN_INDEX) && !command->words[0].key)
        return "index";
    if (place > 0)
        return types & BIT(ARG_OTHER) ? "other" : NULL;
    return types & A_PART            ? "part"
           : types & A_TEXT          ? "text"
           : types & AN_INDEX        ? "index"
           : types & BIT(ARG_NUMBER) ? "number"
           : types & BIT(ARG_FLAG)   ? "flag"
                                     : NULL;
}

static const Argument *find(const ScriptCommand *command, int place, Error *err)
{
    const ScriptWord *word = &command->words[place];
    const char *key = word->key ? word->key : unnamed_key(command, place);
    for (int i = 0; key && i < ARGUMENT_COUNT; ++i)
        if (strcmp(arguments[i].key, key) == 0 && (arguments[i].types & types_of(command->action)))
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
    ActionArgs ignored;
    const Taking looking = {.command = command, .args = &ignored, .err = err};
    unsigned said = 0;
    for (int i = 0; i < command->count; ++i) {
        const Argument *given = find(command, i, err);
        if (!given || !given->take(&looking, &command->words[i]))
            return false;
        if (said & given->types)
            return error_set(err, "\"%s\" is given twice", given->key);
        said |= given->types;
    }
    // What has no sensible value of its own must be said.
    static const char *const needed[] = {
        [ARG_FLAG] = "on or off",
        [ARG_TEXT] = "text=",
        [ARG_PATH] = "text=",
        [ARG_OTHER] = "other=, the second part",
        [ARG_PLACEMENT] = "at=, by= or placement=",
        [ARG_MOTION] = "by= or placement=",
        [ARG_CAMERA] = "camera=",
    };
    for (const Arg *arg = command->action->args; arg->type != ARG_END; ++arg)
        if (needed[arg->type] && !arg->optional && !(said & BIT(arg->type)))
            return error_set(err, "%s needs %s", command->name, needed[arg->type]);
    return true;
}

bool script_arguments(const App *app, const ScriptCommand *command, ActionArgs *args, Error *err)
{
    const Taking to = {app, command, args, err};
    *args = (ActionArgs){.part = NO_PART, .other = NO_PART};
    if (types_of(command->action) & A_PART)
        args->part = app->document.selected;
    for (int i = 0; i < command->count; ++i) {
        const Argument *argument = find(command, i, err);
        if (!argument || !argument->take(&to, &command->words[i]))
            return false;
    }
    return true;
}
