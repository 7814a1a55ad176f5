#version 330 core
// A flat signal colour, shaded just enough by the slope of the polygon to keep the shape readable.
in vec3 eye_position;
uniform vec4 colour;
uniform float perspective;
out vec4 fragment;

void main()
{
    vec3 n = normalize(cross(dFdx(eye_position), dFdy(eye_position)));
    vec3 v = mix(vec3(0.0, 0.0, 1.0), normalize(-eye_position), perspective);
    float shade = 0.78 + 0.22 * abs(dot(n, v)) + 0.10 * n.y;
    fragment = vec4(colour.rgb * shade, colour.a);
}
