// What `snug check --certificates` writes is enough for a program of its own, in exact arithmetic, to
// come to the same verdicts; and what was tampered with is refused.
#include "app/commands/command.h"
#include "app/io/text_buffer.h"
#include "app/report/certificates_file.h"
#include "app/tests/scene_fixture.h"
#include "core/tests/random_parts.h"

#include <stdio.h>

// Corners where the parts stand. On a grid, nothing is rounded on the way into another frame.
static void write_obj(const RandomParts *parts, const char *path, bool grid)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    int first = 1;
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        const Mesh *mesh = parts->assembly.parts[i].mesh;
        fprintf(file, "o %s\n", parts->assembly.parts[i].name);
        for (int32_t v = 0; v < mesh->vertex_count; ++v) {
            Vec3d p = affine_apply(&parts->parts[i].placement, mesh->vertices[v]);
            for (int k = 0; k < 3 && grid; ++k)
                p.v[k] = floor(p.v[k] * 1024 + 0.5) / 1024;
            fprintf(file, "v %.17g %.17g %.17g\n", p.x, p.y, p.z);
        }
        for (int32_t t = 0; t < mesh->triangle_count; ++t)
            fprintf(file, "f %d %d %d\n", mesh->triangles[t][0] + first,
                    mesh->triangles[t][1] + first, mesh->triangles[t][2] + first);
        first += mesh->vertex_count;
    }
    assert_true(fclose(file) == 0);
}

// Contacts of 0.01 mm are touches; nearer than 2 mm counts as near.
static void certify(const char *obj, const char *facts)
{
    char words[10][160];
    char *argv[11] = {NULL};
    const char *const texts[10] = {
        "check", obj,        "--certificates",    facts, "--tolerance", "0.01mm", "--clearance",
        "2mm",   "--output", in_folder("out.txt")};
    for (int i = 0; i < 10; ++i) {
        snprintf(words[i], sizeof words[i], "%s", texts[i]);
        argv[i] = words[i];
    }
    unlink(facts);
    int code = command_check(10, argv);
    assert_true(code == 0 || code == 1 || code == 3);
}

// What the checker says and its exit code. obj: the file that was checked; "": none is compared with.
static int checked(const char *obj, const char *facts, char *answer, size_t size)
{
    char line[600];
    snprintf(line, sizeof line, "\"%s\" \"%s\" %s%s%s 2>&1", SNUG_CHECKER, facts,
             obj[0] ? "\"" : "", obj, obj[0] ? "\"" : "");
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    size_t length = fread(answer, 1, size - 1, pipe);
    answer[length] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

typedef struct Sum {
    int documents, pairs, proven, closed, partly, open; // closed: with holes closed
} Sum;

static void add_answer(Sum *sum, const RandomParts *parts, const char *name, uint64_t seed,
                       const char *obj, const char *facts)
{
    char answer[500];
    Sum now = {0};
    int code = checked(obj, facts, answer, sizeof answer);
    if (code != 0 || sscanf(answer, "%d pairs: %d proven, %d with holes closed, %d partly, %d open",
                            &now.pairs, &now.proven, &now.closed, &now.partly, &now.open) != 5) {
        char *text = read_text(facts);
        fail_msg("seed %llu, %s: code %d, %s\n%s", (unsigned long long)seed, name, code, answer,
                 strstr(text, "\npart "));
    }
    // Of closed parts everything is proven but what is said to be undecided.
    if (parts->closed[0] && parts->closed[1] && parts->closed[2] && now.partly + now.closed > 0)
        fail_msg("seed %llu, %s: %s", (unsigned long long)seed, name, answer);
    ++sum->documents;
    sum->pairs += now.pairs;
    sum->proven += now.proven;
    sum->closed += now.closed;
    sum->partly += now.partly;
    sum->open += now.open;
}

static void print_sum(const char *what, const Sum *sum)
{
    printf("RAN: certificates of %d documents%s: %d pairs proven, %d with holes closed, %d partly, "
           "%d open\n",
           sum->documents, what, sum->proven, sum->closed, sum->partly, sum->open);
}

static void check_document(uint64_t seed, bool grid, Sum *sum)
{
    RandomParts parts;
    const char *obj = in_folder("parts.obj"), *facts = in_folder("facts.txt");
    random_parts_create(&parts, seed);
    write_obj(&parts, obj, grid);
    certify(obj, facts);
    add_answer(sum, &parts, grid ? "on a grid" : "anywhere", seed, obj, facts);
    random_parts_free(&parts);
}

static void certificates_are_proofs(void **state)
{
    (void)state;
    Sum sum = {0};
    int count = full_tier() ? 1500 : 80;
    for (int i = 0; i < count; ++i)
        check_document(84000 + (uint64_t)i, i % 3 != 0, &sum);
    check_document(84526, true, &sum); // a depth was wrong
    print_sum("", &sum);
    assert_true(sum.proven > sum.pairs / 2 && 20 * sum.open <= sum.pairs + 20);
    assert_true(sum.closed > 0 && 10 * sum.partly < sum.pairs);
}

// Parts that are turned, scaled or mirrored where they stand; some are not checked at all.
static void check_placed(uint64_t seed, bool round, Sum *sum)
{
    RandomParts parts;
    FitCheck check;
    Error err = {""};
    const char *facts = in_folder("facts.txt");
    (round ? random_round_parts_create : random_parts_create)(&parts, seed);
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        static const double scales[][3] = {{1, 1, 1}, {2, 2, 2}, {-1, 1, 1}, {0.3, 1, 2.5}};
        Affine *at = &parts.parts[i].placement;
        for (int row = 0; row < 3; ++row)
            for (int k = 0; k < 3 && !round; ++k)
                at->m[row][k] *= scales[(seed / 3) % 4][k];
        parts.parts[i].active = seed % 5 != 0 || i != 1;
    }
    random_parts_check(&parts, 2, NULL, &check);
    char *text = certificates_text(&check, &err);
    assert_non_null(text);
    write_text(facts, text);
    add_answer(sum, &parts, "placed", seed, "", facts);
    free(text);
    fit_check_free(&check);
    random_parts_free(&parts);
}

static void placements_are_part_of_the_proof(void **state)
{
    (void)state;
    Sum sum = {0}, round = {0};
    int count = full_tier() ? 600 : 24;
    for (int i = 0; i < count; ++i)
        check_placed(91000 + (uint64_t)i, false, &sum);
    for (int i = 0; i < count / 6; ++i)
        check_placed(47000 + (uint64_t)i, true, &round);
    print_sum(", placed", &sum);
    print_sum(" of round parts", &round);
    assert_true(sum.proven > 0 && round.proven == round.pairs);
}

// An angle and a bar, of polygons with up to six corners.
static void polygons_are_compared_with_the_file(void **state)
{
    (void)state;
    static const char file[] =
        "o Angle\nv 0 0 0\nv 8 0 0\nv 8 2 0\nv 2 2 0\nv 2 8 0\nv 0 8 0\n"
        "v 0 0 4\nv 8 0 4\nv 8 2 4\nv 2 2 4\nv 2 8 4\nv 0 8 4\n"
        "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\n"
        "f 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"
        "o Bar\nv 2 2 1\nv 6 2 1\nv 6 6 1\nv 2 6 1\nv 2 2 3\nv 6 2 3\nv 6 6 3\nv 2 6 3\n"
        "f 16 15 14 13\nf 17 18 19 20\nf 13 14 18 17\nf 14 15 19 18\nf 15 16 20 19\n"
        "f 16 13 17 20\n";
    const char *obj = in_folder("polygons.obj"), *facts = in_folder("facts.txt");
    char answer[500];
    write_text(obj, file);
    certify(obj, facts);
    if (checked(obj, facts, answer, sizeof answer) != 0 ||
        !strstr(answer, "1 pairs: 1 proven, 0 with holes closed, 0 partly, 0 open; rounding 0\n"))
        fail_msg("%s", answer);
    // Another angle, whose inner corner is cut off.
    char *other = strdup(file), *corner = strstr(other, "v 2 2 0");
    memcpy(corner, "v 3 3 0", 7);
    write_text(obj, other);
    free(other);
    assert_int_equal(checked(obj, facts, answer, sizeof answer), 1);
    assert_non_null(strstr(answer, "is not in the file"));
}

static void add_cube(FILE *file, const char *name, int number, Vec3d lo, Vec3d hi)
{
    static const int faces[12][3] = {{1, 3, 2}, {2, 3, 4}, {5, 6, 7}, {6, 8, 7},
                                     {1, 2, 5}, {2, 6, 5}, {3, 7, 4}, {4, 7, 8},
                                     {1, 5, 3}, {3, 5, 7}, {2, 4, 6}, {4, 8, 6}};
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < 8; ++i)
        fprintf(file, "v %.17g %.17g %.17g\n", i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y,
                i & 4 ? hi.z : lo.z);
    for (int i = 0; i < 12; ++i)
        fprintf(file, "f %d %d %d\n", faces[i][0] + 8 * number, faces[i][1] + 8 * number,
                faces[i][2] + 8 * number);
}

// One pair of every kind, and nothing else near.
static void write_cubes(const char *path)
{
    const struct {
        const char *name;
        Vec3d lo, hi;
    } cubes[] = {
        {"Base", {{0, 0, 0}}, {{8, 8, 8}}},     {"Flush", {{8, 2, 2}}, {{12, 6, 6}}},
        {"Deep", {{2, 6, 2}}, {{4, 12, 4}}},    {"Core", {{5, 1, 1}}, {{6, 2, 2}}},
        {"Twin", {{20, 0, 0}}, {{28, 8, 8}}},   {"Twin", {{20, 0, 0}}, {{28, 8, 8}}},
        {"Half", {{20, 0, 20}}, {{28, 8, 28}}}, {"Whole", {{20, 0, 20}}, {{28, 8, 28.0078125}}},
        {"Ring", {{40, 0, 0}}, {{48, 8, 8}}},   {"Beside", {{48.5, 0, 0}}, {{52, 8, 8}}}};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < sizeof cubes / sizeof *cubes; ++i)
        add_cube(file, cubes[i].name, (int)i, cubes[i].lo, cubes[i].hi);
    assert_true(fclose(file) == 0);
}

// The first line that begins with `from` begins with `to` instead; what follows stays.
static char *tampered(const char *text, const char *from, const char *to)
{
    TextBuffer out = {0};
    const char *at = strncmp(text, from, strlen(from)) == 0 ? text : NULL;
    for (const char *line = text; !at && (line = strchr(line, '\n')); ++line)
        at = strncmp(line + 1, from, strlen(from)) == 0 ? line + 1 : NULL;
    if (!at)
        fail_msg("nothing begins with \"%s\" in:\n%s", from, text);
    text_add_bytes(&out, text, (size_t)(at - text));
    text_add_bytes(&out, to, strlen(to));
    text_add_bytes(&out, at + strlen(from), strlen(at + strlen(from)));
    return text_take(&out);
}

typedef struct Lie {
    const char *from, *to;           // lines, or what they begin with
    const char *then_from, *then_to; // NULL: nothing else
    const char *reason;              // why it is refused
} Lie;

static void what_was_tampered_with_is_refused(void **state)
{
    (void)state;
    static const Lie lies[] = {
        {"pair 0 1 touch", "pair 0 1 clear", NULL, NULL, "fact that would prove it is missing"},
        {"pair 0 1 touch", "pair 0 1 interference", NULL, NULL, "is missing"},
        {"pair 0 1 touch", "pair 0 1 fine", NULL, NULL, "no such state"},
        {"meet 10 0", "meet 0 0", NULL, NULL, "triangles that meet do not"},
        {"meet 10 0", "meet 10 99", NULL, NULL, "not there"},
        {"meet 10 0", "meet 10", NULL, NULL, "number of figures"},
        {"meet 10 0", "meet ten 0", NULL, NULL, "refused"},
        {"pair 0 2 interference", "pair 0 2 touch", NULL, NULL, "deeper than was said"},
        {"pair 0 2 interference 0.01", "pair 0 2 interference 2.5", NULL, NULL, "is nearer"},
        {"deep 2.666666666666667 6", "deep 2.666666666666667 6.5", NULL, NULL, "not on it"},
        {"deep 2.666666666666667 6", "deep 2.666666666666667 12", NULL, NULL, "not on it"},
        {"pair 0 3 inside", "pair 0 3 clear", NULL, NULL, "lies inside"},
        {"apart 0.9999", "apart 1.9999", NULL, NULL, "nearer than was said"},
        {"deep 5 1 1 3 3 0", "deep 5 1 1 0 0 0", NULL, NULL, "not on it"},
        {"deep 5 1 1 3 3 0", "deep 5 1 1 3 0 0", NULL, NULL, "a mesh of another part"},
        {"deep 5 1 1 3 3 0", "deep 0 0 0 0 0 0", NULL, NULL, "that is inside is not"},
        {"pair 4 5 same-place", "pair 4 5 touch", NULL, NULL, "lies in the material"},
        {"pair 6 7 same-place", "pair 6 7 touch", NULL, NULL, "lies in the material"},
        {"copy\n", "", NULL, NULL, "is missing"},
        {"both 22", "both 32", NULL, NULL, "that is inside is not"},
        {"pair 8 9 clear 0.01\n", "pair 8 9 touch 0.01\nmeet 0 0\n", NULL, NULL, "meet do not"},
        {"apart 0.4999", "apart 0.5999", NULL, NULL, "nearer than was said"},
        {"pair 0 1 touch 0.01\nmeet 10 0\n", "", "end 7", "end 6", "nothing is said of a pair"},
        {"pair 0 1 touch 0.01\nmeet 10 0\n", "", NULL, NULL, "another number of pairs"},
        {"end 7\n", "", NULL, NULL, "the end is missing"},
        {"pair 0 1 touch", "pair 0 1 crossing", NULL, NULL, "does not prove that they cross"},
        {"part 0 0 0 1", "part 0 1 0 1", NULL, NULL, "has corners of its own"},
        {"part 0 0 0 1", "part 0 1 1 1", NULL, NULL, "not in the file"},
        {"part 0 0 0 1", "part 0 0 -1 1", NULL, NULL, "closed piece of a part is left out"},
        {"part 0 0 0 1", "part 0 0 99 1", NULL, NULL, "a mesh that is not there"},
        {"part 1 1 1 1 0 0 10", "part 1 1 1 1 0 0 11", NULL, NULL, "not in the file"},
        {"part 1 1 1 1 0 0 10", "part 1 1 1 0 0 0 10", NULL, NULL, "singular"},
        {"0 1 2\n", "0 2 1\n", NULL, NULL, "is not closed"},
        {"0 1 2\n", "0 1 9\n", NULL, NULL, "not a triangle"},
        {"snug certificates 2", "snug certificates 3", NULL, NULL, "no certificates"},
    };
    char answer[500];
    const char *obj = in_folder("cubes.obj"), *facts = in_folder("facts.txt"),
               *bad = in_folder("bad.txt");
    write_cubes(obj);
    certify(obj, facts);
    char *text = read_text(facts);
    if (checked(obj, facts, answer, sizeof answer) != 0 ||
        !strstr(answer, "7 pairs: 7 proven, 0 with holes closed, 0 partly, 0 open; rounding 0\n"))
        fail_msg("%s\n%s", answer, text);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; ++i) {
        const Lie *lie = &lies[i];
        char *once = tampered(text, lie->from, lie->to);
        char *twice = lie->then_from ? tampered(once, lie->then_from, lie->then_to) : strdup(once);
        write_text(bad, twice);
        if (checked(obj, bad, answer, sizeof answer) != 1 || !strstr(answer, lie->reason))
            fail_msg("\"%s\" instead of \"%s\": %s", lie->to, lie->from, answer);
        free(once);
        free(twice);
    }
    free(text);
    printf("RAN: %zu lies, all refused\n", sizeof lies / sizeof *lies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_tampered_with_is_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(certificates_are_proofs, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(placements_are_part_of_the_proof, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(polygons_are_compared_with_the_file, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
