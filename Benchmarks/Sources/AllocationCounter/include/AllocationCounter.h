#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of heap allocations made by this process so far, by any thread; 0 forever on
/// systems whose allocator cannot be interposed this way.
uint64_t allocation_count(void);

/// The bytes of the heap in use, with the allocator's overhead; 0 on systems that do not count
/// them.
uint64_t heap_bytes(void);

/// Whether allocations are counted on this system.
int allocation_counting_works(void);

#endif
