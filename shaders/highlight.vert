#version 330 core
// Polygons in contact, in the part's frame; out: eye space.
layout(location = 0) in vec3 position;
uniform mat4 model_view, projection;
uniform vec4 section; // eye space; what is below it is cut away
out vec3 eye_position;
out float gl_ClipDistance[1];
invariant gl_Position; // the same depths as the surfaces below

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    eye_position = eye.xyz;
    gl_ClipDistance[0] = dot(section, eye);
    gl_Position = projection * eye;
}
