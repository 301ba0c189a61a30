/// Lends a value to a closure.
///
/// NB: the value is `inout`, so that no other code can change it during the call and its references
/// are not counted. Passed directly, a value in memory is copied first.
@inlinable
func lend<Value, Result>(_ value: inout Value, to body: (Value) -> Result) -> Result {
  body(value)
}

/// Lends an object to a closure without counting the reference.
///
/// - Precondition: Other code keeps the object alive until the closure has accessed it for the last
///   time.
@inline(__always)
func lendUncounted<Object: AnyObject, Result>(
  _ object: Object, to body: (Object) -> Result
) -> Result {
  unsafe Unmanaged.passUnretained(object)._withUnsafeGuaranteedRef(body)
}
