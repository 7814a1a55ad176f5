// Numbers by address, in a hash table: where things stand in a list that are asked for by a pointer
// they belong to. Several numbers may stand under one address.
#ifndef SNUG_CORE_BASE_ADDRESS_TABLE_H
#define SNUG_CORE_BASE_ADDRESS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AddressTable {
    struct AddressSlot *slots; // as many as a power of two, at most half of them taken
    size_t slot_count, count;
} AddressTable; // zero initialised: empty

bool address_table_add(AddressTable *table, const void *address, size_t number); // false: no memory
// Each call gives one number of the address; *at is 0 before the first one. False: there is no other.
bool address_table_next(const AddressTable *table, const void *address, size_t *at, size_t *number);
void address_table_clear(AddressTable *table); // keeps its room: as many are added without failure
void address_table_free(AddressTable *table);

#endif
