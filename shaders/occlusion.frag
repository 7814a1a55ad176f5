#version 330 core
// How much of the sky around a point is covered by what is near it, after McGuire and others, "The
// Alchemy screen-space ambient obscurance algorithm" (2011): points on a spiral around the pixel,
// each weighed by how far it stands above the surface.
uniform sampler2D depth;
uniform vec2 pixel;      // size of a pixel of the depth picture, 0..1
uniform vec4 projection; // [0][0], [1][1], [2][2], [3][2]
uniform float perspective;
uniform float radius; // eye space
uniform float most;   // pixels: what is very near looks no further
out float open;

const int SAMPLES = 14;
const float TURNS = 5.0;

// In the middle of a pixel of the depth picture: between two of them rounding would choose.
vec2 snapped(vec2 at)
{
    return (floor(at / pixel) + 0.5) * pixel;
}

vec3 eye_position(vec2 anywhere)
{
    vec2 at = snapped(anywhere);
    float z = 2.0 * textureLod(depth, at, 0.0).r - 1.0;
    vec2 xy = (2.0 * at - 1.0) / projection.xy;
    if (perspective > 0.5) {
        float eye_z = -projection.w / (z + projection.z);
        return vec3(xy * -eye_z, eye_z);
    }
    return vec3(xy, (z - projection.w) / projection.z);
}

// The smaller of the two steps: across an edge the larger one belongs to something else.
vec3 smaller(vec3 a, vec3 b)
{
    return abs(a.z) < abs(b.z) ? a : b;
}

void main()
{
    open = 1.0;
    vec2 here = (2.0 * floor(gl_FragCoord.xy) + 0.5) * pixel;
    if (textureLod(depth, here, 0.0).r >= 1.0)
        return; // background
    vec3 p = eye_position(here);
    vec2 dx = vec2(pixel.x, 0.0), dy = vec2(0.0, pixel.y);
    vec3 across = smaller(eye_position(here + dx) - p, p - eye_position(here - dx));
    vec3 upward = smaller(eye_position(here + dy) - p, p - eye_position(here - dy));
    vec3 n = normalize(cross(across, upward));
    float scale = perspective > 0.5 ? -p.z : 1.0;
    float reach = min(radius * projection.y / scale * 0.5 / pixel.y, most); // pixels
    if (reach < 1.5)
        return;
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float slope = 0.02 * scale * pixel.y; // rounding of depths is no wall
    float sum = 0.0;
    for (int i = 0; i < SAMPLES; ++i) {
        float t = (float(i) + 0.5) / float(SAMPLES);
        float angle = turn + t * TURNS * 6.2831853;
        vec3 v = eye_position(here + t * reach * vec2(cos(angle), sin(angle)) * pixel) - p;
        float square = dot(v, v);
        float near = max(1.0 - square / (radius * radius), 0.0);
        sum += near * max(dot(v, n) - slope - 0.02 * radius, 0.0) / (square + 0.0025 * radius * radius);
    }
    open = clamp(1.0 - 1.9 * radius * sum / float(SAMPLES), 0.0, 1.0);
}
