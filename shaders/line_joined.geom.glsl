#version 330 core
// A segment of a curve becomes a quad that ends where it meets those of its neighbours, half way
// between their directions: no gaps outside of a turn, nothing drawn twice inside of it. Loose
// ends, sharp turns and segments too short for the turn have round ends instead.
layout(lines_adjacency) in; // before, the two ends, after; the end itself where there is none
layout(triangle_strip, max_vertices = 4) out;
in float point_kept[];
uniform vec2 viewport; // pixels
uniform float half_width;
out vec2 place;      // pixels: across from the middle, along from the first end
flat out vec3 shape; // half_width + 0.5, length, round ends: 1 the first, 2 the second

bool is_seen(int i)
{
    vec4 p = gl_in[i].gl_Position;
    return point_kept[i] >= 0.0 && p.z + p.w > 0.0;
}

vec2 on_screen(vec4 p)
{
    return 0.5 * viewport * p.xy / p.w;
}

// The side of the joint at `at` as an offset from there; false: it is to be round.
bool find_side(vec2 before, vec2 at, vec2 after, float reach, out vec2 side)
{
    side = vec2(0.0);
    vec2 u = at - before, v = after - at;
    float shorter = min(length(u), length(v));
    if (shorter < 1e-3)
        return false;
    u = normalize(u);
    v = normalize(v);
    float c = dot(u, v);
    if (c < 0.0 || reach * abs(u.x * v.y - u.y * v.x) > shorter * (1.0 + c)) // tan of half the turn
        return false;
    vec2 middle = normalize(u + v);
    side = vec2(-middle.y, middle.x) * reach / dot(middle, v);
    return true;
}

void emit_end(vec4 p, vec2 offset, vec2 at)
{
    place = at;
    gl_Position = vec4(p.xy / p.w + 2.0 * offset / viewport, p.z / p.w, 1.0);
    EmitVertex();
}

void main()
{
    vec4 a = gl_in[1].gl_Position, b = gl_in[2].gl_Position;
    // As in line.geom.glsl: what the section plane takes away, then what is before the near plane.
    float ka = point_kept[1], kb = point_kept[2];
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
    vec2 pa = on_screen(a), pb = on_screen(b);
    float reach = half_width + 0.5, length_px = distance(pa, pb);
    vec2 along = length_px > 1e-6 ? (pb - pa) / length_px : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x) * reach, side_a, side_b;
    bool joined_a = is_seen(0) && is_seen(1) &&
                    find_side(on_screen(gl_in[0].gl_Position), pa, pb, reach, side_a);
    bool joined_b = is_seen(2) && is_seen(3) &&
                    find_side(pa, pb, on_screen(gl_in[3].gl_Position), reach, side_b);
    shape = vec3(reach, length_px, (joined_a ? 0.0 : 1.0) + (joined_b ? 0.0 : 2.0));
    for (int i = 0; i < 4; ++i) {
        float sign = (i & 1) == 0 ? 1.0 : -1.0;
        vec2 offset;
        if (i < 2)
            offset = joined_a ? sign * side_a : sign * across - along * reach;
        else
            offset = joined_b ? sign * side_b : sign * across + along * reach;
        emit_end(i < 2 ? a : b, offset,
                 vec2(sign * reach, dot(offset, along) + (i < 2 ? 0.0 : length_px)));
    }
    EndPrimitive();
}
