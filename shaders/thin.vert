#version 330 core
// Lines of one pixel, as GL draws them: a third of the cost of quads where nobody sees the borders.
layout(location = 0) in vec3 position;
layout(location = 3) in float hue;
uniform mat4 to_clip;
uniform vec4 section; // in the frame of the positions; what is below it is cut away
uniform vec4 colour;
uniform vec3 hues[16];
uniform bool use_hues;
flat out vec4 line_colour;
out float gl_ClipDistance[1];

void main()
{
    line_colour = use_hues ? vec4(hues[int(hue)], colour.a) : colour;
    gl_ClipDistance[0] = dot(section, vec4(position, 1.0));
    gl_Position = to_clip * vec4(position, 1.0);
}
