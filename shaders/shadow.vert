#version 330 core
// Parts from above: x to the right, z upwards; the third is the height over the floor.
layout(location = 0) in vec3 position;
uniform mat4 placement;
uniform vec4 section; // what is below it is cut away
out float height;
out float gl_ClipDistance[1];

void main()
{
    vec4 p = placement * vec4(position, 1.0);
    height = p.z;
    gl_ClipDistance[0] = dot(section, vec4(p.xyz, 1.0));
    gl_Position = vec4(p.xy, 0.0, 1.0);
}
