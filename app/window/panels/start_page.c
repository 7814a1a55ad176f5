// The start page: what there is to begin with, in cards with a picture each. The pictures are our own, see
// assets/README.md; where one is missing its card has none.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_tasks.h"
#include "app/io/asset.h"
#include "app/picture/image.h"
#include "app/scenes/scene.h"
#include "app/window/look.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/lesson_rows.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <glad/gl.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PICTURES = SCENE_COUNT + 2 * NAMED_FILES_MOST };
static const float CARD_EMS = 13.2f, SHAPE = 0.6f; // width of a card; height of its picture by that
static const int TEXT_LINES = 5;                   // title and note

// Textures, made when they are drawn first. They go with the window's context.
typedef struct StartPictures {
    bool tried[MOST_PICTURES];
    GLuint textures[MOST_PICTURES];
} StartPictures;
static const UiPrivate memory = {.size = sizeof(StartPictures)};

static GLuint make_texture(const char *name)
{
    char relative[160], path[1024];
    int width, height;
    snprintf(relative, sizeof relative, "pictures/%s.png", name);
    unsigned char *pixels =
        asset_path(relative, path, sizeof path) ? image_read_png(path, &width, &height) : NULL;
    if (!pixels)
        return 0;
    GLuint texture;
    GLint bound;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glBindTexture(GL_TEXTURE_2D, (GLuint)bound);
    free(pixels);
    return texture;
}

static GLuint picture(const UiState *ui, int number, const char *name)
{
    StartPictures *pictures = ui_own(ui, &memory);
    if (!pictures->tried[number])
        pictures->textures[number] = make_texture(name);
    pictures->tried[number] = true;
    return pictures->textures[number];
}

typedef struct Card {
    const char *title, *note;
    int number;       // of its picture
    const char *file; // of the same
} Card;

// True: it was clicked. Cards fill rows as wide as the page.
static bool card(const PanelContext *context, const Card *card, const char *rect)
{
    float em = igGetFontSize(), wide = em * CARD_EMS, pad = em * 0.5f, line = igGetTextLineHeight();
    float image = (wide - 2 * pad) * SHAPE;
    ImVec2 at, space, size = {wide, image + 3 * pad + line * ((float)TEXT_LINES + 0.15f)};
    igGetContentRegionAvail(&space);
    if (igGetCursorPosX() > igGetStyle()->WindowPadding.x + 1 && space.x < wide) {
        igNewLine();
        igDummy((ImVec2){0, em * 0.1f});
    }
    igGetCursorScreenPos(&at);
    igPushID_Str(card->file);
    bool pressed = igInvisibleButton("card", size, 0);
    bool hot = igIsItemHovered(0);
    igPopID();
    if (rect)
        ui_note_rect(context->ui, rect);
    widget_tooltip(card->note);
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 end = {at.x + size.x, at.y + size.y}, in = {at.x + pad, at.y + pad};
    ImDrawList_AddRectFilled(list, at, end, look_colour(hot ? COLOUR_HOVER : COLOUR_FIELD, 1),
                             em * 0.35f, 0);
    GLuint texture = picture(context->ui, card->number, card->file);
    ImVec2 corner = {end.x - pad, in.y + image};
    if (texture)
        ImDrawList_AddImage(list, (ImTextureID)(intptr_t)texture, in, corner, (ImVec2){0, 0},
                            (ImVec2){1, 1}, 0xFFFFFFFF);
    else
        ImDrawList_AddRectFilled(list, in, corner, look_colour(COLOUR_PANEL_DEEP, 1), 0, 0);
    in.y += image + pad;
    ImVec2 title;
    igPushFont(look_font(FONT_BOLD));
    igCalcTextSize(&title, card->title, NULL, false, -1);
    int lines = title.x > wide - 2 * pad ? 2 : 1;
    widget_paragraph_at(COLOUR_TEXT, in, wide - 2 * pad, lines, card->title);
    igPopFont();
    in.y += line * ((float)lines + 0.15f);
    widget_paragraph_at(COLOUR_FAINT, in, wide - 2 * pad, TEXT_LINES - lines, card->note);
    igSameLine(0, em * 0.6f);
    return pressed;
}

static void heading(const char *text)
{
    igNewLine();
    igDummy((ImVec2){0, igGetFontSize() * 0.2f});
    igPushFont(look_font(FONT_TITLE));
    widget_text(COLOUR_TEXT, text);
    igPopFont();
    igDummy((ImVec2){0, igGetFontSize() * 0.1f});
}

// "Pin and plate" has the picture pin-and-plate.
static void file_of(const char *name, char *file, size_t size)
{
    size_t used = 0;
    for (; *name && used + 1 < size; ++name)
        file[used++] = *name == ' ' ? '-' : (char)tolower((unsigned char)*name);
    file[used] = '\0';
}

static void scenes_row(const PanelContext *context)
{
    heading("Scenes");
    for (int i = 0; i < SCENE_COUNT; ++i) {
        char file[64];
        file_of(scenes[i]->name, file, sizeof file);
        const Card shown = {scenes[i]->name, scenes[i]->note, i, file};
        if (card(context, &shown, i == 0 ? "start_first_scene" : NULL))
            submit_index(context, &action_scene_open, i);
    }
}

// Lessons, or tasks; number: of the first one's picture.
static void rows_row(const PanelContext *context, const char *title, const LessonRows *rows,
                     int number, const Action *action, const char *const rects[2])
{
    if (rows->count == 0)
        return;
    heading(title);
    for (int i = 0; i < rows->count; ++i) {
        const LessonRow *row = &rows->rows[i];
        const Card shown = {row->title, row->about, number + i, row->name};
        ActionArgs args = {.part = NO_PART};
        snprintf(args.text, sizeof args.text, "%s", row->name);
        if (card(context, &shown, i < 2 ? rects[i] : NULL))
            action_submit(context->out, action, &args);
    }
}

static void recent_row(const PanelContext *context)
{
    const Recent *recent = &context->app->recent;
    heading("Files");
    if (widget_button(context, "Open...", "start_open", "A file of meshes or a scene (Ctrl+O)",
                      NULL, igGetFontSize() * CARD_EMS))
        ui_ask_path(context->ui, context->app, &action_file_open);
    for (int32_t i = 0; i < recent->count; ++i) {
        char whole[RECENT_PATH];
        snprintf(whole, sizeof whole, "%s", recent->paths[i]);
        utf8_sanitise(whole);
        ImVec2 at, space;
        igGetCursorScreenPos(&at);
        igGetContentRegionAvail(&space);
        igPushID_Int(i);
        bool pressed =
            igInvisibleButton("file", (ImVec2){space.x > 1 ? space.x : 1, igGetFrameHeight()}, 0);
        bool hot = igIsItemHovered(0);
        igPopID();
        if (i == 0)
            ui_note_rect(context->ui, "start_first_recent");
        if (hot)
            ImDrawList_AddRectFilled(igGetWindowDrawList(), at,
                                     (ImVec2){at.x + space.x, at.y + igGetFrameHeight()},
                                     look_colour(COLOUR_HOVER, 1), igGetFontSize() * 0.25f, 0);
        at.x += igGetFontSize() * 0.4f;
        at.y += igGetStyle()->FramePadding.y;
        widget_paragraph_at(hot ? COLOUR_TEXT : COLOUR_LINK, at, space.x - igGetFontSize(), 1,
                            whole);
        if (pressed)
            file_browser_submit(context, recent->paths[i]);
    }
    if (recent->count == 0)
        widget_text(COLOUR_FAINT,
                    "Files that you open are listed here. You can also drop one on the window.");
}

// Known to the help as a panel is.
static const Panel described = {
    .title = "Start page", .note = "What there is to begin with", .chapter = "start"};

void start_page_draw(const PanelContext *context, float x, float y, float width, float height)
{
    if (!(width > igGetFontSize() * 8) || !(height > igGetFontSize() * 8))
        return;
    igSetNextWindowPos((ImVec2){x, y}, ImGuiCond_Always, (ImVec2){0, 0});
    igSetNextWindowSize((ImVec2){width, height}, ImGuiCond_Always);
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding,
                        (ImVec2){igGetFontSize() * 1.2f, igGetFontSize() * 0.4f});
    bool open =
        igBegin("##start", NULL,
                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing |
                    ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (open) {
        recent_row(context);
        scenes_row(context);
        static const char *const tasks[2] = {"start_first_task", "start_second_task"},
                                 *const lessons[2] = {"start_first_lesson", NULL};
        rows_row(context, "Tasks", task_rows(context->ui), SCENE_COUNT + NAMED_FILES_MOST,
                 &action_task_open, tasks);
        rows_row(context, "Lessons", lesson_rows(context->ui), SCENE_COUNT, &action_lesson_open,
                 lessons);
        igNewLine();
        if (context->app->document.part_count > 0)
            widget_text(COLOUR_FAINT, "Esc goes back to what is open.");
    }
    if (igIsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows))
        context->ui->panel_hovered = &described;
    igEnd();
    igPopStyleVar(1);
}
