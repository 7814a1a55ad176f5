#version 330 core
// A bell of 11 taps along one direction.
in vec2 place;
uniform sampler2D picture;
uniform vec2 step_size;
out float dark;

void main()
{
    float sum = 0.0, weights = 0.0;
    for (int i = -5; i <= 5; ++i) {
        float w = exp(-0.125 * float(i * i));
        sum += w * textureLod(picture, place + float(i) * step_size, 0.0).r;
        weights += w;
    }
    dark = sum / weights;
}
