#include "AllocationCounter.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t allocations;

uint64_t allocation_count(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#if defined(__GLIBC__) || (defined(__linux__) && !defined(__ANDROID__))

#include <errno.h>
#include <malloc.h>

// glibc lets a program replace its allocator by defining these; the originals stay reachable.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

extern void __libc_free(void *);

static _Atomic uint64_t bytes;

// The size of an allocation, with the word that glibc puts before it.
static uint64_t size_of(void *memory) {
  return memory ? malloc_usable_size(memory) + sizeof(size_t) : 0;
}

static void *counted(void *memory) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size_of(memory), memory_order_relaxed);
  return memory;
}

static void forget(void *memory) {
  atomic_fetch_sub_explicit(&bytes, size_of(memory), memory_order_relaxed);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *memory, size_t size) {
  forget(memory);
  return counted(__libc_realloc(memory, size));
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = counted(__libc_memalign(alignment, size));
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

void free(void *memory) {
  forget(memory);
  __libc_free(memory);
}

int allocation_counting_works(void) { return 1; }

uint64_t heap_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }

#else

int allocation_counting_works(void) { return 0; }

uint64_t heap_bytes(void) { return 0; }

#endif
