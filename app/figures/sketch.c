#include "app/figures/sketch.h"

#include "core/base/array.h"

#include <math.h>

void sketch_begin(Sketch *sketch, Box3d box, double yaw, double pitch, int width, int height)
{
    double cy = cos(yaw), sy = sin(yaw), cp = cos(pitch), sp = sin(pitch);
    *sketch = (Sketch){.right = vec3d(cy, 0, -sy),
                       .up = vec3d(-sy * sp, cp, -cy * sp),
                       .forward = vec3d(-sy * cp, -sp, -cy * cp),
                       .middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5),
                       .width = width,
                       .height = height};
    double wide = 1e-12, high = 1e-12;
    for (int i = 0; i < 8; ++i) {
        Vec3d p = vec3d(i & 1 ? box.lo.x : box.hi.x, i & 2 ? box.lo.y : box.hi.y,
                        i & 4 ? box.lo.z : box.hi.z);
        p = vec3d_sub(p, sketch->middle);
        wide = fmax(wide, fabs(vec3d_dot(p, sketch->right)));
        high = fmax(high, fabs(vec3d_dot(p, sketch->up)));
    }
    sketch->scale = 0.47 * fmin(width / wide, height / high);
}

static void place(const Sketch *sketch, Vec3d p, double at[2])
{
    p = vec3d_sub(p, sketch->middle);
    at[0] = sketch->width / 2 + sketch->scale * vec3d_dot(p, sketch->right);
    at[1] = sketch->height / 2 - sketch->scale * vec3d_dot(p, sketch->up);
}

static unsigned shaded(unsigned colour, double light)
{
    unsigned out = 0;
    for (int shift = 0; shift < 24; shift += 8)
        out |= (unsigned)(light * (colour >> shift & 255)) << shift;
    return out;
}

void sketch_face(Sketch *sketch, const Vec3d corners[3], unsigned colour)
{
    Vec3d normal =
        vec3d_cross(vec3d_sub(corners[1], corners[0]), vec3d_sub(corners[2], corners[0]));
    double length = vec3d_length(normal), facing = -vec3d_dot(normal, sketch->forward);
    if (!array_reserve(&sketch->faces, &sketch->face_capacity, sketch->face_count + 1,
                       sizeof *sketch->faces)) {
        sketch->failed = true;
        return;
    }
    SketchFace *face = &sketch->faces[sketch->face_count++];
    *face = (SketchFace){.colour =
                             shaded(colour, 0.55 + 0.45 * fabs(length > 0 ? facing / length : 0))};
    for (int k = 0; k < 3; ++k) {
        place(sketch, corners[k], face->corners[k]);
        face->depth += vec3d_dot(corners[k], sketch->forward);
    }
}

void sketch_mesh(Sketch *sketch, const Mesh *mesh, const Affine *at, unsigned colour)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Vec3d corners[3];
        for (int k = 0; k < 3; ++k)
            corners[k] = affine_apply(at, mesh->vertices[mesh->triangles[i][k]]);
        sketch_face(sketch, corners, colour);
    }
}

void sketch_lines(Sketch *sketch, unsigned colour, double width, double opacity)
{
    text_add(&sketch->out,
             "<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\" stroke-opacity=\"%g\" d=\"",
             colour, width, opacity);
}

void sketch_line(Sketch *sketch, Vec3d from, Vec3d to)
{
    double a[2], b[2];
    place(sketch, from, a);
    place(sketch, to, b);
    text_add(&sketch->out, "M%.1f %.1fL%.1f %.1f", a[0], a[1], b[0], b[1]);
}

void sketch_lines_end(Sketch *sketch)
{
    text_add(&sketch->out, "M0 0\"/>\n");
}

static int farther_first(const void *a, const void *b)
{
    double x = ((const SketchFace *)a)->depth, y = ((const SketchFace *)b)->depth;
    return (x < y) - (x > y);
}

char *sketch_end(Sketch *sketch)
{
    TextBuffer svg = {0};
    text_add(
        &svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 "
        "%.0f %.0f\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        sketch->width, sketch->height, sketch->width, sketch->height);
    if (sketch->face_count > 0)
        qsort(sketch->faces, sketch->face_count, sizeof *sketch->faces, farther_first);
    for (size_t i = 0; i < sketch->face_count; ++i) {
        const SketchFace *f = &sketch->faces[i];
        text_add(&svg, "<path fill=\"#%06x\" stroke=\"#%06x\" stroke-width=\"0.3\" d=\"", f->colour,
                 shaded(f->colour, 0.8));
        for (int k = 0; k < 3; ++k)
            text_add(&svg, "%s%.1f %.1f", k ? "L" : "M", f->corners[k][0], f->corners[k][1]);
        text_add(&svg, "Z\"/>\n");
    }
    size_t length = sketch->out.length;
    char *over = text_take(&sketch->out);
    if (over)
        text_add_bytes(&svg, over, length);
    text_add(&svg, "</svg>\n");
    bool ok = over && !sketch->failed;
    free(over);
    mem_free(sketch->faces);
    *sketch = (Sketch){0};
    char *text = text_take(&svg);
    if (ok)
        return text;
    free(text);
    return NULL;
}
