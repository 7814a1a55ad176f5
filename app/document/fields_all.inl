// All fields of the document, in the order of scenes and of the command palette.
#include "app/document/fields_list.inl"
#include "app/document/fields_study.inl"
