// Pipe segments with flanged ends, in any nominal width. The end that is joined first lies in the origin and looks
// along -x.
#include "app/scenes/kit.h"
#include "app/scenes/pipes.h"

static const double TAU = 6.283185307179586476925;

typedef struct Nominal {
    double width;
    const PipeSize *size;
} Nominal;

static double between(double a, double b, double share)
{
    return a + share * (b - a);
}

// Between two widths of the standard, what lies between their sizes.
PipeSize kit_pipe_size(double nominal)
{
    const Nominal table[] = {
        {50, &pipe_dn50}, {80, &pipe_dn80}, {100, &pipe_dn100}, {150, &pipe_dn150}};
    int i = 0;
    while (i < 2 && nominal >= table[i + 1].width)
        ++i;
    const PipeSize *a = table[i].size, *b = table[i + 1].size;
    double share = (nominal - table[i].width) / (table[i + 1].width - table[i].width);
    if (share >= 1)
        return *b;
    return (PipeSize){.radius = between(a->radius, b->radius, share),
                      .bore = between(a->bore, b->bore, share),
                      .flange_radius = between(a->flange_radius, b->flange_radius, share),
                      .thick = between(a->thick, b->thick, share),
                      .bolt_circle = between(a->bolt_circle, b->bolt_circle, share),
                      .bolt_hole = between(a->bolt_hole, b->bolt_hole, share),
                      .bolts = a->bolts};
}

double kit_pipe_fitting(double flange_radius)
{
    double low = KIT_PIPE_LEAST, high = KIT_PIPE_MOST;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        *(kit_pipe_size(middle).flange_radius < flange_radius ? &low : &high) = middle;
    }
    double nominal = round(1e6 * high) / 1e6;
    return fabs(kit_pipe_size(nominal).flange_radius - flange_radius) < 1e-4 ? nominal : 0;
}

Connector kit_pipe_end(const KitPiece *piece, double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    double angle = TAU / (2 * size.bolts);
    (void)piece;
    return (Connector){.kind = CONNECTOR_PIPE,
                       .axis = vec3d(-1, 0, 0),
                       .side = vec3d(0, cos(angle), sin(angle)),
                       .radius = size.flange_radius,
                       .facets = size.bolts,
                       .feature = -1};
}

static Mesh *moved(Mesh *mesh, Affine by)
{
    for (int32_t i = 0; mesh && i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply(&by, mesh->vertices[i]);
    return mesh;
}

static Mesh *moved_along(Mesh *mesh, double x)
{
    return moved(mesh, affine_translation(vec3d(x, 0, 0)));
}

static Mesh *make_short(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    return pipe_straight(&size, 500);
}

static Mesh *make_long(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    return pipe_straight(&size, 1000);
}

static double leg_of(const PipeSize *size)
{
    return size->thick + PIPE_NECK + 8;
}

static Mesh *make_quarter(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    return pipe_elbow(&size, 3 * size.radius, leg_of(&size), leg_of(&size));
}

static Mesh *make_eighth(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    return pipe_bend(&size, 3 * size.radius, leg_of(&size), TAU / 8);
}

static Mesh *make_tee(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    double reach = size.flange_radius + 65;
    return moved_along(pipe_tee(&size, reach), reach);
}

static Mesh *make_valve(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    double scale = size.radius / pipe_dn80.radius;
    ValveSize valve = {.reach = size.flange_radius + 20,
                       .neck = size.flange_radius + 50,
                       .bonnet = 80 * scale,
                       .stem = 9 * scale,
                       .play = 0.6,
                       .wheel = 110 * scale,
                       .travel = 60 * scale};
    valve.above = valve.neck + valve.bonnet + 90 * scale;
    Mesh *body = pipe_valve_body(&size, &valve), *wheel = pipe_valve_wheel(&size, &valve);
    MeshBuilder b = {0};
    Affine here = affine_translation(vec3d(valve.reach, 0, 0));
    if (body)
        mesh_builder_append(&b, body, &here);
    if (wheel)
        mesh_builder_append(&b, wheel, &here);
    b.failed |= !body || !wheel;
    mesh_release(body);
    mesh_release(wheel);
    return solid_finish(&b);
}

static Mesh *make_cover(double nominal)
{
    PipeSize size = kit_pipe_size(nominal);
    return moved(pipe_cover(&size, 10), affine_rotation(vec3d(0, 0, 1), -TAU / 4));
}

static Mesh *make_reducer(double nominal)
{
    PipeSize wide = kit_pipe_size(nominal), narrow = kit_pipe_size(nominal / 1.25);
    return pipe_reducer(&wide, &narrow, 2 * leg_of(&wide) + 60);
}

#define PIECE(identifier, words, what, make_it)                                                    \
    const KitPiece kit_##identifier = {.name = words,                                              \
                                       .note = what,                                               \
                                       .size_is = "nominal width",                                 \
                                       .usual = 80,                                                \
                                       .least = KIT_PIPE_LEAST,                                    \
                                       .most = KIT_PIPE_MOST,                                      \
                                       .make = make_it,                                            \
                                       .colour = 0x57ABA3,                                         \
                                       .pipe = true}
PIECE(short_pipe, "short pipe", "straight, half a metre", make_short);
PIECE(long_pipe, "long pipe", "straight, a metre", make_long);
PIECE(eighth_bend, "eighth bend", "by 45 degrees", make_eighth);
PIECE(quarter_bend, "quarter bend", "by 90 degrees", make_quarter);
PIECE(tee, "tee", "with a branch", make_tee);
PIECE(valve, "valve", "with its handwheel", make_valve);
PIECE(blind_flange, "blind flange", "closes an end", make_cover);
const KitPiece kit_reducer = {.name = "reducer",
                              .note = "to four fifths of the width",
                              .size_is = "nominal width",
                              .usual = 100,
                              .least = 65,
                              .most = KIT_PIPE_MOST,
                              .make = make_reducer,
                              .colour = 0x57ABA3,
                              .pipe = true};
