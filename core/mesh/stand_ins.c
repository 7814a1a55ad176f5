#include "core/mesh/stand_ins.h"

#include "core/mesh/mesh_builder.h"
#include "core/mesh/orient.h"

#include <math.h>

static const double TAU = 6.283185307179586476925;

const char *const stand_in_names[STAND_INS] = {
    [STAND_IN_HEADLIGHT] = "headlight", [STAND_IN_CAR] = "car body",
    [STAND_IN_LOCK] = "door lock",      [STAND_IN_X_WING] = "X-wing",
    [STAND_IN_TEAPOT] = "teapot",       [STAND_IN_HYPERBOLOID] = "hyperboloid",
};

// A closed piece: rings of points from one end to the other, a flat fan at either end. 2 * rings * around triangles.
typedef Vec3d PointFn(const double *sizes, double along,
                      double turn); // along 0 .. 1, turn in radians

static void add_piece(MeshBuilder *b, PointFn *point, const double *sizes, const Affine *place,
                      int rings, int around)
{
    int32_t ends[2], first = 0;
    Vec3d middle[2] = {{{0, 0, 0}}, {{0, 0, 0}}};
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < around; ++j) {
            double along = rings > 1 ? (double)i / (rings - 1) : 0;
            Vec3d p = affine_apply(place, point(sizes, along, TAU * j / around));
            int32_t v = mesh_builder_vertex(b, p);
            if (i == 0 && j == 0)
                first = v;
            for (int end = 0; end < 2; ++end)
                if (i == (end ? rings - 1 : 0))
                    middle[end] = vec3d_add_scaled(middle[end], p, 1.0 / around);
        }
    for (int end = 0; end < 2; ++end)
        ends[end] = mesh_builder_vertex(b, middle[end]);
    for (int j = 0; j < around; ++j) {
        int32_t here = first + j, next = first + (j + 1) % around, last = around * (rings - 1);
        mesh_builder_face3(b, ends[0], next, here);
        for (int i = 0; i + 1 < rings; ++i) { // bent, so that each triangle is a polygon
            int32_t low = around * i, high = low + around;
            mesh_builder_face3(b, here + low, next + low, next + high);
            mesh_builder_face3(b, here + low, next + high, here + high);
        }
        mesh_builder_face3(b, ends[1], here + last, next + last);
    }
}

static Affine at(double x, double y, double z)
{
    Affine place = affine_identity();
    place.p = vec3d(x, y, z);
    return place;
}

static int scaled(int count, double detail)
{
    int n = (int)lround(count * detail);
    return n > 3 ? n : 3;
}

// --- 2002

// Out along a paraboloid and back along another inside it; flutes, as for spreading light.
static Vec3d reflector_at(const double *sizes, double along, double turn)
{
    bool inside = along > 0.5;
    double s = inside ? 1 - (along - 0.5) / 0.5 : along / 0.5;
    double r = 0.08 + 0.92 * s, thick = inside ? 0.05 * (1 - 0.9 * s) : 0;
    double flute = sizes[0] * s * cos(18 * turn) * (inside ? 0.9 : 1);
    return vec3d((r + flute) * cos(turn), 0.8 * r * r + thick, 0.75 * (r + flute) * sin(turn));
}

// A rounded cross-section whose height follows bonnet, cabin and boot; out and back inside.
static Vec3d body_at(const double *sizes, double along, double turn)
{
    bool inside = along > 0.5;
    double s = inside ? 1 - (along - 0.5) / 0.5 : along / 0.5, shrink = inside ? sizes[0] : 1;
    double cabin = exp(-pow((s - 0.55) / 0.2, 4)), end = pow(1 - pow(fabs(2 * s - 1), 8), 0.25);
    double high = (0.16 + 0.16 * cabin) * end + 0.01, wide = 0.36 * end + 0.01;
    double c = cos(turn), n = sin(turn);
    double corner = pow(pow(fabs(c), 4) + pow(fabs(n), 4), -0.25);
    double up = n * corner * high * shrink;
    return vec3d(2 * (s - 0.5) * (inside ? 0.97 : 1), up < 0 ? 0.6 * up : up,
                 c * corner * wide * shrink);
}

// radius, half height, teeth, their depth.
static Vec3d gear_at(const double *sizes, double along, double turn)
{
    double tooth = tanh(4 * cos(sizes[2] * turn));
    double r = sizes[0] * (1 + sizes[3] * tooth);
    return vec3d(r * cos(turn), sizes[1] * (2 * along - 1), r * sin(turn));
}

// half sides: a plate with round corners.
static Vec3d plate_at(const double *sizes, double along, double turn)
{
    double c = cos(turn), s = sin(turn), corner = pow(pow(fabs(c), 8) + pow(fabs(s), 8), -0.125);
    return vec3d(sizes[0] * c * corner, sizes[1] * (2 * along - 1), sizes[2] * s * corner);
}

static void add_lock(MeshBuilder *b, double detail)
{
    static const struct {
        double x, y, z, sizes[4];
        bool gear;
        int rings, around;
    } pieces[] = {
        {0, -0.32, 0, {1, 0.05, 0.62, 0}, false, 4, 64},
        {0.1, 0.32, 0.02, {0.8, 0.05, 0.55, 0}, false, 4, 64},
        {-0.42, -0.1, 0.05, {0.34, 0.1, 16, 0.1}, true, 6, 96},
        {0.3, -0.1, -0.1, {0.28, 0.1, 12, 0.12}, true, 6, 96},
        {0.3, 0.14, -0.1, {0.14, 0.08, 8, 0.15}, true, 6, 64},
        {-0.42, 0.05, 0.05, {0.06, 0.36, 1, 0}, true, 24, 14},
        {0.3, 0.05, -0.1, {0.05, 0.36, 1, 0}, true, 24, 14},
        {0.78, 0, 0.3, {0.07, 0.3, 1, 0}, true, 24, 14},
        {-0.8, 0, -0.35, {0.12, 0.2, 0.2, 0}, false, 12, 24},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; ++i) {
        Affine place = at(pieces[i].x, pieces[i].y, pieces[i].z);
        add_piece(b, pieces[i].gear ? gear_at : plate_at, pieces[i].sizes, &place,
                  scaled(pieces[i].rings, detail), scaled(pieces[i].around, detail));
    }
}

// --- 1998

// half length, radius: pointed at one end.
static Vec3d fuselage_at(const double *sizes, double along, double turn)
{
    double thick = along < 0.55 ? 0.3 + 0.7 * along / 0.55 : 1 - 0.45 * (along - 0.55);
    double r = sizes[1] * thick;
    return vec3d(sizes[0] * (2 * along - 1), 0.8 * r * sin(turn), r * cos(turn));
}

// span, chord, thickness: along its own x.
static Vec3d wing_at(const double *sizes, double along, double turn)
{
    double chord = sizes[1] * (1 - 0.45 * along);
    return vec3d(sizes[0] * along, sizes[2] * sin(turn), chord * cos(turn) + 0.1 * along);
}

// A barrel with a long thin gun in front: half length, radius.
static Vec3d engine_at(const double *sizes, double along, double turn)
{
    double r = along < 0.45 ? 0.12 : along < 0.5 ? 0.7 : along < 0.9 ? 1 : 0.8;
    return vec3d(sizes[0] * (2 * along - 1), sizes[1] * r * sin(turn), sizes[1] * r * cos(turn));
}

static void add_craft(MeshBuilder *b, double detail)
{
    static const double fuselage[] = {1, 0.13}, wing[] = {0.75, 0.26, 0.018},
                        engine[] = {0.5, 0.06};
    Affine place = affine_identity();
    add_piece(b, fuselage_at, fuselage, &place, scaled(45, detail), scaled(30, detail));
    for (int i = 0; i < 4; ++i) {
        double side = i & 1 ? -1 : 1, up = i & 2 ? -1 : 1;
        // The span to the side and a little up or down, the chord along the fuselage.
        Affine out = affine_rotation(vec3d(0, 1, 0), -side * TAU / 4);
        Affine tilt = affine_rotation(vec3d(1, 0, 0), -side * up * 0.25);
        place = affine_compose(&tilt, &out);
        place.p = vec3d(0.5, 0, side * 0.08);
        add_piece(b, wing_at, wing, &place, scaled(13, detail), scaled(21, detail));
        place = at(0.35, up * 0.09, side * 0.3);
        add_piece(b, engine_at, engine, &place, scaled(15, detail), scaled(10, detail));
    }
}

static Vec3d pot_at(const double *sizes, double along, double turn)
{
    // Belly, shoulder, lid and a knob on it.
    static const double radii[] = {0.55, 0.86, 1,   1.02, 0.95, 0.8, 0.72,
                                   0.7,  0.5,  0.2, 0.09, 0.13, 0.02};
    enum { LAST = sizeof radii / sizeof *radii - 1 };
    double s = along * LAST;
    int i = s < LAST ? (int)s : LAST - 1;
    double r = sizes[0] * (radii[i] + (s - i) * (radii[i + 1] - radii[i]));
    return vec3d(r * cos(turn), sizes[1] * (2 * along - 1), r * sin(turn));
}

// A bent tube: a part of a ring about z. ring, tube at the beginning and at the end, from, to.
static Vec3d bow_at(const double *sizes, double along, double turn)
{
    double angle = sizes[3] + (sizes[4] - sizes[3]) * along;
    double tube = sizes[1] + (sizes[2] - sizes[1]) * along, r = sizes[0] + tube * cos(turn);
    return vec3d(r * cos(angle), r * sin(angle), tube * sin(turn));
}

static void add_pot(MeshBuilder *b, double detail)
{
    static const double pot[] = {0.62, 0.6}, handle[] = {0.3, 0.06, 0.05, -2.1, 2.1},
                        spout[] = {0.6, 0.16, 0.06, -1.75, -0.25};
    Affine place = affine_identity();
    add_piece(b, pot_at, pot, &place, scaled(36, detail), scaled(36, detail));
    place = affine_rotation(vec3d(0, 1, 0), TAU / 2);
    place.p = vec3d(-0.5, -0.04, 0);
    add_piece(b, bow_at, handle, &place, scaled(20, detail), scaled(14, detail));
    place = at(0.5, 0.42, 0);
    add_piece(b, bow_at, spout, &place, scaled(20, detail), scaled(15, detail));
}

static Vec3d hyperboloid_at(const double *sizes, double along, double turn)
{
    double y = 2 * along - 1, r = sizes[0] * sqrt(1 + sizes[1] * y * y);
    return vec3d(r * cos(turn), y, r * sin(turn));
}

static void to_size(Mesh *mesh, double half_side)
{
    Box3d box = mesh_bounds(mesh);
    Vec3d middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5), half = vec3d_sub(box.hi, middle);
    double scale = half_side / fmax(half.x, fmax(half.y, half.z));
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(vec3d_sub(mesh->vertices[i], middle), scale);
    ++mesh->version;
}

Mesh *stand_in(enum StandIn which, double detail, double half_side)
{
    static const double flutes[] = {0.02}, shell[] = {0.93}, waist[] = {0.45, 2.2};
    MeshBuilder b = {0};
    Affine place = affine_identity();
    detail = detail > 1 ? detail : 1;
    if (which == STAND_IN_HEADLIGHT)
        add_piece(&b, reflector_at, flutes, &place, scaled(24, detail), scaled(90, detail));
    else if (which == STAND_IN_CAR)
        add_piece(&b, body_at, shell, &place, scaled(54, detail), scaled(40, detail));
    else if (which == STAND_IN_LOCK)
        add_lock(&b, detail);
    else if (which == STAND_IN_X_WING)
        add_craft(&b, detail);
    else if (which == STAND_IN_TEAPOT)
        add_pot(&b, detail);
    else
        add_piece(&b, hyperboloid_at, waist, &place, scaled(16, detail), scaled(24, detail));
    Mesh *mesh = mesh_builder_finish(&b);
    if (mesh) {
        to_size(mesh, half_side);
        mesh_turn_outwards(mesh);
    }
    return mesh;
}
