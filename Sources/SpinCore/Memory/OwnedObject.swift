/// An object that may be absent, and is lent to closures without being counted.
///
/// NB: an optional reference would be counted around each call, because the compiler cannot exclude
/// that the call replaces it.
@safe
struct OwnedObject<Object: AnyObject>: ~Copyable {
  var reference: Unmanaged<Object>?
  // Guard: retained by this value, which cannot be copied.

  init(_ object: Object?) {
    unsafe reference = object.map { unsafe Unmanaged.passRetained($0) }
  }

  deinit {
    unsafe reference?.release()
  }

  /// Whether there is no object.
  var isAbsent: Bool { unsafe reference == nil }

  /// The object, as a counted reference.
  var object: Object? { unsafe reference?.takeUnretainedValue() }

  /// Lends the object to a closure, if there is one.
  ///
  /// - Precondition: The closure does not change which object this is.
  @inline(__always)
  func lend(to body: (Object) -> Void) {
    if let reference = unsafe reference { unsafe reference._withUnsafeGuaranteedRef(body) }
  }

  /// Takes the object, and leaves none.
  mutating func take() -> Object? {
    let object = unsafe reference?.takeRetainedValue()
    unsafe reference = nil
    return object
  }
}
