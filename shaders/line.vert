#version 330 core
// End points of lines, in the part's frame.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // only where hidden_opacity is not 1
uniform mat4 model_view, projection;
uniform mat3 normal_matrix;
uniform float hidden_opacity;
out float end_opacity;
invariant gl_Position;

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    gl_Position = projection * eye;
    end_opacity = 1.0;
    if (hidden_opacity < 1.0) {
        vec3 n = normalize(normal_matrix * normal);
        float facing = dot(n, normalize(-eye.xyz));
        end_opacity = mix(hidden_opacity, 1.0, smoothstep(-0.25, 0.05, facing));
    }
}
