// Deep groove ball bearing: two rings with chamfered edges and a groove, balls in a ribbon cage.
#include "app/scenes/elements.h"

#include "core/mesh/shapes.h"

enum { GROOVE_STEPS = 10, PROFILE_MAX = GROOVE_STEPS + 9 };
static const double TAU = 6.283185307179586476925;

static double pitch_radius(const BearingSize *s)
{
    return (s->bore_radius + s->outer_radius) / 2;
}

// Half the width of the groove where it opens into the ring's face at `shoulder` from the pitch
// circle.
static double groove_half_width(double groove_radius, double shoulder)
{
    return sqrt(groove_radius * groove_radius - shoulder * shoulder);
}

// side +1: outer ring (groove opens inwards), -1: inner ring.
static Mesh *draw_ring(const BearingSize *s, double side, int32_t segments)
{
    double back = side > 0 ? s->outer_radius : s->bore_radius; // the cylinder that is fitted
    double half = s->width / 2, edge = 0.08 * s->width;
    double shoulder = 0.55 * s->ball_radius; // of the running face, from the pitch circle
    double face = pitch_radius(s) + side * shoulder;
    double groove = s->ball_radius + s->play;
    ProfilePoint profile[PROFILE_MAX];
    int32_t n = 0;
    profile[n++] = (ProfilePoint){-half, back - side * edge};
    profile[n++] = (ProfilePoint){-half + edge, back};
    profile[n++] = (ProfilePoint){half - edge, back};
    profile[n++] = (ProfilePoint){half, back - side * edge};
    profile[n++] = (ProfilePoint){half, face + side * edge / 2};
    profile[n++] = (ProfilePoint){half - edge / 2, face};
    double mouth = atan2(groove_half_width(groove, shoulder), shoulder);
    for (int i = 0; i <= GROOVE_STEPS; ++i) {
        double angle = mouth * (1 - 2.0 * i / GROOVE_STEPS);
        // The chord lies closer to the balls than the arc; push the vertices out to make up for it.
        double r = i == 0 || i == GROOVE_STEPS ? groove : groove / cos(mouth / GROOVE_STEPS);
        profile[n++] = (ProfilePoint){r * sin(angle), pitch_radius(s) + side * r * cos(angle)};
    }
    profile[n++] = (ProfilePoint){-half + edge / 2, face};
    profile[n++] = (ProfilePoint){-half, face + side * edge / 2};
    MeshBuilder b = {0};
    solid_revolve_ring(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, profile, n, segments);
    return solid_finish(&b);
}

Mesh *element_inner_ring(const BearingSize *size, int32_t segments)
{
    return draw_ring(size, -1, segments);
}

Mesh *element_outer_ring(const BearingSize *size, int32_t segments)
{
    return draw_ring(size, 1, segments);
}

Mesh *element_balls_and_cage(const BearingSize *s, int32_t segments)
{
    MeshBuilder b = {0};
    Mesh *ball = shape_ico_sphere(s->ball_radius, 2);
    if (!ball)
        return NULL;
    double pitch = pitch_radius(s);
    for (int32_t i = 0; i < s->ball_count; ++i) {
        double angle = TAU * i / s->ball_count;
        Affine at = affine_translation(vec3d(0, pitch * cos(angle), pitch * sin(angle)));
        mesh_builder_append(&b, ball, &at);
    }
    mesh_release(ball);
    // A ribbon on either side of the balls' centres, biting into them: one part, so no contact.
    double thick = 0.22 * s->ball_radius, reach = 0.62 * s->ball_radius;
    for (int side = -1; side <= 1; side += 2) {
        double w0 = side * (reach - thick), w1 = side * reach;
        ProfilePoint ribbon[] = {{w0, pitch - 0.34 * s->ball_radius},
                                 {w0, pitch + 0.34 * s->ball_radius},
                                 {w1, pitch + 0.34 * s->ball_radius},
                                 {w1, pitch - 0.34 * s->ball_radius}};
        solid_revolve_ring(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, ribbon, 4, segments);
    }
    return solid_finish(&b);
}
