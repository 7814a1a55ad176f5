#include "app/commands/check_options.h"
#include "app/commands/check_shard.h"
#include "app/commands/options.h"
#include "app/io/format.h"

#include "app/scenes/scene.h"
#include "core/base/length.h"
#include "core/query/preset.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>

typedef const char *NameFn(const void *of, int index);
static const char *test_name(const void *of, int i)
{
    return ((const BvType *)of)->tests[i].name;
}

static const char *format_name(const void *of, int i)
{
    (void)of;
    return report_formats[i].name;
}

void check_options_print_help(void)
{
    char endings[256];
    import_format_endings(endings, sizeof endings);
    printf("usage: snug check FILE... | --scene NAME [options]\n"
           "FILE ends in %s, or is a scene saved by the viewer (.json);\n"
           "- is the standard input, whose format is known by how it begins.\n",
           endings);
    puts("Reports whether the parts fit, without a window. Exit code: 0 they fit, 1 there are\n"
         "interferences or clearances that are too small, 2 the input is bad, 3 something is\n"
         "undecided.");
    options_print(&check_options);
    const struct {
        const char *title;
        NameFn *name;
        const void *of;
        int count;
    } lists[] = {{"formats", format_name, NULL, REPORT_FORMAT_COUNT},
                 {"units", length_unit_name, NULL, UNIT_COUNT},
                 {"scenes", scene_name, NULL, SCENE_COUNT},
                 {"volumes", named_name, bv_types, bv_type_count},
                 {"criteria", named_name, split_rules, split_rule_count},
                 {"builders", named_name, builders, builder_count},
                 {"rules", named_name, descent_rules, descent_rule_count},
                 {"triangle tests", named_name, tri_tests, tri_test_count}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        printf("%s:", lists[i].title);
        for (int j = 0; j < lists[i].count; ++j)
            printf("%s %s", j > 0 ? "," : "", lists[i].name(lists[i].of, j));
        putchar('\n');
    }
    for (int i = 0; i < bv_type_count; ++i) {
        printf("tests of %s:", bv_types[i]->name);
        for (int j = 0; j < bv_types[i]->test_count; ++j)
            printf("%s %s", j > 0 ? "," : "", bv_types[i]->tests[j].name);
        putchar('\n');
    }
}

// Index of the name; 0, the default, when nothing was said; -1 with the choice of names in err.
static int find(enum CheckOption choice, const char *text, NameFn *name, const void *of, int count,
                Error *err)
{
    if (!text)
        return 0;
    char names[768] = "";
    size_t used = 0;
    for (int i = 0; i < count; ++i) {
        const char *candidate = name(of, i);
        if (named_is(candidate, text))
            return i;
        int n = snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", candidate);
        used += n > 0 && (size_t)n < sizeof names - used ? (size_t)n : 0;
    }
    error_set(err, "%s: there is no \"%.100s\"; choose one of: %s", check_options.rows[choice].name,
              text, names);
    return -1;
}

bool check_options_length(const char *text, enum LengthUnit unit, double *out, Error *err)
{
    double metres;
    if (!text)
        return true;
    if (!length_parse(text, &unit, &metres, err))
        return false;
    if (!(metres > 0)) // it would be misunderstood
        return error_set(err, "must be more than 0");
    *out = metres / length_unit_info(unit)->metres;
    return true;
}

bool check_options_deflection(const char *text, double *metres, Error *err)
{
    Error why;
    double length = 0;
    if (!check_options_length(text, UNIT_MM, &length, &why))
        return error_set(err, "--deflection: %s", why.text);
    if (length > 1e3 * IMPORT_MOST_DEFLECTION)
        return error_set(err, "--deflection: at most 1 m");
    if (text)
        *metres = 1e-3 * length;
    return true;
}

static bool take_length(enum CheckOption choice, const char *const *texts, const char **out,
                        Error *err)
{
    double unused;
    Error why;
    *out = texts[choice];
    return check_options_length(*out, UNIT_MM, &unused, &why) ||
           error_set(err, "%s: %s", check_options.rows[choice].name, why.text);
}

static bool resolve(const char *const *texts, CheckOptions *out, Error *err)
{
    int volume = find(CHECK_VOLUME, texts[CHECK_VOLUME], named_name, bv_types, bv_type_count, err);
    int chosen = find(CHECK_PRESET, texts[CHECK_PRESET], named_name, search_presets,
                      search_preset_count, err);
    if (volume < 0 || chosen < 0)
        return false;
    // Another volume than the preset's has nothing to do with it.
    SearchPreset preset = *search_presets[chosen];
    if (texts[CHECK_VOLUME])
        preset = (SearchPreset){.build = {.type = bv_types[volume]}};
    const BvType *type = preset_build(&preset).type;
    const struct {
        enum CheckOption choice;
        NameFn *name;
        const void *of;
        int count;
    } rows[] = {{CHECK_SCENE, scene_name, NULL, SCENE_COUNT},
                {CHECK_UNIT, length_unit_name, NULL, UNIT_COUNT},
                {CHECK_UP, up_axis_entry, NULL, UP_COUNT},
                {CHECK_CRITERION, named_name, split_rules, split_rule_count},
                {CHECK_BUILDER, named_name, builders, builder_count},
                {CHECK_TEST, test_name, type, type->test_count},
                {CHECK_RULE, named_name, descent_rules, descent_rule_count},
                {CHECK_TRIANGLE_TEST, named_name, tri_tests, tri_test_count},
                {CHECK_FORMAT, format_name, NULL, REPORT_FORMAT_COUNT}};
    int index[CHECK_OPTION_COUNT] = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        enum CheckOption choice = rows[i].choice;
        index[choice] = find(choice, texts[choice], rows[i].name, rows[i].of, rows[i].count, err);
        if (index[choice] < 0)
            return false;
    }
    long leaf_size = 0; // the volume's own
    if (texts[CHECK_LEAF_SIZE]) {
        char *end;
        leaf_size = strtol(texts[CHECK_LEAF_SIZE], &end, 10);
        if (*end || end == texts[CHECK_LEAF_SIZE] || leaf_size < 1 || leaf_size > BVH_MAX_LEAF)
            return error_set(err, "--leaf-size: a number from 1 to %d", BVH_MAX_LEAF);
    }
    long arity = 0; // likewise
    if (texts[CHECK_ARITY]) {
        char *end;
        arity = strtol(texts[CHECK_ARITY], &end, 10);
        if (*end || (arity != 2 && arity != 4 && arity != 8))
            return error_set(err, "--arity: 2, 4 or 8 children of a node");
    }
    for (int i = CHECK_PRESET; i <= (int)CHECK_TRIANGLE_TEST; ++i)
        out->build_given |= texts[i] != NULL;
    out->open.scene = index[CHECK_SCENE];
    out->open.options.unit = (enum LengthUnit)index[CHECK_UNIT];
    out->open.options.up = (enum UpAxis)index[CHECK_UP];
    out->open.options.unit_said = texts[CHECK_UNIT] != NULL;
    out->open.options.up_said = texts[CHECK_UP] != NULL;
    out->build = preset.build;
    out->build.type = type;
    out->build.builder = builders[index[CHECK_BUILDER]];
    if (texts[CHECK_CRITERION])
        out->build.split = split_rules[index[CHECK_CRITERION]];
    if (leaf_size > 0)
        out->build.leaf_size = (int32_t)leaf_size;
    if (arity > 0)
        out->build.arity = (int32_t)arity;
    preset_query(&preset, &out->query);
    if (texts[CHECK_TEST])
        out->query.test = index[CHECK_TEST];
    if (texts[CHECK_RULE])
        out->query.rule = index[CHECK_RULE];
    out->query.tri = tri_tests[index[CHECK_TRIANGLE_TEST]];
    out->rules = texts[CHECK_RULES];
    out->baseline = texts[CHECK_BASELINE];
    out->write_baseline = texts[CHECK_WRITE_BASELINE];
    out->certificates = texts[CHECK_CERTIFICATES];
    out->clashes = texts[CHECK_CLASHES];
    bool to_file = texts[CHECK_OUTPUT] && strcmp(texts[CHECK_OUTPUT], "-") != 0;
    out->output = to_file ? texts[CHECK_OUTPUT] : NULL;
    out->memory = texts[CHECK_MEMORY];
    out->no_cache = texts[CHECK_NO_CACHE] != NULL;
    out->path = texts[CHECK_PATH];
    out->poses = texts[CHECK_POSES];
    out->since = texts[CHECK_SINCE];
    if (texts[CHECK_SHARD] && !check_shard_take(texts[CHECK_SHARD], out, err))
        return false;
    out->format = texts[CHECK_FORMAT] ? (enum ReportFormat)index[CHECK_FORMAT]
                  : out->shards > 0   ? REPORT_json
                  : out->output       ? report_format_of(out->output)
                                      : REPORT_text;
    return check_options_deflection(texts[CHECK_DEFLECTION], &out->open.options.deflection, err) &&
           take_length(CHECK_CLEARANCE, texts, &out->clearance, err) &&
           take_length(CHECK_TOLERANCE, texts, &out->tolerance, err);
}

// What would be silently left out: a distance is one line, without a report and its verdict.
static bool distance_alone(const char *const *texts, Error *err)
{
    static const enum CheckOption reports[] = {
        CHECK_CLEARANCE,      CHECK_TOLERANCE,    CHECK_RULES, CHECK_BASELINE,
        CHECK_WRITE_BASELINE, CHECK_CERTIFICATES, CHECK_PATH,  CHECK_CLASHES,
        CHECK_COMMON_VOLUME,  CHECK_SINCE,        CHECK_SHARD, CHECK_POSES};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; ++i)
        if (texts[reports[i]])
            return error_set(err, "%s: --distance prints a distance only, and makes no report",
                             check_options.rows[reports[i]].name);
    return true;
}

static bool path_alone(const char *const *texts, Error *err)
{
    static const enum CheckOption others[] = {CHECK_WRITE_BASELINE, CHECK_CERTIFICATES,
                                              CHECK_CLASHES, CHECK_COMMON_VOLUME};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (texts[others[i]])
            return error_set(err, "%s: not about a path; leave out --path",
                             check_options.rows[others[i]].name);
    return true;
}

// What is about one pose.
static bool poses_alone(const char *const *texts, Error *err)
{
    static const enum CheckOption others[] = {CHECK_PATH, CHECK_WRITE_BASELINE, CHECK_CERTIFICATES,
                                              CHECK_SINCE, CHECK_SHARD};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (texts[others[i]])
            return error_set(err, "%s: not with --poses", check_options.rows[others[i]].name);
    return true;
}

// What needs every pair looked at, or is about something else.
static bool partly_alone(const char *const *texts, const CheckOptions *options, Error *err)
{
    static const enum CheckOption others[] = {CHECK_DISTANCE, CHECK_PATH, CHECK_WRITE_BASELINE,
                                              CHECK_CERTIFICATES, CHECK_SINCE};
    size_t count = sizeof others / sizeof *others - (options->shards == 0);
    for (size_t i = 0; i < count; ++i)
        if (texts[others[i]])
            return error_set(err, "%s: not with %s", check_options.rows[others[i]].name,
                             options->shards > 0 ? "--shard" : "--since");
    return options->shards == 0 || options->format == REPORT_json ||
           error_set(err, "--shard: the answer is json, to be put together by snug merge");
}

static bool text_or_json(const CheckOptions *options, Error *err)
{
    return options->format == REPORT_text || options->format == REPORT_json ||
           error_set(err, "%s: the answer is text or json",
                     options->path ? "--path" : "--distance");
}

// Both or neither of them, and files: what is to be opened.
static bool take_files(const OptionWords *words, CheckOptions *out, Error *err)
{
    if ((words->other_count == 0) == !words->text[CHECK_SCENE])
        return error_set(err, "name either a file or a scene; see snug check --help");
    for (int i = 0; i < words->other_count; ++i) {
        bool added = i > 0 ? open_request_add(&out->open, words->others[i], &out->open.options)
                           : (out->open.path = strdup(words->others[i])) != NULL;
        if (!added)
            return error_set(err, "not enough memory");
    }
    return true;
}

static bool take(const OptionWords *words, CheckOptions *out, Error *err)
{
    const char *const *texts = words->text;
    out->pictures = !texts[CHECK_NO_PICTURES];
    out->statistics = texts[CHECK_STATISTICS] != NULL;
    out->volumes = texts[CHECK_COMMON_VOLUME] != NULL;
    out->open.options.drop_degenerate = texts[CHECK_DROP_DEGENERATE] != NULL;
    out->open.allow_outside = texts[CHECK_ALLOW_OUTSIDE] != NULL;
    out->distance[0] = texts[CHECK_DISTANCE];
    out->distance[1] = words->second;
    return take_files(words, out, err) && (!out->distance[0] || distance_alone(texts, err)) &&
           resolve(texts, out, err) && (!out->poses || poses_alone(texts, err)) &&
           (!out->path || path_alone(texts, err)) &&
           ((!out->since && out->shards == 0) || partly_alone(texts, out, err)) &&
           (!(out->path || out->distance[0]) || text_or_json(out, err));
}

enum CheckParse check_options_parse(int argc, char **argv, CheckOptions *out, Error *err)
{
    *out = (CheckOptions){.query = {.mode = QUERY_ALL}};
    OptionWords words;
    bool good = options_parse(&check_options, argc, argv, &words, err);
    bool help = good && words.help;
    good = good && (help || take(&words, out, err));
    options_free(&words);
    return help ? CHECK_HELP : good ? CHECK_GO : CHECK_WRONG;
}
