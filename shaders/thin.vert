#version 330 core
// Lines of one pixel, as GL draws them: a tenth of the cost of quads where nobody sees the borders.
layout(location = 0) in vec3 position;
uniform mat4 to_clip;

void main()
{
    gl_Position = to_clip * vec4(position, 1.0);
}
