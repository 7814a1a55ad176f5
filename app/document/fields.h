// Fields of the document as a table. To add one: a row in fields_list.inl, and for what many read a
// member of Document. From the row follow the action that sets it (and with it script, key, palette,
// undo), its default, range, equality, place in scenes and settings, menu item, and its tests.
#ifndef SNUG_APP_DOCUMENT_FIELDS_H
#define SNUG_APP_DOCUMENT_FIELDS_H

#include "app/document/action.h"
#include "app/document/lists.h"
#include "app/io/text_buffer.h"

enum Stored { STORED_FLAG, STORED_INT, STORED_FLOAT, STORED_DOUBLE, STORED_POINT, STORED_ENTRY };

enum FieldMenu { MENU_NONE, MENU_VIEW, MENU_CONTACT };

typedef struct Field {
    const char *name;     // "view.edges"
    const Action *action; // that sets it and nothing else; NULL: only verbs set it
    size_t offset;        // in Document
    enum Stored stored;
    bool inverted;          // the flag says the contrary of what is stored
    bool tool;              // like a tool in the hand: neither compared nor kept in the history
    double usual;           // in a new document; of a list: the entry
    double least, most;     // of numbers
    const ChoiceList *list; // that it chooses from; NULL: none
    // In scenes: the object, "" for the outermost, and the key. NULL: it is not kept.
    const char *object, *key;
    bool unsaid;                  // scenes leave it out while it is as usual
    const ChoiceList *saved_list; // names in scenes, where they are others
    enum FieldMenu menu;
    const char *(*obstacle)(const Document *document); // why it cannot be set now, or NULL
    // Called when the value is set: follows with other fields, or refuses with err filled.
    bool (*check)(Document *document, const Document *before, Error *err);
} Field;

extern const Field document_fields[];
extern const int field_count;

void *field_at(const Field *field, const Document *document); // where it is stored
// Flags are 0 or 1, what is chosen from a list is the number of the entry. Not for points.
double field_value(const Field *field, const Document *document);
void field_store(const Field *field, Document *document, double value); // unchecked
// Refused values change nothing.
bool field_set(const Field *field, Document *document, double value, Error *err);

// By the action that sets it.
bool field_flag(const Document *document, const Action *action);
double field_number(const Document *document, const Action *action);

// The same as arguments of the field's action.
double field_argument(const Field *field, const ActionArgs *args);
void field_to_arguments(const Field *field, double value, ActionArgs *args);
// The value that a key chooses: the other one of a flag, or `step` entries further in a list.
double field_next(const Field *field, const Document *document, int step);
// What stands after the action's title in the history: the entry, on or off; NULL: nothing.
const char *field_word(const Field *field, const Document *document, double value);

void fields_default(Document *document);
// Tools of `to` become those of `from`: opening and undoing leave them alone.
void fields_keep_tools(Document *to, const Document *from);
bool fields_equal(const Document *a, const Document *b);
// All of them as an object of JSON, by name: flags as 0 or 1, of a list the number and the name.
void fields_describe(TextBuffer *out, const Document *document);

#endif
