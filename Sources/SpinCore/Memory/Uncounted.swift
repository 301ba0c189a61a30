/// A reference to an object that other code keeps alive, without reference counting.
@safe
struct Uncounted<Object: AnyObject> {
  let reference: Unmanaged<Object>
  // Guard: the code that makes or releases a reference states why the object is alive.

  /// Refers to an object without counting it.
  ///
  /// - Precondition: Other code keeps the object alive until the last use of the reference.
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
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

/// Objects that are lent to closures without being counted.
@safe
struct LentObjects<Object: AnyObject>: ~Copyable {
  let all: [Object]
  let table: UnsafeMutableBufferPointer<Unmanaged<Object>>
  // Guard: written once, and owned by this value, which keeps the objects as well.

  init(_ objects: [Object]) {
    all = objects
    unsafe table = .allocate(capacity: objects.count)
    _ = unsafe table.initialize(from: objects.map { unsafe Unmanaged.passUnretained($0) })
  }

  deinit {
    unsafe table.deallocate()
  }

  func forEach(_ body: (Object) -> Void) {
    for index in unsafe 0..<table.count {
      unsafe table[index]._withUnsafeGuaranteedRef(body)
    }
  }
}
