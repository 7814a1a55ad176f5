#version 330 core
// Polygons in contact, in the part's frame; out: eye space.
layout(location = 0) in vec3 position;
uniform mat4 model_view, projection;
out vec3 eye_position;
invariant gl_Position; // the same depths as the surfaces below

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    eye_position = eye.xyz;
    gl_Position = projection * eye;
}
