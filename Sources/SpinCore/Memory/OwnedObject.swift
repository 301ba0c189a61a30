/// An object that may be absent, and is lent to closures without being counted.
///
/// NB: an optional reference would be counted around each call, because the compiler cannot exclude
/// that the call replaces it.
@usableFromInline @safe
struct OwnedObject<Object: AnyObject>: ~Copyable {
  @usableFromInline var reference: Unmanaged<Object>?
  // Guard: retained by this value, which cannot be copied.

  @inlinable
  init(_ object: Object?) {
    unsafe reference = object.map { unsafe Unmanaged.passRetained($0) }
  }

  @inlinable
  deinit {
    unsafe reference?.release()
  }

  /// Whether there is no object.
  @inlinable var isAbsent: Bool { @inline(__always) get { unsafe reference == nil } }

  /// The object, as a counted reference.
  var object: Object? { unsafe reference?.takeUnretainedValue() }

  /// Lends the object to a closure, if there is one.
  ///
  /// - Precondition: The closure does not change which object this is.
  @inlinable @inline(__always)
  func lend(to body: (Object) -> Void) {
    if let reference = unsafe reference { unsafe reference._withUnsafeGuaranteedRef(body) }
  }

  /// Takes the object, and leaves none.
  @usableFromInline
  mutating func take() -> Object? {
    let object = unsafe reference?.takeRetainedValue()
    unsafe reference = nil
    return object
  }
}
