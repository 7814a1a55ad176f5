#include "app/commands/check_options.h"
#include "app/io/format.h"

#include "app/scenes/scene.h"
#include "core/base/length.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>

// Options with a value, kept as text until all are known: the tests depend on the volume.
#define CHOICE_LIST(X)                                                                             \
    X(SCENE, "--scene")                                                                            \
    X(UNIT, "--unit")                                                                              \
    X(UP, "--up")                                                                                  \
    X(VOLUME, "--volume")                                                                          \
    X(CRITERION, "--criterion")                                                                    \
    X(BUILDER, "--builder")                                                                        \
    X(LEAF_SIZE, "--leaf-size")                                                                    \
    X(ARITY, "--arity")                                                                            \
    X(TEST, "--test")                                                                              \
    X(RULE, "--rule")                                                                              \
    X(TRIANGLE_TEST, "--triangle-test")                                                            \
    X(FORMAT, "--format")                                                                          \
    X(CLEARANCE, "--clearance")                                                                    \
    X(TOLERANCE, "--tolerance")                                                                    \
    X(RULES, "--rules")                                                                            \
    X(BASELINE, "--baseline")                                                                      \
    X(WRITE_BASELINE, "--write-baseline")                                                          \
    X(CERTIFICATES, "--certificates")                                                              \
    X(OUTPUT, "--output")                                                                          \
    X(PATH, "--path")                                                                              \
    X(MEMORY, "--memory")

enum Choice {
#define X(name, option) CHOICE_##name,
    CHOICE_LIST(X)
#undef X
        CHOICE_COUNT
};
static const char *const choice_names[CHOICE_COUNT] = {
#define X(name, option) option,
    CHOICE_LIST(X)
#undef X
};

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
           "FILE ends in %s, or is a scene saved by the viewer (.json).\n",
           endings);
    puts("Reports whether the parts fit, without a window. Exit code: 0 they fit, 1 there are\n"
         "interferences or clearances that are too small, 2 the input is bad, 3 something is\n"
         "undecided.\n"
         "  --clearance 2mm       parts that come nearer than this are reported too\n"
         "  --tolerance 0.01mm    contacts no deeper than this are touches (default: relative to\n"
         "                        the smaller part)\n"
         "  --rules FILE          pairs that are ignored, intentional or forbidden\n"
         "  --baseline FILE       contacts in this file do not count unless they get deeper\n"
         "  --write-baseline FILE  writes the present contacts for --baseline; exit code 0\n"
         "  --certificates FILE   facts that prove the verdict of each pair, to be checked\n"
         "  --format FORMAT       of the report (default: by the ending of --output, or text)\n"
         "  --output FILE         instead of the standard output\n"
         "  --no-pictures         an HTML report without pictures\n"
         "  --unit UNIT           unit of the file (default mm)\n"
         "  --up y|z              axis of the file that points up (default y)\n"
         "  --drop-degenerate     leave out triangles without area, which are kept otherwise\n"
         "  --allow-outside       a scene may name files outside of its folder\n"
         "  --memory 2GB          what would need more is refused (default: a quarter of the\n"
         "                        machine's; none: no limit)\n"
         "  --distance A B        prints only how far apart the parts named A and B are, no\n"
         "                        report and nothing that belongs to one\n"
         "  --path FILE           proves whether the parts are free over the whole of this path,\n"
         "                        instead of where they are; text or json\n"
         "  --statistics          counts (N_v, N_p: from the roots) and times on the error output\n"
         "  --scene NAME          a built-in scene instead of a file\n"
         "  --volume NAME         kind of bounding volume, see below\n"
         "  --criterion NAME      how nodes are split; otherwise as in the paper of the volume\n"
         "  --builder NAME        how trees are built\n"
         "  --leaf-size N         most triangles in a leaf\n"
         "  --arity N             most children of a node: 2, 4 or 8\n"
         "  --test NAME           overlap test of the volume\n"
         "  --rule NAME           descent rule; otherwise what suits the volume\n"
         "  --triangle-test NAME  how two triangles are compared");
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
static int find(enum Choice choice, const char *text, NameFn *name, const void *of, int count,
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
    error_set(err, "%s: there is no \"%.100s\"; choose one of: %s", choice_names[choice], text,
              names);
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

static bool take_length(enum Choice choice, const char *const *texts, const char **out, Error *err)
{
    double unused;
    Error why;
    *out = texts[choice];
    return check_options_length(*out, UNIT_MM, &unused, &why) ||
           error_set(err, "%s: %s", choice_names[choice], why.text);
}

static bool resolve(const char *const *texts, CheckOptions *out, Error *err)
{
    int volume =
        find(CHOICE_VOLUME, texts[CHOICE_VOLUME], named_name, bv_types, bv_type_count, err);
    if (volume < 0)
        return false;
    const BvType *type = bv_types[volume];
    const struct {
        enum Choice choice;
        NameFn *name;
        const void *of;
        int count;
    } rows[] = {{CHOICE_SCENE, scene_name, NULL, SCENE_COUNT},
                {CHOICE_UNIT, length_unit_name, NULL, UNIT_COUNT},
                {CHOICE_UP, up_axis_entry, NULL, UP_COUNT},
                {CHOICE_CRITERION, named_name, split_rules, split_rule_count},
                {CHOICE_BUILDER, named_name, builders, builder_count},
                {CHOICE_TEST, test_name, type, type->test_count},
                {CHOICE_RULE, named_name, descent_rules, descent_rule_count},
                {CHOICE_TRIANGLE_TEST, named_name, tri_tests, tri_test_count},
                {CHOICE_FORMAT, format_name, NULL, REPORT_FORMAT_COUNT}};
    int index[CHOICE_COUNT] = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        enum Choice choice = rows[i].choice;
        index[choice] = find(choice, texts[choice], rows[i].name, rows[i].of, rows[i].count, err);
        if (index[choice] < 0)
            return false;
    }
    long leaf_size = 0; // the volume's own
    if (texts[CHOICE_LEAF_SIZE]) {
        char *end;
        leaf_size = strtol(texts[CHOICE_LEAF_SIZE], &end, 10);
        if (*end || end == texts[CHOICE_LEAF_SIZE] || leaf_size < 1 || leaf_size > BVH_MAX_LEAF)
            return error_set(err, "--leaf-size: a number from 1 to %d", BVH_MAX_LEAF);
    }
    long arity = 0; // likewise
    if (texts[CHOICE_ARITY]) {
        char *end;
        arity = strtol(texts[CHOICE_ARITY], &end, 10);
        if (*end || (arity != 2 && arity != 4 && arity != 8))
            return error_set(err, "--arity: 2, 4 or 8 children of a node");
    }
    for (int i = CHOICE_VOLUME; i <= CHOICE_TRIANGLE_TEST; ++i)
        out->build_given |= texts[i] != NULL;
    out->open.scene = index[CHOICE_SCENE];
    out->open.options.unit = (enum LengthUnit)index[CHOICE_UNIT];
    out->open.options.up = (enum UpAxis)index[CHOICE_UP];
    out->build =
        (BvhDesc){.type = type,
                  .builder = builders[index[CHOICE_BUILDER]],
                  .split = texts[CHOICE_CRITERION] ? split_rules[index[CHOICE_CRITERION]] : NULL,
                  .leaf_size = (int32_t)leaf_size,
                  .arity = (int32_t)arity};
    out->query.test = index[CHOICE_TEST];
    out->query.rule = texts[CHOICE_RULE] ? index[CHOICE_RULE] : type->rule;
    out->query.tri = tri_tests[index[CHOICE_TRIANGLE_TEST]];
    out->rules = texts[CHOICE_RULES];
    out->baseline = texts[CHOICE_BASELINE];
    out->write_baseline = texts[CHOICE_WRITE_BASELINE];
    out->certificates = texts[CHOICE_CERTIFICATES];
    out->output = texts[CHOICE_OUTPUT];
    out->memory = texts[CHOICE_MEMORY];
    out->path = texts[CHOICE_PATH];
    out->format = texts[CHOICE_FORMAT] ? (enum ReportFormat)index[CHOICE_FORMAT]
                  : out->output        ? report_format_of(out->output)
                                       : REPORT_text;
    return take_length(CHOICE_CLEARANCE, texts, &out->clearance, err) &&
           take_length(CHOICE_TOLERANCE, texts, &out->tolerance, err);
}

// What would be silently left out: a distance is one line, without a report and its verdict.
static bool distance_alone(const char *const *texts, Error *err)
{
    static const enum Choice reports[] = {
        CHOICE_FORMAT,         CHOICE_CLEARANCE,    CHOICE_TOLERANCE, CHOICE_RULES, CHOICE_BASELINE,
        CHOICE_WRITE_BASELINE, CHOICE_CERTIFICATES, CHOICE_OUTPUT,    CHOICE_PATH};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; ++i)
        if (texts[reports[i]])
            return error_set(err, "%s: --distance prints a distance only, and makes no report",
                             choice_names[reports[i]]);
    return true;
}

static bool path_alone(const char *const *texts, const CheckOptions *options, Error *err)
{
    static const enum Choice others[] = {CHOICE_WRITE_BASELINE, CHOICE_CERTIFICATES};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (texts[others[i]])
            return error_set(err, "%s: not about a path; leave out --path",
                             choice_names[others[i]]);
    return options->format == REPORT_text || options->format == REPORT_json ||
           error_set(err, "--path: the report is text or json");
}

// Index of the option, or CHOICE_COUNT.
static enum Choice choice_of(const char *argument)
{
    int i = 0;
    while (i < CHOICE_COUNT && strcmp(argument, choice_names[i]) != 0)
        ++i;
    return (enum Choice)i;
}

enum CheckParse check_options_parse(int argc, char **argv, CheckOptions *out, Error *err)
{
    *out = (CheckOptions){.query = {.mode = QUERY_ALL}, .pictures = true};
    const char *texts[CHOICE_COUNT] = {NULL}, *path = NULL, *problem = NULL;
    int i = 1;
    for (; i < argc && !problem; ++i) {
        enum Choice choice = choice_of(argv[i]);
        if (strcmp(argv[i], "--help") == 0)
            return CHECK_HELP;
        if (strcmp(argv[i], "--no-pictures") == 0) {
            out->pictures = false;
        } else if (strcmp(argv[i], "--drop-degenerate") == 0) {
            out->open.options.drop_degenerate = true;
        } else if (strcmp(argv[i], "--allow-outside") == 0) {
            out->open.allow_outside = true;
        } else if (strcmp(argv[i], "--statistics") == 0) {
            out->statistics = true;
        } else if (strcmp(argv[i], "--distance") == 0) {
            if (i + 2 >= argc) {
                problem = "the names of two parts must follow";
            } else {
                out->distance[0] = argv[++i];
                out->distance[1] = argv[++i];
            }
        } else if (choice < CHOICE_COUNT) {
            if (i + 1 >= argc)
                problem = "a value is missing";
            else
                texts[choice] = argv[++i];
        } else if (argv[i][0] == '-' && argv[i][1]) {
            problem = "no such option; see snug check --help";
        } else if (path) {
            if (!open_request_add(&out->open, argv[i]))
                problem = "not enough memory";
        } else {
            path = argv[i];
        }
    }
    if (problem) {
        error_set(err, "%.200s: %s", argv[i - 1], problem);
        return CHECK_WRONG;
    }
    if (!path == !texts[CHOICE_SCENE] || (!path && out->open.more_count > 0)) {
        error_set(err, "name either a file or a scene; see snug check --help");
        return CHECK_WRONG;
    }
    if ((out->distance[0] && !distance_alone(texts, err)) || !resolve(texts, out, err))
        return CHECK_WRONG;
    if (out->path && !path_alone(texts, out, err))
        return CHECK_WRONG;
    if (path && !(out->open.path = strdup(path))) {
        error_set(err, "not enough memory");
        return CHECK_WRONG;
    }
    return CHECK_GO;
}
