package import SpinCLibrary

/// The value that each thread has of its own: the address of memory that is freed when the thread ends.
package enum ThreadValue {
  /// The address that the calling thread has set; `nil` if it has set none.
  @inlinable @inline(__always)
  package static var pointer: UnsafeMutableRawPointer? {
    unsafe pthread_getspecific(key)
  }

  /// Sets the address of the calling thread.
  ///
  /// The system frees the memory when the thread ends, and deinitialises nothing in it.
  package static func set(_ pointer: UnsafeMutableRawPointer) {
    unsafe pthread_setspecific(key, pointer)
  }

  @usableFromInline
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { unsafe free($0) }
    if failure != 0 {
      fatalError("The system has no room for another thread-specific value: \(failure).")
    }
    return key
  }()
}
