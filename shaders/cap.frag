#version 330 core
// Hatched as in a drawing: lines at a distance in pixels, whatever the zoom.
uniform vec4 colour;
uniform vec3 ink;
uniform vec2 across;  // unit vector across the lines
uniform float period; // pixels
uniform float half_width;
out vec4 fragment;

void main()
{
    float from_line = abs(fract(dot(gl_FragCoord.xy, across) / period) - 0.5) * period;
    float cover = clamp(half_width + 0.5 - from_line, 0.0, 1.0);
    fragment = vec4(mix(colour.rgb, ink, cover), colour.a);
}
