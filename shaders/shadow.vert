#version 330 core
// Parts from above: x to the right, z upwards; the third is the height over the floor.
layout(location = 0) in vec3 position;
uniform mat4 placement;
out float height;

void main()
{
    vec4 p = placement * vec4(position, 1.0);
    height = p.z;
    gl_Position = vec4(p.xy, 0.0, 1.0);
}
