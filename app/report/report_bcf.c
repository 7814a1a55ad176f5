// For clash managers: BCF 2.1 (buildingSMART), a ZIP archive with a folder per clash: what it is
// (markup.bcf), where to look from (viewpoint.bcfv) and a picture. Topics keep their names, made of the
// ids of the clashes, from run to run. Lengths are metres and z is up, as the format wants it.
#include "app/io/xml_text.h"
#include "app/io/zip_write.h"
#include "app/picture/camera.h"
#include "app/report/report_file.h"
#include "core/shape/up_axis.h"

#include <stdio.h>

// The format allows angles from 45 to 60 degrees. The camera steps back accordingly.
#define BCF_ANGLE 45.0
#define PI 3.14159265358979323846
enum { MOST_TOPICS = 16000, GUID = 40, ENTRY = 80 }; // of at most four files each

typedef struct Topic {
    const ReportInput *in;
    size_t row, clash;
    int32_t index; // in the archive
    char guid[GUID], view[GUID], comment[GUID];
    char date[REPORT_DATE_SIZE];
} Topic;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

// A name-based UUID of our own making (version 8 of RFC 9562).
static void make_guid(const Topic *topic, const FitClash *clash, uint64_t what, char out[GUID])
{
    const char *pose = topic->in->series ? topic->in->series->pose : "";
    for (; *pose; ++pose) // the same clash in another pose is another topic
        what = mixed(what ^ (unsigned char)*pose);
    uint64_t high = mixed(clash->id + what),
             low = mixed(high ^ clash->id ^ (uint64_t)clash->number);
    high = (high & ~UINT64_C(0xF000)) | UINT64_C(0x8000);
    low = (low & (UINT64_MAX >> 2)) | UINT64_C(1) << 63;
    snprintf(out, GUID, "%08x-%04x-%04x-%04x-%012llx", (unsigned)(high >> 32),
             (unsigned)(high >> 16 & 0xFFFF), (unsigned)(high & 0xFFFF), (unsigned)(low >> 48),
             (unsigned long long)(low & UINT64_C(0xFFFFFFFFFFFF)));
}

static void add_element(TextBuffer *out, const char *indent, const char *name, const char *text)
{
    text_add(out, "%s<%s>", indent, name);
    xml_add_text(out, text);
    text_add(out, "</%s>\n", name);
}

static void add_markup(const Topic *topic, bool picture, TextBuffer *out)
{
    const FitRow *row = &topic->in->fit->rows[topic->row];
    const FitClash *clash = &row->clashes.items[topic->clash];
    const ClashNote *note = clash_notes_of(topic->in->notes, topic->row, topic->clash);
    const char *unit = length_unit_info(topic->in->assembly->unit)->suffix;
    char id[CLASH_ID_SIZE], words[256];
    clash_id_text(clash, id);
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Markup>\n");
    text_add(out, "  <Topic Guid=\"%s\" TopicType=\"Clash\" TopicStatus=\"%s\">\n", topic->guid,
             clash_status_word(note ? note->status : CLASH_NEW));
    text_add(out, "    <Title>");
    if (topic->in->series) {
        text_add(out, "Pose ");
        xml_add_text(out, topic->in->series->pose);
        text_add(out, ": ");
    }
    xml_add_text(out, row->text);
    text_add(out, "</Title>\n");
    text_add(out, "    <Priority>%s</Priority>\n    <Index>%d</Index>\n",
             row->violation   ? "error"
             : row->undecided ? "warning"
                              : "note",
             (int)topic->index);
    add_element(out, "    ", "Labels", fit_row_verdict(row));
    text_add(out,
             "    <CreationDate>%s</CreationDate>\n    <CreationAuthor>Snug</CreationAuthor>\n",
             topic->date);
    if (note && note->assignee[0])
        add_element(out, "    ", "AssignedTo", note->assignee);
    Vec3d at = up_axis_to_file(topic->in->assembly->up, clash->at);
    snprintf(words, sizeof words, "Clash %s, place %zu of %zu, at %.9g %.9g %.9g %s.", id,
             topic->clash + 1, row->clashes.count, at.x, at.y, at.z, unit);
    add_element(out, "    ", "Description", words);
    text_add(out, "  </Topic>\n");
    if (note && note->comment[0]) {
        text_add(out, "  <Comment Guid=\"%s\">\n    <Date>%s</Date>\n", topic->comment,
                 topic->date);
        add_element(out, "    ", "Author", note->assignee[0] ? note->assignee : "Snug");
        add_element(out, "    ", "Comment", note->comment);
        text_add(out, "    <Viewpoint Guid=\"%s\"/>\n  </Comment>\n", topic->view);
    }
    text_add(out,
             "  <Viewpoints Guid=\"%s\">\n    <Viewpoint>viewpoint.bcfv</Viewpoint>\n%s"
             "  </Viewpoints>\n</Markup>\n",
             topic->view, picture ? "    <Snapshot>snapshot.png</Snapshot>\n" : "");
}

// Ours stands on y.
static void add_point(TextBuffer *out, const char *name, Vec3d p)
{
    text_add(out, "    <%s>\n      <X>%.9g</X>\n      <Y>%.9g</Y>\n      <Z>%.9g</Z>\n    </%s>\n",
             name, p.x + 0.0, -p.z + 0.0, p.y + 0.0, name);
}

static void add_component(TextBuffer *out, const char *key)
{
    text_add(out, "      <Component>\n        <OriginatingSystem>Snug</OriginatingSystem>\n");
    add_element(out, "        ", "AuthoringToolId", key);
    text_add(out, "      </Component>\n");
}

static Camera camera_of(const Topic *topic, const PngImage *picture)
{
    if (picture)
        return picture->camera;
    Camera camera = {.distance = 1, .fov_y = CAMERA_FOV};
    camera = camera_standard(&camera, VIEW_ISO);
    const FitClash *clash = &topic->in->fit->rows[topic->row].clashes.items[topic->clash];
    return camera_fitted(&camera, box3d_grown(clash->where, 0.25 * clash->size), 4.0 / 3);
}

static void add_viewpoint(const Topic *topic, const PngImage *picture, TextBuffer *out)
{
    const Assembly *assembly = topic->in->assembly;
    const FitRow *row = &topic->in->fit->rows[topic->row];
    Camera camera = camera_of(topic, picture);
    Vec3d right, up, forward;
    camera_axes(&camera, &right, &up, &forward);
    double back = camera.distance * tan(0.5 * (camera.fov_y > 0 ? camera.fov_y : PI / 6)) /
                  tan(0.5 * BCF_ANGLE * PI / 180);
    double metres = length_unit_info(assembly->unit)->metres;
    Vec3d eye = vec3d_sub(camera.target, vec3d_scale(forward, back));
    text_add(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<VisualizationInfo Guid=\"%s\">\n"
             "  <Components>\n    <Selection>\n",
             topic->view);
    add_component(out, assembly->parts[row->a].key);
    add_component(out, assembly->parts[row->b].key);
    text_add(out, "    </Selection>\n    <Visibility DefaultVisibility=\"true\"/>\n"
                  "  </Components>\n  <PerspectiveCamera>\n");
    add_point(out, "CameraViewPoint", vec3d_scale(eye, metres));
    add_point(out, "CameraDirection", forward);
    add_point(out, "CameraUpVector", up);
    text_add(out,
             "    <FieldOfView>%g</FieldOfView>\n  </PerspectiveCamera>\n"
             "</VisualizationInfo>\n",
             BCF_ANGLE);
}

typedef void PageFn(const Topic *topic, const PngImage *picture, TextBuffer *out);
static void add_markup_page(const Topic *topic, const PngImage *picture, TextBuffer *out)
{
    add_markup(topic, picture != NULL, out);
}

static void add_page(ZipWriter *zip, const Topic *topic, const PngImage *picture, const char *name,
                     PageFn *write)
{
    char entry[ENTRY];
    TextBuffer page = {0};
    write(topic, picture, &page);
    size_t size = page.length;
    char *text = text_take(&page);
    snprintf(entry, sizeof entry, "%s/%s", topic->guid, name);
    if (text)
        zip_add(zip, entry, text, size);
    zip->failed |= !text;
    free(text);
}

static void add_topic(ZipWriter *zip, Topic *topic)
{
    const ReportInput *in = topic->in;
    const FitClash *clash = &in->fit->rows[topic->row].clashes.items[topic->clash];
    const PngImage *picture =
        in->pictures && in->pictures[topic->row].png ? &in->pictures[topic->row] : NULL;
    char entry[ENTRY];
    make_guid(topic, clash, 0, topic->guid);
    make_guid(topic, clash, 1, topic->view);
    make_guid(topic, clash, 2, topic->comment);
    add_page(zip, topic, picture, "markup.bcf", add_markup_page);
    add_page(zip, topic, picture, "viewpoint.bcfv", add_viewpoint);
    snprintf(entry, sizeof entry, "%s/snapshot.png", topic->guid);
    if (picture)
        zip_add(zip, entry, picture->png, picture->size);
}

void report_bcf(const ReportInput *in, TextBuffer *out)
{
    static const char VERSION[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Version "
                                  "VersionId=\"2.1\">\n  <DetailedVersion>2.1</DetailedVersion>\n"
                                  "</Version>\n";
    ReportSeries *series = in->series;
    Topic topic = {.in = in, .index = series ? series->topics : 0};
    ZipWriter zip = report_begins(in) ? zip_begin(out) : series->zip;
    report_date(in, topic.date);
    if (report_begins(in))
        zip_add(&zip, "bcf.version", VERSION, strlen(VERSION));
    for (size_t i = 0; i < in->fit->count; ++i) {
        topic.row = i;
        for (size_t k = 0; report_row_matters(in, i) && topic.index < MOST_TOPICS &&
                           k < in->fit->rows[i].clashes.count;
             ++k) {
            topic.clash = k;
            add_topic(&zip, &topic);
            ++topic.index;
        }
    }
    if (report_ends(in)) {
        zip_end(&zip);
        zip = (ZipWriter){0};
    }
    if (series) {
        series->zip = zip;
        series->topics = topic.index;
    }
}
