#version 330 core
// A line becomes a quad of the wanted width on the screen plus half a pixel for its soft border.
layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;
in float end_opacity[];
in vec3 end_colour[];
in float end_kept[];
uniform vec2 viewport; // pixels
uniform float half_width;
out float opacity;
flat out vec3 line_colour;
out vec2 across; // pixels: from the middle, and half_width + 0.5

void main()
{
    vec4 a = gl_in[0].gl_Position, b = gl_in[1].gl_Position;
    float opacity_a = end_opacity[0], opacity_b = end_opacity[1];
    // Cut off what the section plane takes away, then what is in front of the near plane: before
    // dividing by w.
    float ka = end_kept[0], kb = end_kept[1];
    if (ka < 0.0 && kb < 0.0)
        return;
    if (ka < 0.0)
        a = mix(a, b, ka / (ka - kb));
    else if (kb < 0.0)
        b = mix(b, a, kb / (kb - ka));
    float da = a.z + a.w, db = b.z + b.w;
    if (da < 0.0 && db < 0.0)
        return;
    if (da < 0.0)
        a = mix(a, b, da / (da - db));
    else if (db < 0.0)
        b = mix(b, a, db / (db - da));
    // Divided here, so that all that follows is linear on the screen: depth is, and the width must
    // be, however different the distances of the two ends.
    vec3 pa = a.xyz / a.w, pb = b.xyz / b.w;
    vec2 direction = (pb.xy - pa.xy) * viewport;
    float length_px = length(direction);
    direction = length_px > 1e-6 ? direction / length_px : vec2(1.0, 0.0);
    float reach = half_width + 0.5;
    vec2 side = vec2(-direction.y, direction.x) * reach * 2.0 / viewport;
    for (int i = 0; i < 4; ++i) {
        bool first = i < 2;
        vec3 p = first ? pa : pb;
        float sign = (i & 1) == 0 ? 1.0 : -1.0;
        line_colour = end_colour[0];
        opacity = first ? opacity_a : opacity_b;
        across = vec2(sign * reach, reach);
        gl_Position = vec4(p.xy + sign * side, p.z, 1.0);
        EmitVertex();
    }
    EndPrimitive();
}
