#version 330 core
// Points of curves, in the part's frame.
layout(location = 0) in vec3 position;
uniform mat4 model_view, projection;
uniform vec2 pull;    // brings lines in front of the surfaces they lie on
uniform vec4 section; // eye space; what is below it is cut away
out float point_kept; // below 0: cut away

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    gl_Position = projection * vec4(eye.xyz * pull.x + vec3(0.0, 0.0, pull.y), 1.0);
    point_kept = dot(section, eye);
}
