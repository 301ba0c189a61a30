/// A reference to an object that other code keeps alive, without reference counting.
@safe
package struct Uncounted<Object: AnyObject> {
  let reference: Unmanaged<Object>
  // Guard: the code that makes or releases a reference states why the object is alive.

  /// Refers to an object without counting it.
  ///
  /// - Precondition: Other code keeps the object alive until the last use of the reference.
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Refers to the object that an identity is of, without counting it.
  ///
  /// - Precondition: The identity is of an object of this class, which other code keeps alive until the last
  ///   use of the reference.
  init(identity: ObjectIdentifier) {
    unsafe reference = .fromOpaque(
      UnsafeRawPointer(bitPattern: UInt(bitPattern: identity)).unsafelyUnwrapped)
  }

  /// Refers to an object, and retains it until ``release()``.
  init(retaining object: Object) {
    unsafe reference = .passRetained(object)
  }

  /// The object, as a counted reference.
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Lends the object to a closure.
  @inline(__always)
  func lend<Result>(to body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// Releases the object once.
  ///
  /// - Precondition: The caller owns the retain of ``init(retaining:)``.
  func release() {
    unsafe reference.release()
  }
}

extension Uncounted: Sendable where Object: Sendable {}
