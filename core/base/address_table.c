#include "core/base/address_table.h"

#include "core/base/memory.h"

#include <stdint.h>
#include <string.h>

typedef struct AddressSlot {
    const void *address; // NULL: free
    size_t number;
} AddressSlot;

// Addresses differ in their middle bits.
static size_t hash(const void *address)
{
    uint64_t mixed = (uint64_t)(uintptr_t)address * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32);
}

static void put(AddressTable *table, const void *address, size_t number)
{
    size_t mask = table->slot_count - 1, i = hash(address) & mask;
    while (table->slots[i].address)
        i = (i + 1) & mask;
    table->slots[i] = (AddressSlot){address, number};
}

static bool grow(AddressTable *table)
{
    AddressTable larger = {.slot_count = table->slot_count ? 2 * table->slot_count : 16,
                           .count = table->count};
    larger.slots = mem_calloc(larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->slot_count; ++i)
        if (table->slots[i].address)
            put(&larger, table->slots[i].address, table->slots[i].number);
    mem_free(table->slots);
    *table = larger;
    return true;
}

bool address_table_add(AddressTable *table, const void *address, size_t number)
{
    if (2 * (table->count + 1) > table->slot_count && !grow(table))
        return false;
    put(table, address, number);
    ++table->count;
    return true;
}

bool address_table_next(const AddressTable *table, const void *address, size_t *at, size_t *number)
{
    size_t mask = table->slot_count - 1, start = hash(address);
    while (*at < table->slot_count) { // a free slot ends it earlier
        const AddressSlot *slot = &table->slots[(start + (*at)++) & mask];
        if (!slot->address)
            return false;
        if (slot->address == address) {
            *number = slot->number;
            return true;
        }
    }
    return false;
}

void address_table_clear(AddressTable *table)
{
    if (table->slots)
        memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    table->count = 0;
}

void address_table_free(AddressTable *table)
{
    mem_free(table->slots);
    *table = (AddressTable){0};
}
