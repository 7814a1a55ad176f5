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

// Cards fill rows as wide as the page.
static void card_room(void)
{
    ImVec2 space;
    igGetContentRegionAvail(&space);
    if (igGetCursorPosX() > igGetStyle()->WindowPadding.x + 1 &&
        space.x < igGetFontSize() * CARD_EMS) {
        igNewLine();
        igDummy((ImVec2){0, igGetFontSize() * 0.1f});
    }
}

// True: it was clicked.
static bool card(const PanelContext *context, const Card *card, const char *rect)
{
    float em = igGetFontSize(), wide = em * CARD_EMS, pad = em * 0.5f, line = igGetTextLineHeight();
    float image = (wide - 2 * pad) * SHAPE;
    ImVec2 at, size = {wide, image + 3 * pad + line * ((float)TEXT_LINES + 0.15f)};
    card_room();
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

// In the corner of a card's picture. It is asked before the card, so that a click on it is not the card's, and
// drawn after it.
typedef struct TourButton {
    ImVec2 low, high;
    bool hot, pressed;
} TourButton;
static const char TOUR_WORD[] = "Play the tour";

static TourButton tour_button(const PanelContext *context, const char *file, const char *rect)
{
    float em = igGetFontSize(), pad = em * 0.5f, image = (em * CARD_EMS - 2 * pad) * SHAPE;
    ImVec2 at, text;
    TourButton button;
    igGetCursorScreenPos(&at);
    igCalcTextSize(&text, TOUR_WORD, NULL, false, -1);
    button.high = (ImVec2){at.x + em * CARD_EMS - 1.4f * pad, at.y + 0.6f * pad + image};
    button.low = (ImVec2){button.high.x - text.x - 3 * pad, button.high.y - text.y - pad};
    igSetCursorScreenPos(button.low);
    igPushID_Str(file);
    button.pressed = igInvisibleButton(
        "tour", (ImVec2){button.high.x - button.low.x, button.high.y - button.low.y}, 0);
    igPopID();
    button.hot = igIsItemHovered(0);
    if (rect)
        ui_note_rect(context->ui, rect);
    widget_tooltip(widget_action_note(&action_scene_tour));
    igSetCursorScreenPos(at);
    return button;
}

static void draw_tour_button(const TourButton *button)
{
    ImDrawList *list = igGetWindowDrawList();
    float em = igGetFontSize(), pad = em * 0.5f, half = em * 0.28f;
    ImVec2 tip = {button->low.x + pad, (button->low.y + button->high.y) / 2};
    ImDrawList_AddRectFilled(list, button->low, button->high,
                             look_colour(button->hot ? COLOUR_HOVER : COLOUR_PANEL_DEEP, 0.92),
                             em * 0.3f, 0);
    ImDrawList_AddTriangleFilled(list, (ImVec2){tip.x, tip.y - half}, (ImVec2){tip.x, tip.y + half},
                                 (ImVec2){tip.x + 1.6f * half, tip.y},
                                 look_colour(COLOUR_ACCENT, 1));
    ImDrawList_AddText_Vec2(list, (ImVec2){tip.x + 2 * pad - half, button->low.y + pad / 2},
                            look_colour(COLOUR_TEXT, 1), TOUR_WORD, NULL);
}

static void scenes_row(const PanelContext *context)
{
    heading("Scenes");
    const LessonRows *tours = tour_rows(context->ui);
    bool toured_before = false;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        char file[64];
        scene_file_name(scenes[i], file, sizeof file);
        const Card shown = {scenes[i]->name, scenes[i]->note, i, file};
        bool toured = lesson_rows_have(tours, file);
        card_room();
        TourButton tour = {.pressed = false};
        if (toured)
            tour = tour_button(context, file, toured_before ? NULL : "start_first_tour");
        if (card(context, &shown, i == 0 ? "start_first_scene" : NULL) || tour.pressed)
            submit_index(context, &action_scene_open, i);
        if (tour.pressed)
            action_submit(context->out, &action_scene_tour, NULL);
        if (toured)
            draw_tour_button(&tour);
        toured_before |= toured;
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
