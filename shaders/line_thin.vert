#version 330 core
// Lines of one pixel, as GL draws them, with the same uniforms as the soft ones: while something
// moves nobody sees the borders, and quads cost three times as much.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // only where hidden_opacity is not 1
uniform mat4 model_view, projection;
uniform mat3 normal_matrix;
uniform float hidden_opacity;
uniform vec2 pull; // brings lines in front of the surfaces they lie on
uniform vec4 colour;
uniform vec4 section; // eye space; what is below it is cut away
out vec4 line_colour;
out float gl_ClipDistance[1];

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    gl_ClipDistance[0] = dot(section, eye);
    gl_Position = projection * vec4(eye.xyz * pull.x + vec3(0.0, 0.0, pull.y), 1.0);
    line_colour = colour;
    if (hidden_opacity < 1.0) {
        vec3 n = normalize(normal_matrix * normal);
        vec3 v = mix(normalize(-eye.xyz), vec3(0.0, 0.0, 1.0), projection[3][3]);
        line_colour.a *= mix(hidden_opacity, 1.0, smoothstep(-0.25, 0.05, dot(n, v)));
    }
}
