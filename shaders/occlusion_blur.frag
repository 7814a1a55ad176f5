#version 330 core
// Takes the pattern of the samples out: the mean over its period, of what lies at the same depth.
in vec2 place;
uniform sampler2D occlusion, depth;
uniform vec2 pixel; // of the occlusion picture
out float open;

void main()
{
    float here = textureLod(depth, place, 0.0).r, sum = 0.0, weights = 0.0;
    float slack = 0.02 * (1.0 - here) + 1e-6; // depths are nearly 1 far away
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            vec2 at = place + (vec2(x, y) + 0.5) * pixel;
            float away = abs(textureLod(depth, at, 0.0).r - here);
            float w = away < slack ? 1.0 : 0.001;
            sum += w * textureLod(occlusion, at, 0.0).r;
            weights += w;
        }
    }
    open = sum / weights;
}
