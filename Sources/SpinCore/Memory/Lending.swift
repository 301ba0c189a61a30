/// Lends a value to a closure.
///
/// NB: from memory that nobody else may change meanwhile, so that the references in it are not
/// counted; passed as it is, a value in memory is copied first.
@inlinable @inline(__always)
func lend<Value, Result>(_ value: inout Value, to body: (Value) -> Result) -> Result {
  body(value)
}

/// Lends an object to a closure without counting the reference.
///
/// - Precondition: Something else keeps the object until the closure has touched it for the last time.
@inlinable @inline(__always)
func lendUncounted<Object: AnyObject, Result>(
  _ object: Object, to body: (Object) -> Result
) -> Result {
  unsafe Unmanaged.passUnretained(object)._withUnsafeGuaranteedRef(body)
}
