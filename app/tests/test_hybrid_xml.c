// Hybrid hierarchies as XML: the paper's example is read as its numbers say, what is written comes
// back the same, and bad files are refused with file, line and reason.
#include "app/io/file.h"
#include "app/io/hybrid_xml.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static HybridFile read_file(const char *path)
{
    HybridFile file;
    Error err = {""};
    if (!hybrid_xml_read(path, &file, &err))
        fail_msg("%s", err.text);
    return file;
}

// The farthest that a point of a covered primitive is outside its group.
static double sticks_out(const HybridFile *file)
{
    double most = 0;
    for (HybridId i = 0; i < file->tree.count; ++i) {
        const HybridNode *node = &file->tree.nodes[i];
        if (node->primitive == HYBRID_NONE)
            continue;
        Rng rng = rng_create((uint64_t)i);
        Ball ball = hybrid_volume_ball(&node->volume);
        for (int k = 0; k < 300; ++k) {
            Vec3d far = vec3d_add_scaled(ball.centre, rng_direction(&rng), 100);
            Vec3d p = hybrid_volume_nearest(&node->volume, far);
            for (HybridId up = node->parent; up != HYBRID_NONE; up = file->tree.nodes[up].parent)
                most =
                    fmax(most,
                         vec3d_distance(p, hybrid_volume_nearest(&file->tree.nodes[up].volume, p)));
        }
    }
    return most;
}

static void test_the_papers_chair(void **state)
{
    (void)state;
    HybridFile file = read_file("app/tests/data/hybrid/chair_2006.xml");
    HybridQuality q = hybrid_quality(&file.tree);
    assert_int_equal(file.set.count, 13);
    assert_int_equal(q.groups, 10);
    double root = hybrid_volume_measure(&file.tree.nodes[0].volume, MEASURE_VOLUME);
    printf("RAN: chair: root %.3f, root term %.1f, cost(H) %.1f, tightness %.3f, out %.3f\n", root,
           q.volume.root_term, q.volume.full, hybrid_tightness(&file.tree, 0), sticks_out(&file));
    assert_true(fabs(root - 551.397) < 5e-4);
    assert_true(fabs(q.volume.root_term - 1654.2) < 0.05);
    assert_true(fabs(q.volume.full - 2839.2) < 0.05);
    assert_true(fabs(13 * root - 7168.2) < 0.05);
    assert_true(fabs(hybrid_tightness(&file.tree, 0) - 1.53) < 0.005);
    assert_int_equal(file.tree.nodes[0].child_count, 3);
    // The file's axes are rounded to a tenth. As they stand, corners are outside by at most 0.14;
    // made orthonormal, some groups turn, and a ball is outside by 0.460. Sampled, hence a bit
    // less.
    double out = sticks_out(&file);
    assert_true(out > 0.44 && out < 0.461);
    hybrid_file_free(&file);
}

// Columns for rows: what the test above must tell apart.
static void test_transposed_chair_sticks_out(void **state)
{
    (void)state;
    HybridFile file = read_file("app/tests/data/hybrid/chair_2006.xml");
    for (int32_t i = 0; i < file.tree.count; ++i) {
        HybridVolume *v = &file.tree.nodes[i].volume;
        OrientedBox box = v->box;
        for (int k = 0; v->kind == VOLUME_BOX && k < 3; ++k)
            v->box.axis[k] = vec3d(box.axis[0].v[k], box.axis[1].v[k], box.axis[2].v[k]);
    }
    printf("RAN: with columns for rows primitives stick out by %.3f\n", sticks_out(&file));
    assert_true(sticks_out(&file) > 1);
    hybrid_file_free(&file);
}

static void test_our_four_sets(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int32_t count;
    } sets[] = {{"assets/hybrid/chair.xml", 13},
                {"assets/hybrid/helicopter.xml", 15},
                {"assets/hybrid/cannon.xml", 17},
                {"assets/hybrid/interceptor.xml", 27}};
    for (int i = 0; i < 4; ++i) {
        HybridFile file = read_file(sets[i].path);
        int kinds[VOLUME_KIND_COUNT] = {0};
        assert_int_equal(file.set.count, sets[i].count);
        assert_int_equal(file.tree.root, HYBRID_NONE);
        for (int32_t k = 0; k < file.set.count; ++k) {
            ++kinds[file.set.items[k].volume.kind];
            assert_true(file.set.items[k].name[0] != '\0');
        }
        assert_int_equal(kinds[VOLUME_BOX] + kinds[VOLUME_BALL], sets[i].count);
        assert_true(kinds[VOLUME_BALL] > 0);
        hybrid_file_free(&file);
    }
}

// --- fixed points

static void check_fixed_point(const PrimitiveSet *set, const HybridTree *tree, int seed)
{
    size_t first_size, second_size;
    char *first = hybrid_xml_text(set, tree, &first_size);
    HybridFile file;
    Error err = {""};
    assert_non_null(first);
    if (!hybrid_xml_read_memory("text", first, first_size, &file, &err))
        fail_msg("seed %d: %s\n%s", seed, err.text, first);
    bool plain = file.tree.root == HYBRID_NONE;
    assert_true(plain == (!tree || tree->root == HYBRID_NONE || tree->count == 1));
    char *second = hybrid_xml_text(&file.set, plain ? NULL : &file.tree, &second_size);
    if (strcmp(first, second) != 0)
        fail_msg("seed %d: first\n%s\nsecond\n%s", seed, first, second);
    assert_int_equal(first_size, second_size);
    // Nothing moved by more than nine digits can tell: a ball's area, 4 pi r r, by 8 pi r times
    // half a unit of r's ninth digit.
    for (int32_t i = 0; !tree && i < set->count; ++i) {
        const HybridVolume *a = &set->items[i].volume, *b = &file.set.items[i].volume;
        assert_int_equal(a->kind, b->kind);
        for (int what = MEASURE_VOLUME; what <= MEASURE_RADIUS; ++what) {
            double was = hybrid_volume_measure(a, (enum Measure)what);
            double is = hybrid_volume_measure(b, (enum Measure)what);
            double size = hybrid_volume_measure(a, MEASURE_RADIUS);
            double scale = what == MEASURE_VOLUME ? size * size * size
                           : what == MEASURE_AREA ? size * size
                                                  : size;
            if (!(fabs(was - is) <= 3e-7 * scale))
                fail_msg("seed %d, volume %d: measure %d was %.12g, is %.12g\n%s", seed, i, what,
                         was, is, first);
        }
        assert_string_equal(set->items[i].name, file.set.items[i].name);
    }
    hybrid_file_free(&file);
    free(first);
    free(second);
}

static HybridVolume random_volume(Rng *rng)
{
    Affine turn = rng_rotation(rng);
    Vec3d axes[3], centre = rng_in_cube(rng, 100);
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
    double x = rng_uniform(rng, 0, 3), y = rng_uniform(rng, 0.01, 3), z = rng_uniform(rng, 0, 3);
    switch (rng_below(rng, 4)) {
    case 0:
        return hybrid_box(centre, axes, vec3d(x, y, z));
    case 1:
        return hybrid_ball(centre, x);
    case 2:
        return hybrid_capsule(centre, vec3d_scale(axes[0], x), y);
    default:
        return hybrid_slab_ball(&(SlabBall){.centre = centre,
                                            .normal = axes[0],
                                            .radius = y,
                                            .lo = -y * rng_unit(rng),
                                            .hi = y * rng_unit(rng)});
    }
}

static void test_writing_is_a_fixed_point(void **state)
{
    (void)state;
    static const char *const names[] = {"", "plain", "<&\">'", "\xC3\xA4 \xE2\x82\xAC", "a  b "};
    int volumes = 0;
    for (int seed = 0; seed < 400; ++seed) {
        Rng rng = rng_create((uint64_t)seed);
        PrimitiveSet set = {0};
        Error err;
        int32_t count = 1 + rng_below(&rng, 12);
        for (int32_t i = 0; i < count; ++i, ++volumes) {
            HybridVolume volume = random_volume(&rng);
            assert_true(primitive_set_add(&set, &volume, names[rng_below(&rng, 4)], &err));
        }
        check_fixed_point(&set, NULL, seed);
        set.items[0].name[0] = '\0';
        memcpy(set.items[0].name, names[4], sizeof "a  b ");
        HybridTree tree;
        HybridDesc desc = {.builder = hybrid_builders[seed % hybrid_builder_count]};
        assert_true(hybrid_build(&tree, &set, &desc, NULL, NULL, &err));
        check_fixed_point(&set, &tree, seed);
        hybrid_tree_free(&tree);
        primitive_set_free(&set);
    }
    HybridFile chair = read_file("app/tests/data/hybrid/chair_2006.xml");
    check_fixed_point(&chair.set, &chair.tree, -1);
    hybrid_file_free(&chair);
    printf("RAN: 400 sets and their trees, %d volumes, written, read, written\n", volumes);
}

static void test_file_is_written_whole(void **state)
{
    (void)state;
    char path[] = "/tmp/snug-hybrid-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    HybridFile file = read_file("assets/hybrid/cannon.xml"), again;
    Error err = {""};
    assert_true(hybrid_xml_write(path, &file.set, NULL, &err));
    assert_true(hybrid_xml_read(path, &again, &err));
    assert_int_equal(again.set.count, 17);
    assert_string_equal(again.set.items[16].name, file.set.items[16].name);
    hybrid_file_free(&again);
    hybrid_file_free(&file);
    unlink(path);
    assert_false(hybrid_xml_read(path, &again, &err));
    assert_true(!again.set.items && !again.tree.nodes);
}

// --- bad input

#define BALL "<volume type=\"sphere\" pos=\"0 0 0\" radius=\"1\"/>"
#define GROUP "<volume type=\"sphere\" pos=\"0 0 0\" radius=\"9\">"
#define IN(text) "<hierarchy>\n" text "\n</hierarchy>\n"

typedef struct BadCase {
    const char *text, *message; // after "bad.xml", to the letter
} BadCase;

static const BadCase BAD_CASES[] = {
    {"", ": the file is empty"},
    {"hello", ":1: not well-formed XML: Document is empty"},
    {"<hierarchy>\n" BALL "\n" BALL "\n",
     ":3: the file ends inside the hierarchy: is it complete?"},
    {"<hierarchy>\n" BALL "\n<volume ty",
     ":3: not well-formed XML: Specification mandates value for attribute ty"},
    {"<hierarchy>", ":1: the file ends inside the hierarchy: is it complete?"},
    {"<hierarchy>\n</volume>",
     ":2: not well-formed XML: Opening and ending tag mismatch: hierarchy "
     "line 1 and volume"},
    {"<hierarchy></hierarchy>", ": there is no volume in it"},
    {"<tree/>", ":1: <tree> instead of <hierarchy>"},
    {IN("<box/>"), ":2: <box> instead of <volume>"},
    {IN("<hierarchy/>"), ":2: <hierarchy> instead of <volume>"},
    {IN(BALL "\nsome text"), ":4: text between the volumes"},
    {IN(BALL "<![CDATA[x]]>"), ":2: text between the volumes"},
    {IN("<volume/>"), ":2: a volume without a type"},
    {IN("<volume type=\"cone\"/>"), ":2: 'cone' is no type: it is obb, sphere, capsule or scb"},
    {IN("<volume type=\"sphere\"/>"), ":2: a sphere needs pos"},
    {IN("\n<volume type=\"sphere\" pos=\"0 0 0\"/>"), ":3: a sphere needs radius"},
    {IN("<volume type=\"sphere\" pos=\"0 0\" radius=\"1\"/>"),
     ":2: pos of a sphere needs 3 numbers, here are 2"},
    {IN("<volume type=\"sphere\" pos=\"0 0 0\" radius=\"\"/>"),
     ":2: radius of a sphere needs 1 number, here are 0"},
    {IN("<volume type=\"sphere\" pos=\"0 0 0\" radius=\"-1\"/>"),
     ":2: radius of a sphere is negative: -1"},
    {IN("<volume type=\"sphere\" pos=\"0 nan 0\" radius=\"1\"/>"),
     ":2: pos of a sphere: 'nan 0' is not a number"},
    {IN("<volume type=\"sphere\" pos=\"0 0 1e999\" radius=\"1\"/>"),
     ":2: pos of a sphere: '1e999' is not a number"},
    {IN("<volume type=\"sphere\" pos=\"0 0 0\" radius=\"1e31\"/>"),
     ":2: a volume reaches more than 1e+30 from the origin"},
    {IN("<volume type=\"obb\" pos=\"0 0 0\" width=\"1\" depth=\"1\"/>"), ":2: an obb needs height"},
    {IN("<volume type=\"obb\" pos=\"0 0 0\" width=\"1\" depth=\"1\" height=\"1\" "
        "orientation=\"1 0 0\"/>"),
     ":2: orientation of an obb needs 9 numbers, here are 3"},
    {IN("<volume type=\"obb\" pos=\"0 0 0\" width=\"1\" depth=\"1\" height=\"1\" "
        "orientation=\"1 1 0 0 0 0 0 0 1\"/>"),
     ":2: the orientation is not a rotation: its columns are not upright"},
    {IN("<volume type=\"obb\" pos=\"0 0 0\" width=\"1\" depth=\"1\" height=\"1\" "
        "orientation=\"9 0 0 0 1 0 0 0 1\"/>"),
     ":2: an orientation has numbers from -1 to 1, not 9"},
    {IN("<volume type=\"scb\" pos=\"0 0 0\" radius=\"1\" normal=\"0 0 0\" e=\"1\" f=\"0\"/>"),
     ":2: the normal has no direction"},
    {IN("<volume type=\"scb\" pos=\"0 0 0\" radius=\"1\" normal=\"0 0 1\" e=\"-1\" f=\"0\"/>"),
     ":2: the slab from f = 0 to e = -1 does not meet the ball"},
    {IN(GROUP "\n" BALL "</volume>"), ":2: a group of one volume"},
    {IN(GROUP BALL BALL "</volume>\n" BALL),
     ":3: a second volume beside a group: a hierarchy has one root"},
    {IN(BALL "\n" GROUP BALL BALL "</volume>"),
     ":3: a group beside other volumes: a hierarchy has one root"},
    {"<!DOCTYPE hierarchy>\n<hierarchy>" BALL "</hierarchy>",
     ":1: document types and entities are not allowed here"},
    {"<?xml version=\"1.0\"?>\n<!DOCTYPE h [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n"
     "<hierarchy>&b;</hierarchy>",
     ":2: document types and entities are not allowed here"},
    {"<?xml version=\"1.0\"?>\n<!DOCTYPE h SYSTEM \"file:///etc/passwd\">\n<hierarchy/>",
     ":2: document types and entities are not allowed here"},
    {IN("&unknown;"), ":2: not well-formed XML: Entity 'unknown' not defined"},
    {"<hierarchy>\n<volume type=\"sphere\" type=\"sphere\"/></hierarchy>",
     ":2: not well-formed XML: Attribute type redefined"},
};

static void check_refused(const char *text, size_t size, const char *message)
{
    HybridFile file;
    Error err = {""};
    char expected[256];
    snprintf(expected, sizeof expected, "bad.xml%s", message);
    if (hybrid_xml_read_memory("bad.xml", text, size, &file, &err))
        fail_msg("accepted: %s", text);
    assert_string_equal(err.text, expected);
    assert_true(file.set.count == 0 && !file.set.items && !file.tree.nodes);
}

static void test_bad_files_are_refused(void **state)
{
    (void)state;
    int count = sizeof BAD_CASES / sizeof *BAD_CASES;
    for (int i = 0; i < count; ++i)
        check_refused(BAD_CASES[i].text, strlen(BAD_CASES[i].text), BAD_CASES[i].message);
    check_refused("<hierarchy>\n\0", 13, ":2: a zero byte: not XML in UTF-8");
    printf("RAN: %d bad files\n", count + 1);
}

// 256 levels are read, 257 are not, and neither needs much stack.
static void test_depth_is_limited(void **state)
{
    (void)state;
    for (int depth = 255; depth <= 256; ++depth) {
        char *text = test_malloc(100000);
        size_t length = (size_t)sprintf(text, "<hierarchy>");
        for (int i = 0; i < depth; ++i)
            length += (size_t)sprintf(text + length, "%s\n", GROUP BALL);
        length += (size_t)sprintf(text + length, "%s", BALL);
        for (int i = 0; i < depth; ++i)
            length += (size_t)sprintf(text + length, "</volume>");
        length += (size_t)sprintf(text + length, "</hierarchy>");
        if (depth == 256) {
            check_refused(text, length, ":256: volumes nested more than 256 deep");
        } else {
            HybridFile file;
            Error err = {""};
            if (!hybrid_xml_read_memory("deep.xml", text, length, &file, &err))
                fail_msg("%s", err.text);
            assert_int_equal(hybrid_quality(&file.tree).depth, 256);
            check_fixed_point(&file.set, &file.tree, 0);
            hybrid_file_free(&file);
        }
        test_free(text);
    }
}

// Written by others: `position`, a mirrored orientation, attributes we do not know, comments.
static void test_what_is_tolerated(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\" ?>\n<!-- a -->\n<hierarchy version='2'>\n"
        "<volume type='obb' position='1 2 3' width='2' depth='4' height='6' colour='red' "
        "orientation='1 0 0 0 1 0 0 0 -1'><!-- b --></volume>\n"
        "<volume name='x &amp; y' type='capsule' pos=' 1\t2\n3 ' dir='0 0 5' radius='.5'>\n"
        "</volume><?other thing?></hierarchy>\n<!-- c -->";
    HybridFile file;
    Error err = {""};
    if (!hybrid_xml_read_memory("a.xml", text, sizeof text - 1, &file, &err))
        fail_msg("%s", err.text);
    assert_int_equal(file.set.count, 2);
    const HybridVolume *box = &file.set.items[0].volume, *capsule = &file.set.items[1].volume;
    assert_true(box->box.centre.y == 2 && box->box.half.z == 3 && box->box.axis[2].z == 1);
    assert_true(capsule->capsule.from.z == 3 && capsule->capsule.along.z == 5);
    assert_true(capsule->capsule.radius == 0.5);
    assert_string_equal(file.set.items[1].name, "x & y");
    hybrid_file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_papers_chair),
        cmocka_unit_test(test_transposed_chair_sticks_out),
        cmocka_unit_test(test_our_four_sets),
        cmocka_unit_test(test_writing_is_a_fixed_point),
        cmocka_unit_test(test_file_is_written_whole),
        cmocka_unit_test(test_bad_files_are_refused),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_what_is_tolerated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
