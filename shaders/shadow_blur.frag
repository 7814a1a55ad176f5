#version 330 core
// A bell along one direction, wide enough that its ends do not show. Every texel under it counts, two at a
// time by the texture's own filter: a bell that leaves some out makes stairs of a border.
in vec2 place;
uniform sampler2D picture;
uniform vec2 step_size; // one texel
out float dark;
const float WIDTH = 6.8; // standard deviation in texels
const int PAIRS = 10;

void main()
{
    float sum = textureLod(picture, place, 0.0).r, weights = 1.0;
    for (int i = 0; i < PAIRS; ++i) {
        float at = 1.5 + 2.0 * float(i);
        float w = 2.0 * exp(-0.5 * at * at / (WIDTH * WIDTH));
        sum += w * (textureLod(picture, place + at * step_size, 0.0).r +
                    textureLod(picture, place - at * step_size, 0.0).r);
        weights += 2.0 * w;
    }
    dark = sum / weights;
}
