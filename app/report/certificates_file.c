#include "app/report/certificates_file.h"

#include "app/io/json.h"
#include "core/meaning/certificate.h"

#include <stdlib.h>

static void add_point(TextBuffer *out, const char *fact, Vec3d p)
{
    text_add(out, "%s %.17g %.17g %.17g", fact, p.x, p.y, p.z);
}

static void add_certificate(TextBuffer *out, const Certificate *c)
{
    // Words without blanks, so that readers may split lines there.
    char state[64];
    snprintf(state, sizeof state, "%s", c->ignored ? "ignored" : pair_state_name(c->state));
    for (char *p = state; *p; ++p)
        *p = *p == ' ' ? '-' : *p;
    text_add(out, "pair %d %d %s %.17g\n", (int)c->a, (int)c->b, state, c->border);
    if (c->apart)
        text_add(out, "apart %.17g\n", c->least_distance);
    if (c->meet)
        text_add(out, "meet %d %d\n", (int)c->meeting[0], (int)c->meeting[1]);
    if (c->deep) {
        add_point(out, "deep", c->deep_at);
        text_add(out, " %d %d\n", (int)(c->deep_of_b ? c->b : c->a), (int)c->deep_triangle);
    }
    if (c->in_both) {
        add_point(out, "both", c->both_at);
        text_add(out, "\n");
    }
    if (c->copy)
        text_add(out, "copy\n");
}

char *certificates_text(const FitCheck *check, Error *err)
{
    Certificates certificates;
    if (!certificates_make(&certificates, check, NULL, err))
        return NULL;
    const Assembly *assembly = check->assembly;
    TextBuffer out = {0};
    text_add(&out, "snug certificates 1\nunit %s\n", length_unit_info(assembly->unit)->suffix);
    for (int32_t i = 0; i < assembly->part_count; ++i) {
        if (!check->parts[i].active)
            continue;
        text_add(&out, "part %d %d ", (int)i, (int)assembly->parts[i].mesh->triangle_count);
        json_add_string(&out, assembly->parts[i].name);
        text_add(&out, "\n");
    }
    for (size_t i = 0; i < certificates.count; ++i)
        add_certificate(&out, &certificates.items[i]);
    text_add(&out, "end %zu\n", certificates.count);
    certificates_free(&certificates);
    char *text = text_take(&out);
    if (!text)
        error_set(err, "not enough memory for certificates");
    return text;
}
