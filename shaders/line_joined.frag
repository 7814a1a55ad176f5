#version 330 core
// Curves in one colour; borders and round ends fade over one pixel.
in vec2 place;
flat in vec3 shape;
uniform vec4 colour;
out vec4 fragment;

void main()
{
    float reach = shape.x, beyond = 0.0;
    if (place.y < 0.0 && (shape.z == 1.0 || shape.z == 3.0))
        beyond = -place.y;
    else if (place.y > shape.y && shape.z >= 2.0)
        beyond = place.y - shape.y;
    float from_middle = length(vec2(place.x, beyond));
    float cover = min(clamp(reach - from_middle, 0.0, 1.0), 2.0 * reach - 1.0);
    fragment = vec4(colour.rgb, colour.a * cover);
}
