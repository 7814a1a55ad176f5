#version 330 core
// A gradient from bottom to top, colours as seen on the screen.
in float height;
uniform vec3 top, bottom;
out vec4 fragment;

void main()
{
    // Half a step of noise: eight bits would show as bands over so large an area.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    fragment = vec4(mix(bottom, top, height) + (noise - 0.5) / 255.0, 1.0);
}
