#include "AllocationCounter.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t allocations;

uint64_t allocation_count(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#if defined(__GLIBC__) || (defined(__linux__) && !defined(__ANDROID__))

#include <errno.h>

// glibc lets a program replace its allocator by defining these; the originals stay reachable.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(void) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

int allocation_counting_works(void) { return 1; }

#else

int allocation_counting_works(void) { return 0; }

#endif
