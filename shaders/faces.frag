#version 330 core
// Two-sided lighting in eye space: sky and ground, a key light over the left shoulder, a headlight
// that leaves nothing black, a small highlight.
in vec3 eye_position, eye_normal;
flat in vec3 base; // amounts of light
uniform vec3 up;   // towards the sky
uniform vec3 accent;
uniform float accent_amount, lift;
uniform float perspective; // 1, or 0: all rays are parallel
uniform vec3 faded; // as seen on the screen
uniform float fade, opacity;
uniform float backlight; // from behind, at silhouettes: dark parts before a dark background
uniform float xray; // 1: surfaces that one looks along are denser
out vec4 fragment;

const vec3 KEY = normalize(vec3(-0.45, 0.65, 0.75));

void main()
{
    vec3 n = normalize(gl_FrontFacing ? eye_normal : -eye_normal);
    vec3 v = mix(vec3(0.0, 0.0, 1.0), normalize(-eye_position), perspective);
    float facing = max(dot(n, v), 0.0);
    float key = max(dot(n, KEY), 0.0);
    float sky = 0.5 + 0.5 * dot(n, up);
    vec3 light = mix(vec3(0.20, 0.19, 0.18), vec3(0.36, 0.38, 0.41), sky);
    light += vec3(0.56, 0.55, 0.52) * key + 0.27 * facing;
    vec3 h = normalize(KEY + v);
    float shine = max(dot(n, h), 0.0);
    shine *= shine; // to the 32nd, without pow
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    vec3 lit = base * light + 0.12 * shine;
    if (!gl_FrontFacing)
        lit *= 0.7; // insides are darker: open meshes show at once
    float rim = (1.0 - facing) * (1.0 - facing);
    lit += backlight * rim;
    lit = mix(lit, accent, accent_amount * (0.07 + 0.6 * rim)) + lift * (1.0 + 3.0 * rim);
    fragment = vec4(mix(sqrt(lit), faded, fade), opacity * (1.0 + 2.0 * xray * rim));
}
