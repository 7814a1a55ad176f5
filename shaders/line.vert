#version 330 core
// End points of lines, in the part's frame.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // only where hidden_opacity is not 1
layout(location = 3) in float hue;   // only where use_hues
uniform mat4 projection;
uniform float hidden_opacity;
#ifdef BATCH
layout(std140) uniform Batch { vec4 batch[BATCH]; }; // part_batch.h
#else
uniform mat4 model_view;
uniform mat3 normal_matrix;
#endif
uniform vec2 pull; // brings lines in front of the surfaces they lie on
uniform vec4 colour;
uniform vec4 section; // eye space; what is below it is cut away
uniform vec3 hues[16];
uniform bool use_hues;
uniform float fade; // 1 / distance from the origin where lines have faded away; 0: nowhere
out float end_opacity;
out vec3 end_colour;
out float end_kept; // below 0: cut away

void main()
{
#ifdef BATCH
    int at = 7 * gl_DrawIDARB;
    vec4 x = batch[at], y = batch[at + 1], z = batch[at + 2], w = batch[at + 3];
    mat4 model_view =
        mat4(vec4(x.xyz, 0.0), vec4(y.xyz, 0.0), vec4(z.xyz, 0.0), vec4(w.xyz, 1.0));
    mat3 normal_matrix = mat3(batch[at + 4].xyz, batch[at + 5].xyz, batch[at + 6].xyz);
    float opacity = x.w;
#else
    const float opacity = 1.0;
#endif
    vec4 eye = model_view * vec4(position, 1.0);
    gl_Position = projection * vec4(eye.xyz * pull.x + vec3(0.0, 0.0, pull.y), 1.0);
    end_kept = dot(section, eye);
    end_opacity = opacity - opacity * smoothstep(0.3, 1.0, length(position) * fade);
    end_colour = use_hues ? hues[int(hue)] : colour.rgb;
    if (hidden_opacity < 1.0) {
        vec3 n = normalize(normal_matrix * normal);
        // The last column tells perspective (w from z) from parallel rays.
        vec3 v = mix(normalize(-eye.xyz), vec3(0.0, 0.0, 1.0), projection[3][3]);
        float facing = dot(n, v);
        end_opacity *= mix(hidden_opacity, 1.0, smoothstep(-0.25, 0.05, facing));
    }
}
