// Random documents, made as a user makes them: by lines of a script, each chosen for what is open
// then. Every field that can change a verdict is among them, and every kind of file that a scene names. The lines that were possible are kept,
// so that the viewer can play them again.
#ifndef SNUG_APP_TESTS_RANDOM_DOCUMENT_H
#define SNUG_APP_TESTS_RANDOM_DOCUMENT_H

#include "app/document/variants.h"
#include "app/scenes/kit.h"
#include "app/script/script.h"
#include "app/tests/scene_fixture.h"
#include "core/base/rng.h"
#include "core/tests/odd_shapes.h"

typedef struct RandomDocument {
    App *app;
    Rng rng;
    TextBuffer script; // what was played
} RandomDocument;

// Plays one line; false: it was not possible, nothing has changed and it is not kept.
static inline bool random_play(RandomDocument *d, const char *line)
{
    Script script;
    Error err = {""};
    if (!script_parse(&script, "line", line, strlen(line), NULL, &err))
        fail_msg("%s\nin: %s", err.text, line);
    ActionArgs args;
    stages_wait(d->app);
    bool done = script_arguments(d->app, &script.commands[0], &args, &err) &&
                app_do(d->app, script.commands[0].action, &args, 0);
    stages_wait(d->app);
    script_free(&script);
    if (done)
        text_add(&d->script, "%s\n", line);
    return done;
}

static inline void random_obj_part(TextBuffer *out, const char *name, Mesh *mesh, int *first)
{
    text_add(out, "o %s\n", name);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        text_add(out, "v %.9g %.9g %.9g\n", mesh->vertices[i].x, mesh->vertices[i].y,
                 mesh->vertices[i].z);
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        text_add(out, "f %d %d %d\n", *first + (int)mesh->triangles[i][0],
                 *first + (int)mesh->triangles[i][1], *first + (int)mesh->triangles[i][2]);
    *first += mesh->vertex_count;
    mesh_release(mesh);
}

// Once per folder: solids and an open sheet, names that occur twice, names made for patterns.
static inline void random_document_files(void)
{
    TextBuffer out = {0};
    int first = 1;
    random_obj_part(&out, "Block", shape_box(vec3d(6, 4, 5)), &first);
    random_obj_part(&out, "Ball", shape_ico_sphere(2.5, 2), &first);
    random_obj_part(&out, "Ring", shape_ring(2, 4, 3, 20), &first);
    random_obj_part(&out, "Sheet", shape_grid(7, 7, 4, 4), &first);
    char *text = text_take(&out);
    write_text(in_folder("solids.obj"), text);
    free(text);
    out = (TextBuffer){0};
    first = 1;
    random_obj_part(&out, "Pin", shape_cylinder(1, 9, 16), &first);
    random_obj_part(&out, "Pin", shape_cylinder(1.5, 5, 12), &first);
    random_obj_part(&out, "Cone \\\"7\\\"*", shape_cone(2, 6, 14), &first);
    text = text_take(&out);
    write_text(in_folder("pins.obj"), text);
    free(text);
    copy_file(MESHES "cube.ply", in_folder("cube.ply"));
    copy_file(MESHES "two.stl", in_folder("two.stl"));
}

static inline const char *random_file(RandomDocument *d)
{
    static const char *const names[] = {"solids.obj", "solids.obj", "pins.obj", "cube.ply",
                                        "two.stl"};
    return in_folder(names[rng_below(&d->rng, 5)]);
}

static inline int32_t random_part(RandomDocument *d)
{
    return rng_below(&d->rng, d->app->document.part_count);
}

// Near another part, so that they meet often.
static inline void random_move(RandomDocument *d, char *line, size_t size)
{
    Vec3d to = d->app->document.parts[random_part(d)].placement.p;
    to = vec3d_add(to, rng_in_cube(&d->rng, 4));
    snprintf(line, size, "part.move #%d at=%.17g,%.17g,%.17g", (int)random_part(d), to.x, to.y,
             to.z);
}

static inline void random_rule(RandomDocument *d, char *line, size_t size)
{
    static const char *const kinds[] = {"ignore", "intentional", "forbid", "check", "clearance"};
    static const char *const patterns[] = {"P*", "B???", "*", "*i*", "Sheet", "Block", "C*"};
    int kind = (int)rng_below(&d->rng, 5);
    snprintf(line, size, "rules.add text=\"%s %s %s%s\"", kinds[kind],
             patterns[rng_below(&d->rng, 7)], patterns[rng_below(&d->rng, 7)],
             kind == 4 ? " 1.25mm" : "");
}

// Fields of studies.
static inline void random_sweep(RandomDocument *d, char *line, size_t size)
{
    Rng *rng = &d->rng;
    switch (rng_below(rng, 3)) {
    case 0:
        snprintf(line, size, "sweep.cell %.9g", rng_uniform(rng, 0, 5));
        break;
    case 1:
        snprintf(line, size, "sweep.ghosts %d", (int)rng_below(rng, 60));
        break;
    default:
        snprintf(line, size, "sweep.surface %s", rng_below(rng, 2) ? "on" : "off");
    }
}

// A part that is there; NO_PART: all of them were deleted.
static inline int32_t random_live_part(RandomDocument *d)
{
    const Document *document = &d->app->document;
    int32_t first = random_part(d);
    for (int32_t i = 0; i < document->part_count; ++i) {
        int32_t part = (first + i) % document->part_count;
        if (!document->parts[part].removed)
            return part;
    }
    return NO_PART;
}

// Two parts in one body, one of them brought near the other.
static inline void random_body(RandomDocument *d, int a, int b, char *line, size_t size)
{
    const int parts[] = {a, b};
    for (int i = 0; i < 2; ++i) {
        snprintf(line, size, "part.group #%d text=\"Body\"", parts[i]);
        random_play(d, line);
    }
    Vec3d to = vec3d_add(d->app->document.parts[b].placement.p, rng_in_cube(&d->rng, 2));
    snprintf(line, size, "part.move #%d at=%.17g,%.17g,%.17g", a, to.x, to.y, to.z);
    random_play(d, line);
    snprintf(line, size, "group.rigid #%d %s", a, rng_below(&d->rng, 4) ? "on" : "off");
}

static inline void random_joint(RandomDocument *d, int a, int b, char *line, size_t size)
{
    static const char *const kinds[] = {"fixed", "hinge", "slide", "cylindrical", "screw"};
    Rng *rng = &d->rng;
    Vec3d at = d->app->document.parts[a].placement.p;
    char other[32] = "";
    if (rng_below(rng, 2))
        snprintf(other, sizeof other, " other=#%d", b);
    snprintf(line, size, "joint.add #%d%s index=%s text=\"at %.9g %.9g %.9g along %d 1 0\"", a,
             other, kinds[rng_below(rng, 5)], at.x, at.y, at.z, (int)rng_below(rng, 2));
    random_play(d, line);
    snprintf(line, size, "joint.set #%d index=%s number=%.9g", a,
             rng_below(rng, 2) ? "turn" : "shift", rng_uniform(rng, -40, 40));
}

// One that turns with a tool of ours on it.
static inline void random_tool(RandomDocument *d, int a, char *line, size_t size)
{
    snprintf(line, size, "joint.add #%d index=screw text=\"at 0 0 0 along 0 0 1\"", a);
    random_play(d, line);
    snprintf(line, size, "kit.add index=%d number=%d", (int)rng_below(&d->rng, 3),
             8 + (int)rng_below(&d->rng, 9));
    random_play(d, line);
    snprintf(line, size, "tool.engage #%d other=#%d", (int)d->app->document.part_count - 1, a);
}

// What documents have of variants, joints and studies.
static inline void random_study(RandomDocument *d, char *line, size_t size)
{
    Rng *rng = &d->rng;
    int a = (int)random_live_part(d), b = (int)random_live_part(d);
    switch (a == NO_PART ? 0 : rng_below(rng, 9)) {
    case 0:
        random_sweep(d, line, size);
        break;
    case 1:
        random_body(d, a, b, line, size);
        break;
    case 2:
        snprintf(line, size, "rules.add text=\"clearance %s %.9gmm\"",
                 rng_below(rng, 2) ? "* *" : "P* *", rng_uniform(rng, 0.5, 8));
        break;
    case 3:
        snprintf(line, size, "kit.add index=%d", (int)rng_below(rng, KIT_COUNT));
        break;
    case 4:
        snprintf(line, size, "pipe.add #%d index=%d number=%d", a, (int)rng_below(rng, 8),
                 rng_below(rng, 2) ? 0 : 65);
        break;
    case 5:
        snprintf(line, size, "variant.add #%d text=\"%s\" index=%d", a, random_file(d),
                 (int)rng_below(rng, 3));
        random_play(d, line);
        snprintf(line, size, "variant.choose #%d index=%d", a,
                 variants_count(d->app->document.parts[a].variants));
        break;
    case 6:
        random_joint(d, a, b, line, size);
        break;
    case 7:
        snprintf(line, size,
                 "connector.add #%d text=\"%s 0 0 0 0 1 0 1 0 0 %.9g 20 48 0 Its \\\"end\\\"\"", a,
                 rng_below(rng, 2) ? "hole" : "pipe", rng_uniform(rng, 1, 5));
        break;
    default:
        random_tool(d, a, line, size);
    }
}

enum { RANDOM_KINDS = 43 };

static inline void random_line(RandomDocument *d, int kind, char *line, size_t size)
{
    Rng *rng = &d->rng;
    int a = (int)random_part(d), b = (int)random_part(d);
    const char *flag = rng_below(rng, 2) ? "on" : "off";
    switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
        random_move(d, line, size);
        break;
    case 6:
    case 7:
    case 8:
        snprintf(line, size, "part.deform #%d index=%d number=%.17g", a, (int)rng_below(rng, 4),
                 rng_uniform(rng, -1, 1));
        break;
    case 9:
        snprintf(line, size, "part.pose #%d text=\"angles %.9g %.9g %.9g\"", a,
                 rng_uniform(rng, -180, 180), rng_uniform(rng, -90, 90),
                 rng_uniform(rng, -180, 180));
        break;
    case 10:
    case 11:
        snprintf(line, size, "part.scale #%d index=%d number=%.17g flag=%s", a,
                 (int)rng_below(rng, 4), rng_uniform(rng, 0.5, 1.6), flag);
        break;
    case 12:
        snprintf(line, size, "part.show #%d %s", a, flag);
        break;
    case 13:
        snprintf(line, size, "part.delete #%d", a);
        break;
    case 14:
    case 15:
        snprintf(line, size, "part.duplicate #%d", a);
        break;
    case 16:
        snprintf(line, size, "part.rename #%d text=\"New %d \\\"name\\\"\"", a,
                 (int)rng_below(rng, 5));
        break;
    case 17:
        snprintf(line, size, "part.group #%d text=\"%s\"", a, rng_below(rng, 2) ? "G" : "G/H");
        break;
    case 18:
        snprintf(line, size, "group.%s #%d %s", b % 3 ? "show" : "rigid", a, flag);
        break;
    case 19:
    case 20:
        snprintf(line, size, "pair.rule #%d other=#%d number=%d", a, b, (int)rng_below(rng, 5));
        break;
    case 21:
        random_rule(d, line, size);
        break;
    case 22:
        snprintf(line, size, "rules.baseline");
        break;
    case 23:
        snprintf(line, size, "check.clearance %.17g", rng_uniform(rng, 0, 3));
        break;
    case 24:
        snprintf(line, size, "check.tolerance %.17g", rng_uniform(rng, 0, 1));
        break;
    case 25:
        snprintf(line, size, "file.merge \"%s\" index=%d", random_file(d), (int)rng_below(rng, 2));
        break;
    case 26:
        snprintf(line, size, "build.volume %d", (int)rng_below(rng, 12));
        break;
    case 27:
        snprintf(line, size, "build.criterion %d", (int)rng_below(rng, 8));
        break;
    case 28:
        snprintf(line, size, "build.leaf_size %d", 1 + (int)rng_below(rng, 8));
        break;
    case 29:
        snprintf(line, size, "query.mode %d", (int)rng_below(rng, 2));
        break;
    case 30:
        snprintf(line, size, "query.leaf_volumes %s", flag);
        break;
    case 31:
        snprintf(line, size, "query.triangle_test %d", (int)rng_below(rng, 3));
        break;
    case 32:
        snprintf(line, size, "%s", rng_below(rng, 3) ? "edit.undo" : "edit.redo");
        break;
    case 33:
        snprintf(line, size, "part.turn index=%d number=%.9g flag=%s", (int)rng_below(rng, 3),
                 rng_uniform(rng, -90, 90), flag);
        break;
    case 34:
        snprintf(line, size, "part.isolate #%d", a);
        break;
    case 35: // changes no verdict, but what is to be made of the document
        snprintf(line, size, "primitive.fit #%d index=%d", a, (int)rng_below(rng, 3));
        break;
    case 36:
    case 37:
        snprintf(line, size, "variant.take #%d other=#%d index=%d text=\"Like \\\"%d\\\";\"", a, b,
                 (int)rng_below(rng, 3), b);
        random_play(d, line);
        snprintf(line, size, "variant.choose #%d index=1", a);
        break;
    case 38:
        snprintf(
            line, size,
            "variant.place #%d index=1 text=\"position %.9g 0 1; angles %.9g 0 9; scale 1 %.9g "
            "1.2\"",
            a % 3, rng_uniform(rng, -2, 2), rng_uniform(rng, -90, 90), rng_uniform(rng, 0.5, 1.5));
        break;
    case 39:
    case 40:
        snprintf(line, size, "variant.choose #%d index=%d", a % 3, (int)rng_below(rng, 3));
        break;
    case 41:
        snprintf(line, size, "variant.delete #%d index=%d", a % 3, 1 + (int)rng_below(rng, 2));
        break;
    default:
        snprintf(line, size, "part.reset #%d", a);
    }
}

// Opens something and changes it.
static inline void random_document(RandomDocument *d, App *app, uint64_t seed)
{
    static const char *const scenes_used[] = {"Pin and plate", "Two tori"};
    char line[1200];
    *d = (RandomDocument){.app = app, .rng = rng_create(seed)};
    if (rng_below(&d->rng, 4) == 0)
        snprintf(line, sizeof line, "scene.open \"%s\"", scenes_used[rng_below(&d->rng, 2)]);
    else
        snprintf(line, sizeof line, "file.open \"%s\" index=%d number=%d", random_file(d),
                 (int)rng_below(&d->rng, 2), (int)rng_below(&d->rng, 2));
    if (!random_play(d, line))
        fail_msg("seed %llu: %s: %s", (unsigned long long)seed, line, last_notice(app));
    for (int i = 4 + (int)rng_below(&d->rng, 14); i > 0; --i) {
        random_line(d, (int)rng_below(&d->rng, RANDOM_KINDS), line, sizeof line);
        random_play(d, line);
    }
    d->rng = rng_create(seed + 1); // what is above stays as it is, whatever comes to this
    for (int i = 0; i < 3; ++i) {
        random_study(d, line, sizeof line);
        random_play(d, line);
    }
}

#endif
