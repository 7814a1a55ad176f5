// Contacts by fours, for processors with AVX2: core/CMakeLists.txt compiles *_avx2.c for it.
#define COLLECT_FOURS collect_contacts_by_fours_avx2
#include "core/query/contacts_fours.inl"
