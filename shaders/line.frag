#version 330 core
// Lines in one colour each; the border fades over one pixel.
in float opacity;
in vec2 across; // pixels
flat in vec3 line_colour;
uniform vec4 colour;
out vec4 fragment;

void main()
{
    float cover = min(clamp(across.y - abs(across.x), 0.0, 1.0), 2.0 * across.y - 1.0);
    fragment = vec4(line_colour, colour.a * opacity * cover);
}
