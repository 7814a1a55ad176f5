#include "document.h"

#include "core/array.h"
#include "core/build.h"

#include <assert.h>

const char *const look_names[LOOK_COUNT] = {"Light scene, dark panels", "Light", "Dark"};

enum ThemeId look_theme(int look)
{
    return look == LOOK_DARK ? THEME_DARK : THEME_LIGHT;
}

static Camera default_camera(void)
{
    return (Camera){.yaw = 0.7, .pitch = 0.45, .distance = 1, .fov_y = CAMERA_FOV};
}

bool document_init(Document *document, const Assembly *assembly)
{
    int32_t count = assembly->part_count;
    PartState *parts = array_alloc((size_t)count, sizeof *parts);
    if (!parts)
        return false;
    for (int32_t i = 0; i < count; ++i)
        parts[i] = (PartState){
            .placement = assembly->parts[i].rest, .visible = true, .overlay_level = OVERLAY_OFF};
    // Everything is listed with its witnesses from the start: the viewer shows where parts meet.
    *document = (Document){.parts = parts,
                           .part_count = count,
                           .selected = NO_PART,
                           .build = bvh_desc_filled(NULL),
                           .query = {.mode = QUERY_ALL, .tri = tri_tests[0], .witnesses = true},
                           .view = {.camera = default_camera(),
                                    .feature_edges = true,
                                    .wire_on_contact = true,
                                    .intersection_lines = true,
                                    .contact = {.dimension = true, .legend = true},
                                    .overlay_opacity = 0.8f,
                                    .grid = true,
                                    .look = LOOK_MIXED}};
    return true;
}

bool document_copy(Document *to, const Document *from)
{
    PartState *parts = array_alloc((size_t)from->part_count, sizeof *parts);
    if (!parts)
        return false;
    if (from->part_count > 0)
        memcpy(parts, from->parts, (size_t)from->part_count * sizeof *parts);
    *to = *from;
    to->parts = parts;
    rule_set_retain(to->rules);
    return true;
}

void document_free(Document *document)
{
    free(document->parts);
    rule_set_release(document->rules);
    *document = (Document){.selected = NO_PART};
}

static bool part_state_equal(const PartState *a, const PartState *b)
{
    return a->visible == b->visible && a->ghost == b->ghost && a->selected == b->selected &&
           a->locked == b->locked && a->overlay_level == b->overlay_level &&
           a->shape.rule == b->shape.rule && !(a->shape.amount < b->shape.amount) &&
           !(a->shape.amount > b->shape.amount) && affine_equal(&a->placement, &b->placement);
}

bool contact_view_equal(const ContactView *a, const ContactView *b)
{
    return a->through == b->through && a->dimension == b->dimension && a->legend == b->legend;
}

bool document_equal(const Document *a, const Document *b)
{
    if (a->part_count != b->part_count || a->selected != b->selected ||
        !bvh_desc_equal(&a->build, &b->build) || !query_desc_equal(&a->query, &b->query) ||
        !rule_set_equal(a->rules, b->rules) || a->clearance < b->clearance ||
        a->clearance > b->clearance || a->tolerance < b->tolerance || a->tolerance > b->tolerance)
        return false;
    const ViewSettings *v = &a->view, *w = &b->view;
    if (v->feature_edges != w->feature_edges || v->wire_on_contact != w->wire_on_contact ||
        v->intersection_lines != w->intersection_lines ||
        !contact_view_equal(&v->contact, &w->contact) || v->empty_cells != w->empty_cells ||
        v->grid != w->grid || v->look != w->look || v->overlay_opacity < w->overlay_opacity ||
        v->overlay_opacity > w->overlay_opacity)
        return false;
    for (int32_t i = 0; i < a->part_count; ++i)
        if (!part_state_equal(&a->parts[i], &b->parts[i]))
            return false;
    return true;
}

size_t document_bytes(const Document *document)
{
    return sizeof *document + (size_t)document->part_count * sizeof *document->parts;
}

bool affine_equal(const Affine *a, const Affine *b)
{
    for (int i = 0; i < 3; ++i) {
        if (!(a->p.v[i] == b->p.v[i]))
            return false;
        for (int j = 0; j < 3; ++j)
            if (!(a->m[i][j] == b->m[i][j]))
                return false;
    }
    return true;
}

bool query_desc_equal(const QueryDesc *a, const QueryDesc *b)
{
    return a->mode == b->mode && a->test == b->test && a->rule == b->rule && a->order == b->order &&
           a->lift == b->lift && a->tri == b->tri && a->witnesses == b->witnesses &&
           a->limit == b->limit;
}
