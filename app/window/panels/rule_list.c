#include "app/window/panels/rule_list.h"
#include "app/actions/list_rules.h"
#include "app/document/selection.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "core/base/length.h"

#include <stdio.h>
#include <string.h>

// A rule about pairs that is being written.
typedef struct RuleDraft {
    bool wanted; // open the list in the next frame
    int kind;
    char a[256], b[512]; // patterns
    char length[32];     // of a safety distance
} RuleDraft;
static const UiPrivate draft_memory = {.size = sizeof(RuleDraft)};

static const char POPUP[] = "rules list";

// What can be added; a group is no rule, but is written like one.
static const struct {
    const char *keyword, *name, *note;
} kinds[] = {
    {"ignore", "Ignore", "These pairs are no longer looked at"},
    {"intentional", "Intentional", "Listed, but never counted: press fits"},
    {"forbid", "Forbid", "Touching counts, too"},
    {"clearance", "Distance",
     "A safety distance for these pairs, whatever else is said about them"},
    {"check", "Check", "Cancels the rules above it"},
    {"group", "Group", "Names a group of parts that rules call @name"},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, KIND_DISTANCE = 3, KIND_GROUP = KIND_COUNT - 1 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Of parts that are alike the last number differs: "Bolt M8 3" is one of "Bolt M8 *", and the
// second "Plate", which is called "Plate (2)", one of "Plate*".
static void pattern_like(const char *key, char *out, size_t size)
{
    char name[120], head[2 * sizeof name + 2], tail[2 * sizeof name + 2];
    snprintf(name, sizeof name, "%s", key);
    size_t length = strlen(name), end = length;
    while (end > 0 && !is_digit(name[end - 1]))
        --end;
    size_t start = end;
    while (start > 0 && is_digit(name[start - 1]))
        --start;
    if (start >= 2 && end + 1 == length && name[end] == ')' && name[start - 1] == '(') {
        start -= 2;
        ++end;
    }
    pattern_escape(name + end, tail);
    name[start] = '\0';
    pattern_escape(name, head);
    snprintf(out, size, "%s%s%s", head, end > start ? "*" : "", tail);
}

void rule_list_begin(const UiState *ui, const char *key_a, const char *key_b)
{
    RuleDraft *draft = ui_own(ui, &draft_memory);
    draft->wanted = true;
    draft->kind = 0;
    pattern_like(key_a, draft->a, sizeof draft->a);
    pattern_like(key_b, draft->b, sizeof draft->b);
}

static bool matches(const RuleSet *set, const char *pattern, const char *key)
{
    return pattern[0] == '@' ? rule_group_matches(rule_set_group(set, pattern + 1), key)
                             : pattern_matches(pattern, key);
}

static int32_t count_matches(const PanelContext *context, const char *pattern)
{
    int32_t count = 0;
    for (size_t i = 0; i < context->ui->live_count; ++i)
        count += matches(context->app->document.rules, pattern,
                         context->app->assembly.parts[context->ui->live[i]].key);
    return count;
}

static void rule_row(const PanelContext *context, int i)
{
    const Rule *rule = &context->app->document.rules->rules[i];
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    char words[64] = "", length[48];
    if (rule->kind == RULE_CLEARANCE) {
        const LengthUnitInfo *unit = length_unit_info(context->app->assembly.unit);
        length_format(rule->length / unit->metres, context->app->assembly.unit, length,
                      sizeof length);
        snprintf(words, sizeof words, "at least %.40s", length);
    }
    widget_text(COLOUR_FAINT, words[0] ? words : pair_rule_name(rule->kind));
    igTableNextColumn();
    widget_ellipsis(COLOUR_TEXT, 0, rule->a);
    igTableNextColumn();
    widget_ellipsis(COLOUR_TEXT, 0, rule->b);
    igTableNextColumn();
    if (widget_close("take back"))
        submit_index(context, &action_rules_remove, i);
    if (i == 0)
        ui_note_rect(context->ui, "rule_remove");
    widget_tooltip("Take this rule back");
    igPopID();
}

static void list_rules(const PanelContext *context, const RuleSet *set, float em)
{
    float line = igGetTextLineHeightWithSpacing();
    float rows = set->count < 8 ? (float)set->count : 8;
    if (!igBeginTable("rules", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){em * 28, (rows + 0.4f) * (line + em * 0.15f)}, 0))
        return;
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 7.5f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 1.4f, 0);
    widget_rows(context, set->count, rule_row);
    igEndTable();
}

static void list_groups(const RuleSet *set, float em)
{
    for (size_t i = 0; i < set->group_count; ++i) {
        const RuleGroup *group = &set->groups[i];
        char text[300];
        snprintf(text, sizeof text, "@%.100s: %.120s%s", group->name, group->patterns[0],
                 group->count > 1 ? ", ..." : "");
        widget_paragraph(COLOUR_FAINT, em * 28, text);
    }
}

// Three short fields in a row, with what they mean under the pointer.
static void edit_draft(const PanelContext *context, RuleDraft *draft, float em)
{
    bool group = draft->kind == KIND_GROUP;
    igSetNextItemWidth(em * 7);
    if (igBeginCombo("##kind", kinds[draft->kind].name, 0)) {
        for (int i = 0; i < KIND_COUNT; ++i) {
            if (igSelectable_Bool(kinds[i].name, i == draft->kind, 0, (ImVec2){0, 0}))
                draft->kind = i;
            widget_tooltip(kinds[i].note);
        }
        igEndCombo();
    }
    widget_explain(context, "rule_kind", kinds[draft->kind].note);
    igSameLine(0, -1);
    igSetNextItemWidth(em * 8.6f);
    igInputTextWithHint("##a", group ? "name" : "Bolt *", draft->a, sizeof draft->a, 0, NULL, NULL);
    widget_explain(context, "rule_a",
                   group ? "What rules call the group: @name"
                         : "A part's name in the file; * stands for any characters, ? for one, "
                           "@name for a group");
    igSameLine(0, -1);
    igSetNextItemWidth(em * 8.6f);
    igInputTextWithHint("##b", group ? "the selected parts" : "any other part", draft->b,
                        sizeof draft->b, 0, NULL, NULL);
    widget_explain(context, "rule_b",
                   group ? "Names with wildcards, with blanks between them, in quotes where a name "
                           "has some; empty: the selected parts"
                         : "The same for the other part of the pair; empty: any");
    if (draft->kind != KIND_DISTANCE)
        return;
    igSameLine(0, -1);
    igSetNextItemWidth(em * 4);
    igInputTextWithHint("##length", "2mm", draft->length, sizeof draft->length, 0, NULL, NULL);
    widget_explain(context, "rule_length", "How far apart they must be at least; 0mm: no matter");
}

// As the file needs it, with a unit.
static bool draft_length(const PanelContext *context, const RuleDraft *draft, char *text,
                         size_t size, Error *err)
{
    enum LengthUnit unit = context->app->assembly.unit;
    double metres;
    if (!length_parse(draft->length, &unit, &metres, err))
        return false;
    snprintf(text, size, "%.17gm", metres);
    return true;
}

// Why it cannot be added; otherwise what it is about goes into text.
static const char *look_at_draft(const PanelContext *context, const RuleDraft *draft, char *text,
                                 size_t size)
{
    const char *why = NULL;
    text[0] = '\0';
    if (draft->kind == KIND_GROUP) {
        if (draft->b[0] == '\0' && context->app->document.selected == NO_PART)
            return "Select the parts of the group, or name them";
        return pattern_valid(draft->a, &why) ? NULL : "A group needs a name";
    }
    if (!pattern_valid(draft->a, &why))
        return "A rule needs the name of a part, or of a group";
    if (draft->b[0] && !pattern_valid(draft->b, &why))
        return why;
    Error err;
    char length[40];
    if (draft->kind == KIND_DISTANCE && !draft_length(context, draft, length, sizeof length, &err))
        return "A safety distance is a length, as 2mm";
    int32_t a = count_matches(context, draft->a);
    int32_t b = count_matches(context, draft->b[0] ? draft->b : "*");
    snprintf(text, size, "%d part%s against %d", (int)a, a == 1 ? "" : "s", (int)b);
    return NULL;
}

static void submit_draft(const PanelContext *context, const RuleDraft *draft)
{
    ActionArgs args = {0};
    bool group = draft->kind == KIND_GROUP;
    if (group && !draft->b[0]) {
        snprintf(args.text, sizeof args.text, "%s", draft->a);
        action_submit(context->out, &action_rules_group, &args);
        return;
    }
    const char *quote = group ? "" : "\""; // patterns of a group bring their own
    Error err;
    char length[40] = "";
    if (draft->kind == KIND_DISTANCE && !draft_length(context, draft, length, sizeof length, &err))
        return;
    snprintf(args.text, sizeof args.text, "%s \"%s\" %s%s%s %s", kinds[draft->kind].keyword,
             draft->a, quote, draft->b[0] ? draft->b : "*", quote, length);
    action_submit(context->out, &action_rules_add, &args);
}

static void add_rule(const PanelContext *context, float em)
{
    RuleDraft *draft = ui_own(context->ui, &draft_memory);
    char about[80];
    edit_draft(context, draft, em);
    const char *why = look_at_draft(context, draft, about, sizeof about);
    igSameLine(0, -1);
    if (widget_button(context, "Add", "rule_add", "Takes precedence over all rules above it", why,
                      0))
        submit_draft(context, draft);
    widget_text(COLOUR_FAINT, why ? why : about);
}

void rule_list_button(const PanelContext *context)
{
    const RuleSet *set = context->app->document.rules;
    RuleDraft *draft = ui_own(context->ui, &draft_memory);
    float em = igGetFontSize();
    if (igSmallButton("Rules...") || draft->wanted)
        igOpenPopup_Str(POPUP, 0);
    draft->wanted = false;
    widget_explain(context, "rules_list",
                   "Rules about pairs of parts, by name, wildcard and group");
    ImVec2 corner;
    igGetItemRectMax(&corner);
    corner.y += igGetStyle()->ItemSpacing.y;
    igSetNextWindowPos(corner, ImGuiCond_Appearing, (ImVec2){1, 0}); // into the view
    if (!igBeginPopup(POPUP, 0))
        return;
    if (set && set->count > 0) {
        widget_text(COLOUR_FAINT, "Of all rules that match a pair, the last one holds.");
        list_rules(context, set, em);
    } else {
        widget_text(COLOUR_FAINT, "No rules yet: every pair of parts is checked.");
    }
    if (set)
        list_groups(set, em);
    add_rule(context, em);
    if (set && set->count > 0) {
        igSeparator();
        if (igButton("Forget all", (ImVec2){0, 0}))
            action_submit(context->out, &action_rules_clear, NULL);
        widget_tooltip("Every pair is checked again");
    }
    igEndPopup();
}
